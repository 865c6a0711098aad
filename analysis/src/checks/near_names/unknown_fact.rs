//! A fact that no node has, one letter away from one that nodes have: `$facts['os']['relase']`, `fact('virtaul')`.

use smol_str::SmolStr;
use syntax::{Expr, ExprId};

use crate::checks::{Check, CheckContext, Findings, closest, suggest_word};
use crate::resolve::fact_names::FactNames;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-fact",
        Names,
        Warning,
        "A fact is read by a name that neither Facter nor a module of the environment has, and that looks much like one that is \
                    there. A name that resembles none may be a fact of your own, and is not reported."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let facts = FactNames::of(context.db, context.environment);
    for (index, expr) in context.program.exprs.iter().enumerate() {
        if let Expr::Access { .. } = expr
            && let Some(path) = access_path(context, ExprId(index as u32))
        {
            report_last(context, findings, &facts, &path);
        }
    }
    for call in context.calls() {
        match (call.name.as_str(), call.arguments.as_slice()) {
            ("fact", [path]) => dotted(context, findings, &facts, *path, ""),
            ("getvar", [path, ..]) => dotted(context, findings, &facts, *path, "facts."),
            ("get", [subject, path, ..]) if is_facts(context, *subject) => {
                dotted(context, findings, &facts, *path, "");
            }
            ("dig", [subject, keys @ ..]) if is_facts(context, *subject) => {
                let keys: Option<Vec<(ExprId, SmolStr)>> = keys.iter().map(|key| text_key(context, *key)).collect();
                let keys = keys.unwrap_or_default();
                (1..=keys.len()).for_each(|length| report_last(context, findings, &facts, &keys[..length]));
            }
            _ => {}
        }
    }
}

fn is_facts(context: &CheckContext<'_>, place: ExprId) -> bool {
    matches!(context.program.expr(place), Expr::Variable(variable) if variable.name.trim_start_matches("::") == "facts")
}

fn text_key(context: &CheckContext<'_>, place: ExprId) -> Option<(ExprId, SmolStr)> {
    match context.program.expr(place) {
        Expr::String(key) | Expr::QualifiedName(key) => Some((place, key.clone())),
        _ => None,
    }
}

/// The keys of `$facts['a']['b']`, outermost first.
fn access_path(context: &CheckContext<'_>, place: ExprId) -> Option<Vec<(ExprId, SmolStr)>> {
    let Expr::Access { left, keys } = context.program.expr(place) else { return None };
    let [key] = keys.as_slice() else { return None };
    let mut path = if is_facts(context, *left) { Vec::new() } else { access_path(context, *left)? };
    path.push(text_key(context, *key)?);
    Some(path)
}

fn report_last(context: &CheckContext<'_>, findings: &mut Findings<'_>, facts: &FactNames, path: &[(ExprId, SmolStr)]) {
    let Some(((place, name), parents)) = path.split_last() else { return };
    let parents: Vec<&str> = parents.iter().map(|(_, key)| key.as_str()).collect();
    let Some(similar) = facts.similar(&parents, name, |name, known| closest(name, known.iter()).cloned()) else {
        return;
    };
    let range = context.range(*place);
    let diagnostic = findings.report(range, message(&parents, name));
    suggest_word(context, diagnostic, range, &similar);
}

/// Says which fact there is not.
pub fn message(parents: &[&str], name: &str) -> String {
    match parents {
        [] => format!("there is no fact '{name}'"),
        parents => format!("the fact '{}' has no '{name}'", parents.join(".")),
    }
}

/// A path with dots in one text, behind `prefix`.
fn dotted(context: &CheckContext<'_>, findings: &mut Findings<'_>, facts: &FactNames, place: ExprId, prefix: &str) {
    let Expr::String(text) = context.program.expr(place) else { return };
    let Some(path) = text.strip_prefix(prefix) else { return };
    let Some(found) = facts.similar_path(path, |name, known| closest(name, known.iter()).cloned()) else { return };
    let whole = context.range(place);
    let written = context.text(whole);
    let Some(at) = written.find(path) else { return };
    let start = whole.start + (at + found.range.start) as u32;
    let range = syntax::TextRange::new(start, start + found.range.len() as u32);
    let parents: Vec<&str> = found.parents.iter().map(String::as_str).collect();
    let diagnostic = findings.report(range, message(&parents, &found.name));
    diagnostic.suggest(range, &found.similar);
}
