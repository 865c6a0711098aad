//! A variable that nothing sets.

use syntax::Expr;

use super::{Check, CheckContext, Findings, closest, suggest_variable};
use crate::resolve::facts::is_top_scope_name;
use crate::resolve::variables::{Found, find_variable};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-variable",
        Names,
        Warning,
        "A variable is read that neither its own scope, nor an inherited class, nor the environment's manifests \
                    set, and that is no known fact. Not an error: a node classifier may set it."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for used in &context.scopes.uses {
        let name = used.name.as_str();
        let Expr::Variable(variable) = context.program.expr(used.place) else { continue };
        if variable.match_number().is_some() || name.is_empty() {
            continue;
        }
        // Most are set near by, which is quickly seen.
        if !context.scopes.bindings(used.scope, name).is_empty() {
            continue;
        }
        let plain = name.strip_prefix("::").unwrap_or(name);
        if plain.starts_with("settings::") || is_guarded(context, used.place) {
            continue;
        }
        if !plain.contains("::") && is_top_scope_name(context.db, context.environment, plain) {
            continue;
        }
        // Templates get their variables from whoever renders them.
        let in_template = context.scopes.chain(used.scope).any(|scope| {
            scope
                .owner
                .is_some_and(|owner| matches!(context.program.expr(owner), Expr::Epp(epp) if !epp.parameters_specified))
        });
        if in_template {
            continue;
        }
        if find_variable(context.db, context.environment, context.file, used.scope, name) != Found::Nothing {
            continue;
        }
        let diagnostic = findings.report(context.range(used.place), format!("Unknown variable: '{name}'"));
        let visible = context.scopes.chain(used.scope).flat_map(|scope| scope.bindings.iter().map(|b| &b.name));
        if let Some(similar) = closest(name, visible) {
            suggest_variable(context, used.place, diagnostic, similar);
        }
    }
}

/// `defined('$x')` and `getvar()` ask by name; a variable inside `defined()` may be unknown.
fn is_guarded(context: &CheckContext<'_>, place: syntax::ExprId) -> bool {
    context.parents.ancestors(place).any(|ancestor| match context.program.expr(ancestor) {
        Expr::Call(call) => {
            matches!(context.program.expr(call.functor), Expr::QualifiedName(name) if name == "defined")
        }
        _ => false,
    })
}
