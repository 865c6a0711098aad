//! White space around brackets, names and arrows, and empty lines: one strict way to write each.

pub mod brackets;
pub mod lines;
pub mod names;

use super::prelude::*;

const GEM: &str = "puppet-lint-manifest_whitespace-check";

fn is_space(kind: Kind) -> bool {
    matches!(kind, Kind::Whitespace | Kind::Indent | Kind::Newline)
}

fn is_single_space(document: &Document<'_>, at: At) -> bool {
    document.kind(at) == Kind::Whitespace && document.value(at) == " "
}

/// The token before that is no white space; comments count.
fn text_before(document: &Document<'_>, at: At) -> Option<At> {
    (0..at).rev().find(|before| !is_space(document.kind(*before)))
}

fn text_after(document: &Document<'_>, at: At) -> Option<At> {
    (at + 1..document.len()).find(|after| !is_space(document.kind(*after)))
}

/// Puts other white space between two tokens that have nothing else between them.
fn set_space(draft: &mut Draft<'_>, start: At, end: At, space: &str) -> Result<(), NoFix> {
    if (start + 1..end).any(|at| draft.kind(at).is_none_or(|kind| !is_space(kind))) {
        return Err(NoFix);
    }
    draft.remove_range(start + 1..end);
    if !space.is_empty() {
        draft.insert(start + 1, Kind::Whitespace, space.to_string());
    }
    Ok(())
}

/// Keeps only the last line break of the white space between two tokens, with the indentation after it.
fn keep_one_break(draft: &mut Draft<'_>, start: At, end: At) -> Result<(), NoFix> {
    let last = (start + 1..end).rev().find(|at| draft.kind(*at) == Some(Kind::Newline)).ok_or(NoFix)?;
    if (start + 1..end).any(|at| draft.kind(at).is_none_or(|kind| !is_space(kind))) {
        return Err(NoFix);
    }
    draft.remove_range(start + 1..last);
    Ok(())
}
