//! Literals, names, lists, hashes, parentheses: what operators work on.

use super::{conditionals, definitions, expressions, statements, strings, templates};
use crate::parser::{CompletedMarker, Parser};
use crate::problem::RelatedPlace;
use crate::syntax_kind::SyntaxKind::{self, *};

/// ```puppet LITERAL
/// [1, 'a', undef, default, true, /a/, b-c]
/// ```
pub(super) fn primary(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let start = p.position();
    let name_is_variable = std::mem::take(&mut p.name_is_variable);
    if name_is_variable {
        return Some(single(p, VARIABLE_EXPRESSION));
    }
    let completed = match p.current() {
        NUMBER | SINGLE_QUOTED | DOUBLE_QUOTED | WORD | REGEX | TRUE_KW | FALSE_KW | DEFAULT_KW | UNDEF_KW => {
            single(p, LITERAL)
        }
        NAME => single(p, NAME_EXPRESSION),
        CLASS_REFERENCE => single(p, REFERENCE_EXPRESSION),
        VARIABLE => single(p, VARIABLE_EXPRESSION),
        STRING_START => strings::string(p),
        HEREDOC_START => single(p, HEREDOC_EXPRESSION),
        L_BRACKET | LIST_START => list(p, ARRAY),
        L_BRACE => hash(p),
        L_PAREN | LINE_START_PAREN => parenthesized(p),
        IF_KW => conditionals::if_expression(p),
        UNLESS_KW => conditionals::unless_expression(p),
        CASE_KW => conditionals::case_expression(p),
        CLASS_KW => definitions::class(p),
        DEFINE_KW => definitions::define(p),
        NODE_KW => definitions::node(p),
        FUNCTION_KW => definitions::function(p),
        PLAN_KW => definitions::plan(p),
        APPLY_KW => definitions::apply(p),
        TYPE_KW => return definitions::type_keyword(p),
        PRIVATE_KW if matches!(p.nth(1), CLASS_KW | DEFINE_KW | FUNCTION_KW) => definitions::private(p),
        PRIVATE_KW | ATTR_KW => single(p, RESERVED_WORD),
        TEMPLATE_TEXT => templates::render_text(p),
        TEMPLATE_EXPRESSION_OPEN => templates::render_expression(p),
        AMPERSAND => function_reference(p),
        _ => {
            p.error_here();
            return None;
        }
    };
    Some(completed.anchored(start))
}

/// A node around one token.
fn single(p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
    let marker = p.start();
    let anchor = p.position();
    p.bump();
    marker.complete(p, kind).anchored(anchor)
}

/// `type` or `function` as a plain word.
///
/// ```puppet KEYWORD_VALUE
/// [type, function]
/// ```
pub(super) fn keyword_value(p: &mut Parser<'_>) -> CompletedMarker {
    single(p, KEYWORD_VALUE)
}

/// `&name`
fn function_reference(p: &mut Parser<'_>) -> CompletedMarker {
    if !p.options.specification || p.nth(1) != NAME {
        p.error_here();
    }
    let marker = p.start();
    p.bump();
    if p.at(NAME) {
        single(p, NAME_EXPRESSION);
    }
    marker.complete(p, FUNCTION_REFERENCE)
}

/// `[a, b => c]`
///
/// ```puppet ARRAY
/// [1, 2,]
/// ```
fn list(p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
    let marker = p.start();
    let open = p.position();
    p.bump();
    entries(p, R_BRACKET, true, true, |p| {
        expressions::entry(p, true);
    });
    close(p, R_BRACKET, open);
    marker.complete(p, kind)
}

/// `{ a => b }`
///
/// ```puppet HASH
/// $a = { 'b' => 1, c => 2, }
/// ```
pub(super) fn hash(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    let open = p.position();
    p.bump();
    entries(p, R_BRACE, true, true, hash_entry);
    statements::close_brace(p, open);
    marker.complete(p, HASH)
}

pub(super) fn hash_entry(p: &mut Parser<'_>) {
    let entry = expressions::entry(p, true);
    if !entry.is_pair {
        let hint = p.at(COLON).then_some("keys and values of a hash are joined by `=>`");
        p.error_here_with(hint, None);
        // `'key': value` is read as a pair.
        if p.at(COLON) {
            p.bump();
            if p.at_any(expressions::STARTS) {
                expressions::assignment(p);
            }
        }
    }
}

/// Entries between commas. Where one is missing the list goes on when the next entry is on the same line.
pub(super) fn entries(
    p: &mut Parser<'_>,
    close: SyntaxKind,
    trailing: bool,
    may_be_empty: bool,
    mut entry: impl FnMut(&mut Parser<'_>),
) {
    if p.at(close) && may_be_empty {
        return;
    }
    if !p.at_any(expressions::STARTS) {
        p.error_here();
        if !p.at(COMMA) {
            return;
        }
    }
    loop {
        let start = p.position();
        if p.at_any(expressions::STARTS) {
            entry(p);
        }
        if p.at(COMMA) {
            p.bump();
            if p.at(close) && trailing {
                return;
            }
            if !p.at_any(expressions::STARTS) {
                p.error_here();
                if !p.at(COMMA) {
                    return;
                }
            }
            continue;
        }
        if p.at(close) || p.at_any(expressions::CLOSERS) {
            return;
        }
        let goes_on = p.at_any(expressions::STARTS) && !p.follows_line_break(p.position());
        p.error_here_with(goes_on.then_some("a `,` is missing"), None);
        if !goes_on || p.position() == start {
            return;
        }
    }
}

/// The closing token of a list.
pub(super) fn close(p: &mut Parser<'_>, kind: SyntaxKind, open: usize) {
    if !p.eat(kind) {
        let related = RelatedPlace { range: p.range_of(open), message: "opened here".into() };
        p.error_here_with(None, Some(related));
    }
}

/// `(assignment)`
///
/// ```puppet PAREN_EXPRESSION
/// ($a = 1) + 2
/// ```
fn parenthesized(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    let open = p.position();
    p.bump();
    if p.at_any(expressions::STARTS) {
        expressions::assignment(p);
    } else {
        p.error_here();
    }
    close(p, R_PAREN, open);
    marker.complete(p, PAREN_EXPRESSION)
}
