//! Strings with interpolation.

use super::expressions;
use crate::parser::{CompletedMarker, Expected, Parser};
use crate::syntax_kind::SyntaxKind::{self, *};

/// `"text ${expression} $name"`
///
/// ```puppet STRING_EXPRESSION
/// "a $b ${c[0]} ${d.e}"
/// ```
pub(super) fn string(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump();
    pieces(p, STRING_END);
    p.eat(STRING_END);
    marker.complete(p, STRING_EXPRESSION)
}

/// Text and interpolations up to `end`, which is left.
pub(super) fn pieces(p: &mut Parser<'_>, end: SyntaxKind) {
    while !p.at(end) && !p.at(END) {
        match p.current() {
            STRING_TEXT => p.bump(),
            STRING_VARIABLE => {
                let marker = p.start();
                p.bump();
                marker.complete(p, VARIABLE_EXPRESSION);
            }
            INTERPOLATION_START => interpolation(p),
            _ => return,
        }
    }
}

/// `${expression}`; a name alone, or before `.` and `[`, is a variable.
///
/// ```puppet INTERPOLATION
/// "${a} ${$b + 1} ${f(1)}"
/// ```
fn interpolation(p: &mut Parser<'_>) {
    let marker = p.start();
    p.bump();
    let first = p.current();
    let names_variable =
        matches!(first, NUMBER | NAME | WORD) || (first.is_attribute_keyword() && !matches!(first, PLAN_KW | APPLY_KW));
    let is_alone = p.nth(1) == INTERPOLATION_END;
    let begins_chain =
        matches!(p.nth(1), DOT | L_BRACKET) && !(p.options.plain_interpolated_names && first.is_keyword());
    p.name_is_variable = names_variable && (is_alone || begins_chain);
    if p.at_any(expressions::STARTS) || p.name_is_variable {
        let needs_chain = p.name_is_variable && !is_alone && p.options.plain_interpolated_names;
        let name = p.next_event();
        let whole = expressions::assignment(p);
        // In a larger expression the name is what it is elsewhere.
        if needs_chain && !whole.is_some_and(|whole| matches!(whole.kind, ACCESS | METHOD_CALL | NAMED_ACCESS | CALL)) {
            p.change_kind(name, if first == NAME { NAME_EXPRESSION } else { LITERAL });
        }
    } else {
        p.missing_because(
            "expected an expression in the interpolation; `\\$` is a plain dollar sign",
            &[Expected::Expression],
        );
    }
    if !p.at(INTERPOLATION_END) && !p.at(HEREDOC_END) {
        p.missing(&[Expected::Token(INTERPOLATION_END)]);
        let mut open = 0u32;
        while !p.at(END) && !p.at(HEREDOC_END) {
            match p.current() {
                INTERPOLATION_START => open += 1,
                INTERPOLATION_END if open == 0 => break,
                INTERPOLATION_END => open -= 1,
                _ => {}
            }
            p.bump();
        }
    }
    p.eat(INTERPOLATION_END);
    marker.complete(p, INTERPOLATION);
}
