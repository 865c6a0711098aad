//! How far apart pieces on one line are.

use super::pieces::Piece;
use crate::syntax_kind::SyntaxKind::{self, *};

pub fn set_spaces(pieces: &mut [Piece]) {
    for index in 1..pieces.len() {
        let (before, after) = pieces.split_at(index);
        let Some(previous) = before.last() else { continue };
        let spaces = spaces_between(previous, &after[0]);
        pieces[index].spaces = spaces;
    }
}

fn spaces_between(previous: &Piece, next: &Piece) -> usize {
    if next.kind == LINE_COMMENT {
        return next.original_spaces.max(1);
    }
    if next.kind == BLOCK_COMMENT || previous.kind == BLOCK_COMMENT {
        return next.original_spaces.min(1);
    }
    if keeps_columns(previous, next) {
        return next.original_spaces.max(1);
    }
    if let Some(decided) = after(previous, next).or_else(|| before(next)) {
        return usize::from(decided);
    }
    next.original_spaces.min(1)
}

/// Columns that authors align by hand: variables and defaults of parameters, assignments, what follows a title.
fn keeps_columns(previous: &Piece, next: &Piece) -> bool {
    match (previous.kind, next.kind) {
        (_, EQUALS) => matches!(next.parent(), PARAMETER | ASSIGNMENT),
        (STAR, VARIABLE) => false,
        (_, VARIABLE) => next.parent() == PARAMETER && !is_first_in(next, PARAMETER),
        (COLON, _) => matches!(previous.parent(), RESOURCE_BODY | CASE_OPTION),
        _ => false,
    }
}

fn is_first_in(piece: &Piece, kind: SyntaxKind) -> bool {
    piece.parent() == kind && is_first(piece)
}

/// What a piece wants behind it.
fn after(previous: &Piece, next: &Piece) -> Option<bool> {
    // Parts of a bare host name stay together as they are.
    if previous.parent() == HOST_NAME && next.parent() == HOST_NAME {
        return None;
    }
    match previous.kind {
        L_PAREN | LINE_START_PAREN | L_BRACKET | LIST_START => Some(false),
        L_BRACE => Some(next.kind != R_BRACE),
        // Two of them would become one token.
        AT if matches!(next.kind, AT | AT_AT) => None,
        AT | AT_AT | AMPERSAND => Some(false),
        BANG => Some(false),
        MINUS | STAR if previous.parent() == UNARY_EXPRESSION || previous.parent() == PARAMETER => Some(false),
        PIPE if previous.parent() == PARAMETER_LIST && is_first(previous) => Some(false),
        DOT => None,
        COMMA | SEMICOLON | COLLECT_OPEN | EXPORTED_OPEN => Some(!closes_tightly(next.kind)),
        COLON if matches!(previous.parent(), RESOURCE_BODY | CASE_OPTION) => Some(true),
        IF_KW | UNLESS_KW | CASE_KW | ELSIF_KW | CLASS_KW | DEFINE_KW | NODE_KW | FUNCTION_KW | INHERITS_KW
            if !is_attribute_name(previous) =>
        {
            Some(true)
        }
        kind if is_spaced_operator(kind, previous) => Some(true),
        _ => None,
    }
}

/// What a piece wants before it.
fn before(next: &Piece) -> Option<bool> {
    match next.kind {
        R_PAREN | R_BRACKET | COMMA | SEMICOLON => Some(false),
        R_BRACE | COLLECT_OPEN | EXPORTED_OPEN | COLLECT_CLOSE | EXPORTED_CLOSE => Some(true),
        L_BRACE => Some(true),
        COLON if matches!(next.parent(), RESOURCE_BODY | CASE_OPTION) => Some(false),
        L_BRACKET | LIST_START if next.parent() == ACCESS => None,
        // An index and a list are told apart by white space: between words it stays as it is.
        L_BRACKET | LIST_START => None,
        L_PAREN => match next.parent() {
            ARGUMENT_LIST => Some(false),
            PARAMETER_LIST => match next.parent_kinds.get(1) {
                Some(CLASS_DEFINITION | DEFINE_DEFINITION) => Some(true),
                _ => Some(false),
            },
            _ => None,
        },
        PIPE if next.parent() == PARAMETER_LIST => Some(is_first(next)),
        DOT => None,
        kind if is_spaced_operator(kind, next) => Some(true),
        _ => None,
    }
}

fn is_first(piece: &Piece) -> bool {
    piece.starts.first().copied().unwrap_or(false)
}

fn is_attribute_name(piece: &Piece) -> bool {
    matches!(piece.parent(), ATTRIBUTE | HASH_ENTRY | KEYWORD_VALUE)
}

fn closes_tightly(kind: SyntaxKind) -> bool {
    matches!(kind, R_PAREN | R_BRACKET)
}

/// Operators that stand free on both sides.
fn is_spaced_operator(kind: SyntaxKind, piece: &Piece) -> bool {
    match kind {
        EQUALS | APPENDS | DELETES | IS_EQUAL | NOT_EQUAL | MATCH | NO_MATCH | GREATER_EQUAL | GREATER | LESS_EQUAL
        | LESS | FAT_ARROW | PLUS_ARROW | LEFT_SHIFT | RIGHT_SHIFT | QUESTION | BEFORE_ARROW | NOTIFY_ARROW
        | AFTER_ARROW | SUBSCRIBE_ARROW => true,
        AND_KW | OR_KW | IN_KW | PLUS | MINUS | SLASH | STAR | PERCENT => piece.parent() == BINARY_EXPRESSION,
        _ => false,
    }
}
