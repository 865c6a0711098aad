//! Operators that hide what happens.

use super::prelude::*;

pub static APPENDS: LintCheck = LintCheck::plugin(
    "appends",
    "puppet-lint-appends-check",
    "The operator `+=`, which Puppet has taken out of the language.",
    |document, findings| {
        for operator in document.of_kind(Kind::Appends) {
            findings.report(document, operator, "the operator += is used");
        }
    },
);

pub static SPACESHIP_WITHOUT_TAG: LintCheck = LintCheck::plugin(
    "spaceship_operator_without_tag",
    "puppet-lint-spaceship_operator_without_tag-check",
    "A collector without a condition: it realizes every virtual resource of the type.",
    |document, findings| {
        for open in document.of_kind(Kind::CollectOpen) {
            if document.kind_of(document.next_code(open)) == Some(Kind::CollectClose) {
                findings.report(document, open, "collector without a condition");
            }
        }
    },
);
