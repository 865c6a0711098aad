//! `/…/`: a regular expression or a division? Knows nothing of what a pattern means.

use super::regex_pattern;
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

/// What Ruby refuses in the pattern of a literal, `/` included.
pub(super) fn problem(literal: &str) -> Option<String> {
    let pattern = literal.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')).unwrap_or(literal);
    regex_pattern::mistake(&pattern.replace("\\/", "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_ruby_refuses() {
        for (literal, message) in [
            ("/a(b/", "end pattern with unmatched parenthesis: /a(b/"),
            ("/[/", "premature end of char-class: /[/"),
            ("/a)/", "unmatched close parenthesis: /a)/"),
            ("/*a/", "target of repeat operator is not specified: /*a/"),
            ("/a|+/", "target of repeat operator is not specified: /a|+/"),
        ] {
            assert_eq!(problem(literal).as_deref(), Some(message), "{literal}");
        }
    }

    #[test]
    fn patterns_that_ruby_reads() {
        for literal in [
            "//",
            "/a\\/b/",
            "/[]a]/",
            "/[^]]/",
            "/[a[b]]/",
            "/(?i:a)+/",
            "/(?<x>a)?/",
            "/a**/",
            "/\\(/",
            "/[(]/",
            "/(?#*)a/",
            "/(|a)/",
            "/x{2,3}?/",
            "/[[:alpha:]]+/",
        ] {
            assert_eq!(problem(literal), None, "{literal}");
        }
    }
}
