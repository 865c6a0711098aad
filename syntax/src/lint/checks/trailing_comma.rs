//! Lists over several lines end in a comma.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "trailing_comma",
    "puppet-lint-trailing_comma-check",
    "The last element of a list, hash or resource that ends on a line of its own has no comma after it.",
    run,
)
.fixed_by(fix);

fn run(document: &Document<'_>, findings: &mut Findings) {
    for resource in document.resources() {
        if document.kind(resource.end) == Kind::RightBrace {
            look_before(document, findings, resource.end, Kind::Colon);
        }
    }
    for open in document.of_kind(Kind::LeftBracket) {
        let before = document.kind_of(document.previous_code(open));
        let is_index = matches!(before, Some(Kind::ClassReference | Kind::Type));
        if let Some(close) = document.partner(open).filter(|_| !is_index) {
            look_before(document, findings, close, Kind::LeftBracket);
        }
    }
    for open in document.of_kind(Kind::LeftBrace) {
        if let Some(close) = document.partner(open).filter(|_| holds_entries(document, open)) {
            look_before(document, findings, close, Kind::LeftBrace);
        }
    }
}

/// The brace of a hash, or of defaults for a type of resource.
fn holds_entries(document: &Document<'_>, open: At) -> bool {
    let Some(before) = document.previous_code(open) else { return false };
    match document.kind(before) {
        Kind::Equals | Kind::IsEqual | Kind::FatArrow | Kind::LeftParen => true,
        Kind::ClassReference => {
            let before_type = document.kind_of(document.previous_code(before));
            !matches!(before_type, None | Some(Kind::RightShift | Kind::Match | Kind::NoMatch))
        }
        _ => false,
    }
}

/// Reports the last element before a closing bracket, where its line ends without a comma.
fn look_before(document: &Document<'_>, findings: &mut Findings, close: At, opener: Kind) {
    let Some(mut last) = document.previous_code(close) else { return };
    // The comma belongs behind the tag of a heredoc, not behind its text.
    if matches!(document.kind(last), Kind::Heredoc | Kind::HeredocEnd) {
        let open = document.of_kind(Kind::HeredocOpen).rfind(|open| *open < last);
        let Some(open) = open else { return };
        last = open;
    }
    let ends_line = document.kind_of(document.next(last)) == Some(Kind::Newline);
    if ends_line && document.kind(last) != opener && document.kind(last) != Kind::Comma {
        findings.fixable(document, last, "missing trailing comma after last element");
    }
}

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(last) = target else { return Err(NoFix) };
    let at = draft.position(*last).ok_or(NoFix)?;
    draft.insert(at + 1, Kind::Comma, ",");
    Ok(())
}
