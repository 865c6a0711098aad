//! Classes and defined types are documented.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "documentation",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A class or defined type without a comment directly above it.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for definition in document.classes_and_defines() {
        if !has_comment_above(document, definition.start) {
            findings.report(document, definition.start, format!("{} not documented", definition.noun(document)));
        }
    }
}

fn has_comment_above(document: &Document<'_>, start: At) -> bool {
    let mut line_breaks = 0;
    for at in (0..start).rev() {
        match document.kind(at) {
            Kind::Newline => {
                line_breaks += 1;
                if line_breaks > 1 {
                    return false;
                }
            }
            Kind::Whitespace | Kind::Indent => {}
            kind => return kind.is_comment(),
        }
    }
    false
}
