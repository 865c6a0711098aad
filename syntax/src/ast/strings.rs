//! Strings with interpolation, heredocs, and the text of templates.

use super::{Element, Expression, Node, Token, typed_nodes};
use crate::syntax_kind::SyntaxKind::*;

typed_nodes! {
    /// A double-quoted string with interpolation.
    StringExpression: STRING_EXPRESSION;
    /// `@(END)`; its text stands further down.
    HeredocExpression: HEREDOC_EXPRESSION;
    /// The lines of a heredoc.
    HeredocText: HEREDOC_TEXT;
    /// Text of a template outside of tags.
    RenderText: RENDER_TEXT;
    /// `<%= … %>`
    RenderExpression: RENDER_EXPRESSION;
    Interpolation: INTERPOLATION;
}

pub(crate) enum Segment<'a> {
    Text(Token<'a>),
    /// `$name`
    Variable(Expression<'a>),
    /// `${ … }`
    Interpolation(Interpolation<'a>),
}

fn segments(node: Node<'_>) -> impl Iterator<Item = Segment<'_>> {
    node.children().filter_map(|child| match child {
        Element::Token(token) => (token.kind == STRING_TEXT).then_some(Segment::Text(token)),
        Element::Node(node) if node.kind() == VARIABLE_EXPRESSION => Some(Segment::Variable(Expression::of(node))),
        Element::Node(node) => Interpolation::cast(node).map(Segment::Interpolation),
    })
}

impl<'a> StringExpression<'a> {
    pub fn segments(self) -> impl Iterator<Item = Segment<'a>> {
        segments(self.0)
    }
}

impl<'a> Interpolation<'a> {
    pub fn expression(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }
}

impl<'a> HeredocExpression<'a> {
    /// The tag, with its flags.
    pub fn tag(self) -> Option<Token<'a>> {
        self.0.first_token()
    }
}

impl<'a> HeredocText<'a> {
    pub fn segments(self) -> impl Iterator<Item = Segment<'a>> {
        segments(self.0)
    }

    pub fn has_interpolation(self) -> bool {
        self.0.nodes().next().is_some()
    }

    /// The text of a heredoc without interpolation.
    pub fn text(self) -> Option<Token<'a>> {
        self.0.token(STRING_TEXT)
    }

    /// The line with the end tag.
    pub fn end_line(self) -> Option<Token<'a>> {
        self.0.token(HEREDOC_END)
    }
}

impl<'a> RenderText<'a> {
    pub fn tokens(self) -> impl Iterator<Item = Token<'a>> {
        self.0.tokens()
    }
}

impl<'a> RenderExpression<'a> {
    pub fn expression(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }
}
