//! Relationships read from left to right.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "right_to_left_relationship",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "The arrow `<-` says what comes first last; `->` with its sides exchanged reads as it happens.",
    run: |document, findings| {
        for arrow in document.of_kind(Kind::RightToLeftArrow) {
            findings.report(document, arrow, "right-to-left (<-) relationship");
        }
    },
    fix: None,
};
