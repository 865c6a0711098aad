//! `if`, `unless`, `case` and selectors.

use super::primary::Entries;
use super::{expressions, primary, statements};
use crate::parser::{Checkpoint, CompletedMarker, Expected, Parser};
use crate::syntax_kind::SyntaxKind::*;
use crate::token_set::TokenSet;

/// ```puppet ELSIF
/// if $a { 1 } elsif $b { 2 } else { 3 }
/// ```
pub(super) fn if_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    condition_and_body(p);
    // One after the other, not one in the other: a long chain is not deep.
    while p.at(ELSIF_KW) || p.at(NAME) && is_misspelt_elsif(p) {
        let marker = p.start();
        if !p.eat(ELSIF_KW) {
            p.missing(&[Expected::OtherBranch]);
        }
        condition_and_body(p);
        marker.complete(p, ELSIF);
    }
    else_part(p);
    marker.complete(p, IF)
}

/// The words that other languages have for `elsif`.
const MISSPELT: &[&str] = &["elseif", "elif"];

/// True at such a word before a condition. As a name it could only stand before what makes a call or an operation of it.
fn is_misspelt_elsif(p: &Parser<'_>) -> bool {
    MISSPELT.contains(&p.text_of(p.position())) && {
        let next = p.nth(1);
        matches!(next, L_PAREN | BANG | VARIABLE) || LITERAL_STARTS.contains(next)
    }
}

const LITERAL_STARTS: TokenSet =
    expressions::STARTS.without(&[L_BRACE, L_BRACKET, LIST_START, MINUS, STAR, AT, AT_AT, AMPERSAND]);

/// The condition of an `if`, `unless` or `elsif`, and what it decides about.
fn condition_and_body(p: &mut Parser<'_>) {
    before_body(p, Expected::Condition);
    statements::block_after(p, &[Expected::ConditionBody]);
}

/// What stands before the braces of a condition or `case`.
fn before_body(p: &mut Parser<'_>, expected: Expected) {
    let checkpoint = p.checkpoint();
    let mistakes = p.problem_count();
    expressions::expression_as(p, expected);
    if p.problem_count() > mistakes && !p.at(L_BRACE) {
        without_hash(p, &checkpoint, expected);
    }
}

/// Reads a mistaken condition again, as one whose operands are no hashes: in `if $a == { … }` an operand is missing. What
/// follows is told no more.
#[cold]
fn without_hash(p: &mut Parser<'_>, checkpoint: &Checkpoint, expected: Expected) {
    if !p.braces_are_body && p.kind_before(1) == R_BRACE {
        p.go_back(checkpoint);
        p.braces_are_body = true;
        expressions::expression_as(p, expected);
        p.braces_are_body = false;
    }
    if !p.at(L_BRACE) {
        p.be_quiet_here();
    }
}

/// An `else` or `elsif` that belongs to nothing and has been reported.
pub(super) fn stray_branch(p: &mut Parser<'_>) {
    let marker = p.start();
    let has_condition = !p.at(ELSE_KW);
    p.bump();
    if has_condition && p.at_any(expressions::STARTS) {
        expressions::expression(p);
    }
    if p.at(L_BRACE) {
        statements::block(p);
    }
    marker.complete(p, ERROR);
}

/// Reports that no `:` follows a value of an option; true where another value does.
#[cold]
fn no_colon(p: &mut Parser<'_>) -> bool {
    p.missing(&[Expected::OptionColon, Expected::NextElement])
        && p.at_any(expressions::STARTS)
        && !p.at(L_BRACE)
        && p.kind_before(1) != FAT_ARROW
}

/// Reports the missing body of an option. What stands there up to the end of the line is skipped.
#[cold]
fn option_without_body(p: &mut Parser<'_>) {
    p.missing(&[Expected::Token(L_BRACE)]);
    if p.recover_at_body() {
        statements::block(p);
    } else if !p.at_any(expressions::CLOSERS) && !p.follows_line_break(p.position()) {
        p.recover_line();
    }
}

const SELECTOR_ENTRIES: Entries =
    Entries { item: Expected::SelectorOption, close: R_BRACE, trailing_comma: true, may_be_empty: false };

fn else_part(p: &mut Parser<'_>) {
    if !p.at(ELSE_KW) {
        return;
    }
    let marker = p.start();
    p.bump();
    if p.at(ELSIF_KW) {
        p.missing(&[Expected::ElseBody]);
        stray_branch(p);
        else_part(p);
    } else if p.at(IF_KW) {
        p.missing(&[Expected::ElseBody]);
        if_expression(p);
    } else {
        statements::block_after(p, &[Expected::ElseBody]);
    }
    marker.complete(p, ELSE);
}

/// ```puppet UNLESS
/// unless $a { notice 'b' } else { notice 'c' }
/// ```
pub(super) fn unless_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    condition_and_body(p);
    else_part(p);
    if p.at(ELSIF_KW) || p.at(NAME) && is_misspelt_elsif(p) {
        p.missing_because(
            "expected `else`: an `unless` has no `elsif`, write `if` with the opposite condition",
            &[Expected::Token(ELSE_KW)],
        );
        stray_branch(p);
    }
    marker.complete(p, UNLESS)
}

/// `case value { option, option: { statements } }`
///
/// ```puppet CASE
/// case $a { 'b': { 1 } default: { 2 } }
/// ```
pub(super) fn case_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    before_body(p, Expected::Value);
    if p.eat(L_BRACE) || p.missing(&[Expected::CaseBody]) {
        let may_end = p.options.empty_case && p.at(R_BRACE);
        if !p.at_any(expressions::STARTS) && !p.at(COLON) && !may_end {
            p.missing_because("a case needs at least one option: `value: { … }`", &[Expected::CaseOption]);
        }
        while !p.at(R_BRACE) && !p.at(END) && !p.at_any(expressions::CLOSERS) {
            let begins_definition = || statements::is_definition_start(p) && p.is_at_line_start(p.position());
            if p.unbalanced && (begins_definition() || statements::unclosed_before_statement(p)) {
                break;
            }
            if p.at_any(expressions::STARTS) || p.at(COLON) {
                case_option(p);
            } else if p.missing(&[Expected::CaseOption]) {
                // `else { }`
                if p.at(L_BRACE) {
                    statements::block(p);
                }
            } else {
                p.skip();
            }
        }
        p.expect(R_BRACE);
    }
    marker.complete(p, CASE)
}

/// ```puppet CASE_OPTION
/// case $a { 'b', /c/: { 1 } }
/// ```
fn case_option(p: &mut Parser<'_>) {
    let start = p.position();
    let marker = p.start();
    loop {
        let is_value = expressions::expression_as(p, Expected::CaseOption).is_some();
        if !p.eat(COMMA) && (p.at(COLON) || !no_colon(p) || !is_value) {
            break;
        }
        if !p.at_any(expressions::STARTS) {
            p.missing(&[Expected::CaseOption]);
            break;
        }
    }
    p.eat(COLON);
    if p.at(L_BRACE) {
        statements::block(p);
    } else {
        option_without_body(p);
    }
    marker.complete(p, CASE_OPTION);
    if p.position() == start {
        p.skip();
    }
}

/// After `?`: `{ a => b, c => d }`, or one entry.
///
/// ```puppet SELECTOR
/// $a ? { 'b' => 1, default => 2, }
/// ```
pub(super) fn selector_entries(p: &mut Parser<'_>) {
    if !p.at(L_BRACE) {
        if p.at_any(expressions::STARTS) {
            selector_entry(p, Expected::TernaryArrow);
        } else {
            p.missing(&[Expected::SelectorOption, Expected::Token(L_BRACE)]);
        }
        return;
    }
    p.bump();
    primary::entries(p, &SELECTOR_ENTRIES, |p| selector_entry(p, Expected::SelectorArrow));
    p.expect(R_BRACE);
}

/// ```puppet SELECTOR_ENTRY
/// $a ? b => c
/// ```
fn selector_entry(p: &mut Parser<'_>, arrow: Expected) {
    let marker = p.start();
    expressions::expression(p);
    if p.eat(FAT_ARROW) || p.missing(&[arrow]) {
        expressions::expression_as(p, Expected::Value);
    }
    marker.complete(p, SELECTOR_ENTRY);
}
