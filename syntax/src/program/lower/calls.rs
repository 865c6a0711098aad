//! Calls, methods, lambdas, parameters.

use super::Lowering;
use crate::ast::{self, ParameterList, ParameterPart};
use crate::program::{Apply, Call, CallMethod, Expr, ExprId, Lambda, Parameter, SmolStr};

impl<'a> Lowering<'a> {
    pub(super) fn call(&mut self, call: ast::Call<'a>) -> ExprId {
        let functor = self.expr_or_missing(call.functor(), call.start());
        let arguments = self.entries(call.arguments());
        let lambda = call.lambda().map(|lambda| self.lambda(lambda));
        let anchor = self.anchor(functor);
        self.add(Expr::Call(Call { functor, arguments, lambda, value_required: true }), call.range(), anchor)
    }

    pub(super) fn method_call(&mut self, call: ast::MethodCall<'a>) -> ExprId {
        let functor = self.expr_or_missing(call.functor(), call.start());
        let arguments = self.entries(call.arguments());
        let lambda = call.lambda().map(|lambda| self.lambda(lambda));
        let anchor = call.arguments_start().unwrap_or_else(|| self.anchor(functor));
        self.add(Expr::CallMethod(CallMethod { functor, arguments, lambda }), call.range(), anchor)
    }

    pub(super) fn named_access(&mut self, access: ast::NamedAccess<'a>) -> ExprId {
        let left = self.expr_or_missing(access.left(), access.start());
        let right = match access.name() {
            Some(name) => self.add_at(Expr::QualifiedName(SmolStr::new(name.text)), name.range()),
            None => self.missing(access.end()),
        };
        let anchor = access.dot().map_or(access.start(), |dot| dot.offset);
        self.add(Expr::NamedAccess { left, right }, access.range(), anchor)
    }

    pub(super) fn function_reference(&mut self, reference: ast::FunctionReference<'a>) -> ExprId {
        let name = self.expr_or_missing(reference.name(), reference.end());
        self.add_at(Expr::FunctionReference(name), reference.range())
    }

    pub(super) fn lambda(&mut self, lambda: ast::Lambda<'a>) -> ExprId {
        let parameters = self.parameters(lambda.parameters());
        let return_type = lambda.return_type().map(|return_type| self.expr(return_type));
        let body = self.body(lambda.body(), lambda.end());
        self.add_at(Expr::Lambda(Lambda { parameters, return_type, body }), lambda.range())
    }

    pub(super) fn apply(&mut self, apply: ast::Apply<'a>) -> ExprId {
        let arguments = self.entries(apply.arguments());
        let body = self.body(apply.body(), apply.end());
        self.add_at(Expr::Apply(Apply { arguments, body }), apply.range())
    }

    pub(super) fn parameters(&mut self, list: Option<ParameterList<'a>>) -> Vec<Parameter> {
        let written = list.into_iter().flat_map(ParameterList::parameters);
        written.filter_map(|parameter| self.parameter(parameter)).collect()
    }

    fn parameter(&mut self, parameter: ast::Parameter<'a>) -> Option<Parameter> {
        let variable = parameter.variable()?;
        let mut type_expression = None;
        let mut default = None;
        for part in parameter.parts(variable) {
            match part {
                ParameterPart::Type(expression) => type_expression = Some(self.expr(expression)),
                ParameterPart::Default(expression) => default = Some(self.expr(expression)),
            }
        }
        let id = self.add(Expr::Part, parameter.range(), variable.offset);
        Some(Parameter {
            id,
            name: SmolStr::new(parameter.name()?),
            type_expression,
            default,
            captures_rest: parameter.captures_rest(),
            private: parameter.is_private(),
        })
    }
}
