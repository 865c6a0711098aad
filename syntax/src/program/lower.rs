//! The tree to a `Program`, node for node as Puppet's own parser builds its model. Knows nothing of the grammar's errors:
//! what is missing becomes `Expr::Missing`.

mod calls;
mod conditionals;
mod definitions;
mod expressions;
mod resources;
mod statements;
mod strings;

use smol_str::SmolStr;

use super::source_map::Place;
use super::{Expr, ExprId, Program, SourceMap};
use crate::ast::{Expression, Node, SourceFile};
use crate::lexer::HeredocText;
use crate::parser::Parse;
use crate::text_range::TextRange;

pub fn lower(parse: &Parse) -> (Program, SourceMap) {
    let root = Node::root(parse.green());
    let expected = root.range().len() as usize / 9 + 4;
    let mut lowering = Lowering {
        exprs: Vec::with_capacity(expected),
        source_map: SourceMap::with_capacity(expected),
        definitions: Vec::new(),
        namespaces: Vec::new(),
        root,
        heredocs: parse.heredocs(),
        any_statement_call: parse.options().any_statement_call,
    };
    let root = lowering.file(SourceFile::root(root));
    let program = Program { exprs: lowering.exprs, root, definitions: lowering.definitions };
    (program, lowering.source_map)
}

struct Lowering<'a> {
    exprs: Vec<Expr>,
    source_map: SourceMap,
    definitions: Vec<ExprId>,
    /// The names of the classes around.
    namespaces: Vec<SmolStr>,
    root: Node<'a>,
    heredocs: &'a [HeredocText],
    any_statement_call: bool,
}

impl<'a> Lowering<'a> {
    fn file(&mut self, file: SourceFile<'a>) -> ExprId {
        if file.is_template() {
            return self.template(file);
        }
        let statements = self.statements(file.statements());
        match statements.as_slice() {
            [] => self.add(Expr::Nop, TextRange::empty(file.end()), file.end()),
            [only] => *only,
            [first, .., last] => {
                let range = self.source_map.range(*first).cover(self.source_map.range(*last));
                let anchor = self.source_map.anchor(*first);
                self.add(Expr::Block(statements), range, anchor)
            }
        }
    }

    fn add(&mut self, expr: Expr, range: TextRange, anchor: u32) -> ExprId {
        self.exprs.push(expr);
        self.source_map.push(Place { range, anchor })
    }

    /// An expression that is reported at its beginning.
    fn add_at(&mut self, expr: Expr, range: TextRange) -> ExprId {
        self.add(expr, range, range.start)
    }

    fn set(&mut self, id: ExprId, expr: Expr) {
        if let Some(slot) = self.exprs.get_mut(id.index()) {
            *slot = expr;
        }
    }

    fn missing(&mut self, at: u32) -> ExprId {
        self.add_at(Expr::Missing, TextRange::empty(at))
    }

    fn nop(&mut self, at: u32) -> ExprId {
        self.add_at(Expr::Nop, TextRange::empty(at))
    }

    fn anchor(&self, id: ExprId) -> u32 {
        self.source_map.anchor(id)
    }

    /// An expression that the text may lack.
    fn expr_or_missing(&mut self, expression: Option<Expression<'a>>, at: u32) -> ExprId {
        match expression {
            Some(expression) => self.expr(expression),
            None => self.missing(at),
        }
    }
}
