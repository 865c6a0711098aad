//! A tag that puppet-strings does not know: it leaves out all of it.

use reference::docstring::tag_table::{DIRECTIVES, PLAIN_DIRECTIVES, TAGS};
use smol_str::SmolStr;

use super::documented;
use crate::checks::{Check, CheckContext, Findings, closest};
use crate::diagnostic::{DiagnosticSeverity, Fix};

pub const CHECK: Check = Check {
    code: "unknown-doc-tag",
    severity: DiagnosticSeverity::Warning,
    documentation: "A tag in a documentation comment is not one of puppet-strings, so that the reference does not have its text.",
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let known: Vec<SmolStr> = TAGS.iter().filter(|tag| tag.for_puppet).map(|tag| SmolStr::new(tag.name)).collect();
    for documented in documented(context) {
        for tag in &documented.tags {
            let is_directive = context.text(tag.range).starts_with("@!");
            let names: &[&str] = if is_directive { DIRECTIVES } else { PLAIN_DIRECTIVES };
            if names.contains(&tag.name.as_str()) || (!is_directive && TAGS.iter().any(|known| known.name == tag.name))
            {
                continue;
            }
            let message = format!("puppet-strings has no tag '{}'; its text is left out", context.text(tag.range));
            let diagnostic = findings.report(tag.range, message);
            if let Some(similar) = closest(&tag.name, known.iter()) {
                diagnostic.hint = Some(format!("did you mean '@{similar}'?"));
                let title = format!("Replace with '@{similar}'");
                diagnostic.fixes.push(Fix::replace(tag.range, format!("@{similar}"), title));
            }
        }
    }
}
