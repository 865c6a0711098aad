//! Statements in sequence, and calls without parentheses.

use super::expressions;
use crate::parser::Parser;
use crate::problem::RelatedPlace;
use crate::syntax_kind::SyntaxKind::{self, *};

/// The functions that may be called without parentheses.
const STATEMENT_FUNCTIONS: &[&str] = &[
    "require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning", "err", "fail", "import",
    "break", "next", "return",
];

pub(crate) fn is_statement_function(name: &str) -> bool {
    STATEMENT_FUNCTIONS.contains(&name)
}

/// What the statement before was, which decides what a list of values after it is.
enum Before<'a> {
    Other,
    Name(&'a str),
}

/// Statements up to `end`, which is left.
///
/// ```puppet SOURCE_FILE
/// $a = 1; $b = 2 $c = 3
/// ```
pub(super) fn statements(p: &mut Parser<'_>, end: SyntaxKind) {
    let mut before = Before::Other;
    let mut first = true;
    loop {
        if p.at(end) || p.at(END) || (end == R_BRACE && closes_by_layout(p)) {
            return;
        }
        if end != END && p.at_any(expressions::CLOSERS) && !p.at(R_PAREN) && !p.at(R_BRACKET) {
            return;
        }
        if !first && p.at(SEMICOLON) {
            p.bump();
            if !p.at_any(expressions::STARTS) {
                p.error_here_with(Some("`;` only separates statements: leave it out after the last one"), None);
                if p.at(SEMICOLON) {
                    p.skip_with_error();
                }
                continue;
            }
        }
        first = false;
        if !p.at_any(expressions::STARTS) {
            unusable(p);
            before = Before::Other;
            continue;
        }
        statement(p, &mut before);
    }
}

/// In a file with an unclosed brace, a definition that begins in the first column is not inside another.
fn closes_by_layout(p: &Parser<'_>) -> bool {
    p.unbalanced && is_definition_start(p) && p.is_at_line_start(p.position())
}

pub(super) fn is_definition_start(p: &Parser<'_>) -> bool {
    match p.current() {
        CLASS_KW | DEFINE_KW | FUNCTION_KW | PLAN_KW => matches!(p.nth(1), NAME | WORD | CLASS_REFERENCE),
        NODE_KW => matches!(p.nth(1), NAME | WORD | NUMBER | SINGLE_QUOTED | DOUBLE_QUOTED | DEFAULT_KW | REGEX),
        TYPE_KW => p.nth(1) == CLASS_REFERENCE,
        _ => false,
    }
}

/// A token that no statement begins with.
fn unusable(p: &mut Parser<'_>) {
    if p.at(ELSE_KW) || p.at(ELSIF_KW) {
        p.error_here_with(Some("there is no `if` that this belongs to"), None);
        let marker = p.start();
        let is_elsif = p.at(ELSIF_KW);
        p.bump();
        if is_elsif && p.at_any(expressions::STARTS) {
            expressions::expression(p);
        }
        if p.at(L_BRACE) {
            block(p);
        }
        marker.complete(p, ERROR);
        return;
    }
    p.skip_with_error();
}

/// ```puppet COMMA_LIST
/// notice 'a', 'b'
/// ```
fn statement<'a>(p: &mut Parser<'a>, before: &mut Before<'a>) {
    let start = p.position();
    let Some(first) = expressions::assignment(p) else {
        if p.position() == start {
            p.skip_with_error();
        }
        *before = Before::Other;
        return;
    };
    let is_call = match before {
        Before::Name(name) => p.options.any_statement_call || is_statement_function(name),
        Before::Other => false,
    };
    if p.at(COMMA) {
        let comma = p.position();
        let list = first.precede(p);
        while p.eat(COMMA) {
            if !p.at_any(expressions::STARTS) {
                p.error_here();
                break;
            }
            expressions::assignment(p);
        }
        list.complete(p, COMMA_LIST);
        if !is_call {
            let message = match before {
                Before::Name(name) => {
                    format!(
                        "attempt to pass argument list to the function '{name}' which cannot be called without parentheses"
                    )
                }
                Before::Other => "illegal comma separated argument list".to_string(),
            };
            p.error_at(comma, message, Some("put the arguments of a call in parentheses"));
        }
        *before = Before::Other;
        return;
    }
    *before = if !is_call && first.kind == NAME_EXPRESSION { Before::Name(p.text_of(start)) } else { Before::Other };
}

/// `{ statements }`
///
/// ```puppet BLOCK
/// if $a { notice 'b' }
/// ```
pub(super) fn block(p: &mut Parser<'_>) {
    if !p.at(L_BRACE) {
        p.error_here();
        return;
    }
    let marker = p.start();
    let open = p.position();
    p.bump();
    if p.enter() {
        statements(p, R_BRACE);
        p.leave();
    } else {
        p.skip_too_deep();
    }
    close_brace(p, open);
    marker.complete(p, BLOCK);
}

/// The `}` of the brace at `open`.
pub(super) fn close_brace(p: &mut Parser<'_>, open: usize) {
    if !p.eat(R_BRACE) {
        let related = RelatedPlace { range: p.range_of(open), message: "this brace is never closed".into() };
        p.error_here_with(Some("a `}` is missing"), Some(related));
    }
}
