//! Parameters of definitions and lambdas, and return types.

use super::{calls, expressions, primary};
use crate::parser::Parser;
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::token_set::TokenSet;

const STARTS: TokenSet = TokenSet::new(&[VARIABLE, STAR, CLASS_REFERENCE, PRIVATE_KW]);

/// `(parameters)` of a definition, where there are any.
///
/// ```puppet PARAMETER_LIST
/// class a ($b, $c = 1,) { }
/// ```
pub(super) fn in_parentheses(p: &mut Parser<'_>) {
    if matches!(p.current(), L_PAREN | LINE_START_PAREN) {
        list(p, R_PAREN);
    }
}

/// `|parameters|` of a lambda or template.
///
/// ```puppet PARAMETER_LIST
/// f() |$a, $b| { }
/// ```
pub(super) fn between_pipes(p: &mut Parser<'_>) {
    list(p, PIPE);
}

fn list(p: &mut Parser<'_>, close: SyntaxKind) {
    let marker = p.start();
    let open = p.position();
    p.bump();
    while !p.at(close) {
        if !p.at_any(STARTS) {
            p.error_here();
            // A lower-case type or a string where a type should be: still a parameter.
            if p.nth(1) == VARIABLE && !p.at(L_BRACE) && !p.at_any(expressions::CLOSERS) {
                p.skip_with_error();
                continue;
            }
            if p.at(COMMA) {
                p.skip_with_error();
                continue;
            }
            break;
        }
        parameter(p);
        if p.eat(COMMA) || p.at(close) {
            continue;
        }
        p.error_here();
        if !p.at_any(STARTS) {
            break;
        }
    }
    primary::close(p, close, open);
    marker.complete(p, PARAMETER_LIST);
}

/// `Type[1] *$name = default`
///
/// ```puppet PARAMETER
/// define a (Array[String] $b = [], Integer *$c) { }
/// ```
fn parameter(p: &mut Parser<'_>) {
    let marker = p.start();
    if p.at(PRIVATE_KW) {
        if !p.options.specification {
            p.error_here();
        }
        p.bump();
    }
    if p.at(CLASS_REFERENCE) {
        parameter_type(p);
    }
    p.eat(STAR);
    if p.expect(VARIABLE) && p.eat(EQUALS) {
        expressions::expression(p);
    }
    marker.complete(p, PARAMETER);
}

/// `Type` or `Type[keys]`; no comma may stand before the bracket.
pub(super) fn parameter_type(p: &mut Parser<'_>) {
    let marker = p.start();
    p.bump();
    let reference = marker.complete(p, REFERENCE_EXPRESSION);
    if p.at(L_BRACKET) {
        let marker = reference.precede(p);
        calls::access_keys(p, false);
        marker.complete(p, ACCESS);
    }
}

/// `>> Type`, where there is one.
///
/// ```puppet RETURN_TYPE
/// function a() >> Array[String] { [] }
/// ```
pub(super) fn return_type(p: &mut Parser<'_>) {
    if !p.at(RIGHT_SHIFT) {
        return;
    }
    let marker = p.start();
    p.bump();
    if p.at(CLASS_REFERENCE) {
        parameter_type(p);
    } else {
        p.error_here();
    }
    marker.complete(p, RETURN_TYPE);
}
