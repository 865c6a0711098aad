//! Operators and their precedence, assignments, relationships.

use super::{calls, conditionals, primary, resources};
use crate::parser::{CompletedMarker, Expected, MAX_HEIGHT, Parser};
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::token_set::TokenSet;

/// The tokens that an expression may begin with.
pub(crate) const STARTS: TokenSet = TokenSet::new(&[
    NAME,
    WORD,
    CLASS_REFERENCE,
    VARIABLE,
    NUMBER,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    STRING_START,
    REGEX,
    HEREDOC_START,
    TEMPLATE_TEXT,
    TEMPLATE_EXPRESSION_OPEN,
    APPLY_KW,
    ATTR_KW,
    CASE_KW,
    CLASS_KW,
    DEFAULT_KW,
    DEFINE_KW,
    FALSE_KW,
    FUNCTION_KW,
    IF_KW,
    NODE_KW,
    PLAN_KW,
    PRIVATE_KW,
    TRUE_KW,
    TYPE_KW,
    UNDEF_KW,
    UNLESS_KW,
    L_BRACKET,
    LIST_START,
    L_BRACE,
    L_PAREN,
    LINE_START_PAREN,
    MINUS,
    STAR,
    BANG,
    AT,
    AT_AT,
    AMPERSAND,
]);

/// The tokens that end what encloses an expression.
pub(super) const CLOSERS: TokenSet = TokenSet::new(&[
    R_BRACE,
    R_PAREN,
    R_BRACKET,
    COLLECT_CLOSE,
    EXPORTED_CLOSE,
    INTERPOLATION_END,
    STRING_END,
    HEREDOC_END,
    TEMPLATE_EXPRESSION_CLOSE,
    END,
]);

/// How tightly a binary operator binds; all of them group to the left.
fn binding_power(kind: SyntaxKind) -> Option<u8> {
    Some(match kind {
        OR_KW => 1,
        AND_KW => 2,
        QUESTION => 3,
        LESS | LESS_EQUAL | GREATER | GREATER_EQUAL => 4,
        IS_EQUAL | NOT_EQUAL => 5,
        LEFT_SHIFT | RIGHT_SHIFT => 6,
        PLUS | MINUS => 7,
        STAR | SLASH | PERCENT => 8,
        MATCH | NO_MATCH => 9,
        IN_KW => 10,
        _ => return None,
    })
}

/// `a = b`, to the right; relationships and resources bind tighter.
///
/// ```puppet ASSIGNMENT
/// $a = $b = 1
/// ```
pub(super) fn assignment(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    if !p.enter() {
        p.skip_too_deep();
        return None;
    }
    let outer = std::mem::take(&mut p.tallest);
    let left = relationship(p);
    let result = match left {
        Some(left) if matches!(p.current(), EQUALS | APPENDS | DELETES) => {
            let marker = left.precede(p);
            let operator = p.position();
            p.bump();
            operand_or_error(p, assignment, Expected::Value);
            p.tallest += 1;
            Some(marker.complete(p, ASSIGNMENT).anchored(operator))
        }
        other => other,
    };
    p.tallest = p.tallest.max(outer);
    p.leave();
    result
}

/// `a -> b ~> c`, to the left.
///
/// ```puppet RELATIONSHIP
/// File['a'] -> File['b'] ~> Service['c']
/// ```
fn relationship(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let mut left = resources::resource(p)?;
    while matches!(p.current(), BEFORE_ARROW | NOTIFY_ARROW | AFTER_ARROW | SUBSCRIBE_ARROW) {
        if too_high(p) {
            return Some(left);
        }
        let marker = left.precede(p);
        let operator = p.position();
        p.bump();
        operand_or_error(p, resources::resource, Expected::RelatedResource);
        left = marker.complete(p, RELATIONSHIP).anchored(operator);
    }
    Some(left)
}

/// An operand that must be there.
fn operand_or_error(p: &mut Parser<'_>, operand: fn(&mut Parser<'_>) -> Option<CompletedMarker>, expected: Expected) {
    if p.at_any(STARTS) {
        operand(p);
    } else {
        p.missing(&[expected]);
    }
}

/// One more level of a chain; true where it is too long.
fn too_high(p: &mut Parser<'_>) -> bool {
    p.tallest += 1;
    let too_high = p.tallest > MAX_HEIGHT;
    if too_high {
        p.skip_too_deep();
    }
    too_high
}

/// An expression that is no assignment, relationship or resource; reports where there is none.
pub(super) fn expression(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    expression_as(p, Expected::Expression)
}

/// The same where it has a name of its own.
pub(super) fn expression_as(p: &mut Parser<'_>, expected: Expected) -> Option<CompletedMarker> {
    if !p.at_any(STARTS) || p.braces_are_body && p.at(L_BRACE) {
        p.missing(&[expected]);
        return None;
    }
    binary(p, 0)
}

/// ```puppet BINARY_EXPRESSION
/// 1 + 2 * 3 == 7 and $a in $b
/// ```
pub(super) fn binary(p: &mut Parser<'_>, minimum: u8) -> Option<CompletedMarker> {
    if !p.enter() {
        p.skip_too_deep();
        return None;
    }
    let outer = std::mem::take(&mut p.tallest);
    let mut left = unary(p);
    while let Some(operand) = left {
        let kind = p.current();
        let Some(power) = binding_power(kind).filter(|power| *power >= minimum) else {
            // A postfix may follow a selector.
            match calls::postfix(p, operand) {
                Some(next) => {
                    left = Some(next);
                    continue;
                }
                None if minimum <= 2 && is_foreign_operator(p) => {
                    left = Some(foreign_operation(p, operand));
                    continue;
                }
                None => break,
            }
        };
        if too_high(p) {
            break;
        }
        let anchor = operand.anchor;
        let marker = operand.precede(p);
        let operator = p.position();
        p.bump();
        left = Some(if kind == QUESTION {
            conditionals::selector_entries(p);
            marker.complete(p, SELECTOR).anchored(anchor)
        } else {
            let is_operand = p.at_any(STARTS) && !(p.braces_are_body && p.at(L_BRACE));
            if is_operand || p.missing(&[Expected::Operand]) {
                binary(p, power + 1);
            }
            marker.complete(p, BINARY_EXPRESSION).anchored(operator)
        });
    }
    p.tallest = p.tallest.saturating_add(1).max(outer);
    p.leave();
    left
}

/// `&&` and `||`, which other languages have.
#[inline]
fn is_foreign_operator(p: &Parser<'_>) -> bool {
    matches!(p.current(), AMPERSAND | PIPE) && p.nth(1) == p.current()
}

#[cold]
fn foreign_operation(p: &mut Parser<'_>, left: CompletedMarker) -> CompletedMarker {
    let marker = left.precede(p);
    let operator = p.position();
    let power = if p.at(AMPERSAND) { 2 } else { 1 };
    p.missing(&[Expected::Operator]);
    if p.at_any(STARTS) {
        binary(p, power + 1);
    } else {
        p.missing(&[Expected::Operand]);
    }
    marker.complete(p, ERROR).anchored(operator)
}

/// `!a`, `-a`, `*a`
///
/// ```puppet UNARY_EXPRESSION
/// !$a or -$b == 1
/// ```
fn unary(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    if !matches!(p.current(), BANG | MINUS | STAR) {
        return calls::postfix_expression(p);
    }
    if !p.enter() {
        p.skip_too_deep();
        return None;
    }
    let marker = p.start();
    let operator = p.position();
    p.bump();
    p.tallest += 1;
    if p.at_any(STARTS) && !matches!(p.current(), AT | AT_AT) {
        unary(p);
    } else {
        p.missing(&[Expected::Operand]);
    }
    p.leave();
    Some(marker.complete(p, UNARY_EXPRESSION).anchored(operator))
}

/// `key => value`, where the key may be an assignment; `None` where it is a value alone.
pub(super) struct Entry {
    pub value: Option<CompletedMarker>,
    pub is_pair: bool,
}

/// An entry of arguments, arrays, keys and hashes.
///
/// ```puppet HASH_ENTRY
/// [1, 'a' => 2, type => 3]
/// ```
pub(super) fn entry(p: &mut Parser<'_>, keyword_values: bool) -> Entry {
    let key = if is_keyword_value(p, keyword_values, false) { Some(primary::keyword_value(p)) } else { assignment(p) };
    match key {
        Some(key) if p.at(FAT_ARROW) => {
            let marker = key.precede(p);
            let arrow = p.position();
            p.bump();
            if is_keyword_value(p, true, true) {
                primary::keyword_value(p);
            } else if p.at_any(STARTS) {
                assignment(p);
            } else {
                p.missing(&[Expected::Value]);
            }
            Entry { value: Some(marker.complete(p, HASH_ENTRY).anchored(arrow)), is_pair: true }
        }
        key => Entry { value: key, is_pair: false },
    }
}

/// `type` and `function` as plain words: before `=>`, and where lists and hashes have their values.
fn is_keyword_value(p: &Parser<'_>, anywhere: bool, after_arrow: bool) -> bool {
    if !matches!(p.current(), TYPE_KW | FUNCTION_KW) {
        return false;
    }
    match p.nth(1) {
        FAT_ARROW => true,
        COMMA | R_BRACKET | R_BRACE => anywhere,
        R_PAREN => after_arrow,
        _ => false,
    }
}
