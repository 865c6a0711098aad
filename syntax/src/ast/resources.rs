//! Resources, defaults, overrides, collectors.

use super::{Expression, Token, child, typed_nodes};
use crate::syntax_kind::SyntaxKind::*;

typed_nodes! {
    Resource: RESOURCE;
    /// A title and attributes.
    ResourceBody: RESOURCE_BODY;
    /// Defaults, an override, or a name and a hash.
    ResourceWithoutTitle: RESOURCE_WITHOUT_TITLE;
    Attribute: ATTRIBUTE;
    /// A resource behind `@` or `@@`.
    VirtualResource: VIRTUAL_RESOURCE;
    Collector: COLLECTOR;
    Query: QUERY;
}

pub(crate) enum ResourceType<'a> {
    /// The word `class`.
    Class(Token<'a>),
    Expression(Expression<'a>),
}

impl<'a> Resource<'a> {
    pub fn type_name(self) -> Option<ResourceType<'a>> {
        if let Some(class) = self.0.first_token().filter(|token| token.kind == CLASS_KW) {
            return Some(ResourceType::Class(class));
        }
        let first = self.0.nodes().next()?;
        (first.kind() != RESOURCE_BODY).then(|| ResourceType::Expression(Expression::of(first)))
    }

    pub fn bodies(self) -> impl Iterator<Item = ResourceBody<'a>> {
        self.0.nodes().filter_map(ResourceBody::cast)
    }
}

impl<'a> ResourceBody<'a> {
    pub fn title(self) -> Option<Expression<'a>> {
        let first = self.0.nodes().next()?;
        (!matches!(first.kind(), ATTRIBUTE | ERROR)).then(|| Expression::of(first))
    }
}

macro_rules! attributed {
    ($($name:ident)+) => {$(
        impl<'a> $name<'a> {
            pub fn attributes(self) -> impl Iterator<Item = Attribute<'a>> {
                self.0.nodes().filter_map(Attribute::cast)
            }
        }
    )+};
}
attributed!(ResourceBody ResourceWithoutTitle Collector);

impl<'a> ResourceWithoutTitle<'a> {
    pub fn left(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn open_brace(self) -> Option<Token<'a>> {
        self.0.token(L_BRACE)
    }
}

impl<'a> Attribute<'a> {
    /// A name, a keyword that stands for one, or `*`.
    pub fn name(self) -> Option<Token<'a>> {
        let token = self.0.first_token()?;
        (matches!(token.kind, STAR | NAME) || token.kind.is_keyword()).then_some(token)
    }

    pub fn appends(self) -> bool {
        self.0.token(PLUS_ARROW).is_some()
    }

    pub fn value(self) -> Option<Expression<'a>> {
        self.0.nodes().find(|node| node.kind() != ERROR).map(Expression::of)
    }
}

impl<'a> VirtualResource<'a> {
    pub fn is_exported(self) -> bool {
        self.0.first_token().is_some_and(|token| token.kind == AT_AT)
    }

    pub fn resource(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }
}

impl<'a> Collector<'a> {
    pub fn type_name(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn query(self) -> Option<Query<'a>> {
        child(self.0, Query::cast)
    }
}

impl<'a> Query<'a> {
    /// `<<| |>>`
    pub fn is_exported(self) -> bool {
        self.0.first_token().is_some_and(|token| token.kind == EXPORTED_OPEN)
    }

    pub fn expression(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }
}
