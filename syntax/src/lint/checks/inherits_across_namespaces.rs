//! Inheritance stays within a module.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "inherits_across_namespaces",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A class inherits from a class of another module; `include` or `contain` says the same without tying \
                    the two together.",
    run,
    fix: None,
};

fn module_of<'a>(document: &Document<'a>, name: At) -> Option<&'a str> {
    document.value(name).split("::").find(|segment| !segment.is_empty())
}

fn run(document: &Document<'_>, findings: &mut Findings) {
    for class in document.classes() {
        let Some(parent) = class.parent else { continue };
        if module_of(document, class.name) != module_of(document, parent) {
            findings.report(document, parent, "class inherits across module namespaces");
        }
    }
}
