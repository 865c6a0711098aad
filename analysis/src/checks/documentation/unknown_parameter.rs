//! A documented parameter that does not exist.

use smol_str::SmolStr;
use syntax::Expr;

use super::{Documented, WrittenTag, documented};
use crate::checks::{Check, CheckContext, Findings, closest};
use crate::diagnostic::Fix;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "doc-unknown-parameter",
        Names,
        Warning,
        "A `@param` documents a parameter that the definition does not have: it was renamed or removed, or is mistyped. The \
                    `title` and `name` of a defined type may be documented."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for documented in documented(context) {
        if matches!(documented.expr, Expr::TypeAlias(_)) {
            continue;
        }
        for parameter in &documented.comment.parameters {
            let name = parameter.name.trim_start_matches(['*', '&', '$']);
            let is_title = ["name", "title"].contains(&name);
            if name.is_empty() || is_title || documented.parameters.iter().any(|known| known.name == name) {
                continue;
            }
            let message = format!("there is no parameter '${name}' to document");
            let diagnostic = findings.report(parameter.name_range, message);
            if let Some(similar) = similar(&documented, name) {
                diagnostic.hint = Some(format!("did you mean '{similar}'?"));
                let title = format!("Replace with '{similar}'");
                diagnostic.fixes.push(Fix::replace(parameter.name_range, similar, title));
            }
            let of_parameter = |tag: &&WrittenTag| tag.lines.contains(parameter.name_range.start);
            if let Some(tag) = documented.tags.iter().find(of_parameter) {
                let lines = context.whole_lines(tag.lines);
                diagnostic.fixes.push(Fix::replace(lines, "", format!("Remove the documentation of '{name}'")));
            }
        }
    }
}

/// Returns a parameter without documentation whose name is close.
fn similar(documented: &Documented<'_>, name: &str) -> Option<String> {
    let missing: Vec<SmolStr> = documented
        .parameters
        .iter()
        .map(|parameter| parameter.name.clone())
        .filter(|name| !documented.documents(name))
        .collect();
    closest(name, missing.iter()).map(|name| name.to_string())
}
