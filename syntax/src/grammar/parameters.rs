//! Parameters of definitions and lambdas, and return types.

use super::{calls, expressions};
use crate::parser::{Expected, Parser};
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
    p.bump();
    while !p.at(close) {
        if !p.at_any(STARTS) && !no_parameter(p, close) {
            break;
        }
        if p.at_any(STARTS) {
            parameter(p);
        }
        if p.eat(COMMA) || p.at(close) {
            continue;
        }
        if !no_comma(p, close) {
            break;
        }
    }
    p.expect(close);
    marker.complete(p, PARAMETER_LIST);
}

/// Reports that a parameter is missing; true where the list goes on: with the parameter itself, a `,` or the end.
#[cold]
fn no_parameter(p: &mut Parser<'_>, close: SyntaxKind) -> bool {
    let type_stands_here = p.nth(1) == VARIABLE && !p.at(L_BRACE) && !p.at_any(expressions::CLOSERS);
    if type_stands_here && p.at(COMMA) {
        p.missing(&[Expected::Parameter, Expected::Token(close)]);
        return true;
    }
    if type_stands_here {
        // A lower-case type or a string where a type should be: still a parameter.
        if !p.missing(&[Expected::ParameterType, Expected::ParameterName]) {
            p.skip();
        }
        return p.at_any(STARTS);
    }
    if p.missing(&[Expected::Parameter, Expected::Token(close)]) {
        default(p);
        return true;
    }
    p.at(COMMA) || close == R_PAREN && p.is_in_closed_brackets() && (p.recover(COMMAS) || p.at(close))
}

/// Reports what follows a parameter; true where the list goes on.
#[cold]
fn no_comma(p: &mut Parser<'_>, close: SyntaxKind) -> bool {
    if p.missing(&[Expected::NextParameter, Expected::Token(close)]) {
        return true;
    }
    close == R_PAREN && p.is_in_closed_brackets() && (p.recover(COMMAS) && p.eat(COMMA) || p.at(close))
}

const COMMAS: TokenSet = TokenSet::new(&[COMMA]);

/// `Type[1] *$name = default`
///
/// ```puppet PARAMETER
/// define a (Array[String] $b = [], Integer *$c) { }
/// ```
fn parameter(p: &mut Parser<'_>) {
    let marker = p.start();
    if p.at(PRIVATE_KW) {
        if !p.options.specification {
            p.missing(&[Expected::Parameter]);
        }
        p.bump();
    }
    if p.at(CLASS_REFERENCE) {
        parameter_type(p);
    }
    p.eat(STAR);
    if p.eat(VARIABLE) || no_name(p) {
        default(p);
    }
    marker.complete(p, PARAMETER);
}

/// Reports that the name of a parameter is missing; true where one is there all the same.
#[cold]
fn no_name(p: &mut Parser<'_>) -> bool {
    if p.missing(&[Expected::ParameterName]) {
        return true;
    }
    if p.nth(1) == VARIABLE && !p.at(COMMA) {
        p.skip();
    }
    p.eat(VARIABLE)
}

/// `= default`, where there is one.
fn default(p: &mut Parser<'_>) {
    let follows = p.at(EQUALS) || !matches!(p.current(), COMMA | R_PAREN | PIPE) && is_default(p);
    if follows {
        p.eat(EQUALS);
        expressions::expression_as(p, Expected::DefaultValue);
    }
}

/// True where a slip stands for the `=` of a default. It is reported.
#[cold]
fn is_default(p: &mut Parser<'_>) -> bool {
    let is_value = matches!(p.current(), IS_EQUAL | FAT_ARROW | COLON | NUMBER | SINGLE_QUOTED | DOUBLE_QUOTED);
    is_value && p.missing(&[Expected::DefaultSign, Expected::NextParameter])
}

/// `Type` or `Type[keys]`; no comma may stand before the bracket.
pub(super) fn parameter_type(p: &mut Parser<'_>) {
    let marker = p.start();
    p.bump();
    let reference = marker.complete(p, REFERENCE_EXPRESSION);
    if p.at(L_BRACKET) || calls::is_spaced_access(p) {
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
        p.missing(&[Expected::Type]);
    }
    marker.complete(p, RETURN_TYPE);
}
