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

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn what_may_be_called() {
        for good in ["f(1)", "a::f(1)", "Integer('1')", "Array[Integer]([1])", "$a.f(1)"] {
            assert_eq!(problems(good, |_| {}), [], "{good}");
        }
        assert_eq!(problems("$a(1)", |_| {}), [("ILLEGAL_EXPRESSION", "$a")]);
    }

    #[test]
    fn callable_values_are_an_editions_choice() {
        assert_eq!(problems("$a(1)", |rules| rules.callable_values = true), []);
        assert_eq!(problems("'f'(1)", |rules| rules.callable_values = true), [("ILLEGAL_EXPRESSION", "'f'")]);
    }
}
