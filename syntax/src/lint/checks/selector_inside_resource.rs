//! Resources are kept simple: values are chosen before.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "selector_inside_resource",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "An attribute's value is a selector (`$x ? { … }`); a variable that is set before keeps the resource \
                    readable.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for resource in document.resources() {
        for arrow in resource.tokens().filter(|at| document.kind(*at) == Kind::FatArrow) {
            let value = document.next_code(arrow).filter(|value| document.kind(*value) == Kind::Variable);
            let after = value.and_then(|value| document.next_code(value));
            if document.kind_of(after) == Some(Kind::Question) {
                findings.report(document, arrow, "selector inside resource block");
            }
        }
    }
}
