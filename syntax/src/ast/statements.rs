//! Files, blocks, and what stands in them.

use super::{Expression, Node, ParameterList, child, typed_nodes};
use crate::syntax_kind::SyntaxKind::*;

typed_nodes! {
    /// A manifest or a template.
    SourceFile: SOURCE_FILE | TEMPLATE_FILE;
    /// Statements in braces.
    Block: BLOCK;
}

pub(crate) enum Statement<'a> {
    Expression(Expression<'a>),
    /// `a, b` without parentheses: the arguments of the name before it.
    Arguments(Node<'a>),
    /// What could not be used as a whole.
    Error(Node<'a>),
}

impl<'a> SourceFile<'a> {
    /// The root of a tree is always one.
    pub fn root(node: Node<'a>) -> Self {
        SourceFile(node)
    }

    pub fn is_template(self) -> bool {
        self.0.kind() == TEMPLATE_FILE
    }

    /// The parameters of a template.
    pub fn parameters(self) -> Option<ParameterList<'a>> {
        child(self.0, ParameterList::cast)
    }

    pub fn statements(self) -> impl Iterator<Item = Statement<'a>> {
        statements(self.0)
    }
}

impl<'a> Block<'a> {
    pub fn statements(self) -> impl Iterator<Item = Statement<'a>> {
        statements(self.0)
    }
}

fn statements(node: Node<'_>) -> impl Iterator<Item = Statement<'_>> {
    node.nodes().filter_map(|child| match child.kind() {
        PARAMETER_LIST => None,
        ERROR => Some(Statement::Error(child)),
        COMMA_LIST => Some(Statement::Arguments(child)),
        _ => Some(Statement::Expression(Expression::of(child))),
    })
}
