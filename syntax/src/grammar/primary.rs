//! Literals, names, lists, hashes, parentheses: what operators work on.

use super::{conditionals, definitions, expressions, statements, strings, templates};
use crate::parser::{CompletedMarker, Expected, Parser};
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::token_set::TokenSet;

/// ```puppet LITERAL
/// [1, 'a', undef, default, true, /a/, b-c]
/// ```
pub(super) fn primary(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let start = p.position();
    let name_is_variable = std::mem::take(&mut p.name_is_variable);
    if name_is_variable {
        return Some(single(p, VARIABLE_EXPRESSION));
    }
    refuse_hyphen(p);
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
            p.missing(&[Expected::Expression]);
            return None;
        }
    };
    Some(completed.anchored(start))
}

/// Reports a bare word with a hyphen, where a name has none.
pub(super) fn refuse_hyphen(p: &mut Parser<'_>) {
    if p.options.no_hyphens_in_names && p.at(WORD) && p.text_of(p.position()).contains('-') {
        p.missing_because("expected a name, which has no hyphen: write it in quotes", &[Expected::Expression]);
    }
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
        p.missing(&[Expected::Expression]);
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
    p.bump();
    entries(p, &LIST, |p| {
        expressions::entry(p, true);
    });
    p.expect(R_BRACKET);
    marker.complete(p, kind)
}

/// `{ a => b }`
///
/// ```puppet HASH
/// $a = { 'b' => 1, c => 2, }
/// ```
pub(super) fn hash(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    entries(p, &HASH_ENTRIES, hash_entry);
    p.expect(R_BRACE);
    marker.complete(p, HASH)
}

pub(super) fn hash_entry(p: &mut Parser<'_>) {
    if p.unbalanced && statements::unclosed_before_statement(p) {
        return;
    }
    let entry = expressions::entry(p, true);
    if entry.is_pair {
        return;
    }
    if let Some(assignment) = entry.value.filter(|value| value.kind == ASSIGNMENT || value.kind == RELATIONSHIP) {
        const HINT: &str = "keys and values of a hash are joined by `=>`";
        p.mistaken_operator(assignment.anchor, "=>", HINT, &[Expected::Token(FAT_ARROW)]);
    } else {
        // `'key': value` and `'key' value` are read as pairs.
        if p.missing(&[Expected::Token(FAT_ARROW)]) && p.at_any(expressions::STARTS) {
            expressions::assignment(p);
        }
    }
}

/// What stands between a pair of brackets, separated by commas.
pub(super) struct Entries {
    pub item: Expected,
    pub close: SyntaxKind,
    pub trailing_comma: bool,
    pub may_be_empty: bool,
}

const LIST: Entries = Entries { item: Expected::Element, close: R_BRACKET, trailing_comma: true, may_be_empty: true };

const HASH_ENTRIES: Entries =
    Entries { item: Expected::HashKey, close: R_BRACE, trailing_comma: true, may_be_empty: true };

/// Entries between commas, up to the closing bracket, which is left.
pub(super) fn entries(p: &mut Parser<'_>, list: &Entries, mut entry: impl FnMut(&mut Parser<'_>)) {
    if p.at(list.close) && list.may_be_empty {
        return;
    }
    if !p.at_any(expressions::STARTS) && !no_entry(p, list, list.may_be_empty) {
        return;
    }
    loop {
        let start = p.position();
        if p.at_any(expressions::STARTS) {
            entry(p);
        }
        if p.at(COMMA) {
            p.bump();
            if p.at(list.close) && list.trailing_comma {
                return;
            }
            if !p.at_any(expressions::STARTS) && !no_entry(p, list, list.trailing_comma) {
                return;
            }
            continue;
        }
        if p.at(list.close) || !no_comma(p, list, start) {
            return;
        }
    }
}

/// Reports that an entry is missing; true where the next one is near.
#[cold]
fn no_entry(p: &mut Parser<'_>, list: &Entries, may_end: bool) -> bool {
    let expected = [list.item, Expected::Token(list.close)];
    p.missing(if may_end { &expected } else { &expected[..1] });
    p.recover(COMMAS) && p.at(COMMA)
}

/// Reports that no comma follows an entry; true where the list goes on all the same.
#[cold]
fn no_comma(p: &mut Parser<'_>, list: &Entries, start: usize) -> bool {
    let goes_on = p.missing(&[Expected::NextElement, Expected::Token(list.close)]);
    if goes_on && p.position() > start {
        return true;
    }
    !p.at_any(expressions::CLOSERS) && p.recover(COMMAS)
}

const COMMAS: TokenSet = TokenSet::new(&[COMMA]);

/// `(assignment)`
///
/// ```puppet PAREN_EXPRESSION
/// ($a = 1) + 2
/// ```
fn parenthesized(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    if p.at_any(expressions::STARTS) {
        expressions::assignment(p);
    } else {
        p.missing(&[Expected::Expression]);
    }
    if !p.eat(R_PAREN) {
        p.missing(&[Expected::Token(R_PAREN)]);
        p.recover(TokenSet::EMPTY);
        p.eat(R_PAREN);
    }
    marker.complete(p, PAREN_EXPRESSION)
}
