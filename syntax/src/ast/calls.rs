//! Calls, methods, lambdas, parameters.

use super::{Block, Expression, ListEntry, Node, Token, child, typed_nodes};
use crate::syntax_kind::SyntaxKind::*;

typed_nodes! {
    Call: CALL;
    MethodCall: METHOD_CALL;
    /// `value.name`
    NamedAccess: NAMED_ACCESS;
    /// `&name`
    FunctionReference: FUNCTION_REFERENCE;
    Lambda: LAMBDA;
    /// `apply(targets) { … }` of a plan.
    Apply: APPLY;
    ArgumentList: ARGUMENT_LIST;
    ParameterList: PARAMETER_LIST;
    Parameter: PARAMETER;
    ReturnType: RETURN_TYPE;
}

macro_rules! called {
    ($($name:ident)+) => {$(
        impl<'a> $name<'a> {
            /// What is called.
            pub fn functor(self) -> Option<Expression<'a>> {
                self.0.nodes().next().map(Expression::of)
            }

            pub fn arguments(self) -> impl Iterator<Item = ListEntry<'a>> {
                arguments(self.0)
            }

            pub fn lambda(self) -> Option<Lambda<'a>> {
                child(self.0, Lambda::cast)
            }
        }
    )+};
}
called!(Call MethodCall);

impl MethodCall<'_> {
    /// Where the parentheses begin.
    pub fn arguments_start(self) -> Option<u32> {
        child(self.0, ArgumentList::cast).map(ArgumentList::start)
    }
}

fn arguments(node: Node<'_>) -> impl Iterator<Item = ListEntry<'_>> {
    child(node, ArgumentList::cast).into_iter().flat_map(|list| list.0.nodes().map(ListEntry::of))
}

impl<'a> NamedAccess<'a> {
    pub fn left(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn dot(self) -> Option<Token<'a>> {
        self.0.token(DOT)
    }

    pub fn name(self) -> Option<Token<'a>> {
        self.0.tokens().find(|token| matches!(token.kind, NAME | TYPE_KW))
    }
}

impl<'a> FunctionReference<'a> {
    pub fn name(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }
}

impl<'a> Lambda<'a> {
    pub fn parameters(self) -> Option<ParameterList<'a>> {
        child(self.0, ParameterList::cast)
    }

    pub fn return_type(self) -> Option<Expression<'a>> {
        return_type(self.0)
    }

    pub fn body(self) -> Option<Block<'a>> {
        child(self.0, Block::cast)
    }
}

impl<'a> Apply<'a> {
    pub fn arguments(self) -> impl Iterator<Item = ListEntry<'a>> {
        arguments(self.0)
    }

    pub fn body(self) -> Option<Block<'a>> {
        child(self.0, Block::cast)
    }
}

pub(super) fn return_type(node: Node<'_>) -> Option<Expression<'_>> {
    child(node, ReturnType::cast)?.0.nodes().next().map(Expression::of)
}

impl<'a> ParameterList<'a> {
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'a>> {
        self.0.nodes().filter_map(Parameter::cast)
    }
}

impl<'a> Parameter<'a> {
    /// The variable, with its `$`.
    pub fn variable(self) -> Option<Token<'a>> {
        self.0.token(VARIABLE)
    }

    pub fn name(self) -> Option<&'a str> {
        self.variable().map(|variable| variable.text.get(1..).unwrap_or(""))
    }

    /// What stands before the variable, then what stands after it: the type and the default.
    pub fn parts(self, variable: Token<'a>) -> impl Iterator<Item = ParameterPart<'a>> {
        self.0.nodes().map(move |child| {
            let expression = Expression::of(child);
            if child.offset < variable.offset {
                ParameterPart::Type(expression)
            } else {
                ParameterPart::Default(expression)
            }
        })
    }

    pub fn captures_rest(self) -> bool {
        self.0.token(STAR).is_some()
    }

    pub fn is_private(self) -> bool {
        self.0.token(PRIVATE_KW).is_some()
    }
}

pub(crate) enum ParameterPart<'a> {
    Type(Expression<'a>),
    Default(Expression<'a>),
}
