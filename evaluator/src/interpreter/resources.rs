//! Resource expressions and resource defaults: what they add to the catalog and evaluate to.

use syntax::ExprId;
use syntax::program::{ResourceDefaults, ResourceExpression};

use super::{Code, Evaluated, Interpreter};
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    pub(crate) fn evaluate_resource(
        &mut self,
        code: &Code,
        _scope: ScopeId,
        expr: ExprId,
        _resource: &ResourceExpression,
    ) -> Evaluated<Value> {
        Ok(self.unknown("resources are not evaluated here", Some(code.place(expr))))
    }

    pub(crate) fn evaluate_resource_defaults(
        &mut self,
        code: &Code,
        _scope: ScopeId,
        expr: ExprId,
        _defaults: &ResourceDefaults,
    ) -> Evaluated<Value> {
        Ok(self.unknown("resource defaults are not evaluated here", Some(code.place(expr))))
    }
}
