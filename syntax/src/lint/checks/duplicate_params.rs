//! An attribute is given once.

use std::collections::HashSet;

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "duplicate_params",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "A resource has the same attribute twice.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for resource in document.resources() {
        let mut seen: Vec<HashSet<&str>> = vec![HashSet::new()];
        for at in resource.tokens() {
            match document.kind(at) {
                Kind::LeftBrace => seen.push(HashSet::new()),
                Kind::RightBrace => {
                    seen.pop();
                }
                Kind::FatArrow => {
                    let name = document.previous_code(at).filter(|name| document.kind(*name) == Kind::Name);
                    let (Some(name), Some(level)) = (name, seen.last_mut()) else { continue };
                    if !level.insert(document.value(name)) {
                        findings.report(document, name, "duplicate parameter found in resource");
                    }
                }
                _ => {}
            }
        }
    }
}
