//! Resources, defaults, overrides, collectors.

use super::super::source_map::Place;
use super::Lowering;
use crate::ast::Node;
use crate::program::{
    AttributeName, AttributeOperation, AttributeOperator, Collector, Expr, ExprId, HashEntry, ResourceBody,
    ResourceDefaults, ResourceExpression, ResourceForm, ResourceOverride, SmolStr,
};
use crate::syntax_kind::SyntaxKind::*;
use crate::text_range::TextRange;

impl<'a> Lowering<'a> {
    pub(super) fn resource(&mut self, node: Node<'a>) -> ExprId {
        let type_name = match node.first_token().filter(|token| token.kind == CLASS_KW) {
            Some(class) => self.add_at(Expr::QualifiedName(SmolStr::new(class.text)), class.range()),
            None => {
                let first = node.nodes().next().filter(|child| child.kind() != RESOURCE_BODY);
                self.expr_or_missing(first, node.offset)
            }
        };
        let anchor = self.anchor(type_name);
        let mut bodies = Vec::new();
        for body in node.nodes().filter(|child| child.kind() == RESOURCE_BODY) {
            bodies.push(self.resource_body(body, anchor));
        }
        let resource = ResourceExpression { form: ResourceForm::Regular, type_name, bodies };
        self.add(Expr::Resource(resource), node.range(), anchor)
    }

    fn resource_body(&mut self, node: Node<'a>, anchor: u32) -> ResourceBody {
        let title = node.nodes().next().filter(|child| !matches!(child.kind(), ATTRIBUTE | ERROR));
        let title = self.expr_or_missing(title, node.offset);
        let attributes = self.attributes(node);
        let id = self.add(Expr::Part, node.range(), anchor);
        ResourceBody { id, title, attributes }
    }

    pub(super) fn attributes(&mut self, node: Node<'a>) -> Vec<AttributeOperation> {
        let mut attributes = Vec::new();
        for child in node.nodes().filter(|child| child.kind() == ATTRIBUTE) {
            attributes.push(self.attribute(child));
        }
        attributes
    }

    fn attribute(&mut self, node: Node<'a>) -> AttributeOperation {
        let name = match node.first_token() {
            Some(token) if token.kind == STAR => AttributeName::Splat,
            Some(token) if token.kind == NAME || token.kind.is_keyword() => {
                AttributeName::Name(SmolStr::new(token.text))
            }
            _ => AttributeName::Name(SmolStr::default()),
        };
        let operator =
            if node.token(PLUS_ARROW).is_some() { AttributeOperator::Append } else { AttributeOperator::Assign };
        let value = node.nodes().find(|child| child.kind() != ERROR);
        let value = self.expr_or_missing(value, node.end());
        let id = self.add(Expr::Part, node.range(), node.offset);
        AttributeOperation { id, name, operator, value }
    }

    /// Defaults, an override, or a name and a hash.
    pub(super) fn resource_without_title(&mut self, node: Node<'a>) -> ExprId {
        let left = self.expr_or_missing(node.nodes().next(), node.offset);
        let anchor = self.anchor(left);
        let attributes = self.attributes(node);
        let expr = match self.exprs.get(left.index()) {
            Some(Expr::QualifiedReference(_)) => {
                Expr::ResourceDefaults(ResourceDefaults { form: ResourceForm::Regular, type_name: left, attributes })
            }
            Some(Expr::QualifiedName(_)) => return self.name_and_hash(node, left, attributes),
            _ => Expr::ResourceOverride(ResourceOverride { form: ResourceForm::Regular, resources: left, attributes }),
        };
        self.add(expr, node.range(), anchor)
    }

    /// `name { key => value }` is the name and a hash: a call where the name is that of a statement function.
    fn name_and_hash(&mut self, node: Node<'a>, name: ExprId, attributes: Vec<AttributeOperation>) -> ExprId {
        let mut entries = Vec::new();
        for attribute in attributes {
            let place = self.source_map.range(attribute.id);
            let key = match attribute.name {
                AttributeName::Name(name) => {
                    let range = TextRange::new(place.start, place.start + name.len() as u32);
                    self.add_at(Expr::String(name), range)
                }
                AttributeName::Splat => self.missing(place.start),
            };
            entries.push(HashEntry { id: attribute.id, key, value: attribute.value });
        }
        let open = node.token(L_BRACE).map_or(node.offset, |brace| brace.offset);
        let hash = self.add_at(Expr::Hash(entries), TextRange::new(open, node.end()));
        let mut statements = Vec::new();
        self.statement(&mut statements, name);
        self.statement(&mut statements, hash);
        let anchor = self.anchor(name);
        match statements.as_slice() {
            [call] => {
                self.source_map.set(*call, Place { range: node.range(), anchor });
                *call
            }
            _ => self.add(Expr::Block(statements), node.range(), anchor),
        }
    }

    pub(super) fn virtual_resource(&mut self, node: Node<'a>) -> ExprId {
        let form = match node.first_token().map(|token| token.kind) {
            Some(AT_AT) => ResourceForm::Exported,
            _ => ResourceForm::Virtual,
        };
        let inner = self.expr_or_missing(node.nodes().next(), node.end());
        match self.exprs.get_mut(inner.index()) {
            Some(Expr::Resource(resource)) => resource.form = form,
            Some(Expr::ResourceDefaults(resource)) => resource.form = form,
            Some(Expr::ResourceOverride(resource)) => resource.form = form,
            _ => return inner,
        }
        self.source_map.set(inner, Place { range: node.range(), anchor: node.offset });
        inner
    }

    pub(super) fn collector(&mut self, node: Node<'a>) -> ExprId {
        let type_name = self.expr_or_missing(node.nodes().next(), node.offset);
        let query_node = node.node(QUERY);
        let exported = query_node.and_then(Node::first_token).is_some_and(|token| token.kind == EXPORTED_OPEN);
        let query = query_node.and_then(|query| query.nodes().next()).map(|query| self.expr(query));
        let query_range = query_node.map_or(TextRange::empty(node.end()), Node::range);
        let query_id = self.add_at(Expr::Part, query_range);
        let attributes = self.attributes(node);
        let anchor = self.anchor(type_name);
        self.add(Expr::Collector(Collector { type_name, query_id, exported, query, attributes }), node.range(), anchor)
    }
}
