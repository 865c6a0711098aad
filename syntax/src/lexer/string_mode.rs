//! Quoted strings and the text of strings with interpolation. Knows nothing of the values of escapes.

use crate::code;
use logos::Logos;

use super::{Lexer, MAX_PROBLEMS, Mode, name};
use crate::problem::{Problem, Severity};
use crate::syntax_kind::SyntaxKind::*;
use crate::text_range::TextRange;

/// Which characters a backslash gives another meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes {
    pub backslash: bool,
    pub dollar: bool,
    pub quotes: bool,
    pub tab: bool,
    pub carriage_return: bool,
    pub line_feed: bool,
    pub space: bool,
    pub unicode: bool,
    /// A backslash at the end of a line joins it with the next.
    pub line_break: bool,
}

impl Escapes {
    pub const NONE: Escapes = Escapes {
        backslash: false,
        dollar: false,
        quotes: false,
        tab: false,
        carriage_return: false,
        line_feed: false,
        space: false,
        unicode: false,
        line_break: false,
    };

    /// Of double-quoted strings.
    pub const DOUBLE_QUOTED: Escapes = Escapes {
        backslash: true,
        dollar: true,
        quotes: true,
        tab: true,
        carriage_return: true,
        line_feed: true,
        space: true,
        unicode: true,
        line_break: true,
    };
}

/// Text in which `"`, `$` and `\` mean something.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum TextToken {
    #[regex(r#"[^"\\$]+"#)]
    Text,
    #[token("\\")]
    Backslash,
    #[token("\"")]
    Quote,
    #[token("${")]
    InterpolationStart,
    #[token("$")]
    Dollar,
}

/// What ends a run of text.
pub(super) enum TextEnd {
    Quote,
    InterpolationStart,
    /// A variable and the end of its name.
    Variable(usize),
    /// The text itself ends.
    Limit,
}

impl<'a> Lexer<'a> {
    pub(super) fn single_quoted(&mut self) {
        let start = self.position;
        let mut position = start + 1;
        while position < self.context.limit && self.unclosed != Some(start) {
            match self.byte(position) {
                b'\\' => position += 2,
                b'\'' => {
                    self.position = position + 1;
                    self.swallowed_heredoc(start);
                    return self.push_code(SINGLE_QUOTED, start);
                }
                _ => position += 1,
            }
        }
        let message = unclosed_message("\"'\"", self.slice(start + 1, self.context.limit));
        self.position = self.unclosed_end(start);
        let range = TextRange::new(start as u32, self.position as u32);
        self.problem(code::UNCLOSED_QUOTE, message, range, start + 1);
        self.push_code(SINGLE_QUOTED, start);
    }

    pub(super) fn double_quoted(&mut self) {
        let start = self.position;
        let snapshot = self.snapshot();
        if self.unclosed == Some(start) {
            return self.unclosed_double_quoted(start, start + 1);
        }
        let (end, position) = self.scan_text(start + 1, true, true);
        match end {
            TextEnd::Quote => {
                self.position = position + 1;
                self.swallowed_heredoc(start);
                self.push_code(DOUBLE_QUOTED, start);
            }
            TextEnd::Limit => {
                self.restore(&snapshot);
                self.unclosed_double_quoted(start, start + 1);
            }
            TextEnd::InterpolationStart | TextEnd::Variable(_) => {
                self.position = start + 1;
                self.push(STRING_START, start);
                self.modes.push(Mode::String { snapshot, text_start: start + 1 });
                self.text_piece(start + 1, end, position);
            }
        }
    }

    /// The next piece of a double-quoted string with interpolations.
    pub(super) fn string_piece(&mut self) {
        let start = self.position;
        if let Some(Mode::String { text_start, .. }) = self.modes.last_mut() {
            *text_start = start;
        }
        let (end, position) = self.scan_text(start, true, true);
        self.text_piece(start, end, position);
    }

    fn text_piece(&mut self, start: usize, end: TextEnd, position: usize) {
        match end {
            TextEnd::Limit => self.unclosed_string(start),
            TextEnd::Quote => {
                self.push_text(start, position);
                self.position = position + 1;
                let mode = self.modes.pop();
                if let Some(Mode::String { snapshot, .. }) = mode {
                    self.swallowed_heredoc(snapshot.position);
                }
                self.push(STRING_END, position);
                // In a nested string Puppet's lexer keeps what it saw last inside.
                if !self.modes.iter().any(|mode| matches!(mode, Mode::String { .. })) {
                    self.context.previous = STRING_END;
                }
            }
            _ => self.interpolation(start, end, position),
        }
    }

    /// Text up to a variable or `${`, and that.
    pub(super) fn interpolation(&mut self, start: usize, end: TextEnd, position: usize) {
        self.push_text(start, position);
        match end {
            TextEnd::Variable(variable_end) => {
                self.position = variable_end;
                self.push(STRING_VARIABLE, position);
            }
            _ => {
                self.position = position + 2;
                self.push(INTERPOLATION_START, position);
                self.modes.push(Mode::Interpolation { braces: 0 });
            }
        }
    }

    pub(super) fn push_text(&mut self, start: usize, end: usize) {
        if end > start {
            self.position = end;
            self.push(STRING_TEXT, start);
        }
    }

    /// Where a run of text ends, and why. `escapes`: a backslash takes the next character with it.
    pub(super) fn scan_text(&mut self, start: usize, escapes: bool, quoted: bool) -> (TextEnd, usize) {
        let mut lexer = TextToken::lexer(self.slice(start, self.context.limit));
        let mut warnings: Vec<(usize, usize)> = Vec::new();
        let found = loop {
            let token = lexer.next();
            let at = start + lexer.span().start;
            match token {
                Some(Ok(TextToken::Quote)) if quoted => break (TextEnd::Quote, at),
                Some(Ok(TextToken::InterpolationStart)) => break (TextEnd::InterpolationStart, at),
                Some(Ok(TextToken::Dollar)) => {
                    let bytes = self.bytes.get(..self.context.limit).unwrap_or(self.bytes);
                    let end = match self.language.numeric_names_end_at_digits {
                        true => name::string_variable_end(bytes, at + 1),
                        false => name::variable_end(bytes, at + 1),
                    };
                    if end > at + 1 {
                        break (TextEnd::Variable(end), at);
                    }
                    self.escape_warnings(&mut warnings, at + 1);
                }
                Some(Ok(TextToken::Backslash)) if escapes => {
                    let next = lexer.remainder().chars().next();
                    let length = next.map_or(0, char::len_utf8);
                    lexer.bump(length);
                    if quoted && next.is_some_and(|next| !is_known_escape(next, lexer.remainder())) {
                        warnings.push((at, at + 1 + length));
                    }
                }
                Some(_) => {}
                None => break (TextEnd::Limit, self.context.limit),
            }
        };
        let after = match found.0 {
            TextEnd::InterpolationStart => found.1 + 2,
            TextEnd::Limit => found.1,
            _ => found.1 + 1,
        };
        self.escape_warnings(&mut warnings, after);
        found
    }

    /// Puppet reports unknown escapes where it stopped reading the text.
    fn escape_warnings(&mut self, escapes: &mut Vec<(usize, usize)>, anchor: usize) {
        for (start, end) in escapes.drain(..) {
            let escape = self.slice(start, end);
            let character = escape.get(1..).unwrap_or("");
            let (code, message, severity) = match character {
                "u" if unicode_escape_length(self.slice(end, self.context.limit)).is_some() => (
                    code::ILLEGAL_UNICODE_ESCAPE,
                    "Unicode escape '\\u' names no character: it is a surrogate or beyond 10ffff".to_string(),
                    Severity::Error,
                ),
                "u" => (
                    code::ILLEGAL_UNICODE_ESCAPE,
                    "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff"
                        .to_string(),
                    Severity::Warning,
                ),
                _ => (
                    code::UNRECOGNIZED_ESCAPE,
                    format!("Unrecognized escape sequence '\\{character}'"),
                    Severity::Warning,
                ),
            };
            let mut problem = Problem::error(code, message, TextRange::new(start as u32, end as u32), anchor as u32);
            problem.severity = severity;
            if self.problems.len() < MAX_PROBLEMS {
                self.problems.push(problem);
            }
        }
    }

    /// A string with interpolations has no end: it is read again as one that ends with its line.
    pub(super) fn unclosed_string(&mut self, text_start: usize) {
        let outermost =
            self.modes.iter().rposition(|mode| !matches!(mode, Mode::String { .. } | Mode::Interpolation { .. }));
        let first = outermost.map_or(0, |index| index + 1);
        let opening = self
            .modes
            .iter()
            .skip(first)
            .position(|mode| matches!(mode, Mode::String { .. }))
            .map(|index| index + first);
        let Some((index, Mode::String { snapshot, .. })) =
            opening.and_then(|index| self.modes.get(index).map(|mode| (index, *mode)))
        else {
            self.position = self.context.limit;
            return;
        };
        if self.search_failed() {
            self.push_text(self.position, self.context.limit);
            let range = TextRange::new(snapshot.position as u32, self.context.limit as u32);
            let message = unclosed_message("'\"'", self.slice(text_start, self.context.limit));
            self.problem(code::UNCLOSED_QUOTE, message, range, text_start);
            self.position = self.context.limit;
            self.modes.truncate(first);
            return;
        }
        self.modes.truncate(index);
        self.restore(&snapshot);
        self.unclosed_double_quoted(snapshot.position, text_start);
    }

    fn unclosed_double_quoted(&mut self, start: usize, text_start: usize) {
        let last = self.slice(start, text_start);
        let word =
            last.trim_end_matches('}').rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        let after = if word.is_empty() { "'\"'".to_string() } else { format!("'{word}'") };
        let message = unclosed_message(&after, self.slice(text_start, self.context.limit));
        self.position = self.unclosed_end(start);
        let range = TextRange::new(start as u32, self.position as u32);
        self.problem(code::UNCLOSED_QUOTE, message, range, text_start);
        self.push_code(DOUBLE_QUOTED, start);
    }

    /// Where an unclosed string is taken to end: with its line, or before the brackets and separators that end the line.
    fn unclosed_end(&mut self, start: usize) -> usize {
        if self.search_failed() {
            return self.context.limit;
        }
        let text = self.slice(start + 1, self.line_end(start + 1));
        start + 1 + text.trim_end_matches([')', ']', '}', ',', ';', ' ', '\t']).len()
    }

    /// A string must not run over the line where a heredoc's text begins.
    fn swallowed_heredoc(&mut self, start: usize) {
        let Some(text_start) = self
            .context
            .pending
            .first()
            .and_then(|index| self.heredocs.get(*index))
            .map(|text| text.text.start as usize)
        else {
            return;
        };
        if text_start <= self.position && start < text_start {
            let end = self.position;
            let message = unclosed_message("\"'\"", self.slice(end, self.context.limit));
            self.problem(code::UNCLOSED_QUOTE, message, TextRange::new(start as u32, end as u32), end);
        }
    }
}

/// Escapes of double-quoted strings that mean something; `rest` follows the character.
fn is_known_escape(character: char, rest: &str) -> bool {
    match character {
        'r' | 'n' | 't' | 's' | '\\' | '$' | '\'' | '"' | '\n' | '\r' => true,
        'u' => unicode_escape_length(rest).is_some_and(|length| unicode_character(rest, length).is_some()),
        _ => false,
    }
}

/// The length of `00e9` or `{e9}` after `\u`.
pub(crate) fn unicode_escape_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    if bytes.first() == Some(&b'{') {
        let digits = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let closed = bytes.get(1 + digits) == Some(&b'}');
        return ((1..=6).contains(&digits) && closed).then_some(digits + 2);
    }
    (bytes.len() >= 4 && bytes.iter().take(4).all(u8::is_ascii_hexdigit)).then_some(4)
}

/// The character that `00e9` or `{e9}` names.
pub(crate) fn unicode_character(rest: &str, length: usize) -> Option<char> {
    let digits = rest.get(..length)?.trim_start_matches('{').trim_end_matches('}');
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

/// `after` is already quoted.
fn unclosed_message(after: &str, following: &str) -> String {
    format!("Unclosed quote after {after} followed by '{}'", followed_by(following))
}

/// The next five characters, as Puppet shows them.
pub(super) fn followed_by(following: &str) -> String {
    if following.is_empty() {
        return "<eof>".into();
    }
    let five: String = following.chars().take(5).collect();
    format!("{five}...").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}
