//! A flat fact of old, which Puppet 8 does not send any more.

use evaluator::edition::{Rule, Rules};
use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::diagnostic::{DiagnosticSeverity, DiagnosticTag, Fix};
use crate::resolve::facts::custom_facts;
use crate::resolve::legacy_facts::replacement;
use crate::resolve::variables::{Found, find_variable};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "legacy-fact",
        Names,
        Warning,
        "A fact is read by a name that Facter gave up for a structured one. Agents of Puppet 8 do not send the old ones \
                    unless they are told to; in the edition puppet7, which still has them, it is only information."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let rules = Rules::new(context.db.workspace().edition(context.db), &Default::default());
    let severity = if rules.holds(Rule::LegacyFacts) { DiagnosticSeverity::Info } else { DiagnosticSeverity::Warning };
    for used in &context.scopes.uses {
        let name = used.name.strip_prefix("::").unwrap_or(&used.name);
        let Some(path) = replacement(name) else { continue };
        if is_other_variable(context, used.scope, &used.name) || is_template_parameter(context, used.scope) {
            continue;
        }
        let structured: String = path.iter().map(|key| format!("['{key}']")).collect();
        let range = context.range(used.place);
        let written = context.text(range);
        let message = format!("legacy fact '{name}'");
        let diagnostic = findings.report(range, message);
        diagnostic.severity = severity;
        diagnostic.tag = Some(DiagnosticTag::Deprecated);
        diagnostic.hint = Some(format!("use $facts{structured}"));
        let new_text = match (written.strip_prefix('$'), is_in_string(context, used.place)) {
            (Some(_), true) => format!("${{facts{structured}}}"),
            (Some(_), false) => format!("$facts{structured}"),
            (None, _) => format!("facts{structured}"),
        };
        diagnostic.fixes.push(Fix::replace(range, new_text, format!("Replace with $facts{structured}")));
    }
    for expr in &context.program.exprs {
        let Expr::Access { left, keys } = expr else { continue };
        let (Expr::Variable(variable), [key]) = (context.program.expr(*left), keys.as_slice()) else { continue };
        if variable.name.strip_prefix("::").unwrap_or(&variable.name) != "facts" {
            continue;
        }
        let Expr::String(name) = context.program.expr(*key) else { continue };
        let Some(path) = replacement(name) else { continue };
        if custom_facts(context.db, context.environment).contains(name) {
            continue;
        }
        let range = context.range(*key);
        let diagnostic = findings.report(range, format!("legacy fact '{name}'"));
        let structured: String = path.iter().map(|key| format!("['{key}']")).collect();
        diagnostic.severity = severity;
        diagnostic.tag = Some(DiagnosticTag::Deprecated);
        diagnostic.hint = Some(format!("use $facts{structured}"));
        let new_text = structured.trim_start_matches('[').trim_end_matches(']');
        diagnostic.fixes.push(Fix::replace(range, new_text, format!("Replace with $facts{structured}")));
    }
}

/// A parameter, an assigned variable or a fact of a module has the same name.
fn is_other_variable(context: &CheckContext<'_>, scope: usize, name: &str) -> bool {
    let plain = name.strip_prefix("::").unwrap_or(name);
    custom_facts(context.db, context.environment).contains(plain)
        || matches!(find_variable(context.db, context.environment, context.file, scope, name), Found::Bindings(_))
}

/// A template without parameters of its own sees the variables of whoever renders it.
fn is_template_parameter(context: &CheckContext<'_>, scope: usize) -> bool {
    context.scopes.chain(scope).any(|scope| {
        let owner = scope.owner.map(|owner| context.program.expr(owner));
        matches!(owner, Some(Expr::Epp(epp)) if !epp.parameters_specified)
    })
}

fn is_in_string(context: &CheckContext<'_>, place: ExprId) -> bool {
    let parent = context.parents.get(place).map(|parent| context.program.expr(parent));
    matches!(parent, Some(Expr::ConcatenatedString(_)))
}
