//! Types of resources that are better left out, or are used with care.

use super::prelude::*;

pub static ANCHOR: LintCheck = LintCheck::plugin(
    "anchor_resource",
    "puppet-lint-anchor-check",
    "An `anchor` resource; `contain` has replaced them.",
    |document, findings| {
        for resource in resources_of(document, &["anchor"]) {
            if let Some(name) = resource.type_token {
                findings.report(document, name, "anchor resource; use contain instead");
            }
        }
    },
);

pub static NO_CRON_RESOURCES: LintCheck = LintCheck::plugin(
    "no_cron_resources",
    "puppet-lint-no_cron_resources-check",
    "A `cron` resource.",
    |document, findings| {
        for resource in resources_of(document, &["cron"]) {
            if let Some(name) = resource.type_token {
                findings.report(document, name, "cron resource");
            }
        }
    },
);

pub static EXEC_IDEMPOTENCY: LintCheck = LintCheck::plugin(
    "exec_idempotency",
    "puppet-lint-exec_idempotency-check",
    "An `exec` that runs every time: it has none of `onlyif`, `unless`, `creates`, `refreshonly`.",
    |document, findings| {
        for resource in resources_of(document, &["exec"]) {
            let is_guard = |name: &At| matches!(document.value(*name), "onlyif" | "creates" | "refreshonly");
            // `unless` is a word of the language.
            let has_unless = resource.tokens().any(|at| {
                document.kind(at) == Kind::Unless && document.kind_of(document.next_code(at)) == Some(Kind::FatArrow)
            });
            if !has_unless && !resource.attributes.iter().any(is_guard) {
                let title = document.previous_code(resource.colon).unwrap_or(resource.colon);
                let message = "exec that runs every time; set onlyif, unless, creates or refreshonly";
                findings.report(document, title, message);
            }
        }
    },
);
