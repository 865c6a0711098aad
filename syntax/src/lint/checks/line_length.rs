//! Lines are not too long.

use super::prelude::*;
use crate::text_range::TextRange;

pub static MORE_THAN_140: LintCheck = LintCheck {
    name: "140chars",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A line of more than 140 characters. Lines with a URL or a call of `template` are left alone.",
    run: |document, findings| run(document, findings, 140),
    fix: None,
};

pub static MORE_THAN_80: LintCheck = LintCheck {
    name: "80chars",
    origin: Origin::BuiltIn,
    on_by_default: false,
    severity: LintSeverity::Warning,
    documentation: "A line of more than 80 characters. Lines with a URL or a call of `template` are left alone.",
    run: |document, findings| run(document, findings, 80),
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings, limit: usize) {
    let mut offset = 0;
    for (index, line) in document.text.split('\n').enumerate() {
        let start = offset;
        offset += line.len() + 1;
        if line.len() <= limit || line.contains("://") || line.contains("template(") {
            continue;
        }
        let Some((too_much, _)) = line.char_indices().nth(limit) else { continue };
        let range = TextRange::new((start + too_much) as u32, (start + line.trim_end().len().max(too_much)) as u32);
        let message = format!("line has more than {limit} characters");
        findings.push(range, index as u32 + 1, limit as u32, message.into());
    }
}
