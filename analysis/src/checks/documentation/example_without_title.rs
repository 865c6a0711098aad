//! An example without a title: the reference has an empty heading for it.

use super::documented;
use crate::checks::{Check, CheckContext, Findings};
use crate::diagnostic::Fix;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "doc-example-without-title",
        Names,
        Hint,
        "An `@example` has no title on its line, so that the reference has an empty heading."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for documented in documented(context) {
        for tag in documented.tags.iter().filter(|tag| tag.name == "example" && tag.text.trim().is_empty()) {
            let diagnostic = findings.report(tag.range, "this example has no title");
            diagnostic.fixes.push(Fix::replace(tag.range, "@example Usage", "Add the title 'Usage'"));
        }
    }
}
