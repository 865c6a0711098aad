//! Literals, operators, lists and hashes.

use super::Lowering;
use crate::ast::{
    self, Access, Array, Expression, Hash, HashPart, ListEntry, Literal, Node, Operation, Parenthesized, Token, Unary,
    Word, range_of_pairs,
};
use crate::literals;
use crate::program::{
    AssignmentOperator, BinaryOperator, Expr, ExprId, HashEntry, RelationshipOperator, SmolStr, Variable,
};
use crate::syntax_kind::SyntaxKind::*;

impl<'a> Lowering<'a> {
    pub(super) fn expr(&mut self, expression: Expression<'a>) -> ExprId {
        match expression {
            Expression::Literal(literal) => self.literal(literal),
            Expression::Name(word) => self.word(word, Expr::QualifiedName),
            Expression::Reference(word) => self.word(word, Expr::QualifiedReference),
            Expression::Variable(word) => self.word(word, variable),
            Expression::KeywordValue(word) => self.word(word, Expr::String),
            Expression::ReservedWord(word) => self.word(word, |word| Expr::ReservedWord { word, future: false }),
            Expression::String(string) => self.string(string),
            Expression::Heredoc(heredoc) => self.heredoc(heredoc),
            Expression::Array(array) => self.array(array),
            Expression::Hash(hash) => self.hash(hash),
            Expression::HashEntry(entry) => self.unfolded_hash(&[entry]),
            Expression::Parenthesized(parentheses) => self.parenthesized(parentheses),
            Expression::Unary(unary) => self.unary(unary),
            Expression::Operation(operation) => self.operation_chain(operation),
            Expression::Access(access) => self.access(access),
            Expression::Selector(selector) => self.selector(selector),
            Expression::Call(call) => self.call(call),
            Expression::MethodCall(call) => self.method_call(call),
            Expression::NamedAccess(access) => self.named_access(access),
            Expression::FunctionReference(reference) => self.function_reference(reference),
            Expression::Lambda(lambda) => self.lambda(lambda),
            Expression::Conditional(conditional) => self.conditional(conditional),
            Expression::Case(case) => self.case_expression(case),
            Expression::Class(class) => self.class(class),
            Expression::Define(define) => self.define(define),
            Expression::Node(node) => self.node_definition(node),
            Expression::Callable(function) => self.function(function),
            Expression::TypeAlias(alias) => self.type_alias(alias),
            Expression::TypeDefinition(definition) => self.type_definition(definition),
            Expression::Resource(resource) => self.resource(resource),
            Expression::ResourceWithoutTitle(resource) => self.resource_without_title(resource),
            Expression::VirtualResource(resource) => self.virtual_resource(resource),
            Expression::Collector(collector) => self.collector(collector),
            Expression::Apply(apply) => self.apply(apply),
            Expression::RenderText(text) => self.render_text(text),
            Expression::RenderExpression(expression) => self.render_expression(expression),
            Expression::Block(block) => self.block_or_expression(Some(block), block.start()),
            Expression::Other(node) => self.other(node),
        }
    }

    /// What stands in the text and makes no expression: its parts are kept.
    fn other(&mut self, node: Node<'a>) -> ExprId {
        self.error_contents(node);
        self.add_at(Expr::Missing, node.range())
    }

    fn word(&mut self, word: Word<'a>, make: impl FnOnce(SmolStr) -> Expr) -> ExprId {
        self.add_at(make(SmolStr::new(word.text())), word.range())
    }

    fn array(&mut self, array: Array<'a>) -> ExprId {
        let values = self.entries(array.entries());
        self.add_at(Expr::Array(values), array.range())
    }

    fn hash(&mut self, hash: Hash<'a>) -> ExprId {
        let entries = self.hash_entries(hash);
        self.add_at(Expr::Hash(entries), hash.range())
    }

    fn parenthesized(&mut self, parentheses: Parenthesized<'a>) -> ExprId {
        let inner = self.expr_or_missing(parentheses.inner(), parentheses.end());
        self.add_at(Expr::Parenthesized(inner), parentheses.range())
    }

    fn literal(&mut self, literal: Literal<'a>) -> ExprId {
        let expr = literal.token().map_or(Expr::Missing, literal_value);
        self.add_at(expr, literal.range())
    }

    fn unary(&mut self, unary: Unary<'a>) -> ExprId {
        let operand = self.expr_or_missing(unary.operand(), unary.end());
        let expr = match unary.operator().map(|token| token.kind) {
            Some(BANG) => Expr::Not(operand),
            Some(MINUS) => Expr::UnaryMinus(operand),
            _ => Expr::Unfold(operand),
        };
        self.add_at(expr, unary.range())
    }

    /// A long chain leans to the left: its operands are taken from the innermost outwards, without recursion.
    fn operation_chain(&mut self, outermost: Operation<'a>) -> ExprId {
        let Some(inner) = outermost.chained_left() else {
            let left = self.expr_or_missing(outermost.left(), outermost.start());
            return self.operation(outermost, left);
        };
        let mut chain = vec![outermost];
        let mut innermost = inner;
        while let Some(left) = innermost.chained_left() {
            chain.push(innermost);
            innermost = left;
        }
        let mut left = self.expr_or_missing(innermost.left(), outermost.start());
        left = self.operation(innermost, left);
        for operation in chain.into_iter().rev() {
            left = self.operation(operation, left);
        }
        left
    }

    /// An operator whose left side is there already.
    fn operation(&mut self, operation: Operation<'a>, left: ExprId) -> ExprId {
        let operator = operation.operator();
        let right = self.expr_or_missing(operation.right(), operation.end());
        let anchor = operator.map_or(operation.start(), |token| token.offset);
        self.add(operator_expr(operator, left, right), operation.range(), anchor)
    }

    fn access(&mut self, access: Access<'a>) -> ExprId {
        let left = self.expr_or_missing(access.left(), access.start());
        let keys = self.entries(access.keys());
        let anchor = self.anchor(left);
        self.add(Expr::Access { left, keys }, access.range(), anchor)
    }

    /// The values of a list; neighbouring pairs are one hash.
    pub(super) fn entries(&mut self, entries: impl Iterator<Item = ListEntry<'a>>) -> Vec<ExprId> {
        let mut values = Vec::new();
        let mut pairs: Vec<ast::HashEntry<'a>> = Vec::new();
        for entry in entries {
            if let ListEntry::Pair(pair) = entry {
                pairs.push(pair);
                continue;
            }
            if !pairs.is_empty() {
                values.push(self.unfolded_hash(&pairs));
                pairs.clear();
            }
            match entry {
                ListEntry::Value(value) => values.push(self.expr(value)),
                ListEntry::Error(node) => self.error_contents(node),
                ListEntry::Pair(_) => {}
            }
        }
        if !pairs.is_empty() {
            values.push(self.unfolded_hash(&pairs));
        }
        values
    }

    /// Pairs without braces.
    fn unfolded_hash(&mut self, pairs: &[ast::HashEntry<'a>]) -> ExprId {
        let entries: Vec<HashEntry> = pairs.iter().map(|pair| self.hash_entry(*pair)).collect();
        let range = range_of_pairs(pairs);
        let anchor = entries.first().map_or(range.start, |entry| self.anchor(entry.id));
        self.add(Expr::Hash(entries), range, anchor)
    }

    pub(super) fn hash_entries(&mut self, hash: Hash<'a>) -> Vec<HashEntry> {
        let mut entries = Vec::new();
        for part in hash.parts() {
            match part {
                HashPart::Entry(entry) => entries.push(self.hash_entry(entry)),
                HashPart::Stray(expression) => {
                    self.expr(expression);
                }
            }
        }
        entries
    }

    fn hash_entry(&mut self, entry: ast::HashEntry<'a>) -> HashEntry {
        let key = self.expr_or_missing(entry.key(), entry.start());
        let value = self.expr_or_missing(entry.value(), entry.end());
        let anchor = entry.arrow().map_or(entry.start(), |arrow| arrow.offset);
        let id = self.add(Expr::Part, entry.range(), anchor);
        HashEntry { id, key, value }
    }
}

fn variable(name: SmolStr) -> Expr {
    let name = name.strip_prefix('$').map(SmolStr::new).unwrap_or(name);
    Expr::Variable(Variable { name })
}

fn literal_value(token: Token<'_>) -> Expr {
    match token.kind {
        SINGLE_QUOTED => Expr::String(literals::single_quoted(token.text)),
        DOUBLE_QUOTED => Expr::String(literals::double_quoted(token.text)),
        WORD => Expr::String(SmolStr::new(token.text)),
        NUMBER => literals::number(token.text),
        REGEX => Expr::Regexp(literals::pattern(token.text)),
        TRUE_KW => Expr::Boolean(true),
        FALSE_KW => Expr::Boolean(false),
        DEFAULT_KW => Expr::Default,
        UNDEF_KW => Expr::Undef,
        _ => Expr::Missing,
    }
}

fn operator_expr(operator: Option<Token<'_>>, left: ExprId, right: ExprId) -> Expr {
    let binary = |operator| Expr::Binary { operator, left, right };
    let assignment = |operator| Expr::Assignment { operator, left, right };
    let relationship = |operator| Expr::Relationship { operator, left, right };
    match operator.map(|token| token.kind) {
        Some(PLUS) => binary(BinaryOperator::Add),
        Some(MINUS) => binary(BinaryOperator::Subtract),
        Some(STAR) => binary(BinaryOperator::Multiply),
        Some(SLASH) => binary(BinaryOperator::Divide),
        Some(PERCENT) => binary(BinaryOperator::Modulo),
        Some(LEFT_SHIFT) => binary(BinaryOperator::LeftShift),
        Some(RIGHT_SHIFT) => binary(BinaryOperator::RightShift),
        Some(AND_KW) => binary(BinaryOperator::And),
        Some(OR_KW) => binary(BinaryOperator::Or),
        Some(IS_EQUAL) => binary(BinaryOperator::Equal),
        Some(NOT_EQUAL) => binary(BinaryOperator::NotEqual),
        Some(LESS) => binary(BinaryOperator::Less),
        Some(LESS_EQUAL) => binary(BinaryOperator::LessOrEqual),
        Some(GREATER) => binary(BinaryOperator::Greater),
        Some(GREATER_EQUAL) => binary(BinaryOperator::GreaterOrEqual),
        Some(MATCH) => binary(BinaryOperator::Match),
        Some(NO_MATCH) => binary(BinaryOperator::NotMatch),
        Some(IN_KW) => binary(BinaryOperator::In),
        Some(EQUALS) => assignment(AssignmentOperator::Assign),
        Some(APPENDS) => assignment(AssignmentOperator::Append),
        Some(DELETES) => assignment(AssignmentOperator::Delete),
        Some(BEFORE_ARROW) => relationship(RelationshipOperator::Before),
        Some(NOTIFY_ARROW) => relationship(RelationshipOperator::Notify),
        Some(AFTER_ARROW) => relationship(RelationshipOperator::After),
        Some(SUBSCRIBE_ARROW) => relationship(RelationshipOperator::Subscribe),
        _ => Expr::Missing,
    }
}
