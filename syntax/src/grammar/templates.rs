//! EPP templates: text and code in turns.

use super::{expressions, parameters, statements};
use crate::parser::{CompletedMarker, Expected, Parser};
use crate::syntax_kind::SyntaxKind::*;

/// How far to look for the first `=>` of a hash.
const MAX_LOOKAHEAD: usize = 500;

/// `| parameters |` and the statements of the template.
///
/// ```epp PARAMETER_LIST
/// <%- | $a, $b = 1 | -%>
/// text
/// ```
pub(super) fn template(p: &mut Parser<'_>) {
    if p.at(PIPE) {
        parameters::between_pipes(p);
    }
    statements::statements(p, END);
}

/// Text between tags, with the comments in it.
///
/// ```epp RENDER_TEXT
/// a <%# comment %> b
/// ```
pub(super) fn render_text(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    while p.at(TEMPLATE_TEXT) && p.continues_text() {
        p.bump();
    }
    marker.complete(p, RENDER_TEXT)
}

/// `<%= expression %>` or `<%= { statements } %>`
///
/// ```epp RENDER_EXPRESSION
/// <%= $a %> and <%= { $b = 1 $b } %>
/// ```
pub(super) fn render_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    if p.at(L_BRACE) {
        hash_or_statements(p);
    } else {
        expressions::expression(p);
    }
    if !p.at(TEMPLATE_EXPRESSION_CLOSE) {
        p.missing(&[Expected::Token(TEMPLATE_EXPRESSION_CLOSE)]);
        while !matches!(
            p.current(),
            TEMPLATE_EXPRESSION_CLOSE | TEMPLATE_TEXT | TEMPLATE_EXPRESSION_OPEN | R_BRACE | END
        ) {
            p.bump();
        }
    }
    p.eat(TEMPLATE_EXPRESSION_CLOSE);
    marker.complete(p, RENDER_EXPRESSION)
}

/// A `{` there opens a hash where its first expression is followed by `=>`.
fn hash_or_statements(p: &mut Parser<'_>) {
    if is_hash(p) {
        expressions::expression(p);
    } else {
        statements::block(p);
    }
}

/// Looks for `=>` at the level of the braces, before anything that only a statement has.
fn is_hash(p: &Parser<'_>) -> bool {
    let mut depth = 0u32;
    let mut distance = 1;
    while distance < MAX_LOOKAHEAD {
        match p.nth(distance) {
            R_BRACE if depth == 0 => return distance == 1,
            FAT_ARROW if depth == 0 => return true,
            COMMA | SEMICOLON | END if depth == 0 => return false,
            END => return false,
            L_BRACE | L_PAREN | LINE_START_PAREN | L_BRACKET | LIST_START | STRING_START => depth += 1,
            R_BRACE | R_PAREN | R_BRACKET | STRING_END => depth = depth.saturating_sub(1),
            _ => {}
        }
        distance += 1;
    }
    false
}
