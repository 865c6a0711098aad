//! Resources, defaults, overrides, collectors.

use super::super::source_map::Place;
use super::Lowering;
use crate::ast::{self, Attribute, Query, ResourceType, ResourceWithoutTitle, VirtualResource};
use crate::program::{
    AttributeName, AttributeOperation, AttributeOperator, Collector, Expr, ExprId, HashEntry, ResourceBody,
    ResourceDefaults, ResourceExpression, ResourceForm, ResourceOverride, SmolStr,
};
use crate::syntax_kind::SyntaxKind::STAR;
use crate::text_range::TextRange;

impl<'a> Lowering<'a> {
    pub(super) fn resource(&mut self, resource: ast::Resource<'a>) -> ExprId {
        let type_name = match resource.type_name() {
            Some(ResourceType::Class(class)) => {
                self.add_at(Expr::QualifiedName(SmolStr::new(class.text)), class.range())
            }
            Some(ResourceType::Expression(expression)) => self.expr(expression),
            None => self.missing(resource.start()),
        };
        let anchor = self.anchor(type_name);
        let bodies = resource.bodies().map(|body| self.resource_body(body, anchor)).collect();
        let expr = Expr::Resource(ResourceExpression { form: ResourceForm::Regular, type_name, bodies });
        self.add(expr, resource.range(), anchor)
    }

    fn resource_body(&mut self, body: ast::ResourceBody<'a>, anchor: u32) -> ResourceBody {
        let title = self.expr_or_missing(body.title(), body.start());
        let attributes = self.attributes(body.attributes());
        let id = self.add(Expr::Part, body.range(), anchor);
        ResourceBody { id, title, attributes }
    }

    fn attributes(&mut self, attributes: impl Iterator<Item = Attribute<'a>>) -> Vec<AttributeOperation> {
        attributes.map(|attribute| self.attribute(attribute)).collect()
    }

    fn attribute(&mut self, attribute: Attribute<'a>) -> AttributeOperation {
        let name = match attribute.name() {
            Some(token) if token.kind == STAR => AttributeName::Splat,
            Some(token) => AttributeName::Name(SmolStr::new(token.text)),
            None => AttributeName::Name(SmolStr::default()),
        };
        let operator = if attribute.appends() { AttributeOperator::Append } else { AttributeOperator::Assign };
        let value = self.expr_or_missing(attribute.value(), attribute.end());
        let id = self.add(Expr::Part, attribute.range(), attribute.start());
        AttributeOperation { id, name, operator, value }
    }

    /// Defaults, an override, or a name and a hash.
    pub(super) fn resource_without_title(&mut self, node: ResourceWithoutTitle<'a>) -> ExprId {
        let left = self.expr_or_missing(node.left(), node.start());
        let anchor = self.anchor(left);
        let attributes = self.attributes(node.attributes());
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
    fn name_and_hash(
        &mut self,
        node: ResourceWithoutTitle<'a>,
        name: ExprId,
        attributes: Vec<AttributeOperation>,
    ) -> ExprId {
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
        let open = node.open_brace().map_or(node.start(), |brace| brace.offset);
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

    pub(super) fn virtual_resource(&mut self, node: VirtualResource<'a>) -> ExprId {
        let form = if node.is_exported() { ResourceForm::Exported } else { ResourceForm::Virtual };
        let inner = self.expr_or_missing(node.resource(), node.end());
        match self.exprs.get_mut(inner.index()) {
            Some(Expr::Resource(resource)) => resource.form = form,
            Some(Expr::ResourceDefaults(resource)) => resource.form = form,
            Some(Expr::ResourceOverride(resource)) => resource.form = form,
            _ => return inner,
        }
        self.source_map.set(inner, Place { range: node.range(), anchor: node.start() });
        inner
    }

    pub(super) fn collector(&mut self, collector: ast::Collector<'a>) -> ExprId {
        let type_name = self.expr_or_missing(collector.type_name(), collector.start());
        let written = collector.query();
        let exported = written.is_some_and(Query::is_exported);
        let query = written.and_then(Query::expression).map(|query| self.expr(query));
        let query_id = self.add_at(Expr::Part, written.map_or(TextRange::empty(collector.end()), Query::range));
        let attributes = self.attributes(collector.attributes());
        let anchor = self.anchor(type_name);
        let expr = Expr::Collector(Collector { type_name, query_id, exported, query, attributes });
        self.add(expr, collector.range(), anchor)
    }
}
