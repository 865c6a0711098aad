//! Classes, defined types, nodes, functions, plans, type aliases.

use super::Lowering;
use crate::ast::{self, DefinitionName, Expression, Hash, HostName, Node};
use crate::program::{
    ClassDefinition, DefineDefinition, Expr, ExprId, FunctionDefinition, HashEntry, NodeDefinition, SmolStr, TypeAlias,
    TypeDefinition,
};
use crate::text_range::TextRange;

impl<'a> Lowering<'a> {
    /// A place in the list of definitions before those inside it.
    fn begin_definition(&mut self, range: TextRange) -> ExprId {
        let id = self.add_at(Expr::Missing, range);
        self.definitions.push(id);
        id
    }

    /// The name as it is written, and its place.
    fn definition_name(&mut self, name: Option<DefinitionName<'a>>, end: u32) -> (SmolStr, ExprId) {
        let token = name.and_then(DefinitionName::token);
        let missing_at = TextRange::empty(name.map_or(end, DefinitionName::start));
        let text = name.map_or("", DefinitionName::text);
        (SmolStr::new(text), self.add_at(Expr::Part, token.map_or(missing_at, ast::Token::range)))
    }

    /// With the names of the classes around it.
    fn qualify(&self, name: &str) -> SmolStr {
        if self.namespaces.is_empty() {
            return SmolStr::new(name);
        }
        let joined = self.namespaces.iter().map(SmolStr::as_str).chain([name]).collect::<Vec<_>>().join("::");
        SmolStr::new(joined)
    }

    pub(super) fn class(&mut self, class: ast::ClassDefinition<'a>) -> ExprId {
        let id = self.begin_definition(class.range());
        let (own_name, name_id) = self.definition_name(class.name(), class.end());
        let name = self.qualify(&own_name);
        self.namespaces.push(own_name);
        let parameters = self.parameters(class.parameters());
        let parent_token = class.parent();
        let parent_id = parent_token.map(|token| self.add_at(Expr::Part, token.range()));
        let parent = parent_token.map(|token| SmolStr::new(token.text));
        let body = self.body(class.body(), class.end());
        self.namespaces.pop();
        let private = class.is_private();
        self.set(id, Expr::Class(ClassDefinition { name, parameters, parent, parent_id, body, private, name_id }));
        id
    }

    pub(super) fn define(&mut self, define: ast::DefineDefinition<'a>) -> ExprId {
        let id = self.begin_definition(define.range());
        let (own_name, name_id) = self.definition_name(define.name(), define.end());
        let name = self.qualify(&own_name);
        let parameters = self.parameters(define.parameters());
        let body = self.body(define.body(), define.end());
        let private = define.is_private();
        self.set(id, Expr::Define(DefineDefinition { name, parameters, body, private, name_id }));
        id
    }

    /// Functions and plans; the names of classes and plans around count for plans only.
    pub(super) fn function(&mut self, function: ast::CallableDefinition<'a>) -> ExprId {
        let id = self.begin_definition(function.range());
        let (own_name, name_id) = self.definition_name(function.name(), function.end());
        let is_plan = function.is_plan();
        let name = if is_plan { self.qualify(&own_name) } else { own_name.clone() };
        if is_plan {
            self.namespaces.push(own_name);
        }
        let parameters = self.parameters(function.parameters());
        let return_type = function.return_type().map(|return_type| self.expr(return_type));
        let body = self.body(function.body(), function.end());
        if is_plan {
            self.namespaces.pop();
        }
        let private = function.is_private();
        let definition = FunctionDefinition { name, parameters, return_type, body, private, name_id };
        self.set(id, if is_plan { Expr::Plan(definition) } else { Expr::Function(definition) });
        id
    }

    pub(super) fn node_definition(&mut self, node: ast::NodeDefinition<'a>) -> ExprId {
        let id = self.begin_definition(node.range());
        let matches = node.host_names().map(|name| self.host_name(name)).collect();
        let parent = node.parent().map(|name| self.host_name(name));
        let body = self.body(node.body(), node.end());
        self.set(id, Expr::Node(NodeDefinition { matches, parent, body }));
        id
    }

    fn host_name(&mut self, name: HostName<'a>) -> ExprId {
        match name.expression() {
            Some(expression) => self.expr(expression),
            None => self.add_at(Expr::String(SmolStr::new(name.bare_text())), name.range()),
        }
    }

    pub(super) fn type_alias(&mut self, alias: ast::TypeAlias<'a>) -> ExprId {
        let id = self.begin_definition(alias.range());
        let left_id = self.expr_or_missing(alias.left(), alias.end());
        self.source_map.set(id, super::Place { range: alias.range(), anchor: self.anchor(left_id) });
        let name = match self.exprs.get(left_id.index()) {
            Some(Expr::QualifiedReference(name)) => Some(name.clone()),
            _ => None,
        };
        let type_expression = match alias.object().filter(|_| name.is_some()) {
            Some((parent, hash)) => self.object_type(parent, hash),
            None => self.expr_or_missing(alias.value(), alias.end()),
        };
        let expr = match name {
            Some(name) => Expr::TypeAlias(TypeAlias { name, type_expression, name_id: left_id }),
            None => Expr::TypeMapping { left: left_id, right: type_expression },
        };
        self.set(id, expr);
        id
    }

    /// `{ … }` is `Object[{ … }]`, `Parent { … }` is `Object[{ …, parent => Parent }]`; `Object` and `TypeSet` stay.
    fn object_type(&mut self, parent: Option<Node<'a>>, hash: Hash<'a>) -> ExprId {
        let mut entries = self.hash_entries(hash);
        let name = parent.and_then(Node::first_token).map_or("Object", |token| token.text);
        let is_kept = matches!(name, "Object" | "TypeSet");
        if let Some(parent) = parent.filter(|_| !is_kept) {
            let key = self.add_at(Expr::QualifiedName("parent".into()), parent.range());
            let value = self.expr(Expression::of(parent));
            let id = self.add_at(Expr::Part, parent.range());
            entries.push(HashEntry { id, key, value });
        }
        let hash_id = self.add_at(Expr::Hash(entries), hash.range());
        let range = parent.map_or(hash.range(), |parent| parent.range().cover(hash.range()));
        let name = if is_kept { name } else { "Object" };
        let left = self.add_at(Expr::QualifiedReference(SmolStr::new(name)), TextRange::new(range.start, hash.start()));
        self.add_at(Expr::Access { left, keys: vec![hash_id] }, range)
    }

    pub(super) fn type_definition(&mut self, definition: ast::TypeDefinition<'a>) -> ExprId {
        let id = self.begin_definition(definition.range());
        let (name, _) = self.definition_name(definition.name(), definition.end());
        let parent = definition.parent().map(|token| SmolStr::new(token.text));
        let body = self.body(definition.body(), definition.end());
        self.set(id, Expr::TypeDefinition(TypeDefinition { name, parent, body }));
        id
    }
}
