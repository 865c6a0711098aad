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

/// What Ruby refuses in the pattern of a literal, `/` included: brackets and repetitions that do not fit together.
pub(super) fn problem(literal: &str) -> Option<String> {
    let pattern = literal.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')).unwrap_or(literal);
    let pattern = pattern.replace("\\/", "/");
    let mut groups = 0u32;
    let mut classes = 0u32;
    let mut class_start = 0;
    let mut before = None;
    let mut characters = pattern.char_indices().peekable();
    while let Some((index, character)) = characters.next() {
        let mut after = Some(character);
        match character {
            '\\' => {
                if characters.next().is_none() {
                    return Some(format!("too short escape sequence: /{pattern}/"));
                }
            }
            // A closing bracket that comes first belongs to the set.
            ']' if classes > 0 && index != class_start => classes -= 1,
            '[' => {
                classes += 1;
                class_start = index + 1;
                if characters.peek().is_some_and(|(_, next)| *next == '^') {
                    characters.next();
                    class_start += 1;
                }
            }
            _ if classes > 0 => {}
            '(' => {
                groups += 1;
                after = None;
                if characters.peek().is_some_and(|(_, next)| *next == '?') {
                    characters.next();
                    if characters.peek().is_some_and(|(_, next)| *next == '#') {
                        for (_, comment) in characters.by_ref() {
                            if comment == ')' {
                                groups -= 1;
                                break;
                            }
                        }
                    } else {
                        after = Some('?');
                    }
                }
            }
            ')' => match groups.checked_sub(1) {
                Some(open) => groups = open,
                None => return Some(format!("unmatched close parenthesis: /{pattern}/")),
            },
            '|' => after = None,
            '*' | '+' | '?' if before.is_none() => {
                return Some(format!("target of repeat operator is not specified: /{pattern}/"));
            }
            _ => {}
        }
        before = after;
    }
    if classes > 0 {
        return Some(format!("premature end of char-class: /{pattern}/"));
    }
    (groups > 0).then(|| format!("end pattern with unmatched parenthesis: /{pattern}/"))
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
