//! Calls, methods, lambdas, parameters.

use super::Lowering;
use crate::ast::Node;
use crate::program::{Apply, Call, CallMethod, Expr, ExprId, Lambda, Parameter, SmolStr};
use crate::syntax_kind::SyntaxKind::*;

impl<'a> Lowering<'a> {
    pub(super) fn call(&mut self, node: Node<'a>) -> ExprId {
        let functor = self.expr_or_missing(node.nodes().next(), node.offset);
        let arguments = node.node(ARGUMENT_LIST).map_or_else(Vec::new, |list| self.entries(list));
        let lambda = node.node(LAMBDA).map(|lambda| self.lambda(lambda));
        let anchor = self.anchor(functor);
        self.add(Expr::Call(Call { functor, arguments, lambda, value_required: true }), node.range(), anchor)
    }

    pub(super) fn method_call(&mut self, node: Node<'a>) -> ExprId {
        let functor = self.expr_or_missing(node.nodes().next(), node.offset);
        let list = node.node(ARGUMENT_LIST);
        let arguments = list.map_or_else(Vec::new, |list| self.entries(list));
        let lambda = node.node(LAMBDA).map(|lambda| self.lambda(lambda));
        let anchor = list.map_or_else(|| self.anchor(functor), |list| list.offset);
        self.add(Expr::CallMethod(CallMethod { functor, arguments, lambda }), node.range(), anchor)
    }

    pub(super) fn named_access(&mut self, node: Node<'a>) -> ExprId {
        let left = self.expr_or_missing(node.nodes().next(), node.offset);
        let name = node.tokens().find(|token| matches!(token.kind, NAME | TYPE_KW));
        let right = match name {
            Some(name) => self.add_at(Expr::QualifiedName(SmolStr::new(name.text)), name.range()),
            None => self.missing(node.end()),
        };
        let anchor = node.token(DOT).map_or(node.offset, |dot| dot.offset);
        self.add(Expr::NamedAccess { left, right }, node.range(), anchor)
    }

    pub(super) fn lambda(&mut self, node: Node<'a>) -> ExprId {
        let parameters = self.parameters(node.node(PARAMETER_LIST));
        let return_type = self.return_type(node);
        let body = self.body(node.node(BLOCK), node.end());
        self.add_at(Expr::Lambda(Lambda { parameters, return_type, body }), node.range())
    }

    pub(super) fn apply(&mut self, node: Node<'a>) -> ExprId {
        let arguments = node.node(ARGUMENT_LIST).map_or_else(Vec::new, |list| self.entries(list));
        let body = self.body(node.node(BLOCK), node.end());
        self.add_at(Expr::Apply(Apply { arguments, body }), node.range())
    }

    pub(super) fn return_type(&mut self, node: Node<'a>) -> Option<ExprId> {
        let node = node.node(RETURN_TYPE)?;
        node.nodes().next().map(|node| self.expr(node))
    }

    pub(super) fn parameters(&mut self, list: Option<Node<'a>>) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for node in list.into_iter().flat_map(Node::nodes) {
            if node.kind() == PARAMETER {
                parameters.extend(self.parameter(node));
            }
        }
        parameters
    }

    fn parameter(&mut self, node: Node<'a>) -> Option<Parameter> {
        let variable = node.token(VARIABLE)?;
        let mut type_expression = None;
        let mut default = None;
        for child in node.nodes() {
            if child.offset < variable.offset {
                type_expression = Some(self.expr(child));
            } else {
                default = Some(self.expr(child));
            }
        }
        let id = self.add(Expr::Part, node.range(), variable.offset);
        Some(Parameter {
            id,
            name: SmolStr::new(variable.text.get(1..).unwrap_or("")),
            type_expression,
            default,
            captures_rest: node.token(STAR).is_some(),
            private: node.token(PRIVATE_KW).is_some(),
        })
    }
}
