//! White space before and after `{`, `}`, `[` and `]`.

use super::super::prelude::*;
use super::{GEM, is_single_space, is_space, keep_one_break, set_space, text_after, text_before};

pub static OPENING_BRACE_BEFORE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_opening_brace_before",
    GEM,
    "There is not exactly one blank before a `{`; none is wanted after `(` and `[`.",
    |document, findings| {
        for brace in document.of_kind(Kind::LeftBrace) {
            let (Some(space), Some(before)) = (document.previous(brace), text_before(document, brace)) else {
                continue;
            };
            let has_break = (before..brace).any(|at| document.kind(at) == Kind::Newline);
            let is_single = before + 2 == brace && is_single_space(document, space);
            let is_fine = match document.kind(before) {
                Kind::Comment | Kind::Colon => true,
                Kind::Comma if has_break => true,
                Kind::LeftParen | Kind::LeftBracket => before + 1 == brace || has_break,
                Kind::LeftBrace => has_break || is_single,
                // In a string the brace may follow `${`.
                Kind::StringStart | Kind::StringMiddle | Kind::HeredocStart | Kind::HeredocMiddle => true,
                _ => is_single,
            };
            if !is_fine {
                findings.fixable(document, brace, "there should be a single space before an opening brace");
            }
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Token(brace) = target else { return Err(NoFix) };
    let at = draft.position(*brace).ok_or(NoFix)?;
    let before = (0..at).rev().find(|before| draft.kind(*before).is_some_and(|kind| !is_space(kind))).ok_or(NoFix)?;
    let is_inner = matches!(draft.kind(before), Some(Kind::LeftParen | Kind::LeftBracket));
    set_space(draft, before, at, if is_inner { "" } else { " " })
});

pub static OPENING_BRACE_AFTER: LintCheck = LintCheck::plugin(
    "manifest_whitespace_opening_brace_after",
    GEM,
    "After a `{` comes neither one blank nor one line break.",
    |document, findings| {
        for brace in document.of_kind(Kind::LeftBrace) {
            let Some(next) = document.next(brace).filter(|next| !is_single_space(document, *next)) else { continue };
            let is_fine = match document.kind(next) {
                Kind::RightBrace | Kind::LeftBracket | Kind::LeftBrace => true,
                Kind::Newline => document.kind_of(document.next(next)) != Some(Kind::Newline),
                _ => false,
            };
            if !is_fine {
                let message = "there should be a single space or single newline after an opening brace";
                findings.report(document, next, message).target = Target::Token(brace);
            }
        }
    },
)
.fixed_by(fix_after_opener);

/// One blank, or one line break where there are several, after an opening bracket.
fn fix_after_opener(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(opener) = target else { return Err(NoFix) };
    let at = draft.position(*opener).ok_or(NoFix)?;
    let next =
        (at + 1..draft.len()).find(|after| draft.kind(*after).is_some_and(|kind| !is_space(kind))).ok_or(NoFix)?;
    let has_break = (at + 1..next).any(|at| draft.kind(at) == Some(Kind::Newline));
    let is_bracket = draft.kind(at) == Some(Kind::LeftBracket);
    match (has_break, is_bracket) {
        (true, _) => keep_one_break(draft, at, next),
        (false, true) => set_space(draft, at, next, ""),
        (false, false) => set_space(draft, at, next, " "),
    }
}

pub static CLOSING_BRACE_BEFORE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_closing_brace_before",
    GEM,
    "Before a `}` comes neither one blank nor one line break.",
    |document, findings| {
        for brace in document.of_kind(Kind::RightBrace) {
            let (Some(space), Some(before)) = (document.previous(brace), text_before(document, brace)) else {
                continue;
            };
            let is_fine = match document.kind(space) {
                Kind::LeftBrace => true,
                Kind::Whitespace => {
                    document.kind(before) != Kind::LeftBrace && before + 2 == brace && is_single_space(document, space)
                }
                Kind::Indent => before + 3 == brace,
                Kind::Newline => before + 2 == brace,
                _ => false,
            };
            if !is_fine {
                let message = "there should be a single space or newline before a closing brace";
                findings.fixable(document, brace, message);
            }
        }
    },
)
.fixed_by(|draft, target| {
    let (before, at) = before_closer(draft, target)?;
    let is_empty = draft.kind(before) == Some(Kind::LeftBrace);
    let has_break = (before + 1..at).any(|at| draft.kind(at) == Some(Kind::Newline));
    match (is_empty, has_break) {
        (true, _) => set_space(draft, before, at, ""),
        (false, true) => keep_one_break(draft, before, at),
        (false, false) => set_space(draft, before, at, " "),
    }
});

/// A closing bracket and what stands before it.
fn before_closer(draft: &Draft<'_>, target: &Target) -> Result<(At, At), NoFix> {
    let Target::Token(closer) = target else { return Err(NoFix) };
    let at = draft.position(*closer).ok_or(NoFix)?;
    let before = (0..at).rev().find(|before| draft.kind(*before).is_some_and(|kind| !is_space(kind))).ok_or(NoFix)?;
    Ok((before, at))
}

pub static CLOSING_BRACE_AFTER: LintCheck = LintCheck::plugin(
    "manifest_whitespace_closing_brace_after",
    GEM,
    "A blank between a `}` and the punctuation after it, or none before anything else.",
    |document, findings| after_closer(document, findings, Kind::RightBrace, "a closing brace"),
)
.fixed_by(fix_after_closer);

pub static CLOSING_BRACKET_AFTER: LintCheck = LintCheck::plugin(
    "manifest_whitespace_closing_bracket_after",
    GEM,
    "A blank between a `]` and the punctuation after it, or none before anything else.",
    |document, findings| after_closer(document, findings, Kind::RightBracket, "a closing bracket"),
)
.fixed_by(fix_after_closer);

/// What may directly follow a closing bracket.
fn follows_closer(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::RightBracket
            | Kind::RightParen
            | Kind::Semicolon
            | Kind::Comma
            | Kind::Colon
            | Kind::Dot
            | Kind::Newline
            | Kind::StringMiddle
            | Kind::StringEnd
            | Kind::LeftBracket
            | Kind::HeredocMiddle
            | Kind::HeredocEnd
    )
}

fn after_closer(document: &Document<'_>, findings: &mut Findings, closer: Kind, name: &str) {
    for at in document.of_kind(closer) {
        let Some(next) = document.next(at).filter(|next| !follows_closer(document.kind(*next))) else { continue };
        if document.kind(next) == Kind::Whitespace {
            let after = text_after(document, at);
            if !after.is_some_and(|after| follows_closer(document.kind(after))) {
                continue;
            }
        }
        let message =
            format!("wrong white space after {name}: none before punctuation, one space before anything else");
        findings.report(document, next, message).target = Target::Token(at);
    }
}

fn fix_after_closer(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(closer) = target else { return Err(NoFix) };
    let at = draft.position(*closer).ok_or(NoFix)?;
    match draft.kind(at + 1) {
        Some(Kind::Whitespace) if draft.kind(at + 2).is_some_and(follows_closer) => {
            draft.remove(at + 1);
            Ok(())
        }
        Some(kind) if !is_space(kind) => {
            draft.insert(at + 1, Kind::Whitespace, " ");
            Ok(())
        }
        _ => Err(NoFix),
    }
}

pub static OPENING_BRACKET_BEFORE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_opening_bracket_before",
    GEM,
    "There is not exactly one blank before a `[` that begins a list; none is wanted after another bracket.",
    |document, findings| {
        for bracket in document.of_kind(Kind::LeftBracket) {
            let (Some(space), Some(before)) = (document.previous(bracket), text_before(document, bracket)) else {
                continue;
            };
            if matches!(document.kind(space), Kind::ClassReference | Kind::Variable | Kind::Name) {
                continue;
            }
            let begins_line = matches!(document.kind(space), Kind::Indent | Kind::Newline);
            let is_single = before + 2 == bracket && is_single_space(document, space);
            let is_fine = match document.kind(before) {
                Kind::Comment => true,
                Kind::ClassReference | Kind::Variable => false,
                Kind::RightBracket
                | Kind::RightBrace
                | Kind::RightParen
                | Kind::LeftParen
                | Kind::LeftBracket
                | Kind::Type => before == space || begins_line,
                Kind::LeftBrace => before == space || begins_line || (is_single && opens_code(document, before)),
                Kind::Semicolon | Kind::Comma | Kind::Colon | Kind::Name => is_single || begins_line,
                _ => is_single,
            };
            if !is_fine {
                findings.fixable(document, bracket, "there should be a single space before an opening bracket");
            }
        }
    },
)
.fixed_by(|draft, target| {
    let (before, at) = before_closer(draft, target)?;
    let is_inner = matches!(draft.kind(before), Some(Kind::LeftParen | Kind::LeftBracket | Kind::LeftBrace));
    // Without white space it would become an index.
    set_space(draft, before, at, if is_inner { "" } else { " " })
});

/// The brace of a resource or a lambda.
fn opens_code(document: &Document<'_>, brace: At) -> bool {
    text_before(document, brace).is_some_and(|before| matches!(document.kind(before), Kind::Name | Kind::Pipe))
}

pub static OPENING_BRACKET_AFTER: LintCheck = LintCheck::plugin(
    "manifest_whitespace_opening_bracket_after",
    GEM,
    "White space after a `[`, other than one line break.",
    |document, findings| {
        for bracket in document.of_kind(Kind::LeftBracket) {
            let Some(next) = document.next(bracket).filter(|next| is_space(document.kind(*next))) else { continue };
            if document.kind(next) == Kind::Newline && document.kind_of(document.next(next)) != Some(Kind::Newline) {
                continue;
            }
            let message = "there should be no whitespace or a single newline after an opening bracket";
            findings.report(document, next, message).target = Target::Token(bracket);
        }
    },
)
.fixed_by(fix_after_opener);

pub static CLOSING_BRACKET_BEFORE: LintCheck = LintCheck::plugin(
    "manifest_whitespace_closing_bracket_before",
    GEM,
    "White space before a `]`, other than one line break.",
    |document, findings| {
        for bracket in document.of_kind(Kind::RightBracket) {
            let (Some(space), Some(before)) = (document.previous(bracket), text_before(document, bracket)) else {
                continue;
            };
            let is_fine = match document.kind(space) {
                Kind::Whitespace => false,
                Kind::Indent => before + 3 == bracket,
                Kind::Newline => before + 2 == bracket,
                _ => true,
            };
            if !is_fine {
                let message = "there should be no whitespace or a single newline before a closing bracket";
                findings.fixable(document, bracket, message);
            }
        }
    },
)
.fixed_by(|draft, target| {
    let (before, at) = before_closer(draft, target)?;
    if (before + 1..at).any(|at| draft.kind(at) == Some(Kind::Newline)) {
        keep_one_break(draft, before, at)
    } else {
        set_space(draft, before, at, "")
    }
});
