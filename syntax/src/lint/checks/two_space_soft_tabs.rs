//! Indentation is in steps of two.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "2sp_soft_tabs",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "A line is indented by an odd number of characters.",
    run: |document, findings| {
        for indent in document.of_kind(Kind::Indent) {
            if document.value(indent).chars().count() % 2 == 1 {
                findings.report(document, indent, "two-space soft tabs not used");
            }
        }
    },
    fix: None,
};
