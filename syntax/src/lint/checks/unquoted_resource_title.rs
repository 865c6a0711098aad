//! Titles of resources are quoted.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "unquoted_resource_title",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A resource's title is a bare word.",
    run: |document, findings| {
        for title in document.titles().iter().copied().filter(|title| document.kind(*title) == Kind::Name) {
            findings.fixable(document, title, "unquoted resource title");
        }
    },
    fix: Some(quote),
};
