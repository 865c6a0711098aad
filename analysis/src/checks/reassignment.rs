//! A variable that gets a second value in the scope that it already has one in.

use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::diagnostic::{DiagnosticSeverity, RelatedPlace};
use crate::scopes::{Binding, BindingKind};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "illegal-reassignment",
        Names,
        Error,
        "A variable is assigned where it already has a value in the same scope. Puppet's variables are set \
                    once."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for scope in &context.scopes.scopes {
        for (index, second) in scope.bindings.iter().enumerate() {
            if second.kind != BindingKind::Assignment {
                continue;
            }
            let first = scope.bindings.iter().take(index).find(|first| {
                first.name == second.name && is_certain(context, first) && !branches_apart(context, first, second)
            });
            let Some(first) = first else { continue };
            let conditional = enclosing_branch(context, second.place).is_some();
            let message = format!("Cannot reassign variable '${}'", second.name);
            let diagnostic = findings.report(context.range(second.place), message);
            if conditional {
                diagnostic.severity = DiagnosticSeverity::Warning;
            }
            diagnostic.related.push(RelatedPlace {
                file: context.file.id(context.db),
                range: context.range(first.place),
                message: "it has its value from here".to_string(),
            });
        }
    }
}

/// True where the first binding is made whenever its scope is evaluated.
fn is_certain(context: &CheckContext<'_>, first: &Binding) -> bool {
    first.kind == BindingKind::Parameter || enclosing_branch(context, first.place).is_none()
}

/// True where both are inside one conditional expression, so that perhaps only one of them is made.
fn branches_apart(context: &CheckContext<'_>, first: &Binding, second: &Binding) -> bool {
    match (enclosing_branch(context, first.place), enclosing_branch(context, second.place)) {
        (Some(first), Some(second)) => first == second,
        _ => false,
    }
}

/// The outermost conditional around an assignment, inside its scope. Its value decides whether the assignment is made.
fn enclosing_branch(context: &CheckContext<'_>, place: ExprId) -> Option<ExprId> {
    use syntax::program::BinaryOperator::{And, Or};
    let mut found = None;
    for ancestor in context.parents.ancestors(place) {
        match context.program.expr(ancestor) {
            Expr::If(_) | Expr::Unless(_) | Expr::Case(_) | Expr::Selector(_) => found = Some(ancestor),
            Expr::Binary { operator: And | Or, .. } => found = Some(ancestor),
            Expr::Class(_)
            | Expr::Define(_)
            | Expr::Function(_)
            | Expr::Plan(_)
            | Expr::Node(_)
            | Expr::Lambda(_)
            | Expr::Epp(_) => break,
            _ => {}
        }
    }
    found
}
