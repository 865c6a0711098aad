//! Blanks and empty lines around commas, arrows and blocks.

use super::prelude::*;

pub static SPACE_BEFORE_ARROW: LintCheck = LintCheck::plugin(
    "space_before_arrow",
    "puppet-lint 4",
    "In a resource on one line there is not exactly one blank before a `=>`.",
    |document, findings| {
        for resource in document.resources() {
            let arrows: Vec<At> = resource.tokens().filter(|at| document.kind(*at) == Kind::FatArrow).collect();
            let (Some(first), Some(last)) = (arrows.first(), arrows.last()) else { continue };
            if document.line(*first) != document.line(*last) {
                continue;
            }
            for arrow in arrows.iter().copied() {
                let Some(before) = document.previous(arrow).filter(|before| document.source(*before) != " ") else {
                    continue;
                };
                let (line, column) = (document.line(before), document.token(before).column);
                let message = format!("there should be a single space before '=>' on line {line}, column {column}");
                findings.report(document, before, message).target = Target::Token(arrow);
            }
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Token(arrow) = target else { return Err(NoFix) };
    let at = draft.position(*arrow).ok_or(NoFix)?;
    match at.checked_sub(1).and_then(|before| draft.get_mut(before)) {
        Some(before) if before.kind == Kind::Whitespace => before.value = " ".into(),
        _ => {
            draft.insert(at, Kind::Whitespace, " ");
        }
    }
    Ok(())
});

pub static SPACE_AFTER_COMMA: LintCheck = LintCheck::plugin(
    "space_after_comma",
    "puppet-lint-space_after_comma-check",
    "No blank after a comma.",
    |document, findings| {
        for comma in document.of_kind(Kind::Comma) {
            let next = document.kind_of(document.next(comma));
            if !matches!(next, None | Some(Kind::Whitespace | Kind::Newline | Kind::Semicolon)) {
                findings.fixable(document, comma, "expected a space after the comma");
            }
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Token(comma) = target else { return Err(NoFix) };
    let at = draft.position(*comma).ok_or(NoFix)?;
    draft.insert(at + 1, Kind::Whitespace, " ");
    Ok(())
});

pub static UNCUDDLED_ELSE: LintCheck = LintCheck::plugin(
    "uncuddled_else",
    "puppet-lint-uncuddled_else-check",
    "`else` or `elsif` is not on the line of the brace before it.",
    |document, findings| {
        for word in document.of_kinds(&[Kind::Else, Kind::Elsif]) {
            let brace = document.previous_code(word).filter(|brace| document.kind(*brace) == Kind::RightBrace);
            if brace.is_some_and(|brace| document.line(brace) != document.line(word)) {
                let message = format!("{} is not on the line of the closing brace", document.value(word));
                findings.fixable(document, word, message);
            }
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Token(word) = target else { return Err(NoFix) };
    let at = draft.position(*word).ok_or(NoFix)?;
    let brace = draft.previous_code(at).ok_or(NoFix)?;
    // A comment between the two must stay where it is.
    if (brace + 1..at).any(|at| draft.kind(at).is_some_and(Kind::is_comment)) {
        return Err(NoFix);
    }
    draft.remove_range(brace + 1..at);
    draft.insert(brace + 1, Kind::Whitespace, " ");
    Ok(())
});

pub static EMPTY_LINES_AROUND_BODY: LintCheck = LintCheck::plugin(
    "empty_lines_around_body",
    "puppet-lint-empty_lines_around_body-check",
    "A block of code begins or ends with an empty line.",
    |document, findings| {
        let is_space = |at: &At| matches!(document.kind(*at), Kind::Newline | Kind::Whitespace | Kind::Indent);
        for open in document.of_kind(Kind::LeftBrace) {
            let before = document.kind_of(document.previous_code(open));
            // Braces of resources and hashes are none of code.
            let is_value = matches!(before, Some(Kind::Equals | Kind::FatArrow | Kind::Question | Kind::Comma));
            let Some(close) = document.partner(open).filter(|_| !is_value) else { continue };
            let head: Vec<At> = (open + 1..close).take_while(is_space).collect();
            if head.len() == close - open - 1 {
                continue;
            }
            let breaks = |tokens: &[At]| -> Vec<At> {
                tokens.iter().copied().filter(|at| document.kind(*at) == Kind::Newline).collect()
            };
            if let Some(second) = breaks(&head).get(1) {
                findings.fixable(document, *second, "empty line at the start of a block");
            }
            let mut tail: Vec<At> = (open + 1..close).rev().take_while(is_space).collect();
            tail.reverse();
            if let [.., last_but_one, _] = breaks(&tail)[..] {
                findings.fixable(document, last_but_one, "empty line at the end of a block");
            }
        }
    },
)
.fixed_by(remove);

pub static EMPTY_TRAILING_LINES: LintCheck = LintCheck::plugin(
    "empty_trailing_lines",
    "puppet-lint-empty_trailing_lines",
    "Empty lines at the end of the file.",
    |document, findings| {
        let is_space = |at: &At| matches!(document.kind(*at), Kind::Newline | Kind::Whitespace | Kind::Indent);
        let tail: Vec<At> = (0..document.len()).rev().take_while(is_space).collect();
        if let [last, _, ..] = tail[..] {
            findings.report(document, last, "empty lines at the end of the file").target =
                Target::Tokens(*tail.last().unwrap_or(&last), last);
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Tokens(first, last) = target else { return Err(NoFix) };
    let first = draft.position(*first).ok_or(NoFix)?;
    let last = draft.position(*last).ok_or(NoFix)?;
    draft.remove_range(first..last + 1);
    draft.insert(first, Kind::Newline, "\n");
    Ok(())
});
