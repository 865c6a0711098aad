//! `/…/`: a regular expression or a division? Knows nothing of what a pattern means.

use crate::syntax_kind::SyntaxKind::{self, *};

/// True where a `/` after this token begins a regular expression.
pub(super) fn may_follow(previous: SyntaxKind) -> bool {
    !matches!(
        previous,
        R_PAREN
            | R_BRACKET
            | EXPORTED_CLOSE
            | COLLECT_CLOSE
            | NAME
            | CLASS_REFERENCE
            | NUMBER
            | SINGLE_QUOTED
            | DOUBLE_QUOTED
            | TRUE_KW
            | FALSE_KW
            | STRING_END
            | HEREDOC_START
            | REGEX
            | VARIABLE
            | WORD
    )
}

/// The end of the regular expression whose opening slash is at `start`; `None` where it is never closed.
pub(super) fn end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut position = start + 1;
    loop {
        match bytes.get(position)? {
            b'\\' => position += 2,
            b'/' => return Some(position + 1),
            _ => position += 1,
        }
    }
}
