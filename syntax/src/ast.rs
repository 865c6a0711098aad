//! The typed tree: one type per kind of node, with a name for each of its parts. Knows nothing of values and scopes, and
//! decides nothing: a part that the text lacks is `None`, a part that is wrong is still given.
//!
//! The types are views of a `Node` (two words, `Copy`), so that reading the tree allocates nothing.

mod calls;
mod conditionals;
mod definitions;
mod expressions;
mod node;
mod resources;
mod statements;
mod strings;

pub(crate) use calls::{
    Apply, Call, FunctionReference, Lambda, MethodCall, NamedAccess, Parameter, ParameterList, ParameterPart,
};
pub(crate) use conditionals::{Case, CaseOption, Conditional, Elsif, Selector, SelectorEntry};
pub(crate) use definitions::{
    CallableDefinition, ClassDefinition, DefineDefinition, DefinitionName, HostName, NodeDefinition, TypeAlias,
    TypeDefinition,
};
pub(crate) use expressions::{
    Access, Array, Expression, Hash, HashEntry, HashPart, ListEntry, Literal, Operation, Parenthesized, Unary, Word,
    range_of_pairs,
};
pub(crate) use node::{Element, Node, Token};
pub(crate) use resources::{
    Attribute, Collector, Query, Resource, ResourceBody, ResourceType, ResourceWithoutTitle, VirtualResource,
};
pub(crate) use statements::{Block, SourceFile, Statement};
pub(crate) use strings::{
    HeredocExpression, HeredocText, Interpolation, RenderExpression, RenderText, Segment, StringExpression,
};

/// Typed nodes: each is a view of a node of its kinds.
macro_rules! typed_nodes {
    ($($(#[$doc:meta])* $name:ident: $($kind:ident)|+;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name<'a>(pub(super) crate::ast::Node<'a>);

        #[allow(dead_code)]
        impl<'a> $name<'a> {
            #[inline]
            pub fn cast(node: crate::ast::Node<'a>) -> Option<Self> {
                matches!(node.kind(), $(crate::syntax_kind::SyntaxKind::$kind)|+).then_some($name(node))
            }

            #[inline]
            pub fn range(self) -> crate::text_range::TextRange {
                self.0.range()
            }

            #[inline]
            pub fn start(self) -> u32 {
                self.0.offset
            }

            #[inline]
            pub fn end(self) -> u32 {
                self.0.end()
            }
        }
    )+};
}
use typed_nodes;

/// The first child of a type.
fn child<'a, T>(node: Node<'a>, cast: impl Fn(Node<'a>) -> Option<T>) -> Option<T> {
    node.nodes().find_map(cast)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::{ParseOptions, parse};

    fn statement_names(text: &str) -> Vec<String> {
        let parse = parse(text, &ParseOptions::default());
        let file = SourceFile::root(Node::root(parse.green()));
        file.statements()
            .map(|statement| match statement {
                Statement::Expression(Expression::Class(class)) => format!(
                    "class {} ({}){}",
                    class.name().map_or("?", DefinitionName::text),
                    class.parameters().map_or_else(String::new, |list| {
                        list.parameters().filter_map(|parameter| parameter.name()).collect::<Vec<_>>().join(" ")
                    }),
                    class.parent().map_or_else(String::new, |parent| format!(" inherits {}", parent.text)),
                ),
                Statement::Expression(Expression::Resource(resource)) => format!(
                    "resource with {} bodies, attributes {:?}",
                    resource.bodies().count(),
                    resource
                        .bodies()
                        .flat_map(ResourceBody::attributes)
                        .filter_map(|attribute| attribute.name().map(|name| name.text))
                        .collect::<Vec<_>>(),
                ),
                Statement::Expression(_) => "expression".to_owned(),
                Statement::Arguments(list) => format!("{} arguments", list.nodes().count()),
                Statement::Error(_) => "error".to_owned(),
            })
            .collect()
    }

    #[test]
    fn a_definition_names_its_parts() {
        assert_eq!(
            statement_names("class a::b (Integer $one, $two = 2) inherits a { }"),
            ["class a::b (one two) inherits a"]
        );
    }

    #[test]
    fn what_the_text_lacks_is_none() {
        assert_eq!(statement_names("class { }\nfile { 'a': mode => }").len(), 2);
        assert_eq!(statement_names("class b inherits").last().map(String::as_str), Some("class b ()"));
    }

    #[test]
    fn a_resource_gives_its_bodies_and_attributes() {
        assert_eq!(
            statement_names("file { 'a': mode => '1'; 'b': owner => 'o', * => $x }"),
            ["resource with 2 bodies, attributes [\"mode\", \"owner\", \"*\"]"]
        );
    }

    #[test]
    fn arguments_without_parentheses_follow_their_name() {
        assert_eq!(statement_names("notice 1, 2"), ["expression", "2 arguments"]);
    }
}
