//! Manifests of modules hold nothing but classes and defined types.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "code_on_top_scope",
    origin: Origin::BuiltIn,
    on_by_default: false,
    severity: LintSeverity::Warning,
    documentation: "Code outside of every class and defined type; one finding for each token of it.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    let mut spans: Vec<(At, At)> = document.classes_and_defines().map(|found| (found.start, found.end)).collect();
    spans.sort_unstable();
    let mut spans = spans.into_iter().peekable();
    let mut covered_to = None;
    for at in 0..document.len() {
        while let Some((_, end)) = spans.next_if(|(start, _)| *start <= at) {
            covered_to = covered_to.max(Some(end));
        }
        if document.kind(at).is_layout() || covered_to.is_some_and(|end| at <= end) {
            continue;
        }
        let message = format!("code outside of class or define block - {}", document.value(at));
        findings.report(document, at, message);
    }
}
