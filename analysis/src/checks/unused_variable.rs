//! A local variable that nothing reads.

use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::diagnostic::DiagnosticTag;
use crate::scopes::BindingKind;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unused-variable",
        Names,
        Hint,
        "A variable of a function or lambda is set and never read. Variables of classes and defines are not \
                    reported: other files and templates can read them."
    ),
    run,
};

/// Functions that hand the variables of their caller to a template.
const TEMPLATE_FUNCTIONS: &[&str] = &["template", "inline_template", "epp", "inline_epp"];

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for (index, scope) in context.scopes.scopes.iter().enumerate() {
        let Some(owner) = scope.owner else { continue };
        if !matches!(context.program.expr(owner), Expr::Function(_) | Expr::Lambda(_)) {
            continue;
        }
        if renders_template(context, owner) {
            continue;
        }
        for binding in scope.bindings.iter().filter(|binding| binding.kind == BindingKind::Assignment) {
            let is_read = context.scopes.uses.iter().any(|used| {
                used.name == binding.name
                    && context.scopes.bindings(used.scope, &used.name).iter().any(|found| found.place == binding.place)
                    && context.scopes.is_inside(used.scope, index)
            });
            // The value of the last assignment is the value of the body.
            if !is_read && !is_last_value(context, owner, binding.place) {
                let message = format!("variable '${}' is never read", binding.name);
                findings.report(context.range(binding.place), message).tag = Some(DiagnosticTag::Unnecessary);
            }
        }
    }
}

fn renders_template(context: &CheckContext<'_>, owner: ExprId) -> bool {
    context.mentions.mentions.iter().any(|mention| {
        matches!(&mention.name, crate::reference_index::Name::Function(name) if TEMPLATE_FUNCTIONS.contains(&name.as_str()))
            && context.parents.ancestors(mention.place).any(|ancestor| ancestor == owner)
    })
}

fn is_last_value(context: &CheckContext<'_>, owner: ExprId, place: ExprId) -> bool {
    let assignment =
        context.parents.ancestors(place).find(|id| matches!(context.program.expr(*id), Expr::Assignment { .. }));
    let Some(assignment) = assignment else { return false };
    let body = match context.program.expr(owner) {
        Expr::Lambda(lambda) => lambda.body,
        Expr::Function(function) => function.body,
        _ => return false,
    };
    let last = match context.program.expr(body) {
        Expr::Block(statements) => statements.last().copied(),
        _ => Some(body),
    };
    last == Some(assignment)
}
