//! A parameter without documentation beside others that have some.

use syntax::TextRange;

use super::documented;
use crate::checks::{Check, CheckContext, Findings};
use crate::diagnostic::Fix;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "doc-missing-parameter",
        Names,
        Hint,
        "A parameter has no `@param` in the comment of its definition although others have one. Private definitions \
                    (`@api private`) are left alone."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for documented in documented(context) {
        if documented.comment.parameters.is_empty() || documented.comment.is_private() {
            continue;
        }
        for parameter in documented.parameters {
            let is_documented = documented.documents(&parameter.name)
                || documented.documents(&format!("*{}", parameter.name))
                || parameter.name.starts_with('_');
            if is_documented {
                continue;
            }
            let range = context.range(parameter.id);
            let start = context.source_map.anchor(parameter.id).max(range.start);
            let end = (start + parameter.name.len() as u32 + 1).min(range.end).max(start);
            let message = format!("parameter '${}' is not documented", parameter.name);
            let diagnostic = findings.report(TextRange::new(start, end), message);
            // Behind the last documented parameter, so that they stay together.
            let last = documented.tags.iter().rfind(|tag| tag.name == "param");
            let at = last.map_or(documented.comment.range.end, |tag| tag.lines.end);
            let new_text = format!("\n{}# @param {}", documented.indentation, parameter.name);
            let title = format!("Document '${}'", parameter.name);
            diagnostic.fixes.push(Fix::replace(TextRange::empty(at), new_text, title));
        }
    }
}
