//! What may follow a value directly: an index, arguments, a method, a lambda, a collector's query.

use super::primary::Entries;
use super::{expressions, parameters, primary, resources, statements};
use crate::parser::{CompletedMarker, Expected, MAX_HEIGHT, Parser};
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::token_set::TokenSet;

/// A primary expression with everything that follows it directly.
pub(super) fn postfix_expression(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let mut left = primary::primary(p)?;
    while let Some(next) = postfix(p, left) {
        left = next;
    }
    Some(left)
}

/// What an `[` behind a blank belongs to: every value but a name, which it is an argument of.
fn takes_spaced_keys(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        ACCESS
            | ARRAY
            | CALL
            | HASH
            | HEREDOC_EXPRESSION
            | LITERAL
            | METHOD_CALL
            | PAREN_EXPRESSION
            | REFERENCE_EXPRESSION
            | STRING_EXPRESSION
            | VARIABLE_EXPRESSION
    )
}

/// True at a `[` behind a blank in the same line, where blanks do not matter.
pub(super) fn is_spaced_access(p: &Parser<'_>) -> bool {
    p.at(LIST_START) && p.options.spaced_access && !p.follows_line_break(p.position())
}

/// One postfix of `left`, or `None`.
pub(super) fn postfix(p: &mut Parser<'_>, left: CompletedMarker) -> Option<CompletedMarker> {
    let follows = matches!(p.current(), L_BRACKET | L_PAREN | DOT | COLLECT_OPEN | EXPORTED_OPEN)
        || is_spaced_access(p) && takes_spaced_keys(left.kind);
    if !follows {
        return None;
    }
    p.tallest += 1;
    if p.tallest > MAX_HEIGHT {
        p.skip_too_deep();
        return None;
    }
    Some(match p.current() {
        L_BRACKET | LIST_START => access(p, left),
        L_PAREN => call(p, left),
        DOT => method_call(p, left),
        _ => collector(p, left),
    })
}

/// `left[key, key => value,]`
///
/// ```puppet ACCESS
/// $a['b'][1, 2,]
/// ```
fn access(p: &mut Parser<'_>, left: CompletedMarker) -> CompletedMarker {
    let anchor = left.anchor;
    let marker = left.precede(p);
    access_keys(p, true);
    marker.complete(p, ACCESS).anchored(anchor)
}

/// `[keys]`
pub(super) fn access_keys(p: &mut Parser<'_>, trailing_comma: bool) {
    p.bump();
    let keys = Entries { item: Expected::Key, close: R_BRACKET, trailing_comma, may_be_empty: false };
    primary::entries(p, &keys, |p| {
        let entry = expressions::entry(p, false);
        let is_statement = entry.value.is_some_and(|value| {
            matches!(value.kind, ASSIGNMENT | RELATIONSHIP | RESOURCE | RESOURCE_WITHOUT_TITLE | VIRTUAL_RESOURCE)
        });
        if !entry.is_pair && is_statement {
            p.missing(&[Expected::Token(FAT_ARROW)]);
        }
    });
    p.expect(R_BRACKET);
}

/// `left(arguments) |parameters| { … }`
///
/// ```puppet CALL
/// f(1, a => 2,) |$x| { $x }
/// ```
fn call(p: &mut Parser<'_>, left: CompletedMarker) -> CompletedMarker {
    let anchor = left.anchor;
    let marker = left.precede(p);
    arguments(p, true);
    if p.at(PIPE) {
        lambda(p);
    }
    marker.complete(p, CALL).anchored(anchor)
}

/// `(argument, key => value,)`
///
/// ```puppet ARGUMENT_LIST
/// notice('a', 'b')
/// ```
pub(super) fn arguments(p: &mut Parser<'_>, trailing_comma: bool) {
    let marker = p.start();
    p.bump();
    let arguments = Entries { item: Expected::Argument, close: R_PAREN, trailing_comma, may_be_empty: true };
    primary::entries(p, &arguments, |p| {
        expressions::entry(p, false);
    });
    p.expect(R_PAREN);
    marker.complete(p, ARGUMENT_LIST);
}

/// `left.name`, `left.name(arguments)`, each with or without a lambda.
///
/// ```puppet METHOD_CALL
/// $a.map |$x| { $x }.join(', ').type
/// ```
fn method_call(p: &mut Parser<'_>, left: CompletedMarker) -> CompletedMarker {
    let marker = left.precede(p);
    let mut anchor = p.position();
    p.bump();
    if matches!(p.current(), NAME | TYPE_KW) {
        p.bump();
    } else {
        p.missing_because("the name of a function must follow the dot", &[Expected::FunctionName]);
    }
    let functor = marker.complete(p, NAMED_ACCESS);
    let marker = functor.precede(p);
    if p.at(L_PAREN) {
        anchor = p.position();
        arguments(p, false);
    }
    if p.at(PIPE) {
        lambda(p);
    }
    marker.complete(p, METHOD_CALL).anchored(anchor)
}

/// `|parameters| >> Type { statements }`
///
/// ```puppet LAMBDA
/// f() |Integer $a, *$b| >> String { 'c' }
/// ```
fn lambda(p: &mut Parser<'_>) {
    let marker = p.start();
    parameters::between_pipes(p);
    parameters::return_type(p);
    statements::block(p);
    marker.complete(p, LAMBDA);
}

/// `Type <| query |> { attributes }`
///
/// ```puppet COLLECTOR
/// File <| tag == 'a' |> { mode => '0644' }
/// ```
fn collector(p: &mut Parser<'_>, left: CompletedMarker) -> CompletedMarker {
    let anchor = left.anchor;
    let marker = left.precede(p);
    let query = p.start();
    let close = if p.at(COLLECT_OPEN) { COLLECT_CLOSE } else { EXPORTED_CLOSE };
    p.bump();
    if p.at_any(expressions::STARTS) {
        expressions::expression(p);
    }
    if !p.eat(close) {
        broken_query(p, close);
    }
    query.complete(p, QUERY);
    if p.at(L_BRACE) {
        p.bump();
        resources::attributes(p);
        resources::close(p);
    }
    marker.complete(p, COLLECTOR).anchored(anchor)
}

/// Reports what is wrong in a query and goes on behind it. `title = 'a'` is read as a comparison.
#[cold]
fn broken_query(p: &mut Parser<'_>, close: SyntaxKind) {
    let follows_value = p.position() > 0 && !matches!(p.kind_before(1), COLLECT_OPEN | EXPORTED_OPEN);
    let expected = if follows_value { Expected::QueryOperator } else { Expected::Query };
    while p.missing(&[expected, Expected::Token(close)]) {
        if p.at_any(expressions::STARTS) {
            expressions::expression(p);
        }
        if p.eat(close) {
            return;
        }
    }
    p.recover(TokenSet::EMPTY);
    // The end of the other kind of query.
    if !p.eat(close) && p.at_any(QUERY_ENDS) {
        p.bump();
    }
}

const QUERY_ENDS: TokenSet = TokenSet::new(&[COLLECT_CLOSE, EXPORTED_CLOSE]);
