//! The calls of a file by the name of a function, for the checks that look at them.

use smol_str::SmolStr;
use syntax::{Expr, ExprId, Program};

use super::CheckContext;
use crate::definition_index::canonical_name;

/// One call.
pub struct CallSite {
    pub place: ExprId,
    /// Where the function's name stands.
    pub name_place: ExprId,
    pub name: SmolStr,
    /// With what stands before the dot.
    pub arguments: Vec<ExprId>,
    pub lambda: Option<ExprId>,
    /// The last argument may be the lambda, where lambdas are values.
    may_pass_lambda: bool,
}

impl CallSite {
    /// False where a list is spread over the arguments, or the last of them may be the lambda.
    pub fn has_certain_count(&self, context: &CheckContext<'_>) -> bool {
        !self.may_pass_lambda && !self.arguments.iter().any(|id| matches!(context.program.expr(*id), Expr::Unfold(_)))
    }
}

/// All calls. `callable_values`: lambdas are values, and can be passed by position.
pub fn call_sites(program: &Program, callable_values: bool) -> Vec<CallSite> {
    let site = |index| call_site(program, ExprId(index), callable_values);
    (0..program.exprs.len() as u32).filter_map(site).collect()
}

fn call_site(program: &Program, place: ExprId, callable_values: bool) -> Option<CallSite> {
    let (name_place, arguments, lambda) = match program.expr(place) {
        Expr::Call(call) => (call.functor, call.arguments.clone(), call.lambda),
        Expr::CallMethod(call) => {
            let Expr::NamedAccess { left, right } = program.expr(call.functor) else { return None };
            let arguments = std::iter::once(*left).chain(call.arguments.iter().copied()).collect();
            (*right, arguments, call.lambda)
        }
        _ => return None,
    };
    let Expr::QualifiedName(name) = program.expr(name_place) else { return None };
    let may_pass_lambda = callable_values
        && lambda.is_none()
        && arguments.last().is_some_and(|last| may_be_callable(program.expr(*last)));
    Some(CallSite { place, name_place, name: canonical_name(name), arguments, lambda, may_pass_lambda })
}

/// Tells whether evaluating may give a lambda or a function.
fn may_be_callable(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::FunctionReference(_)
            | Expr::Variable(_)
            | Expr::Call(_)
            | Expr::CallMethod(_)
            | Expr::Access { .. }
            | Expr::Parenthesized(_)
            | Expr::Selector(_)
            | Expr::If(_)
            | Expr::Unless(_)
            | Expr::Case(_)
    )
}
