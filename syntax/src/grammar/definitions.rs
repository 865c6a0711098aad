//! Classes, defined types, nodes, functions, plans, type aliases.

use super::{calls, expressions, parameters, primary, statements, strings};
use crate::parser::{CompletedMarker, Expected, Marker, Parser};
use crate::syntax_kind::SyntaxKind::*;

/// `class name (parameters) inherits parent { … }`
///
/// ```puppet CLASS_DEFINITION
/// class a::b ($c) inherits a { }
/// ```
pub(super) fn class(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    class_after(p, marker)
}

fn class_after(p: &mut Parser<'_>, marker: Marker) -> CompletedMarker {
    p.bump();
    name(p, Expected::ClassName);
    parameters::in_parentheses(p);
    if p.at(INHERITS_KW) {
        let parent = p.start();
        p.bump();
        if p.at(DEFAULT_KW) {
            p.bump();
        } else {
            name(p, Expected::ParentName);
        }
        parent.complete(p, PARENT);
    }
    statements::block_after(p, &[Expected::Token(L_PAREN), Expected::Token(INHERITS_KW), Expected::Token(L_BRACE)]);
    marker.complete(p, CLASS_DEFINITION)
}

/// `define name (parameters) { … }`
///
/// ```puppet DEFINE_DEFINITION
/// define a ($b) { notify { $b: } }
/// ```
pub(super) fn define(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    define_after(p, marker)
}

fn define_after(p: &mut Parser<'_>, marker: Marker) -> CompletedMarker {
    p.bump();
    name(p, Expected::DefineName);
    parameters::in_parentheses(p);
    statements::block_after(p, &[Expected::Token(L_PAREN), Expected::Token(L_BRACE)]);
    marker.complete(p, DEFINE_DEFINITION)
}

/// `function name (parameters) >> Type { … }`
///
/// ```puppet FUNCTION_DEFINITION
/// function a($b) >> Integer { $b + 1 }
/// ```
pub(super) fn function(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    function_after(p, marker)
}

fn function_after(p: &mut Parser<'_>, marker: Marker) -> CompletedMarker {
    p.bump();
    name(p, Expected::FunctionName);
    parameters::in_parentheses(p);
    parameters::return_type(p);
    statements::block_after(p, &[Expected::Token(L_PAREN), Expected::Token(L_BRACE)]);
    marker.complete(p, FUNCTION_DEFINITION)
}

/// `plan name (parameters) { … }`
///
/// ```puppet PLAN_DEFINITION
/// plan a($b) { return $b }
/// ```
pub(super) fn plan(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    name(p, Expected::PlanName);
    parameters::in_parentheses(p);
    statements::block_after(p, &[Expected::Token(L_PAREN), Expected::Token(L_BRACE)]);
    marker.complete(p, PLAN_DEFINITION)
}

/// `private class …`: validation decides whether the edition has it.
///
/// ```puppet CLASS_DEFINITION
/// private class a { }
/// ```
pub(super) fn private(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    match p.current() {
        CLASS_KW => class_after(p, marker),
        DEFINE_KW => define_after(p, marker),
        _ => function_after(p, marker),
    }
}

/// `apply(arguments) { … }`
///
/// ```puppet APPLY
/// plan a() { apply('all') { include b } }
/// ```
pub(super) fn apply(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    if p.at(L_PAREN) {
        if p.nth(1) == R_PAREN {
            p.bump();
            p.missing(&[Expected::Argument]);
            p.bump();
        } else {
            calls::arguments(p, true);
        }
    } else {
        p.missing(&[Expected::Token(L_PAREN)]);
    }
    statements::block(p);
    marker.complete(p, APPLY)
}

/// The name of a definition.
fn name(p: &mut Parser<'_>, expected: Expected) {
    let marker = p.start();
    match p.current() {
        NAME | WORD | CLASS_REFERENCE => p.bump(),
        CLASS_KW if !p.is_at_line_start(p.position()) => {
            p.error_at(p.position(), "'class' keyword not allowed at this location", Some("expected a name"));
            p.bump();
        }
        SINGLE_QUOTED | DOUBLE_QUOTED => {
            p.error_at(
                p.position(),
                "A quoted string is not valid as a name here",
                Some("expected a name without quotes"),
            );
            p.bump();
        }
        _ => {
            p.missing(&[expected]);
            // A keyword or variable before the body stands for the name.
            if (p.current().is_keyword() || matches!(p.current(), VARIABLE | NUMBER))
                && matches!(p.nth(1), L_BRACE | L_PAREN)
            {
                p.skip();
            }
        }
    }
    marker.complete(p, DEFINITION_NAME);
}

/// `node matcher, matcher inherits matcher { … }`
///
/// ```puppet NODE_DEFINITION
/// node 'a.b', /c/ { include d }
/// ```
pub(super) fn node(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    loop {
        if !host_name(p) && !p.at(COMMA) {
            break;
        }
        if p.eat(COMMA) {
            if matches!(p.current(), L_BRACE | INHERITS_KW) {
                break;
            }
        } else if matches!(p.current(), L_BRACE | INHERITS_KW) || !p.missing(AFTER_HOST) {
            break;
        }
    }
    if p.at(INHERITS_KW) {
        let parent = p.start();
        p.bump();
        host_name(p);
        parent.complete(p, PARENT);
    }
    statements::block(p);
    marker.complete(p, NODE_DEFINITION)
}

const AFTER_HOST: &[Expected] = &[Expected::NextHost, Expected::Token(L_BRACE)];

/// A name with dots, a string, a regular expression or `default`.
///
/// ```puppet HOST_NAME
/// node web_01.example.com, default { }
/// ```
fn host_name(p: &mut Parser<'_>) -> bool {
    let marker = p.start();
    match p.current() {
        NAME | NUMBER => {
            p.bump();
            while p.at(DOT) {
                p.bump();
                if !matches!(p.current(), NAME | NUMBER) {
                    p.missing(&[Expected::HostName]);
                    break;
                }
                p.bump();
            }
        }
        SINGLE_QUOTED | DOUBLE_QUOTED | WORD | REGEX | DEFAULT_KW => {
            primary::refuse_hyphen(p);
            let literal = p.start();
            p.bump();
            literal.complete(p, LITERAL);
        }
        HEREDOC_START => {
            let heredoc = p.start();
            p.bump();
            heredoc.complete(p, HEREDOC_EXPRESSION);
        }
        STRING_START => {
            strings::string(p);
        }
        _ => {
            marker.abandon(p);
            p.missing(&[Expected::HostName]);
            let is_before_body = matches!(p.nth(1), L_BRACE | COMMA | INHERITS_KW);
            if is_before_body && !p.at(L_BRACE) && !p.at(COMMA) && !p.at_any(expressions::CLOSERS) {
                p.skip();
            }
            return false;
        }
    }
    marker.complete(p, HOST_NAME);
    true
}

/// `type(…)`, `type Name = Type`, `type Name inherits Parent { … }`
///
/// ```puppet TYPE_ALIAS
/// type A = Variant[Integer, String,]
/// ```
pub(super) fn type_keyword(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let marker = p.start();
    let start = p.position();
    p.bump();
    if p.at(L_PAREN) {
        return Some(marker.complete(p, NAME_EXPRESSION).anchored(start));
    }
    if !p.at(CLASS_REFERENCE) {
        if p.missing(&[Expected::TypeName]) {
            type_alias_value(p);
        }
        return Some(marker.complete(p, ERROR).anchored(start));
    }
    let name_position = p.position();
    if matches!(p.nth(1), L_BRACE | INHERITS_KW) {
        let name = p.start();
        p.bump();
        name.complete(p, DEFINITION_NAME);
        if p.at(INHERITS_KW) {
            let parent = p.start();
            p.bump();
            if !p.eat(CLASS_REFERENCE) {
                p.missing(&[Expected::TypeName]);
            }
            parent.complete(p, PARENT);
        }
        statements::block(p);
        return Some(marker.complete(p, TYPE_DEFINITION).anchored(start));
    }
    parameters::parameter_type(p);
    type_alias_value(p);
    Some(marker.complete(p, TYPE_ALIAS).anchored(name_position))
}

/// `= Type`, `= Type[keys]`, `= Type { … }`, `= { … }`, `= [ … ]`
///
/// ```puppet TYPE_ALIAS
/// type A = { 'attributes' => { 'b' => Integer } }
/// ```
fn type_alias_value(p: &mut Parser<'_>) {
    if !p.expect(EQUALS) {
        return;
    }
    match p.current() {
        CLASS_REFERENCE => {
            let marker = p.start();
            p.bump();
            let reference = marker.complete(p, REFERENCE_EXPRESSION);
            if p.at(L_BRACKET) {
                let marker = reference.precede(p);
                calls::access_keys(p, true);
                marker.complete(p, ACCESS);
            } else if p.at(L_BRACE) {
                primary::hash(p);
            }
        }
        L_BRACE => {
            primary::hash(p);
        }
        L_BRACKET | LIST_START => {
            primary::primary(p);
        }
        _ => {
            p.missing(&[Expected::Type]);
        }
    }
}
