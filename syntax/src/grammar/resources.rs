//! Resources, resource defaults and overrides, virtual and exported ones.

use super::{expressions, statements};
use crate::parser::{CompletedMarker, Expected, MAX_HEIGHT, Parser};
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::token_set::TokenSet;

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
            p.missing(&[Expected::Expression]);
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
        p.missing(&[Expected::Resource]);
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
        let message = format!("{form} can only be applied to a Resource Expression");
        p.error_at(at, message, Some("expected a resource: `type { 'title': … }`"));
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
    p.bump();
    bodies(p);
    close(p);
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
    if p.at(R_BRACE) || p.at(COMMA) || is_attribute_start(p) || names_no_title(p, left_kind) {
        let mistakes = p.problem_count();
        let Attributes { has_append, first_splat } = attributes(p);
        close(p);
        match left_kind {
            // One report is enough.
            _ if p.problem_count() > mistakes => {}
            REFERENCE_EXPRESSION | ACCESS | ERROR => {}
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
            _ => {
                p.error_at(
                    anchor,
                    "Expression is not valid as a resource, resource-default, or resource-override",
                    Some(EXPECTED_BEFORE_BRACES),
                );
                p.blame_open_bracket(open);
            }
        }
        return marker.complete(p, RESOURCE_WITHOUT_TITLE).anchored(anchor);
    }
    let mistakes = p.problem_count();
    bodies(p);
    close(p);
    if p.problem_count() > mistakes {
        p.blame_open_bracket(open);
    }
    marker.complete(p, RESOURCE).anchored(anchor)
}

const EXPECTED_BEFORE_BRACES: &str =
    "expected a resource type or a reference before `{`; the parameters of a lambda stand between bars: `|$x| { … }`";

/// `File { mode '1' }`: without a `:` in the braces of defaults and overrides, attributes are meant.
fn names_no_title(p: &Parser<'_>, left: SyntaxKind) -> bool {
    matches!(left, REFERENCE_EXPRESSION | ACCESS) && !p.has_in_brackets(COLON)
}

/// The `}` of a resource. What cannot be used before it is skipped.
pub(super) fn close(p: &mut Parser<'_>) {
    if !p.eat(R_BRACE) {
        p.missing(&[Expected::Token(R_BRACE)]);
        p.recover(TokenSet::EMPTY);
        p.eat(R_BRACE);
    }
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
            if !p.at_any(expressions::STARTS) && !no_body(p) {
                return;
            }
            continue;
        }
        if p.at_any(expressions::CLOSERS) || !no_semicolon(p, start) {
            return;
        }
    }
}

/// Reports that a body is missing behind `;`; true where there is another.
#[cold]
fn no_body(p: &mut Parser<'_>) -> bool {
    p.missing(&[Expected::Title, Expected::Token(R_BRACE)]);
    if p.at(SEMICOLON) {
        p.skip();
    }
    p.at_any(expressions::STARTS)
}

/// Reports what follows a body that no `;` ends; true where another begins.
#[cold]
fn no_semicolon(p: &mut Parser<'_>, start: usize) -> bool {
    let is_next_body = is_body_start(p);
    p.missing(&[Expected::NextBody, Expected::Token(R_BRACE)]);
    if is_next_body {
        return p.position() > start;
    }
    if p.recover(SEMICOLONS) {
        p.bump();
        return p.at_any(expressions::STARTS);
    }
    false
}

const SEMICOLONS: TokenSet = TokenSet::new(&[SEMICOLON]);
const SEPARATORS: TokenSet = TokenSet::new(&[COMMA, SEMICOLON]);

/// A title and its `:`.
fn is_body_start(p: &Parser<'_>) -> bool {
    p.nth(1) == COLON && p.at_any(expressions::STARTS)
}

fn body(p: &mut Parser<'_>) {
    let marker = p.start();
    if p.unbalanced && statements::unclosed_before_statement(p) {
        marker.complete(p, RESOURCE_BODY);
        return;
    }
    if is_attribute_start(p) {
        no_title(p);
        marker.complete(p, RESOURCE_BODY);
        return;
    }
    if p.at_any(expressions::STARTS) {
        expressions::expression(p);
    } else {
        p.missing(&[Expected::Title]);
        p.recover(TokenSet::new(&[COLON, SEMICOLON]));
    }
    if p.at(COMMA) && !is_attribute_after(p) {
        further_titles(p);
    }
    if p.eat(COLON) || p.missing(&[Expected::TitleColon]) {
        attributes(p);
    }
    marker.complete(p, RESOURCE_BODY);
}

/// Attributes where a title should be. Puppet takes the first name for the title and stops at the arrow.
#[cold]
fn no_title(p: &mut Parser<'_>) {
    let attribute = p.start();
    p.bump();
    let hint = match p.kind_before(2) {
        SEMICOLON => "expected a title: `;` begins another resource, attributes are separated by `,`",
        _ => "expected a title before the attributes: `'title': name => value`",
    };
    p.missing_because(hint, &[Expected::TitleColon]);
    p.bump();
    expressions::expression_as(p, Expected::Value);
    attribute.complete(p, ATTRIBUTE);
    if p.eat(COMMA) {
        attributes(p);
    }
}

/// `file 'title': attributes }`, the attributes and what closes them: the brace before the title is missing.
#[cold]
pub(super) fn without_opening_brace(p: &mut Parser<'_>) {
    let marker = p.start();
    p.bump();
    attributes(p);
    p.eat(R_BRACE);
    marker.complete(p, ERROR);
}

/// `'a', ensure => file`
fn is_attribute_after(p: &Parser<'_>) -> bool {
    matches!(p.nth(2), FAT_ARROW | PLUS_ARROW)
}

/// `'a', 'b':`
#[cold]
fn further_titles(p: &mut Parser<'_>) {
    let error = p.start();
    p.missing_because("put several titles in a list: `['a', 'b']:`", &[Expected::TitleColon]);
    while p.eat(COMMA) {
        if p.at_any(expressions::STARTS) {
            expressions::expression(p);
        }
    }
    error.complete(p, ERROR);
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
        if p.at(R_BRACE) || p.at(SEMICOLON) || !no_comma(p) {
            return found;
        }
    }
}

/// Reports that no comma follows an attribute; true where another attribute follows.
#[cold]
fn no_comma(p: &mut Parser<'_>) -> bool {
    if is_body_start(p) {
        return false;
    }
    if p.missing(&[Expected::NextAttribute, Expected::Token(SEMICOLON), Expected::Token(R_BRACE)]) {
        return true;
    }
    p.recover(SEPARATORS) && p.eat(COMMA)
}

/// One attribute; false where there is none.
fn attribute(p: &mut Parser<'_>, found: &mut Attributes) -> bool {
    let kind = p.current();
    let is_name = kind == NAME || kind == STAR || kind.is_attribute_keyword();
    let has_arrow = matches!(p.nth(1), FAT_ARROW | PLUS_ARROW);
    let is_attribute = if is_name {
        has_arrow || !statements::begins_statement(p)
    } else {
        has_arrow && p.at_any(expressions::STARTS)
    };
    if !is_attribute {
        return no_attribute(p);
    }
    let marker = p.start();
    let is_splat = p.at(STAR);
    if is_splat && found.first_splat.is_none() {
        found.first_splat = Some(p.position());
    }
    if is_name {
        p.bump();
    } else if !p.missing(&[Expected::Attribute]) {
        p.skip();
    }
    match p.current() {
        FAT_ARROW => p.bump(),
        PLUS_ARROW if !is_splat => {
            found.has_append = true;
            p.bump();
        }
        _ if p.missing(&[if is_splat { Expected::Token(FAT_ARROW) } else { Expected::AttributeArrow }]) => {}
        _ => {
            marker.complete(p, ATTRIBUTE);
            return true;
        }
    }
    expressions::expression_as(p, Expected::Value);
    marker.complete(p, ATTRIBUTE);
    true
}

/// Reports that an attribute is missing; true where another follows.
#[cold]
fn no_attribute(p: &mut Parser<'_>) -> bool {
    if statements::unclosed_before_statement(p) {
        return false;
    }
    p.missing(&[Expected::Attribute, Expected::Token(SEMICOLON), Expected::Token(R_BRACE)]);
    !is_body_start(p) && !statements::is_definition_start(p) && p.recover(COMMAS)
}

const COMMAS: TokenSet = TokenSet::new(&[COMMA]);
