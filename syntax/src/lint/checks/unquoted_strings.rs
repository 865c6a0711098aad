//! Bare words as options of `case` and of selectors.

use super::prelude::*;

const GEM: &str = "puppet-lint-unquoted_string-check";

pub static IN_CASE: LintCheck = LintCheck::plugin(
    "unquoted_string_in_case",
    GEM,
    "An option of `case` is a bare word; capitalised, it would be a data type.",
    |document, findings| {
        for case in document.of_kind(Kind::Case) {
            let open = document.find_next(case, |at| document.kind(at) == Kind::LeftBrace);
            look_inside(document, findings, open, Kind::Colon, "unquoted string in case");
        }
    },
)
.fixed_by(quote);

pub static IN_SELECTOR: LintCheck = LintCheck::plugin(
    "unquoted_string_in_selector",
    GEM,
    "An option of a selector is a bare word; capitalised, it would be a data type.",
    |document, findings| {
        for question in document.of_kind(Kind::Question) {
            let open = document.next_code(question).filter(|open| document.kind(*open) == Kind::LeftBrace);
            look_inside(document, findings, open, Kind::FatArrow, "unquoted string in selector");
        }
    },
)
.fixed_by(quote);

/// Reports the bare words before each separator of a pair of braces, outside of inner braces.
fn look_inside(
    document: &Document<'_>,
    findings: &mut Findings,
    open: Option<At>,
    separator: Kind,
    message: &'static str,
) {
    let Some((open, close)) = open.and_then(|open| Some((open, document.partner(open)?))) else { return };
    let mut words = Vec::new();
    let mut at = open + 1;
    while at < close {
        match document.kind(at) {
            kind if kind == separator => {
                for word in words.drain(..) {
                    findings.fixable(document, word, message);
                }
            }
            Kind::Name => words.push(at),
            Kind::ClassReference if !document.value(at).contains("::") => words.push(at),
            Kind::Newline => words.clear(),
            // The words of an option's value or block are no options.
            Kind::LeftBrace | Kind::LeftParen | Kind::LeftBracket => {
                words.clear();
                at = document.partner(at).unwrap_or(close);
            }
            Kind::Comma if separator == Kind::FatArrow => words.clear(),
            _ => {}
        }
        at += 1;
    }
}
