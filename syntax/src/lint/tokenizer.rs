//! Text to lint tokens. Takes any text: what the language does not allow ends in an error with its place.
//!
//! Differs on purpose from the lexer of the language: `//` is a comment, `$a-b` one variable, names may hold dashes, since
//! checks are about exactly those mistakes. Knows nothing of checks.

mod heredocs;
mod strings;
mod words;

use super::token::{Kind, Token};
use crate::text_range::TextRange;

/// Where and why a text could not be split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenError {
    pub line: u32,
    pub column: u32,
    pub offset: u32,
    pub reason: TokenErrorReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenErrorReason {
    UnexpectedCharacter,
    UnterminatedString,
    TooDeep,
}

impl TokenErrorReason {
    pub fn message(self) -> &'static str {
        match self {
            TokenErrorReason::UnexpectedCharacter => "Syntax error",
            TokenErrorReason::UnterminatedString => "Syntax error (unterminated string)",
            TokenErrorReason::TooDeep => "Syntax error (strings nested too deep)",
        }
    }
}

/// Strings in interpolations of strings: more levels than that are refused.
const MAX_DEPTH: u32 = 32;

pub fn tokenize(text: &str) -> Result<Vec<Token>, TokenError> {
    let mut tokenizer = Tokenizer {
        text,
        bytes: text.as_bytes(),
        end: text.len(),
        tokens: Vec::with_capacity(text.len() / 4 + 8),
        line: 1,
        column: 1,
        place: 0,
        depth: 0,
        heredocs: Vec::new(),
        nothing: Nothing::default(),
    };
    tokenizer.run(0, text.len())?;
    Ok(tokenizer.tokens)
}

/// Searches that failed once fail for every later start: up to where nothing was found.
#[derive(Default)]
struct Nothing {
    closing_bracket: usize,
    closing_paren: usize,
    star_comment_end: usize,
    regex_end: usize,
}

struct Tokenizer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// Where the text ends that is being split; before the end of the whole inside of an interpolation.
    end: usize,
    tokens: Vec<Token>,
    line: u32,
    column: u32,
    /// The offset that `line` and `column` are of.
    place: usize,
    depth: u32,
    /// The tags whose texts are still to come.
    heredocs: Vec<TextRange>,
    nothing: Nothing,
}

impl Tokenizer<'_> {
    fn run(&mut self, start: usize, end: usize) -> Result<(), TokenError> {
        let outer_end = std::mem::replace(&mut self.end, end);
        let first = self.tokens.len();
        let mut at = start;
        while at < end {
            at = self.token(at, first)?;
        }
        self.end = outer_end;
        Ok(())
    }

    #[inline]
    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.bytes.get(at).copied().unwrap_or(0) } else { 0 }
    }

    fn rest(&self, at: usize) -> &[u8] {
        self.bytes.get(at..self.end).unwrap_or(&[])
    }

    fn find(&self, from: usize, needle: &str) -> Option<usize> {
        self.text.get(from..self.end)?.find(needle).map(|found| from + found)
    }

    /// The width of the character at an offset.
    fn width(&self, at: usize) -> usize {
        match self.byte(at) {
            0..0xc0 => 1,
            0xc0..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        }
    }

    fn line_end(&self, from: usize) -> usize {
        self.rest(from).iter().position(|byte| *byte == b'\n').map_or(self.end, |length| from + length)
    }

    fn error(&mut self, at: usize, reason: TokenErrorReason) -> TokenError {
        self.move_to(at);
        TokenError { line: self.line, column: self.column, offset: at as u32, reason }
    }

    /// Counts lines and columns up to an offset.
    fn move_to(&mut self, at: usize) {
        let passed = self.bytes.get(self.place..at).unwrap_or(&[]);
        for (index, byte) in passed.iter().enumerate() {
            match byte {
                b'\n' => (self.line, self.column) = (self.line + 1, 1),
                // A lone carriage return ends a line, too.
                b'\r' if passed.get(index + 1).or_else(|| self.bytes.get(at)) != Some(&b'\n') => {
                    (self.line, self.column) = (self.line + 1, 1);
                }
                // Only the first byte of a character counts.
                0x80..0xc0 => {}
                _ => self.column += 1,
            }
        }
        self.place = at;
    }

    fn push(&mut self, kind: Kind, range: (usize, usize), value: (usize, usize)) -> usize {
        self.move_to(range.0);
        self.tokens.push(Token {
            kind,
            range: TextRange::new(range.0 as u32, range.1 as u32),
            value: TextRange::new(value.0 as u32, value.1 as u32),
            line: self.line,
            column: self.column,
        });
        range.1
    }

    fn plain(&mut self, kind: Kind, start: usize, end: usize) -> usize {
        self.push(kind, (start, end), (start, end))
    }

    /// Reads the token at an offset; gives the offset after it. `first` is the first token of the same text.
    fn token(&mut self, at: usize, first: usize) -> Result<usize, TokenError> {
        let blank_end = self.blanks(at);
        if blank_end > at {
            return Ok(self.plain(Kind::Whitespace, at, blank_end));
        }
        if let Some((kind, end)) = self.word(at) {
            return Ok(self.plain(kind, at, end));
        }
        if let Some((kind, length)) = punctuation(self.rest(at)) {
            return Ok(self.plain(kind, at, at + length));
        }
        match self.byte(at) {
            b'$' => match self.variable(at) {
                Some(end) => Ok(self.push(Kind::Variable, (at, end), (at + 1, end))),
                None => Err(self.error(at, TokenErrorReason::UnexpectedCharacter)),
            },
            b'\'' => self.single_quoted(at),
            b'"' => self.double_quoted(at),
            b'#' => {
                let end = self.comment_end(at);
                Ok(self.push(Kind::Comment, (at, end), (at + 1, end)))
            }
            b'/' => Ok(self.slash(at, first)),
            b'\n' | b'\r' => self.newline(at),
            b'@' => Ok(match self.heredoc_open(at) {
                Some(end) => {
                    let tag = (at + 2, end - 1);
                    self.heredocs.push(TextRange::new(tag.0 as u32, tag.1 as u32));
                    self.push(Kind::HeredocOpen, (at, end), tag)
                }
                None => self.plain(Kind::At, at, at + 1),
            }),
            _ => Err(self.error(at, TokenErrorReason::UnexpectedCharacter)),
        }
    }

    fn blanks(&self, mut at: usize) -> usize {
        while at < self.end {
            match self.byte(at) {
                b' ' | b'\t' | 0x0b | 0x0c => at += 1,
                0x80.. => match self.text.get(at..).and_then(|rest| rest.chars().next()) {
                    Some(character) if is_wide_blank(character) => at += character.len_utf8(),
                    _ => break,
                },
                _ => break,
            }
        }
        at
    }

    fn comment_end(&self, at: usize) -> usize {
        self.rest(at).iter().position(|byte| matches!(byte, b'\n' | b'\r')).map_or(self.end, |length| at + length)
    }

    /// A comment, a pattern or a division.
    fn slash(&mut self, at: usize, first: usize) -> usize {
        match self.byte(at + 1) {
            b'/' => {
                let end = self.comment_end(at);
                return self.push(Kind::SlashComment, (at, end), (at + 2, end));
            }
            b'*' if at + 2 >= self.nothing.star_comment_end => match self.find(at + 2, "*/") {
                Some(close) => return self.push(Kind::StarComment, (at, close + 2), (at + 2, close)),
                None => self.nothing.star_comment_end = self.end,
            },
            _ => {}
        }
        if self.may_be_regex(first)
            && at >= self.nothing.regex_end
            && let Some(close) = self.unescaped(at + 1, b'/')
        {
            return self.push(Kind::Regex, (at, close + 1), (at + 1, close));
        }
        self.plain(Kind::Slash, at, at + 1)
    }

    fn may_be_regex(&self, first: usize) -> bool {
        let before = self.tokens.iter().skip(first).rev().find(|token| !token.kind.is_layout());
        before.is_none_or(|token| {
            matches!(
                token.kind,
                Kind::Node
                    | Kind::LeftBrace
                    | Kind::RightBrace
                    | Kind::Match
                    | Kind::NoMatch
                    | Kind::Comma
                    | Kind::LeftBracket
                    | Kind::If
                    | Kind::Elsif
                    | Kind::LeftParen
                    | Kind::Equals
            )
        })
    }

    /// The next such byte with an even number of backslashes before it.
    fn unescaped(&mut self, from: usize, wanted: u8) -> Option<usize> {
        let mut at = from;
        while at < self.end {
            match self.byte(at) {
                b'\\' => at += 2,
                byte if byte == wanted => return Some(at),
                _ => at += 1,
            }
        }
        if wanted == b'/' {
            self.nothing.regex_end = self.end;
        }
        None
    }

    fn newline(&mut self, at: usize) -> Result<usize, TokenError> {
        let length = if self.rest(at).starts_with(b"\r\n") { 2 } else { 1 };
        let next = self.plain(Kind::Newline, at, at + length);
        if !self.heredocs.is_empty() {
            let tag = self.heredocs.remove(0);
            return self.heredoc_text(next, tag);
        }
        let indent_end = self.blanks(next);
        Ok(if indent_end > next { self.plain(Kind::Indent, next, indent_end) } else { next })
    }
}

/// White space beyond ASCII that ends no line.
fn is_wide_blank(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// The longest punctuation at the start of a text; `/`, `@`, `#`, `$` and quotes are read elsewhere.
fn punctuation(rest: &[u8]) -> Option<(Kind, usize)> {
    let second = rest.get(1).copied().unwrap_or(0);
    let third = rest.get(2).copied().unwrap_or(0);
    Some(match (*rest.first()?, second) {
        (b'[', _) => (Kind::LeftBracket, 1),
        (b']', _) => (Kind::RightBracket, 1),
        (b'{', _) => (Kind::LeftBrace, 1),
        (b'}', _) => (Kind::RightBrace, 1),
        (b'(', _) => (Kind::LeftParen, 1),
        (b')', _) => (Kind::RightParen, 1),
        (b'=', b'=') => (Kind::IsEqual, 2),
        (b'=', b'~') => (Kind::Match, 2),
        (b'=', b'>') => (Kind::FatArrow, 2),
        (b'=', _) => (Kind::Equals, 1),
        (b'+', b'=') => (Kind::Appends, 2),
        (b'+', b'>') => (Kind::PlusArrow, 2),
        (b'+', _) => (Kind::Plus, 1),
        (b'>', b'=') => (Kind::GreaterEqual, 2),
        (b'>', b'>') => (Kind::RightShift, 2),
        (b'>', _) => (Kind::Greater, 1),
        (b'<', b'=') => (Kind::LessEqual, 2),
        (b'<', b'<') if third == b'|' => (Kind::ExportedOpen, 3),
        (b'<', b'-') => (Kind::RightToLeftArrow, 2),
        (b'<', b'~') => (Kind::RightToLeftNotify, 2),
        (b'<', b'|') => (Kind::CollectOpen, 2),
        (b'<', b'<') => (Kind::LeftShift, 2),
        (b'<', _) => (Kind::Less, 1),
        (b'!', b'~') => (Kind::NoMatch, 2),
        (b'!', b'=') => (Kind::NotEqual, 2),
        (b'!', _) => (Kind::Not, 1),
        (b'|', b'>') if third == b'>' => (Kind::ExportedClose, 3),
        (b'|', b'>') => (Kind::CollectClose, 2),
        (b'|', _) => (Kind::Pipe, 1),
        (b'-', b'>') => (Kind::LeftToRightArrow, 2),
        (b'-', _) => (Kind::Minus, 1),
        (b'~', b'>') => (Kind::LeftToRightNotify, 2),
        (b',', _) => (Kind::Comma, 1),
        (b'.', _) => (Kind::Dot, 1),
        (b':', _) => (Kind::Colon, 1),
        (b';', _) => (Kind::Semicolon, 1),
        (b'?', _) => (Kind::Question, 1),
        (b'\\', _) => (Kind::Backslash, 1),
        (b'*', _) => (Kind::Times, 1),
        (b'%', _) => (Kind::Modulo, 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = match tokenize(text) {
            Ok(tokens) => tokens
                .iter()
                .filter(|token| token.kind != Kind::Whitespace)
                .map(|token| {
                    let value = &text[std::ops::Range::<usize>::from(token.value)];
                    format!("{}:{} {:?} {value}", token.line, token.column, token.kind)
                })
                .collect(),
            Err(error) => vec![format!("{}:{} {}", error.line, error.column, error.reason.message())],
        };
        assert_eq!(shown.join("\n"), expected);
    }

    #[test]
    fn words_numbers_and_variables() {
        check(
            "Foo-x::Bar a-b::c f(",
            "1:1 ClassReference Foo-x::Bar\n1:12 Name a-b::c\n1:19 FunctionName f\n1:20 LeftParen (",
        );
        check(
            "0644 1.5e3 9a 1.x",
            "1:1 Number 0644\n1:6 Number 1.5e3\n1:12 Name 9a\n1:15 Number 1\n1:16 Dot .\n1:17 Name x",
        );
        check("$a-b::c['x'][0] $::d", "1:1 Variable a-b::c['x'][0]\n1:17 Variable ::d");
    }

    #[test]
    fn strings_are_split_at_their_variables() {
        check(
            "\"a ${b['c']} $d-e ${1 + $f}\"",
            "1:1 StringStart a \n1:6 Variable b\n1:7 LeftBracket [\n1:8 SingleQuoted c\n1:11 RightBracket ]\n1:12 \
             StringMiddle  \n1:14 UnenclosedVariable d-e\n1:18 StringMiddle  \n1:21 Number 1\n1:23 Plus +\n1:25 Variable \
             f\n1:27 StringEnd ",
        );
        check("\"a \\\"b\\\\\" 'it\\'s'", "1:1 DoubleQuoted a \\\"b\\\\\n1:11 SingleQuoted it\\'s");
        check("\"\\$a \\${b}\"", "1:1 DoubleQuoted \\$a \\${b}");
    }

    #[test]
    fn heredocs() {
        check(
            "$a = @(END)\n  x ${y}\n  | END\n$b",
            "1:1 Variable a\n1:4 Equals =\n1:6 HeredocOpen END\n1:12 Newline \n\n2:1 Heredoc   x ${y}\n  \n3:8 Newline \n\n4:1 \
             Variable b",
        );
        check(
            "@(\"E\"/L)\n${y} $z\n  |- E\n",
            "1:1 HeredocOpen \"E\"/L\n1:9 Newline \n\n2:1 HeredocStart \n2:3 Variable y\n2:4 HeredocMiddle  \n2:6 \
             UnenclosedVariable z\n2:8 HeredocEnd \n  \n3:7 Newline \n",
        );
    }

    #[test]
    fn comments_patterns_and_errors() {
        check(
            "a // b\n/* c */ if /x\\/y/",
            "1:1 Name a\n1:3 SlashComment  b\n1:7 Newline \n\n2:1 StarComment  c \n2:9 If if\n2:12 Regex x\\/y",
        );
        check("$a = 'half", "1:6 Syntax error");
        check("$a = \"half", "1:6 Syntax error (unterminated string)");
        check("a\n\tb", "1:1 Name a\n1:2 Newline \n\n2:1 Indent \t\n2:2 Name b");
    }

    #[test]
    fn hostile_texts_end_soon() {
        for part in ["$a[", "/*", "@(", "\\", "\"${", "'", "/", "{/", "@(A)\n", "\"\\"] {
            let _ = tokenize(&part.repeat(200_000 / part.len()));
        }
    }
}
