//! What may follow a value directly: an index, arguments, a method, a lambda, a collector's query.

use super::{expressions, parameters, primary, resources, statements};
use crate::parser::{CompletedMarker, MAX_HEIGHT, Parser};
use crate::syntax_kind::SyntaxKind::*;

/// A primary expression with everything that follows it directly.
pub(super) fn postfix_expression(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let mut left = primary::primary(p)?;
    while let Some(next) = postfix(p, left) {
        left = next;
    }
    Some(left)
}

/// One postfix of `left`, or `None`.
pub(super) fn postfix(p: &mut Parser<'_>, left: CompletedMarker) -> Option<CompletedMarker> {
    let is_spaced_access = p.at(LIST_START)
        && p.options.spaced_access
        && matches!(left.kind, VARIABLE_EXPRESSION | ACCESS)
        && !p.is_at_line_start(p.position());
    if !is_spaced_access && !matches!(p.current(), L_BRACKET | L_PAREN | DOT | COLLECT_OPEN | EXPORTED_OPEN) {
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
    let open = p.position();
    p.bump();
    primary::entries(p, R_BRACKET, trailing_comma, false, |p| {
        let entry = expressions::entry(p, false);
        let is_statement = entry.value.is_some_and(|value| {
            matches!(value.kind, ASSIGNMENT | RELATIONSHIP | RESOURCE | RESOURCE_WITHOUT_TITLE | VIRTUAL_RESOURCE)
        });
        if !entry.is_pair && is_statement {
            p.error_here();
        }
    });
    primary::close(p, R_BRACKET, open);
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
    let open = p.position();
    p.bump();
    primary::entries(p, R_PAREN, trailing_comma, true, |p| {
        expressions::entry(p, false);
    });
    primary::close(p, R_PAREN, open);
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
        p.error_here_with(Some("the name of a function must follow the dot"), None);
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
    let open = p.position();
    let close = if p.at(COLLECT_OPEN) { COLLECT_CLOSE } else { EXPORTED_CLOSE };
    p.bump();
    if p.at_any(expressions::STARTS) {
        expressions::expression(p);
    }
    primary::close(p, close, open);
    query.complete(p, QUERY);
    if p.at(L_BRACE) {
        let open = p.position();
        p.bump();
        resources::attributes(p);
        statements::close_brace(p, open);
    }
    marker.complete(p, COLLECTOR).anchored(anchor)
}
