//! Kinds of tokens by what they say of the place behind them. Knows nothing of what is completed there.

use syntax::syntax_kind::SyntaxKind::{self, *};

/// Begins what a closing bracket ends.
pub fn is_opening(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        L_BRACE
            | L_BRACKET
            | LIST_START
            | L_PAREN
            | LINE_START_PAREN
            | COLLECT_OPEN
            | EXPORTED_OPEN
            | INTERPOLATION_START
    )
}

pub fn is_closing(kind: SyntaxKind) -> bool {
    matches!(kind, R_BRACE | R_BRACKET | R_PAREN | COLLECT_CLOSE | EXPORTED_CLOSE | INTERPOLATION_END)
}

pub fn is_relationship(kind: SyntaxKind) -> bool {
    matches!(kind, BEFORE_ARROW | NOTIFY_ARROW | AFTER_ARROW | SUBSCRIBE_ARROW)
}

/// Words that begin the head of a definition or condition.
pub fn is_head(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CLASS_KW
            | DEFINE_KW
            | NODE_KW
            | FUNCTION_KW
            | PLAN_KW
            | INHERITS_KW
            | IF_KW
            | UNLESS_KW
            | ELSIF_KW
            | CASE_KW
            | TYPE_KW
    )
}

/// Tokens behind which an expression goes on, line break or not.
pub fn is_continued(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        COMMA
            | EQUALS
            | APPENDS
            | DELETES
            | FAT_ARROW
            | PLUS_ARROW
            | L_PAREN
            | LINE_START_PAREN
            | L_BRACKET
            | LIST_START
            | AND_KW
            | OR_KW
            | IN_KW
            | IS_EQUAL
            | NOT_EQUAL
            | MATCH
            | NO_MATCH
            | GREATER
            | GREATER_EQUAL
            | LESS
            | LESS_EQUAL
            | PLUS
            | MINUS
            | STAR
            | SLASH
            | PERCENT
            | BANG
            | QUESTION
            | LEFT_SHIFT
            | RIGHT_SHIFT
            | BEFORE_ARROW
            | NOTIFY_ARROW
            | AFTER_ARROW
            | SUBSCRIBE_ARROW
            | DOT
    ) || is_head(kind)
}

/// Tokens that end a value: an operator may follow, another value may not.
pub fn ends_value(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        VARIABLE
            | NAME
            | WORD
            | CLASS_REFERENCE
            | NUMBER
            | SINGLE_QUOTED
            | DOUBLE_QUOTED
            | REGEX
            | TRUE_KW
            | FALSE_KW
            | UNDEF_KW
            | R_PAREN
            | R_BRACKET
    )
}
