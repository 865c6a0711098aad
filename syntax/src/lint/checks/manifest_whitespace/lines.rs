//! Empty lines, and how a file begins and ends.

use super::super::prelude::*;
use super::GEM;

pub static NEWLINE_BEGINNING_OF_FILE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_newline_beginning_of_file",
    GEM,
    "The file begins with an empty line.",
    |document, findings| {
        for at in (0..document.len()).take_while(|at| document.kind(*at) == Kind::Newline) {
            findings.fixable(document, at, "there should not be a newline at the beginning of a manifest");
        }
    },
)
.fixed_by(remove);

pub static MISSING_NEWLINE_END_OF_FILE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_missing_newline_end_of_file",
    GEM,
    "The last line of the file has no line break.",
    |document, findings| {
        if let Some(last) = document.len().checked_sub(1).filter(|last| document.kind(*last) != Kind::Newline) {
            findings.fixable(document, last, "there should be a single newline at the end of a manifest");
        }
    },
)
.fixed_by(|draft, _| {
    draft.insert(draft.len(), Kind::Newline, "\n");
    Ok(())
});

pub static DOUBLE_NEWLINE_END_OF_FILE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_double_newline_end_of_file",
    GEM,
    "The file ends in an empty line.",
    |document, findings| {
        let tail = (0..document.len()).rev().take_while(|at| document.kind(*at) == Kind::Newline).count();
        for at in (document.len() + 1 - tail.max(1)..document.len()).rev() {
            findings.fixable(document, at, "there should be a single newline at the end of a manifest");
        }
    },
)
.fixed_by(remove);

pub static TWO_EMPTY_LINES: LintCheck = LintCheck::plugin(
    "manifest_whitespace_two_empty_lines",
    GEM,
    "Two empty lines in sequence.",
    |document, findings| {
        let mut breaks = 0;
        for at in 0..document.len() {
            match document.kind(at) {
                Kind::Newline => {
                    breaks += 1;
                    if breaks > 2 {
                        findings.fixable(document, at, "there should be no two consecutive empty lines");
                    }
                }
                Kind::Whitespace | Kind::Indent => {}
                _ => breaks = 0,
            }
        }
    },
)
.fixed_by(remove);
