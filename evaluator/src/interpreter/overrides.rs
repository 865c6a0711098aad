//! Resource overrides: `Type[title] { … }`.

use syntax::ExprId;
use syntax::program::ResourceOverride;

use super::{Code, Evaluated, Interpreter};
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    pub(crate) fn evaluate_resource_override(
        &mut self,
        code: &Code,
        _scope: ScopeId,
        expr: ExprId,
        _override_expression: &ResourceOverride,
    ) -> Evaluated<Value> {
        Ok(self.unknown("resource overrides are not evaluated here", Some(code.place(expr))))
    }
}
