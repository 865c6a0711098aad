//! Every expression, and the parts of literals, operators, lists and hashes.

use super::{
    Apply, Block, Call, CallableDefinition, Case, ClassDefinition, Collector, Conditional, DefineDefinition,
    FunctionReference, HeredocExpression, Lambda, MethodCall, NamedAccess, Node, NodeDefinition, RenderExpression,
    RenderText, Resource, ResourceWithoutTitle, Selector, StringExpression, Token, TypeAlias, TypeDefinition,
    VirtualResource, typed_nodes,
};
use crate::syntax_kind::SyntaxKind::*;
use crate::text_range::TextRange;

typed_nodes! {
    Literal: LITERAL;
    /// A node around one word: a name, a reference, a variable, a keyword as a value, a reserved word.
    Word: NAME_EXPRESSION | REFERENCE_EXPRESSION | VARIABLE_EXPRESSION | KEYWORD_VALUE | RESERVED_WORD;
    Array: ARRAY;
    Hash: HASH;
    /// `key => value`
    HashEntry: HASH_ENTRY;
    Parenthesized: PAREN_EXPRESSION;
    /// `!`, `-` or `*` before an operand.
    Unary: UNARY_EXPRESSION;
    /// An operator between two operands: a value's, an assignment or a relationship.
    Operation: BINARY_EXPRESSION | ASSIGNMENT | RELATIONSHIP;
    /// `left[keys]`
    Access: ACCESS;
}

#[derive(Clone, Copy)]
pub(crate) enum Expression<'a> {
    Literal(Literal<'a>),
    Name(Word<'a>),
    Reference(Word<'a>),
    Variable(Word<'a>),
    KeywordValue(Word<'a>),
    ReservedWord(Word<'a>),
    String(StringExpression<'a>),
    Heredoc(HeredocExpression<'a>),
    Array(Array<'a>),
    Hash(Hash<'a>),
    HashEntry(HashEntry<'a>),
    Parenthesized(Parenthesized<'a>),
    Unary(Unary<'a>),
    Operation(Operation<'a>),
    Access(Access<'a>),
    Selector(Selector<'a>),
    Call(Call<'a>),
    MethodCall(MethodCall<'a>),
    NamedAccess(NamedAccess<'a>),
    FunctionReference(FunctionReference<'a>),
    Lambda(Lambda<'a>),
    Conditional(Conditional<'a>),
    Case(Case<'a>),
    Class(ClassDefinition<'a>),
    Define(DefineDefinition<'a>),
    Node(NodeDefinition<'a>),
    Callable(CallableDefinition<'a>),
    TypeAlias(TypeAlias<'a>),
    TypeDefinition(TypeDefinition<'a>),
    Resource(Resource<'a>),
    ResourceWithoutTitle(ResourceWithoutTitle<'a>),
    VirtualResource(VirtualResource<'a>),
    Collector(Collector<'a>),
    Apply(Apply<'a>),
    RenderText(RenderText<'a>),
    RenderExpression(RenderExpression<'a>),
    Block(Block<'a>),
    /// What no expression is made of; expressions may be inside it.
    Other(Node<'a>),
}

impl<'a> Expression<'a> {
    #[rustfmt::skip]
    pub fn of(node: Node<'a>) -> Self {
        match node.kind() {
            LITERAL => Expression::Literal(Literal(node)),
            NAME_EXPRESSION => Expression::Name(Word(node)),
            REFERENCE_EXPRESSION => Expression::Reference(Word(node)),
            VARIABLE_EXPRESSION => Expression::Variable(Word(node)),
            KEYWORD_VALUE => Expression::KeywordValue(Word(node)),
            RESERVED_WORD => Expression::ReservedWord(Word(node)),
            STRING_EXPRESSION => Expression::String(StringExpression(node)),
            HEREDOC_EXPRESSION => Expression::Heredoc(HeredocExpression(node)),
            ARRAY => Expression::Array(Array(node)),
            HASH => Expression::Hash(Hash(node)),
            HASH_ENTRY => Expression::HashEntry(HashEntry(node)),
            PAREN_EXPRESSION => Expression::Parenthesized(Parenthesized(node)),
            UNARY_EXPRESSION => Expression::Unary(Unary(node)),
            BINARY_EXPRESSION | ASSIGNMENT | RELATIONSHIP => Expression::Operation(Operation(node)),
            ACCESS => Expression::Access(Access(node)),
            SELECTOR => Expression::Selector(Selector(node)),
            CALL => Expression::Call(Call(node)),
            METHOD_CALL => Expression::MethodCall(MethodCall(node)),
            NAMED_ACCESS => Expression::NamedAccess(NamedAccess(node)),
            FUNCTION_REFERENCE => Expression::FunctionReference(FunctionReference(node)),
            LAMBDA => Expression::Lambda(Lambda(node)),
            IF | UNLESS => Expression::Conditional(Conditional(node)),
            CASE => Expression::Case(Case(node)),
            CLASS_DEFINITION => Expression::Class(ClassDefinition(node)),
            DEFINE_DEFINITION => Expression::Define(DefineDefinition(node)),
            NODE_DEFINITION => Expression::Node(NodeDefinition(node)),
            FUNCTION_DEFINITION | PLAN_DEFINITION => Expression::Callable(CallableDefinition(node)),
            TYPE_ALIAS => Expression::TypeAlias(TypeAlias(node)),
            TYPE_DEFINITION => Expression::TypeDefinition(TypeDefinition(node)),
            RESOURCE => Expression::Resource(Resource(node)),
            RESOURCE_WITHOUT_TITLE => Expression::ResourceWithoutTitle(ResourceWithoutTitle(node)),
            VIRTUAL_RESOURCE => Expression::VirtualResource(VirtualResource(node)),
            COLLECTOR => Expression::Collector(Collector(node)),
            APPLY => Expression::Apply(Apply(node)),
            RENDER_TEXT => Expression::RenderText(RenderText(node)),
            RENDER_EXPRESSION => Expression::RenderExpression(RenderExpression(node)),
            BLOCK => Expression::Block(Block(node)),
            _ => Expression::Other(node),
        }
    }
}

impl<'a> Literal<'a> {
    pub fn token(self) -> Option<Token<'a>> {
        self.0.first_token()
    }
}

impl<'a> Word<'a> {
    pub fn text(self) -> &'a str {
        self.0.first_token().map_or("", |token| token.text)
    }
}

/// What stands between the commas of a list.
pub(crate) enum ListEntry<'a> {
    /// `key => value` without braces: neighbours are one hash.
    Pair(HashEntry<'a>),
    Value(Expression<'a>),
    Error(Node<'a>),
}

impl<'a> ListEntry<'a> {
    pub fn of(node: Node<'a>) -> Self {
        match node.kind() {
            HASH_ENTRY => ListEntry::Pair(HashEntry(node)),
            ERROR => ListEntry::Error(node),
            _ => ListEntry::Value(Expression::of(node)),
        }
    }
}

impl<'a> Array<'a> {
    pub fn entries(self) -> impl Iterator<Item = ListEntry<'a>> {
        self.0.nodes().map(ListEntry::of)
    }
}

pub(crate) enum HashPart<'a> {
    Entry(HashEntry<'a>),
    /// A value where an entry should be.
    Stray(Expression<'a>),
}

impl<'a> Hash<'a> {
    pub fn parts(self) -> impl Iterator<Item = HashPart<'a>> {
        self.0.nodes().map(|node| match HashEntry::cast(node) {
            Some(entry) => HashPart::Entry(entry),
            None => HashPart::Stray(Expression::of(node)),
        })
    }
}

impl<'a> HashEntry<'a> {
    pub fn key(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn arrow(self) -> Option<Token<'a>> {
        self.0.token(FAT_ARROW)
    }

    pub fn value(self) -> Option<Expression<'a>> {
        self.0.nodes().nth(1).map(Expression::of)
    }
}

impl<'a> Parenthesized<'a> {
    pub fn inner(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }
}

impl<'a> Unary<'a> {
    pub fn operator(self) -> Option<Token<'a>> {
        self.0.first_token()
    }

    pub fn operand(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }
}

impl<'a> Operation<'a> {
    pub fn left(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn operator(self) -> Option<Token<'a>> {
        self.0.first_token()
    }

    pub fn right(self) -> Option<Expression<'a>> {
        self.0.nodes().nth(1).map(Expression::of)
    }

    /// The left operand where it is an operation of the same kind, as in a long chain; assignments lean to the right.
    pub fn chained_left(self) -> Option<Operation<'a>> {
        let left = self.0.nodes().next()?;
        (left.kind() == self.0.kind() && left.kind() != ASSIGNMENT).then_some(Operation(left))
    }
}

impl<'a> Access<'a> {
    pub fn left(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn keys(self) -> impl Iterator<Item = ListEntry<'a>> {
        self.0.nodes().skip(1).map(ListEntry::of)
    }
}

/// The place of pairs that stand beside each other.
pub(crate) fn range_of_pairs(pairs: &[HashEntry<'_>]) -> TextRange {
    match (pairs.first(), pairs.last()) {
        (Some(first), Some(last)) => first.range().cover(last.range()),
        _ => TextRange::default(),
    }
}
