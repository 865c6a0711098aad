//! Classes, defined types, nodes, functions, plans, type aliases.

use super::Lowering;
use crate::ast::Node;
use crate::program::{
    ClassDefinition, DefineDefinition, Expr, ExprId, FunctionDefinition, HashEntry, NodeDefinition, SmolStr, TypeAlias,
    TypeDefinition,
};
use crate::syntax_kind::SyntaxKind::*;
use crate::text_range::TextRange;

impl<'a> Lowering<'a> {
    /// A place in the list of definitions before those inside it.
    fn begin_definition(&mut self, node: Node<'a>) -> ExprId {
        let id = self.add_at(Expr::Missing, node.range());
        self.definitions.push(id);
        id
    }

    /// The name as it is written, and its place.
    fn definition_name(&mut self, node: Node<'a>) -> (SmolStr, ExprId) {
        let name_node = node.node(DEFINITION_NAME);
        let token = name_node.and_then(Node::first_token);
        match token {
            Some(token) => {
                let name = match token.kind {
                    SINGLE_QUOTED | DOUBLE_QUOTED => token.text.trim_matches(['\'', '"']),
                    _ => token.text,
                };
                (SmolStr::new(name), self.add_at(Expr::Part, token.range()))
            }
            None => {
                let at = name_node.map_or(node.end(), |node| node.offset);
                (SmolStr::default(), self.add_at(Expr::Part, TextRange::empty(at)))
            }
        }
    }

    /// With the names of the classes around it.
    fn qualify(&self, name: &str) -> SmolStr {
        if self.namespaces.is_empty() {
            return SmolStr::new(name);
        }
        let joined = self.namespaces.iter().map(SmolStr::as_str).chain([name]).collect::<Vec<_>>().join("::");
        SmolStr::new(joined)
    }

    pub(super) fn class(&mut self, node: Node<'a>) -> ExprId {
        let id = self.begin_definition(node);
        let (own_name, name_id) = self.definition_name(node);
        let name = self.qualify(&own_name);
        self.namespaces.push(own_name);
        let parameters = self.parameters(node.node(PARAMETER_LIST));
        let parent_token = node.node(PARENT).and_then(|parent| match parent.node(DEFINITION_NAME) {
            Some(name) => name.first_token(),
            None => parent.token(DEFAULT_KW),
        });
        let parent_id = parent_token.map(|token| self.add_at(Expr::Part, token.range()));
        let parent = parent_token.map(|token| SmolStr::new(token.text));
        let body = self.body(node.node(BLOCK), node.end());
        self.namespaces.pop();
        let private = node.token(PRIVATE_KW).is_some();
        self.set(id, Expr::Class(ClassDefinition { name, parameters, parent, parent_id, body, private, name_id }));
        id
    }

    pub(super) fn define(&mut self, node: Node<'a>) -> ExprId {
        let id = self.begin_definition(node);
        let (own_name, name_id) = self.definition_name(node);
        let name = self.qualify(&own_name);
        let parameters = self.parameters(node.node(PARAMETER_LIST));
        let body = self.body(node.node(BLOCK), node.end());
        let private = node.token(PRIVATE_KW).is_some();
        self.set(id, Expr::Define(DefineDefinition { name, parameters, body, private, name_id }));
        id
    }

    /// Functions and plans; the names of classes and plans around count for plans only.
    pub(super) fn function(&mut self, node: Node<'a>) -> ExprId {
        let id = self.begin_definition(node);
        let (own_name, name_id) = self.definition_name(node);
        let is_plan = node.kind() == PLAN_DEFINITION;
        let name = if is_plan { self.qualify(&own_name) } else { own_name.clone() };
        if is_plan {
            self.namespaces.push(own_name);
        }
        let parameters = self.parameters(node.node(PARAMETER_LIST));
        let return_type = self.return_type(node);
        let body = self.body(node.node(BLOCK), node.end());
        if is_plan {
            self.namespaces.pop();
        }
        let private = node.token(PRIVATE_KW).is_some();
        let definition = FunctionDefinition { name, parameters, return_type, body, private, name_id };
        self.set(id, if is_plan { Expr::Plan(definition) } else { Expr::Function(definition) });
        id
    }

    pub(super) fn node_definition(&mut self, node: Node<'a>) -> ExprId {
        let id = self.begin_definition(node);
        let mut matches = Vec::new();
        for child in node.nodes().filter(|child| child.kind() == HOST_NAME) {
            matches.push(self.host_name(child));
        }
        let parent = node.node(PARENT).and_then(|parent| parent.node(HOST_NAME)).map(|name| self.host_name(name));
        let body = self.body(node.node(BLOCK), node.end());
        self.set(id, Expr::Node(NodeDefinition { matches, parent, body }));
        id
    }

    fn host_name(&mut self, node: Node<'a>) -> ExprId {
        if let Some(inner) = node.nodes().next() {
            return self.expr(inner);
        }
        let name: String = node.tokens().map(|token| token.text).collect();
        self.add_at(Expr::String(SmolStr::new(name)), node.range())
    }

    pub(super) fn type_alias(&mut self, node: Node<'a>) -> ExprId {
        let id = self.begin_definition(node);
        let mut nodes = node.nodes();
        let left = nodes.next();
        let value = nodes.next();
        let hash = nodes.next();
        let left_id = self.expr_or_missing(left, node.end());
        self.source_map.set(id, super::Place { range: node.range(), anchor: self.anchor(left_id) });
        let is_mapping = !matches!(self.exprs.get(left_id.index()), Some(Expr::QualifiedReference(_)));
        let type_expression = match (value.map(Node::kind), value) {
            _ if is_mapping => self.expr_or_missing(value, node.end()),
            (Some(HASH), Some(hash)) => self.object_type(None, hash),
            (Some(REFERENCE_EXPRESSION), Some(parent)) if hash.is_some() => match hash {
                Some(hash) => self.object_type(Some(parent), hash),
                None => self.expr(parent),
            },
            _ => self.expr_or_missing(value, node.end()),
        };
        let expr = match self.exprs.get(left_id.index()) {
            Some(Expr::QualifiedReference(name)) => {
                Expr::TypeAlias(TypeAlias { name: name.clone(), type_expression, name_id: left_id })
            }
            _ => Expr::TypeMapping { left: left_id, right: type_expression },
        };
        self.set(id, expr);
        id
    }

    /// `{ … }` is `Object[{ … }]`, `Parent { … }` is `Object[{ …, parent => Parent }]`; `Object` and `TypeSet` stay.
    fn object_type(&mut self, parent: Option<Node<'a>>, hash: Node<'a>) -> ExprId {
        let mut entries = self.hash_entries(hash);
        let name = parent.and_then(Node::first_token).map_or("Object", |token| token.text);
        let is_kept = matches!(name, "Object" | "TypeSet");
        if let Some(parent) = parent.filter(|_| !is_kept) {
            let key = self.add_at(Expr::QualifiedName("parent".into()), parent.range());
            let value = self.expr(parent);
            let id = self.add_at(Expr::Part, parent.range());
            entries.push(HashEntry { id, key, value });
        }
        let hash_id = self.add_at(Expr::Hash(entries), hash.range());
        let range = parent.map_or(hash.range(), |parent| parent.range().cover(hash.range()));
        let name = if is_kept { name } else { "Object" };
        let left = self.add_at(Expr::QualifiedReference(SmolStr::new(name)), TextRange::new(range.start, hash.offset));
        self.add_at(Expr::Access { left, keys: vec![hash_id] }, range)
    }

    pub(super) fn type_definition(&mut self, node: Node<'a>) -> ExprId {
        let id = self.begin_definition(node);
        let (name, _) = self.definition_name(node);
        let parent =
            node.node(PARENT).and_then(|parent| parent.token(CLASS_REFERENCE)).map(|token| SmolStr::new(token.text));
        let body = self.body(node.node(BLOCK), node.end());
        self.set(id, Expr::TypeDefinition(TypeDefinition { name, parent, body }));
        id
    }
}
