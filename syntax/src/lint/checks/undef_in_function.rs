//! `undef` as an argument of a statement function.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "undef_in_function",
    "puppet-lint-undef_in_function-check",
    "`undef` is an argument of a function that stands as a statement; functions in Ruby get nil or an empty string for it.",
    run,
);

fn run(document: &Document<'_>, findings: &mut Findings) {
    let mut reported_to = 0;
    for at in document.of_kinds(&[Kind::Name, Kind::FunctionName]) {
        let begins =
            document.previous(at).is_none_or(|before| matches!(document.kind(before), Kind::Newline | Kind::Indent));
        if !begins || document.kind_of(document.next_code(at)) == Some(Kind::FatArrow) {
            continue;
        }
        let open = document.next_code(at).filter(|open| document.kind(*open) == Kind::LeftParen);
        let end = match open {
            Some(open) => document.partner(open).unwrap_or(open),
            None => (at..document.len()).find(|at| document.kind(*at) == Kind::Newline).unwrap_or(document.len()),
        };
        for undef in (at.max(reported_to)..end).filter(|at| document.kind(*at) == Kind::Undef) {
            findings.report(document, undef, "undef passed to a function");
        }
        reported_to = end;
    }
}
