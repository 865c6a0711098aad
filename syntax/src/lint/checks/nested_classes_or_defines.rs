//! Classes and defined types stand in files of their own, not inside of classes.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "nested_classes_or_defines",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A class or defined type is defined inside of a class.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    let inner = document.of_kinds(&[Kind::Class, Kind::Define]);
    for class in document.classes() {
        let from = inner.partition_point(|at| *at <= class.start);
        for at in inner[from..].iter().copied().take_while(|at| *at <= class.end) {
            if document.kind_of(document.next_code(at)) == Some(Kind::LeftBrace) {
                continue;
            }
            let noun = if document.kind(at) == Kind::Class { "class" } else { "defined type" };
            findings.report(document, at, format!("{noun} defined inside a class"));
        }
    }
}
