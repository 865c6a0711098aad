//! Relationships: `->`, `~>`, `<-`, `<~`.

use syntax::ExprId;
use syntax::program::RelationshipOperator;

use super::{Code, Evaluated, Interpreter};
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    pub(crate) fn evaluate_relationship(
        &mut self,
        code: &Code,
        _scope: ScopeId,
        expr: ExprId,
        _operator: RelationshipOperator,
        _left: ExprId,
        _right: ExprId,
    ) -> Evaluated<Value> {
        Ok(self.unknown("relationships are not evaluated here", Some(code.place(expr))))
    }
}
