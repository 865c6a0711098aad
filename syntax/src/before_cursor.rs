//! The tokens before a cursor, and whether it stands in code, in a string or in text: what completion looks at. Reads only
//! the text before the cursor, so that what is half typed there counts as it is. Knows nothing of what can be completed.

use crate::lexer::{self, Language, Lexed};
use crate::source_file::SourceKind;
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::text_range::TextRange;

/// What the cursor stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    Code,
    /// Between `${` and `}` of a string: a bare name is a variable there.
    Interpolation,
    /// In the text of a string that began at `start`, where nothing is interpolated.
    String {
        start: u32,
    },
    /// In a comment, in the text of a heredoc or of a template.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CursorToken {
    pub kind: SyntaxKind,
    pub range: TextRange,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeforeCursor {
    pub inside: Inside,
    /// The tokens of the code that the cursor is in, white space and comments left out; a string with interpolations is one
    /// token. Inside of a string, those before it.
    pub tokens: Vec<CursorToken>,
    /// The word that is being typed: of a name or variable, after the `$`.
    pub word: TextRange,
    /// The word stands behind a `$` or in `${`: it names a variable.
    pub is_variable: bool,
}

/// Strings in interpolations of strings: deeper ones are taken for text.
const MAX_DEPTH: u32 = 16;

/// What stands before an offset of a text.
pub fn before_cursor(text: &str, offset: u32, kind: SourceKind) -> BeforeCursor {
    let before = text.get(..offset as usize).unwrap_or_default();
    read(before, 0, kind == SourceKind::Template, 0)
}

/// The tokens of a text that follows a cursor, up to a number of bytes.
pub fn after_cursor(text: &str, offset: u32, limit: usize) -> Vec<CursorToken> {
    let rest = text.get(offset as usize..).unwrap_or_default();
    let end = (0..=limit.min(rest.len())).rev().find(|end| rest.is_char_boundary(*end)).unwrap_or(0);
    let lexed = lexer::lex(rest.get(..end).unwrap_or_default(), Language::default());
    let mut tokens = significant(&lexed, offset);
    // The last token may have been cut.
    if end < rest.len() {
        tokens.pop();
    }
    tokens
}

fn read(before: &str, base: u32, is_template: bool, depth: u32) -> BeforeCursor {
    let lexed = lexer::lex(before, Language { template: is_template, ..Language::default() });
    let end = before.len() as u32;
    let word_start = word_start(before);
    let mut tokens = significant(&lexed, base);
    let unclosed = lexed.problems.iter().find(|problem| {
        problem.code == "UNCLOSED_QUOTE" && problem.range.start < end
            || problem.code == "HEREDOC_WITHOUT_END_TAGGED_LINE"
    });
    if let Some(problem) = unclosed {
        let start = problem.range.start;
        let opening = before.get(start as usize..).unwrap_or_default();
        let (content_start, interpolates) = if problem.code == "UNCLOSED_QUOTE" {
            (start as usize + 1, opening.starts_with('"'))
        } else {
            let head = opening.lines().next().unwrap_or_default();
            match opening.find('\n') {
                Some(line_end) => (start as usize + line_end + 1, head.contains('"')),
                // Still on the line of the heredoc's tag.
                None => (before.len() + 1, false),
            }
        };
        if let Some(content) = before.get(content_start..) {
            tokens.retain(|token| token.range.start < base + start);
            if interpolates && let Some(found) = in_interpolation(content, base + content_start as u32, depth) {
                return found;
            }
            let is_string = problem.code == "UNCLOSED_QUOTE";
            let inside = if is_string { Inside::String { start: base + start } } else { Inside::Text };
            return BeforeCursor {
                inside,
                tokens,
                word: TextRange::new(base + content_start as u32, base + end),
                is_variable: false,
            };
        }
    }
    let last = lexed.tokens.iter().rev().find(|token| token.kind != END).map(|token| token.kind);
    let in_comment = last == Some(LINE_COMMENT) && !before.ends_with('\n');
    let in_text = matches!(last, Some(TEMPLATE_TEXT | TEMPLATE_COMMENT | TEMPLATE_TRIMMED))
        || is_template && matches!(last, None | Some(TEMPLATE_CLOSE | TEMPLATE_EXPRESSION_CLOSE));
    let is_variable = before.get(..word_start).is_some_and(|rest| rest.ends_with('$'));
    let word_start = base + word_start as u32;
    let code_end = if is_variable { word_start - 1 } else { word_start };
    tokens.retain(|token| token.range.end <= code_end);
    BeforeCursor {
        inside: if in_comment || in_text { Inside::Text } else { Inside::Code },
        tokens,
        word: TextRange::new(word_start, base + end),
        is_variable,
    }
}

/// What the cursor stands in, where it is behind `$` or `${` of a string's text.
fn in_interpolation(content: &str, base: u32, depth: u32) -> Option<BeforeCursor> {
    if depth >= MAX_DEPTH {
        return None;
    }
    if let Some(code_start) = open_interpolation(content) {
        let mut found = read(content.get(code_start..)?, base + code_start as u32, false, depth + 1);
        if found.inside == Inside::Code {
            found.inside = Inside::Interpolation;
            found.is_variable |= found.tokens.is_empty();
        }
        return Some(found);
    }
    let word_start = word_start(content);
    content.get(..word_start)?.ends_with('$').then(|| BeforeCursor {
        inside: Inside::Interpolation,
        tokens: Vec::new(),
        word: TextRange::new(base + word_start as u32, base + content.len() as u32),
        is_variable: true,
    })
}

/// The offset behind the `${` that is still open at the end of a text.
fn open_interpolation(content: &str) -> Option<usize> {
    let bytes = content.as_bytes();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'\\', _) if open.is_empty() => at += 1,
            (b'$', Some(b'{')) => {
                open.push(at + 2);
                at += 1;
            }
            (b'{', _) if !open.is_empty() => open.push(at + 1),
            (b'}', _) => {
                open.pop();
            }
            _ => {}
        }
        at += 1;
    }
    // Braces inside of it belong to its code.
    open.into_iter().find(|start| content.get(..*start).is_some_and(|before| before.ends_with("${")))
}

/// Where the word begins that a text ends with: letters, digits, `_` and `::`.
fn word_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut start = bytes.len();
    while start > 0 {
        let byte = bytes[start - 1];
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            start -= 1;
        } else if byte == b':' && start > 1 && bytes[start - 2] == b':' {
            start -= 2;
        } else {
            break;
        }
    }
    start
}

/// The tokens that the grammar sees, each string as one.
fn significant(lexed: &Lexed, base: u32) -> Vec<CursorToken> {
    let mut found: Vec<CursorToken> = Vec::new();
    let mut strings: Vec<usize> = Vec::new();
    for token in lexed.streams.first().into_iter().flatten() {
        let at = token.index as usize;
        let Some(start) = lexed.tokens.get(at).map(|token| token.start) else { continue };
        let end = lexed.tokens.get(at + 1).map_or(start, |next| next.start);
        let range = TextRange::new(base + start, base + end.max(start));
        match token.kind {
            END | TEMPLATE_TEXT => {}
            STRING_START => {
                strings.push(found.len());
                found.push(CursorToken { kind: DOUBLE_QUOTED, range });
            }
            STRING_END => {
                if let Some(first) = strings.pop() {
                    found.truncate(first + 1);
                    if let Some(string) = found.last_mut() {
                        string.range.end = range.end;
                    }
                }
            }
            kind => found.push(CursorToken { kind, range }),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let kind = if text.contains("<%") { SourceKind::Template } else { SourceKind::Manifest };
        let offset = text.find('¦').expect("a cursor");
        let text = text.replacen('¦', "", 1);
        let found = before_cursor(&text, offset as u32, kind);
        let slice = |range: TextRange| text.get(range.start as usize..range.end as usize).unwrap_or("out of range");
        let tokens: Vec<&str> = found.tokens.iter().map(|token| slice(token.range)).collect();
        let sigil = if found.is_variable { "$" } else { "" };
        expected.assert_eq(&format!("{:?} {sigil}{:?} after {}", found.inside, slice(found.word), tokens.join(" ")));
    }

    #[test]
    fn code_that_is_half_typed() {
        check("$a = 1\nnotice($¦", expect![[r#"Code $"" after $a = 1 notice ("#]]);
        check("include web::¦", expect![[r#"Code "web::" after include"#]]);
        check("file { '/x':ow¦", expect![[r#"Code "ow" after file { '/x' :"#]]);
        check("$x = $::fa¦ + 1", expect![[r#"Code $"::fa" after $x ="#]]);
    }

    #[test]
    fn strings_that_are_not_closed() {
        check("$facts['o¦']", expect![[r#"String { start: 7 } "o" after $facts ["#]]);
        check("include 'a'\n$x = \"a ${facts['os'¦", expect![[r#"Interpolation "" after facts [ 'os'"#]]);
        check("$x = \"a ${fa¦ b\"", expect![[r#"Interpolation $"fa" after "#]]);
        check("$x = \"a $fa¦", expect![[r#"Interpolation $"fa" after "#]]);
        check("$x = \"a ${b} c¦", expect![[r#"String { start: 5 } "a ${b} c" after $x ="#]]);
        check("$x = \"${b}\" + ¦", expect![[r#"Code "" after $x = "${b}" +"#]]);
    }

    #[test]
    fn texts_that_are_no_code() {
        check("# include a¦", expect![[r#"Text "a" after "#]]);
        check("$x = @(END)\n  text inc¦", expect![[r#"Text "  text inc" after $x ="#]]);
        check("$x = @(\"END\")\n  text ${a¦", expect![[r#"Interpolation $"a" after "#]]);
        check("text ¦ <% $x %>", expect![[r#"Text "" after "#]]);
        check("text <% $x¦", expect![[r#"Code $"x" after "#]]);
    }

    #[test]
    fn what_follows_is_cut_at_a_character() {
        let tokens = after_cursor("ä => 'öö', b", 0, 7);
        assert!(tokens.iter().all(|token| token.range.end <= 12));
        assert_eq!(after_cursor("a => 1, b => 2", 0, 100).len(), 7);
    }
}
