//! Blanks after arrows, and around the names of classes.

use super::super::prelude::*;
use super::{GEM, is_single_space, is_space, set_space, text_after};

pub static ARROWS_SINGLE_SPACE_AFTER: LintCheck = LintCheck::plugin(
    "manifest_whitespace_arrows_single_space_after",
    GEM,
    "There is not exactly one blank after a `=>`.",
    |document, findings| {
        for arrow in document.of_kind(Kind::FatArrow) {
            let Some(next) = document.next(arrow).filter(|next| !is_single_space(document, *next)) else { continue };
            findings.report(document, next, "there should be a single space after an arrow").target =
                Target::Token(arrow);
        }
    },
)
.fixed_by(single_space_after);

pub static CLASS_NAME_SINGLE_SPACE_BEFORE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_class_name_single_space_before",
    GEM,
    "There is not exactly one blank between `class` or `define` and the name.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            let keyword = definition.start;
            if let Some(next) = document.next(keyword).filter(|next| !is_single_space(document, *next)) {
                let message = "there should be a single space between the keyword and the name of a definition";
                findings.report(document, next, message).target = Target::Token(keyword);
            }
        }
    },
)
.fixed_by(single_space_after);

pub static CLASS_NAME_SINGLE_SPACE_AFTER: LintCheck = LintCheck::plugin(
    "manifest_whitespace_class_name_single_space_after",
    GEM,
    "There is not exactly one blank between the name of a class or defined type and what follows it.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            let after = text_after(document, definition.name);
            let space = document.next(definition.name);
            let is_single = after == Some(definition.name + 2) && space.is_some_and(|at| is_single_space(document, at));
            if !is_single {
                let message = "there should be a single space after the name of a definition";
                findings.fixable(document, definition.name, message);
            }
        }
    },
)
.fixed_by(single_space_after);

pub static INHERITS_NAME_SINGLE_SPACE_BEFORE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_inherits_name_single_space_before",
    GEM,
    "There is not exactly one blank between `inherits` and the name.",
    |document, findings| {
        for keyword in document.of_kind(Kind::Inherits) {
            if let Some(next) = document.next(keyword).filter(|next| !is_single_space(document, *next)) {
                let message = "there should be a single space between inherits and the name";
                findings.report(document, next, message).target = Target::Token(keyword);
            }
        }
    },
)
.fixed_by(single_space_after);

fn single_space_after(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(token) = target else { return Err(NoFix) };
    let at = draft.position(*token).ok_or(NoFix)?;
    let next =
        (at + 1..draft.len()).find(|after| draft.kind(*after).is_some_and(|kind| !is_space(kind))).ok_or(NoFix)?;
    set_space(draft, at, next, " ")
}
