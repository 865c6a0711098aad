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
}

impl CallSite {
    /// False where a list is spread over the arguments.
    pub fn has_certain_count(&self, context: &CheckContext<'_>) -> bool {
        !self.arguments.iter().any(|id| matches!(context.program.expr(*id), Expr::Unfold(_)))
    }
}

pub fn call_sites(program: &Program) -> Vec<CallSite> {
    (0..program.exprs.len() as u32).filter_map(|index| call_site(program, ExprId(index))).collect()
}

fn call_site(program: &Program, place: ExprId) -> Option<CallSite> {
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
    Some(CallSite { place, name_place, name: canonical_name(name), arguments, lambda })
}
