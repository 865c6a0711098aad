//! Statements in sequence, and calls without parentheses.

use super::{conditionals, expressions, resources};
use crate::parser::{Expected, Parser};
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::token_set::TokenSet;

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
        if end != END && p.at_any(ENDS) {
            return;
        }
        if !first && p.at(SEMICOLON) {
            p.bump();
            if !p.at_any(expressions::STARTS) {
                p.missing_because(
                    "expected another statement: `;` only separates statements, leave it out after the last one",
                    &[Expected::NextStatement],
                );
                if p.at(SEMICOLON) {
                    p.skip();
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

/// What ends the text around a block. Other brackets that close nothing are skipped.
const ENDS: TokenSet = expressions::CLOSERS.without(&[R_PAREN, R_BRACKET, COLLECT_CLOSE, EXPORTED_CLOSE]);

/// In a file with an unclosed brace, a definition that begins in the first column is not inside another.
fn closes_by_layout(p: &Parser<'_>) -> bool {
    p.unbalanced && is_definition_start(p) && p.is_at_line_start(p.position())
}

/// True at a word without arrow that is no attribute, title or key: a definition, or, where a brace is not closed, a
/// statement, on a new line.
pub(super) fn begins_statement(p: &Parser<'_>) -> bool {
    let is_statement = || {
        matches!(p.current(), IF_KW | UNLESS_KW | CASE_KW)
            || p.at(NAME) && (p.nth(1) == L_BRACE || is_statement_function(p.text_of(p.position())))
    };
    p.follows_line_break(p.position()) && (is_definition_start(p) || p.unbalanced && is_statement())
}

/// Reports that braces are not closed before the statement that begins here; false where none does. Puppet takes the word for
/// a name and stops behind it.
pub(super) fn unclosed_before_statement(p: &mut Parser<'_>) -> bool {
    let is_unclosed = p.unbalanced && begins_statement(p) && !is_definition_start(p);
    if is_unclosed {
        p.unclosed_before();
    }
    is_unclosed
}

pub(crate) fn is_definition_start(p: &Parser<'_>) -> bool {
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
        p.missing_because("expected a statement: there is no `if` that this belongs to", &[Expected::Statement]);
        conditionals::stray_branch(p);
        return;
    }
    if p.at(R_BRACE) && p.missing_bodies > 0 {
        // Its partner has been reported.
        p.missing_bodies -= 1;
        let marker = p.start();
        p.bump();
        marker.complete(p, ERROR);
    } else if p.at(COLON) && follows_title(p) {
        p.missing_because("expected `{` before the title of a resource: `type { 'title': … }`", &[Expected::Statement]);
        resources::without_opening_brace(p);
    } else if matches!(p.current(), R_PAREN | R_BRACKET | R_BRACE | COLLECT_CLOSE | EXPORTED_CLOSE) {
        p.missing_because("expected a statement: there is no bracket that this closes", &[Expected::Statement]);
        p.skip();
    } else if !p.missing(&[Expected::Statement]) {
        p.skip();
    }
}

/// ```puppet COMMA_LIST
/// notice 'a', 'b'
/// ```
fn statement<'a>(p: &mut Parser<'a>, before: &mut Before<'a>) {
    let start = p.position();
    let Some(first) = expressions::assignment(p) else {
        if p.position() == start {
            p.skip_for(&[Expected::Statement]);
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
                p.missing(&[Expected::Argument]);
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
    block_after(p, &[Expected::Token(L_BRACE)]);
}

/// The same where other things could have stood before it.
pub(super) fn block_after(p: &mut Parser<'_>, expected: &[Expected]) {
    if !p.at(L_BRACE) && !body_elsewhere(p, expected) {
        return;
    }
    let marker = p.start();
    p.bump();
    if p.enter() {
        statements(p, R_BRACE);
        p.leave();
    } else {
        p.skip_too_deep();
    }
    p.expect(R_BRACE);
    marker.complete(p, BLOCK);
}

/// Reports that a body does not begin here. True where it begins further on in the line.
#[cold]
fn body_elsewhere(p: &mut Parser<'_>, expected: &[Expected]) -> bool {
    if p.missing(expected) && !p.at(L_BRACE) && p.at_any(expressions::STARTS) {
        // `if $a = 1 {`
        expressions::expression(p);
    }
    let found = p.at(L_BRACE) || p.recover_at_body();
    p.missing_bodies += u32::from(!found);
    found
}

/// `file '/a'` on the same line before the current token.
fn follows_title(p: &Parser<'_>) -> bool {
    let at = p.position();
    at >= 2
        && p.kind_before(2) == NAME
        && matches!(p.kind_before(1), SINGLE_QUOTED | DOUBLE_QUOTED | STRING_END | VARIABLE | R_BRACKET)
        && !p.follows_line_break(at)
        && !p.follows_line_break(at - 1)
}
