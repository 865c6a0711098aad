//! Literals, operators, lists and hashes.

use super::Lowering;
use crate::ast::{Node, Token};
use crate::literals;
use crate::program::{
    AssignmentOperator, BinaryOperator, Expr, ExprId, HashEntry, RelationshipOperator, SmolStr, Variable,
};
use crate::syntax_kind::SyntaxKind::*;
use crate::text_range::TextRange;

impl<'a> Lowering<'a> {
    pub(super) fn expr(&mut self, node: Node<'a>) -> ExprId {
        match node.kind() {
            LITERAL => self.literal(node),
            NAME_EXPRESSION => self.word(node, |name| Expr::QualifiedName(SmolStr::new(name))),
            REFERENCE_EXPRESSION => self.word(node, |name| Expr::QualifiedReference(SmolStr::new(name))),
            VARIABLE_EXPRESSION => self.word(node, |name| {
                Expr::Variable(Variable { name: SmolStr::new(name.strip_prefix('$').unwrap_or(name)) })
            }),
            KEYWORD_VALUE => self.word(node, |word| Expr::String(SmolStr::new(word))),
            RESERVED_WORD => self.word(node, |word| Expr::ReservedWord { word: SmolStr::new(word), future: false }),
            STRING_EXPRESSION => self.string(node),
            HEREDOC_EXPRESSION => self.heredoc(node),
            ARRAY => {
                let values = self.entries(node);
                self.add_at(Expr::Array(values), node.range())
            }
            HASH => {
                let entries = self.hash_entries(node);
                self.add_at(Expr::Hash(entries), node.range())
            }
            HASH_ENTRY => self.unfolded_hash(&[node]),
            PAREN_EXPRESSION => {
                let inner = self.expr_or_missing(node.nodes().next(), node.end());
                self.add_at(Expr::Parenthesized(inner), node.range())
            }
            UNARY_EXPRESSION => self.unary(node),
            BINARY_EXPRESSION | ASSIGNMENT | RELATIONSHIP => self.operator(node),
            ACCESS => self.access(node),
            SELECTOR => self.selector(node),
            CALL => self.call(node),
            METHOD_CALL => self.method_call(node),
            NAMED_ACCESS => self.named_access(node),
            FUNCTION_REFERENCE => {
                let name = self.expr_or_missing(node.nodes().next(), node.end());
                self.add_at(Expr::FunctionReference(name), node.range())
            }
            LAMBDA => self.lambda(node),
            IF => self.if_expression(node),
            UNLESS => self.unless_expression(node),
            CASE => self.case_expression(node),
            CLASS_DEFINITION => self.class(node),
            DEFINE_DEFINITION => self.define(node),
            NODE_DEFINITION => self.node_definition(node),
            FUNCTION_DEFINITION | PLAN_DEFINITION => self.function(node),
            TYPE_ALIAS => self.type_alias(node),
            TYPE_DEFINITION => self.type_definition(node),
            RESOURCE => self.resource(node),
            RESOURCE_WITHOUT_TITLE => self.resource_without_title(node),
            VIRTUAL_RESOURCE => self.virtual_resource(node),
            COLLECTOR => self.collector(node),
            APPLY => self.apply(node),
            RENDER_TEXT => self.render_text(node),
            RENDER_EXPRESSION => self.render_expression(node),
            BLOCK => self.block_or_expression(Some(node), node.offset),
            _ => {
                self.error_contents(node);
                self.add_at(Expr::Missing, node.range())
            }
        }
    }

    /// A node around one word.
    fn word(&mut self, node: Node<'a>, make: impl FnOnce(&str) -> Expr) -> ExprId {
        let text = node.first_token().map_or("", |token| token.text);
        self.add_at(make(text), node.range())
    }

    fn literal(&mut self, node: Node<'a>) -> ExprId {
        let expr = node.first_token().map_or(Expr::Missing, literal_value);
        self.add_at(expr, node.range())
    }

    fn unary(&mut self, node: Node<'a>) -> ExprId {
        let operand = self.expr_or_missing(node.nodes().next(), node.end());
        let expr = match node.first_token().map(|token| token.kind) {
            Some(BANG) => Expr::Not(operand),
            Some(MINUS) => Expr::UnaryMinus(operand),
            _ => Expr::Unfold(operand),
        };
        self.add_at(expr, node.range())
    }

    fn operator(&mut self, node: Node<'a>) -> ExprId {
        // A long chain leans to the left: its operands are taken from the innermost outwards, without recursion.
        let leans_left =
            node.nodes().next().is_some_and(|left| left.kind() == node.kind() && left.kind() != ASSIGNMENT);
        if !leans_left {
            let left = self.expr_or_missing(node.nodes().next(), node.offset);
            return self.operation(node, left);
        }
        let mut chain = vec![node];
        while let Some(left) = chain.last().and_then(|node| node.nodes().next())
            && left.kind() == node.kind()
            && left.kind() != ASSIGNMENT
        {
            chain.push(left);
        }
        let first = chain.last().and_then(|node| node.nodes().next());
        let mut left = self.expr_or_missing(first, node.offset);
        for node in chain.into_iter().rev() {
            left = self.operation(node, left);
        }
        left
    }

    /// An operator whose left side is there already.
    fn operation(&mut self, node: Node<'a>, left: ExprId) -> ExprId {
        let operator = node.first_token();
        let right = self.expr_or_missing(node.nodes().nth(1), node.end());
        let anchor = operator.map_or(node.offset, |token| token.offset);
        self.add(operator_expr(operator, left, right), node.range(), anchor)
    }

    fn access(&mut self, node: Node<'a>) -> ExprId {
        let left = self.expr_or_missing(node.nodes().next(), node.offset);
        let keys = self.entry_values(node.nodes().skip(1));
        let anchor = self.anchor(left);
        self.add(Expr::Access { left, keys }, node.range(), anchor)
    }

    /// The values of a list; neighbouring pairs are one hash.
    pub(super) fn entries(&mut self, node: Node<'a>) -> Vec<ExprId> {
        self.entry_values(node.nodes())
    }

    fn entry_values(&mut self, nodes: impl Iterator<Item = Node<'a>>) -> Vec<ExprId> {
        let mut values = Vec::new();
        let mut pairs: Vec<Node<'a>> = Vec::new();
        for node in nodes {
            if node.kind() == HASH_ENTRY {
                pairs.push(node);
                continue;
            }
            if !pairs.is_empty() {
                values.push(self.unfolded_hash(&pairs));
                pairs.clear();
            }
            if node.kind() == ERROR {
                self.error_contents(node);
            } else {
                values.push(self.expr(node));
            }
        }
        if !pairs.is_empty() {
            values.push(self.unfolded_hash(&pairs));
        }
        values
    }

    /// Pairs without braces.
    fn unfolded_hash(&mut self, pairs: &[Node<'a>]) -> ExprId {
        let entries: Vec<HashEntry> = pairs.iter().map(|pair| self.hash_entry(*pair)).collect();
        let range = match (pairs.first(), pairs.last()) {
            (Some(first), Some(last)) => first.range().cover(last.range()),
            _ => TextRange::default(),
        };
        let anchor = entries.first().map_or(range.start, |entry| self.anchor(entry.id));
        self.add(Expr::Hash(entries), range, anchor)
    }

    pub(super) fn hash_entries(&mut self, node: Node<'a>) -> Vec<HashEntry> {
        let mut entries = Vec::new();
        for child in node.nodes() {
            if child.kind() == HASH_ENTRY {
                entries.push(self.hash_entry(child));
            } else {
                self.expr(child);
            }
        }
        entries
    }

    fn hash_entry(&mut self, node: Node<'a>) -> HashEntry {
        let mut nodes = node.nodes();
        let (key, value) = (nodes.next(), nodes.next());
        let key = self.expr_or_missing(key, node.offset);
        let value = self.expr_or_missing(value, node.end());
        let anchor = node.token(FAT_ARROW).map_or(node.offset, |arrow| arrow.offset);
        let id = self.add(Expr::Part, node.range(), anchor);
        HashEntry { id, key, value }
    }
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
