//! A parameter that nothing reads.

use evaluator::fast_hash::FastMap;
use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::definition_index::{canonical_name, parameters_of};
use crate::diagnostic::DiagnosticTag;
use crate::inputs::FileOwner;
use crate::resolve::qualified_uses::is_read_by_others;
use crate::resolve::template_words::words_of_templates;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unused-parameter",
        Names,
        Hint,
        "A parameter is read nowhere: not in its own body, not in a template of the module, and not from another class. \
                    Names that start with an underscore say that this is meant; of functions and lambdas only what follows \
                    the last used parameter is reported. Where more than 16 modules are developed together, classes are left out."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let mut uses: FastMap<&str, Vec<usize>> = FastMap::default();
    for used in &context.scopes.uses {
        uses.entry(used.name.as_str()).or_default().push(used.scope);
    }
    let takes_names = takes_variables_by_name(context);
    for (index, scope) in context.scopes.scopes.iter().enumerate() {
        let Some(owner) = scope.owner else { continue };
        let expr = context.program.expr(owner);
        let parameters = parameters_of(expr);
        if parameters.is_empty() || matches!(expr, Expr::Epp(_) | Expr::Plan(_)) || is_empty(context, expr) {
            continue;
        }
        let is_read_inside = |name: &str| {
            uses.get(name).is_some_and(|scopes| scopes.iter().any(|scope| context.scopes.is_inside(*scope, index)))
        };
        let is_used = |name: &str| {
            takes_names || name.starts_with('_') || is_read_inside(name) || is_read_outside(context, expr, name)
        };
        let by_position = matches!(expr, Expr::Function(_) | Expr::Lambda(_));
        let mut unused: Vec<&syntax::program::Parameter> = Vec::new();
        for parameter in parameters.iter().rev() {
            let used = is_used(&parameter.name);
            if used && by_position {
                break;
            }
            if !used {
                unused.push(parameter);
            }
        }
        for parameter in unused.into_iter().rev() {
            let message = format!("parameter '${}' is never read", parameter.name);
            findings.report(parameter_name_range(context, parameter), message).tag = Some(DiagnosticTag::Unnecessary);
        }
    }
}

fn parameter_name_range(context: &CheckContext<'_>, parameter: &syntax::program::Parameter) -> syntax::TextRange {
    let range = context.range(parameter.id);
    let start = context.source_map.anchor(parameter.id).max(range.start);
    let end = (start + parameter.name.len() as u32 + 1).min(range.end).max(start);
    syntax::TextRange::new(start, end)
}

/// A definition without a body is an interface, for others to fill in or for data to be given.
fn is_empty(context: &CheckContext<'_>, expr: &Expr) -> bool {
    let body: ExprId = match expr {
        Expr::Class(class) => class.body,
        Expr::Define(define) => define.body,
        Expr::Function(function) => function.body,
        Expr::Lambda(lambda) => lambda.body,
        _ => return false,
    };
    match context.program.expr(body) {
        Expr::Nop => true,
        Expr::Block(statements) => statements.is_empty(),
        _ => false,
    }
}

fn is_read_outside(context: &CheckContext<'_>, expr: &Expr, name: &str) -> bool {
    let is_definition = matches!(expr, Expr::Class(_) | Expr::Define(_));
    if is_definition
        && let FileOwner::Module { module, .. } = context.file.owner(context.db)
        && words_of_templates(context.db, module).contains(name)
    {
        return true;
    }
    match expr {
        Expr::Class(class) => {
            let full = format!("{}::{name}", canonical_name(&class.name));
            is_read_by_others(context.db, context.environment, &full).unwrap_or(true)
        }
        _ => false,
    }
}

/// Text that is rendered with the variables in force, and functions that take variables by name.
fn takes_variables_by_name(context: &CheckContext<'_>) -> bool {
    context.mentions.mentions.iter().any(|mention| {
        matches!(&mention.name, crate::reference_index::Name::Function(name)
            if ["inline_template", "inline_epp", "getvar", "getparam"].contains(&name.as_str()))
    })
}
