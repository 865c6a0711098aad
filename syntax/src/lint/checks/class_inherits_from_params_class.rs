//! Classes that inherit their defaults from a `params` class, which data in modules made unnecessary.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "class_inherits_from_params_class",
    origin: Origin::BuiltIn,
    on_by_default: false,
    severity: LintSeverity::Warning,
    documentation: "A class inherits from a `params` class; data in the module does the same without inheritance.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for parent in document.classes().iter().filter_map(|class| class.parent) {
        if document.value(parent).ends_with("::params") {
            findings.report(document, parent, "class inheriting from params class");
        }
    }
}
