//! Statements: calls without parentheses, blocks, templates.

use super::Lowering;
use crate::ast::{Block, Expression, Node, SourceFile, Statement};
use crate::grammar::is_statement_function;
use crate::program::{Call, Epp, Expr, ExprId};
use crate::text_range::TextRange;

impl<'a> Lowering<'a> {
    /// A file's or block's statements.
    pub(super) fn statements(&mut self, written: impl Iterator<Item = Statement<'a>>) -> Vec<ExprId> {
        let mut statements: Vec<ExprId> = Vec::new();
        for statement in written {
            match statement {
                Statement::Error(node) => self.error_contents(node),
                Statement::Arguments(list) => {
                    let values: Vec<ExprId> = list.nodes().map(|value| self.expr(Expression::of(value))).collect();
                    match statements.last().copied().filter(|name| self.is_statement_name(*name)) {
                        Some(name) => self.statement_call(&mut statements, name, values),
                        // An error was reported; the values are kept.
                        None => statements.extend(values),
                    }
                }
                Statement::Expression(expression) => {
                    let value = self.expr(expression);
                    self.statement(&mut statements, value);
                }
            }
        }
        statements
    }

    /// Adds a statement; after the name of a statement function it is that function's argument.
    pub(super) fn statement(&mut self, statements: &mut Vec<ExprId>, value: ExprId) {
        if let Some(name) = statements.last().copied().filter(|name| self.is_statement_name(*name)) {
            return self.statement_call(statements, name, vec![value]);
        }
        if let Some(Expr::Call(call)) = self.exprs.get_mut(value.index()) {
            call.value_required = false;
        }
        statements.push(value);
    }

    fn is_statement_name(&self, id: ExprId) -> bool {
        match self.exprs.get(id.index()) {
            Some(Expr::QualifiedName(name)) => self.any_statement_call || is_statement_function(name),
            _ => false,
        }
    }

    fn statement_call(&mut self, statements: &mut Vec<ExprId>, name: ExprId, arguments: Vec<ExprId>) {
        statements.pop();
        let start = self.source_map.range(name);
        let end = arguments.last().map_or(start, |last| self.source_map.range(*last));
        let call = Call { functor: name, arguments, lambda: None, value_required: false };
        let anchor = self.anchor(name);
        let id = self.add(Expr::Call(call), start.cover(end), anchor);
        statements.push(id);
    }

    /// What could not be used as a whole may still hold definitions.
    pub(super) fn error_contents(&mut self, node: Node<'a>) {
        for child in node.nodes() {
            self.expr(Expression::of(child));
        }
    }

    /// The body of a definition, lambda or case option: a `Block`, or `Nop` where it is empty.
    pub(super) fn body(&mut self, block: Option<Block<'a>>, at: u32) -> ExprId {
        let Some(block) = block else { return self.nop(at) };
        let statements = self.statements(block.statements());
        if statements.is_empty() {
            return self.nop(block.start());
        }
        self.add_at(Expr::Block(statements), block.range())
    }

    /// The body of a condition: one statement stands for itself.
    pub(super) fn block_or_expression(&mut self, block: Option<Block<'a>>, at: u32) -> ExprId {
        let Some(block) = block else { return self.nop(at) };
        let statements = self.statements(block.statements());
        match statements.as_slice() {
            [] => self.nop(block.start()),
            [only] => *only,
            _ => self.add_at(Expr::Block(statements), block.range()),
        }
    }

    pub(super) fn template(&mut self, file: SourceFile<'a>) -> ExprId {
        let list = file.parameters();
        let id = self.add(Expr::Missing, file.range(), 0);
        let parameters = self.parameters(list);
        let statements = self.statements(file.statements());
        let body = if statements.is_empty() {
            self.nop(file.end())
        } else {
            self.add(Expr::Block(statements), TextRange::new(0, file.end()), 0)
        };
        self.set(id, Expr::Epp(Epp { parameters_specified: list.is_some(), parameters, body }));
        id
    }
}
