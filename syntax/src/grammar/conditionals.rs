//! `if`, `unless`, `case` and selectors.

use super::{expressions, primary, statements};
use crate::parser::{CompletedMarker, Parser};
use crate::syntax_kind::SyntaxKind::*;

/// ```puppet ELSIF
/// if $a { 1 } elsif $b { 2 } else { 3 }
/// ```
pub(super) fn if_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    expressions::expression(p);
    statements::block(p);
    // One after the other, not one in the other: a long chain is not deep.
    while p.at(ELSIF_KW) {
        let marker = p.start();
        p.bump();
        expressions::expression(p);
        statements::block(p);
        marker.complete(p, ELSIF);
    }
    else_part(p);
    marker.complete(p, IF)
}

fn else_part(p: &mut Parser<'_>) {
    if !p.at(ELSE_KW) {
        return;
    }
    let marker = p.start();
    p.bump();
    if p.at(IF_KW) {
        p.error_here_with(Some("write `elsif`"), None);
        if_expression(p);
    } else {
        statements::block(p);
    }
    marker.complete(p, ELSE);
}

/// ```puppet UNLESS
/// unless $a { notice 'b' } else { notice 'c' }
/// ```
pub(super) fn unless_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    expressions::expression(p);
    statements::block(p);
    else_part(p);
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
    expressions::expression(p);
    let open = p.position();
    if p.expect(L_BRACE) {
        let may_end = p.options.empty_case && p.at(R_BRACE);
        if !p.at_any(expressions::STARTS) && !may_end {
            p.error_here_with(Some("a case needs at least one option"), None);
        }
        while !p.at(R_BRACE) && !p.at(END) && !p.at_any(expressions::CLOSERS) {
            if p.unbalanced && statements::is_definition_start(p) && p.is_at_line_start(p.position()) {
                break;
            }
            if p.at_any(expressions::STARTS) {
                case_option(p);
            } else {
                p.skip_with_error();
            }
        }
        statements::close_brace(p, open);
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
        expressions::expression(p);
        if !p.eat(COMMA) {
            break;
        }
        if !p.at_any(expressions::STARTS) {
            p.error_here();
            break;
        }
    }
    if !p.eat(COLON) {
        p.error_here_with(Some("a `:` must follow the values of a case option"), None);
        if p.at(FAT_ARROW) {
            p.bump();
        }
    }
    statements::block(p);
    marker.complete(p, CASE_OPTION);
    if p.position() == start {
        p.skip_with_error();
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
            selector_entry(p);
        } else {
            p.error_here();
        }
        return;
    }
    let open = p.position();
    p.bump();
    primary::entries(p, R_BRACE, true, false, selector_entry);
    statements::close_brace(p, open);
}

/// ```puppet SELECTOR_ENTRY
/// $a ? b => c
/// ```
fn selector_entry(p: &mut Parser<'_>) {
    let marker = p.start();
    expressions::expression(p);
    if p.eat(FAT_ARROW) {
        expressions::expression(p);
    } else {
        p.error_here();
    }
    marker.complete(p, SELECTOR_ENTRY);
}
