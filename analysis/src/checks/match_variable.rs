//! `$1` where no match can have set it: it is always `undef` there.

use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId, Program};

use super::{Check, CheckContext, Findings};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "match-variable-never-set",
        Names,
        Warning,
        "A match variable ($0, $1, …) is read where no regular expression can have matched before. Functions \
                    never see matches of their caller."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for used in &context.scopes.uses {
        let is_match_variable =
            matches!(context.program.expr(used.place), Expr::Variable(variable) if variable.match_number().is_some());
        if !is_match_variable {
            continue;
        }
        // Classes, defines and nodes see the matches of whoever declares them: nothing is certain there.
        let owner = context.parents.ancestors(used.place).find(|id| {
            matches!(
                context.program.expr(*id),
                Expr::Class(_) | Expr::Define(_) | Expr::Node(_) | Expr::Function(_) | Expr::Plan(_) | Expr::Epp(_)
            )
        });
        let inside = match owner.map(|owner| (owner, context.program.expr(owner))) {
            Some((owner, Expr::Function(_) | Expr::Plan(_))) => owner,
            Some(_) => continue,
            None => context.program.root,
        };
        if !may_match_before(context, inside, used.place) {
            findings.report(context.range(used.place), format!("no match sets ${} here", used.name));
        }
    }
}

/// True where an expression that can match stands inside the owner and starts before the use.
fn may_match_before(context: &CheckContext<'_>, owner: ExprId, used: ExprId) -> bool {
    let start = context.range(used).start;
    let is_inside = |id: ExprId| id == owner || context.parents.ancestors(id).any(|ancestor| ancestor == owner);
    (0..context.program.exprs.len() as u32)
        .map(ExprId)
        .any(|id| can_match(&context.program, id) && context.range(id).start < start && is_inside(id))
}

/// Expressions that set match variables when a regular expression matches.
fn can_match(program: &Program, id: ExprId) -> bool {
    match program.expr(id) {
        Expr::Binary { operator, .. } => {
            matches!(operator, BinaryOperator::Match | BinaryOperator::NotMatch | BinaryOperator::In)
        }
        Expr::Case(_) | Expr::Selector(_) => true,
        _ => false,
    }
}
