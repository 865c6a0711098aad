//! What may be called. Knows nothing of which functions exist.

use super::issue::Issue;
use super::validator::Validator;
use crate::program::{Call, Expr, ExprId};

impl Validator<'_> {
    pub fn check_call(&mut self, id: ExprId, call: &Call) {
        match self.expr(call.functor) {
            Expr::QualifiedName(_) | Expr::QualifiedReference(_) | Expr::Missing => {}
            Expr::Access { left, .. } if matches!(self.expr(*left), Expr::QualifiedReference(_)) => {}
            callable if self.rules.callable_values && may_produce_callable(callable) => {}
            Expr::RenderString(_) => {
                self.report(Issue::IllegalEppParameters, id);
            }
            _ => {
                let issue = Issue::IllegalExpression {
                    expression: self.label(call.functor),
                    feature: "function name",
                    container: self.label(id),
                };
                self.report(issue, call.functor);
            }
        }
    }
}

/// Literals never are callables; of anything else only evaluation knows.
fn may_produce_callable(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Variable(_)
            | Expr::FunctionReference(_)
            | Expr::Access { .. }
            | Expr::Call(_)
            | Expr::CallMethod(_)
            | Expr::Parenthesized(_)
            | Expr::Selector(_)
    )
}
