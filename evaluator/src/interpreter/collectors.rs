//! Collectors: `Type<| … |>` and `Type<<| … |>>`.

use syntax::ExprId;
use syntax::program::Collector;

use super::{Code, Evaluated, Interpreter};
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    pub(crate) fn evaluate_collector(
        &mut self,
        code: &Code,
        _scope: ScopeId,
        expr: ExprId,
        _collector: &Collector,
    ) -> Evaluated<Value> {
        Ok(self.unknown("collectors are not evaluated here", Some(code.place(expr))))
    }
}
