//! Classes, defined types, nodes, functions, plans, type aliases.

use super::{Block, Expression, Hash, Node, ParameterList, Token, child, typed_nodes};
use crate::syntax_kind::SyntaxKind::*;

typed_nodes! {
    ClassDefinition: CLASS_DEFINITION;
    DefineDefinition: DEFINE_DEFINITION;
    /// A function or a plan.
    CallableDefinition: FUNCTION_DEFINITION | PLAN_DEFINITION;
    NodeDefinition: NODE_DEFINITION;
    /// One of the names that a node definition matches.
    HostName: HOST_NAME;
    TypeAlias: TYPE_ALIAS;
    /// `type Name inherits Other { … }`, which Puppet reserved and never gave a meaning.
    TypeDefinition: TYPE_DEFINITION;
    DefinitionName: DEFINITION_NAME;
    Parent: PARENT;
}

/// The parts that definitions have in common.
macro_rules! definition_parts {
    ($($name:ident)+) => {$(
        impl<'a> $name<'a> {
            pub fn name(self) -> Option<DefinitionName<'a>> {
                child(self.0, DefinitionName::cast)
            }

            pub fn body(self) -> Option<Block<'a>> {
                child(self.0, Block::cast)
            }
        }
    )+};
}
definition_parts!(ClassDefinition DefineDefinition CallableDefinition TypeDefinition);

macro_rules! parameterised {
    ($($name:ident)+) => {$(
        impl<'a> $name<'a> {
            pub fn parameters(self) -> Option<ParameterList<'a>> {
                child(self.0, ParameterList::cast)
            }

            pub fn is_private(self) -> bool {
                self.0.token(PRIVATE_KW).is_some()
            }
        }
    )+};
}
parameterised!(ClassDefinition DefineDefinition CallableDefinition);

impl<'a> DefinitionName<'a> {
    pub fn token(self) -> Option<Token<'a>> {
        self.0.first_token()
    }

    /// The name as it is written, without quotes.
    pub fn text(self) -> &'a str {
        match self.token() {
            Some(token) if matches!(token.kind, SINGLE_QUOTED | DOUBLE_QUOTED) => token.text.trim_matches(['\'', '"']),
            Some(token) => token.text,
            None => "",
        }
    }
}

impl<'a> ClassDefinition<'a> {
    /// The name after `inherits`; `default` may stand there.
    pub fn parent(self) -> Option<Token<'a>> {
        let parent = child(self.0, Parent::cast)?;
        match child(parent.0, DefinitionName::cast) {
            Some(name) => name.token(),
            None => parent.0.token(DEFAULT_KW),
        }
    }
}

impl<'a> CallableDefinition<'a> {
    pub fn is_plan(self) -> bool {
        self.0.kind() == PLAN_DEFINITION
    }

    pub fn return_type(self) -> Option<Expression<'a>> {
        super::calls::return_type(self.0)
    }
}

impl<'a> NodeDefinition<'a> {
    pub fn host_names(self) -> impl Iterator<Item = HostName<'a>> {
        self.0.nodes().filter_map(HostName::cast)
    }

    pub fn parent(self) -> Option<HostName<'a>> {
        child(child(self.0, Parent::cast)?.0, HostName::cast)
    }

    pub fn body(self) -> Option<Block<'a>> {
        child(self.0, Block::cast)
    }
}

impl<'a> HostName<'a> {
    /// A string, a regular expression or `default`.
    pub fn expression(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    /// The words and dots of a name without quotes.
    pub fn bare_text(self) -> String {
        self.0.tokens().map(|token| token.text).collect()
    }
}

impl<'a> TypeAlias<'a> {
    pub fn left(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn value(self) -> Option<Expression<'a>> {
        self.value_node().map(Expression::of)
    }

    /// `Parent { … }` or `{ … }`: the parent's name, if any, and the description of an object.
    pub fn object(self) -> Option<(Option<Node<'a>>, Hash<'a>)> {
        let value = self.value_node()?;
        if let Some(hash) = Hash::cast(value) {
            return Some((None, hash));
        }
        let hash = self.0.nodes().nth(2).and_then(Hash::cast)?;
        (value.kind() == REFERENCE_EXPRESSION).then_some((Some(value), hash))
    }

    fn value_node(self) -> Option<Node<'a>> {
        self.0.nodes().nth(1)
    }
}

impl<'a> TypeDefinition<'a> {
    pub fn parent(self) -> Option<Token<'a>> {
        child(self.0, Parent::cast)?.0.token(CLASS_REFERENCE)
    }
}
