//! Resources, resource defaults and overrides, virtual and exported ones.

use super::{expressions, statements};
use crate::parser::{CompletedMarker, MAX_HEIGHT, Parser};
use crate::syntax_kind::SyntaxKind::*;

/// An expression and the braces that make a resource of it.
///
/// ```puppet RESOURCE
/// file { '/a': ensure => file }
/// ```
pub(super) fn resource(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    if matches!(p.current(), AT | AT_AT) {
        return virtual_resource(p);
    }
    let mut left = if p.at(CLASS_KW) && p.nth(1) == L_BRACE && !p.name_is_variable {
        class_resource(p)
    } else {
        if !p.at_any(expressions::STARTS) && !p.name_is_variable {
            p.error_here();
            return None;
        }
        expressions::binary(p, 0)?
    };
    while p.at(L_BRACE) {
        p.tallest += 1;
        if p.tallest > MAX_HEIGHT {
            p.skip_too_deep();
            return None;
        }
        left = with_braces(p, left);
    }
    Some(left)
}

/// `@type { … }`, `@@type { … }`
///
/// ```puppet VIRTUAL_RESOURCE
/// @@host { 'a': ip => '192.0.2.1' }
/// ```
fn virtual_resource(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    if !p.enter() {
        p.skip_too_deep();
        return None;
    }
    let marker = p.start();
    let at = p.position();
    let is_exported = p.at(AT_AT);
    let is_name_and_brace = p.nth(1) == NAME && p.nth(2) == L_BRACE;
    let mistakes = p.problem_count();
    p.bump();
    let operand = if p.at_any(expressions::STARTS) {
        resource(p)
    } else {
        p.error_here();
        None
    };
    p.leave();
    if let Some(operand) = operand
        && p.problem_count() == mistakes
        && !match operand.kind {
            RESOURCE | VIRTUAL_RESOURCE => true,
            // A name and a hash, to Puppet; defaults and overrides are refused later.
            RESOURCE_WITHOUT_TITLE => !is_name_and_brace,
            _ => false,
        }
    {
        let form = if is_exported { "Exported (@@)" } else { "Virtual (@)" };
        p.error_at(at, format!("{form} can only be applied to a Resource Expression"), None);
    }
    Some(marker.complete(p, VIRTUAL_RESOURCE).anchored(at))
}

/// `class { 'title': … }`
///
/// ```puppet RESOURCE
/// class { 'a': b => 1 }
/// ```
fn class_resource(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    let start = p.position();
    p.bump();
    let open = p.position();
    p.bump();
    bodies(p);
    statements::close_brace(p, open);
    marker.complete(p, RESOURCE).anchored(start)
}

/// `left { 'title': … }` or `left { attributes }`
///
/// ```puppet RESOURCE_WITHOUT_TITLE
/// File { mode => '0644' }
/// ```
fn with_braces(p: &mut Parser<'_>, left: CompletedMarker) -> CompletedMarker {
    let (left_kind, anchor) = (left.kind, left.anchor);
    let marker = left.precede(p);
    let open = p.position();
    p.bump();
    if p.at(R_BRACE) || p.at(COMMA) || is_attribute_start(p) {
        let mistakes = p.problem_count();
        let Attributes { has_append, first_splat } = attributes(p);
        statements::close_brace(p, open);
        match left_kind {
            // One report is enough.
            _ if p.problem_count() > mistakes => {}
            REFERENCE_EXPRESSION | ACCESS => {}
            NAME_EXPRESSION if has_append => {
                p.error_at(
                    open,
                    "Syntax error resource body without title or hash with +>",
                    Some("give the resource a title"),
                );
            }
            NAME_EXPRESSION => {
                if let Some(splat) = first_splat {
                    p.error_at(splat, "Syntax error at '*'", Some("give the resource a title"));
                }
            }
            // The specification lets any expression name the resources that are overridden.
            _ if p.options.specification => {}
            _ => p.error_at(
                anchor,
                "Expression is not valid as a resource, resource-default, or resource-override",
                None,
            ),
        }
        return marker.complete(p, RESOURCE_WITHOUT_TITLE).anchored(anchor);
    }
    bodies(p);
    statements::close_brace(p, open);
    marker.complete(p, RESOURCE).anchored(anchor)
}

/// `title: attributes; title: attributes;`
///
/// ```puppet RESOURCE_BODY
/// notify { 'a': ; 'b': message => 'c'; }
/// ```
fn bodies(p: &mut Parser<'_>) {
    loop {
        let start = p.position();
        body(p);
        if p.eat(SEMICOLON) {
            if p.at(R_BRACE) || p.at_any(expressions::CLOSERS) {
                return;
            }
            if !p.at_any(expressions::STARTS) {
                p.error_here();
                if p.at(SEMICOLON) {
                    p.skip_with_error();
                    continue;
                }
                return;
            }
            continue;
        }
        if p.at_any(expressions::CLOSERS) {
            return;
        }
        let is_next_body = p.nth(1) == COLON && p.at_any(expressions::STARTS);
        p.error_here_with(is_next_body.then_some("a `;` must separate the bodies of a resource"), None);
        if !is_next_body || p.position() == start {
            return;
        }
    }
}

fn body(p: &mut Parser<'_>) {
    let marker = p.start();
    expressions::expression(p);
    if p.at(COMMA) {
        p.error_here_with(Some("put several titles in a list: `['a', 'b']:`"), None);
        let error = p.start();
        while p.eat(COMMA) {
            if p.at_any(expressions::STARTS) {
                expressions::expression(p);
            }
        }
        error.complete(p, ERROR);
    }
    if p.eat(COLON) {
        attributes(p);
    } else {
        p.error_here_with(Some("a `:` must follow the title of a resource"), None);
        if is_attribute_start(p) {
            attributes(p);
        }
    }
    marker.complete(p, RESOURCE_BODY);
}

/// `name =>`, `keyword =>`, `* =>`
fn is_attribute_start(p: &Parser<'_>) -> bool {
    let kind = p.current();
    match p.nth(1) {
        FAT_ARROW => kind == NAME || kind == STAR || kind.is_attribute_keyword(),
        PLUS_ARROW => kind == NAME || kind.is_attribute_keyword(),
        _ => false,
    }
}

/// What some attributes have among them.
#[derive(Default)]
pub(super) struct Attributes {
    /// A `+>`.
    has_append: bool,
    /// Where the first `* =>` stands.
    first_splat: Option<usize>,
}

/// `name => value, name +> value, * => hash,`; a comma may stand before the first one.
///
/// ```puppet ATTRIBUTE
/// File['a'] { mode => '0644', tag +> 'b', * => $c }
/// ```
pub(super) fn attributes(p: &mut Parser<'_>) -> Attributes {
    let mut found = Attributes::default();
    let mut first = true;
    loop {
        if p.at(R_BRACE) || p.at(SEMICOLON) || p.at(END) {
            return found;
        }
        if first && p.at(COMMA) {
            p.bump();
        }
        first = false;
        if p.at(R_BRACE) || p.at(SEMICOLON) || p.at(END) {
            return found;
        }
        if !attribute(p, &mut found) {
            return found;
        }
        if p.eat(COMMA) {
            continue;
        }
        if is_attribute_start(p) {
            p.error_here_with(Some("a `,` is missing after the attribute before"), None);
            continue;
        }
        return found;
    }
}

/// One attribute; false where there is none.
fn attribute(p: &mut Parser<'_>, found: &mut Attributes) -> bool {
    let kind = p.current();
    let is_name = kind == NAME || kind == STAR || kind.is_attribute_keyword();
    let has_arrow = matches!(p.nth(1), FAT_ARROW | PLUS_ARROW);
    if !(is_name || has_arrow && p.at_any(expressions::STARTS)) {
        p.error_here();
        return false;
    }
    if is_name && !has_arrow && statements::is_definition_start(p) && p.follows_line_break(p.position()) {
        p.error_here();
        return false;
    }
    let marker = p.start();
    let is_splat = p.at(STAR);
    if is_splat && found.first_splat.is_none() {
        found.first_splat = Some(p.position());
    }
    if is_name {
        p.bump();
    } else {
        p.skip_with_error();
    }
    match p.current() {
        FAT_ARROW => p.bump(),
        PLUS_ARROW if !is_splat => {
            found.has_append = true;
            p.bump();
        }
        EQUALS | COLON => {
            p.error_here_with(Some("an attribute and its value are joined by `=>`"), None);
            p.skip_with_error();
        }
        _ => {
            p.error_here();
            marker.complete(p, ATTRIBUTE);
            return true;
        }
    }
    expressions::expression(p);
    marker.complete(p, ATTRIBUTE);
    true
}
