//! Heredocs: the `@(tag:syntax/escapes)` and the text that belongs to it. Knows nothing of how its value is made.

use super::string_mode::{Escapes, TextEnd, followed_by};
use super::{Context, Lexer, Mode, is_blank};
use crate::code::{self, Code};
use crate::syntax_kind::SyntaxKind::*;
use crate::text_range::TextRange;

/// Heredocs in the text of heredocs.
const MAX_NESTING: usize = 8;

/// One heredoc: where it starts, where its text is and how that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeredocText {
    /// The offset of `@(`.
    pub start: u32,
    pub syntax: Option<TextRange>,
    pub escapes: Escapes,
    pub interpolates: bool,
    /// The text, without the line break that a `-` takes away.
    pub text: TextRange,
    /// The blanks before the `|` of the end tag's line, which are taken from each line.
    pub margin: Option<TextRange>,
    /// After the line with the end tag.
    pub end: u32,
    /// The token stream of its text; 0 where the text was never reached.
    pub(crate) stream: usize,
    pub(crate) first_token: u32,
}

struct StartTag {
    tag: String,
    syntax: Option<TextRange>,
    escapes: Escapes,
    interpolates: bool,
}

struct EndLine {
    margin: Option<TextRange>,
    removes_break: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn heredoc(&mut self, start: usize) {
        let limit = self.context.limit;
        let Some(length) = self.slice(start, limit).find(')') else {
            let message =
                format!("Unclosed parenthesis after '@(' followed by '{}'", followed_by(self.slice(start, limit)));
            self.position = self.line_end(start);
            let range = TextRange::new(start as u32, self.position as u32);
            self.problem(code::HEREDOC_UNCLOSED_PARENTHESIS, message, range, start);
            self.text_of_broken(start);
            return self.push_code(HEREDOC_START, start);
        };
        let end = start + length + 1;
        if self.outer_contexts.len() >= MAX_NESTING {
            self.problem(
                code::HEREDOC_INVALID_SYNTAX,
                "Heredocs are nested too deeply".into(),
                TextRange::new(start as u32, end as u32),
                start,
            );
            self.position = start + 2;
            return self.push_code(HEREDOC_START, start);
        }
        // Puppet looks for the whole of it anywhere before the closing parenthesis.
        let later = self.slice(start + 2, end).rfind("@(").map(|index| start + 2 + index);
        let tag = self.start_tag(start, end).or_else(|error| match later {
            Some(later) => self.start_tag(later, end),
            None => Err(error),
        });
        let tag = match tag {
            Ok(tag) => tag,
            Err((code, message)) => {
                self.problem(code, message, TextRange::new(start as u32, end as u32), end);
                self.position = if self.slice(start, end).contains('\n') { self.line_end(start) } else { end };
                self.text_of_broken(start);
                return self.push_code(HEREDOC_START, start);
            }
        };
        self.position = end;
        let text_start = match self.context.jump {
            Some(jump) => Some(jump),
            None => self.next_line(end),
        };
        let Some(text_start) = text_start else {
            let range = TextRange::new(start as u32, end as u32);
            self.problem(
                code::HEREDOC_WITHOUT_TEXT,
                "Heredoc without any following lines of text".into(),
                range,
                limit.max(end),
            );
            return self.push_code(HEREDOC_START, start);
        };
        let end_tag = if self.may_search() { self.find_end(text_start, &tag.tag) } else { None };
        match end_tag {
            Some((text_end, after, line)) => {
                let text_end =
                    if line.removes_break { without_line_break(self.bytes, text_start, text_end) } else { text_end };
                self.context.pending.push(self.heredocs.len());
                self.context.jump = Some(after);
                self.heredocs.push(HeredocText {
                    start: start as u32,
                    syntax: tag.syntax,
                    escapes: tag.escapes,
                    interpolates: tag.interpolates,
                    text: TextRange::new(text_start as u32, text_end as u32),
                    margin: line.margin,
                    end: after as u32,
                    stream: 0,
                    first_token: 0,
                });
            }
            None => {
                self.search_failed();
                let range = TextRange::new(start as u32, end as u32);
                self.problem(
                    code::HEREDOC_WITHOUT_END_TAGGED_LINE,
                    "Heredoc without end-tagged line".into(),
                    range,
                    text_start,
                );
                self.text_of_broken(start);
            }
        }
        self.push_code(HEREDOC_START, start);
    }

    /// Finds the text of a heredoc whose `@(tag)` is broken, so that it is not read as code.
    fn text_of_broken(&mut self, start: usize) {
        let line_end = self.line_end(start);
        let (Some(text_start), true) = (self.next_line(line_end), self.context.jump.is_none()) else { return };
        let written = self.slice(start + 2, line_end).trim_start_matches(|c: char| c == '"' || is_blank(c));
        let length = written.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        let tag = written.get(..length.unwrap_or(written.len())).filter(|tag| !tag.is_empty() && self.may_search());
        let Some((text_end, after, line)) = tag.and_then(|tag| self.find_end(text_start, tag)) else { return };
        self.context.pending.push(self.heredocs.len());
        self.context.jump = Some(after);
        self.heredocs.push(HeredocText {
            start: start as u32,
            syntax: None,
            escapes: Escapes::NONE,
            interpolates: false,
            text: TextRange::new(text_start as u32, text_end as u32),
            margin: line.margin,
            end: after as u32,
            stream: 0,
            first_token: 0,
        });
    }

    /// Where the line behind this one begins.
    fn next_line(&self, from: usize) -> Option<usize> {
        self.slice(from, self.context.limit).find('\n').map(|length| from + length + 1)
    }

    /// Reads `@(tag:syntax/escapes)`.
    fn start_tag(&self, start: usize, end: usize) -> Result<StartTag, (Code, String)> {
        let invalid = || {
            (
                code::HEREDOC_INVALID_SYNTAX,
                "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])".to_string(),
            )
        };
        let inner_start = start + 2;
        let inner = self.slice(inner_start, end - 1);
        let tag_length = inner.find([':', '/', '\r', '\n']).unwrap_or(inner.len());
        let (raw_tag, mut rest) = inner.split_at(tag_length);
        if raw_tag.is_empty() {
            return Err(invalid());
        }
        let mut syntax = None;
        if let Some(after_colon) = rest.strip_prefix(':') {
            let blanks = after_colon.len() - after_colon.trim_start_matches(is_blank).len();
            let name = after_colon.get(blanks..).unwrap_or("");
            let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '+').unwrap_or(name.len());
            if length < 2 || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                return Err(invalid());
            }
            let syntax_start = (inner_start + tag_length + 1 + blanks) as u32;
            syntax = Some(TextRange::new(syntax_start, syntax_start + length as u32));
            rest = name.get(length..).unwrap_or("").trim_start_matches(is_blank);
        }
        let mut escapes = Escapes::NONE;
        if let Some(after_slash) = rest.strip_prefix('/') {
            let flags = after_slash.trim_end_matches(is_blank);
            if !flags.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$') {
                return Err(invalid());
            }
            escapes = escape_flags(if flags.is_empty() { "trnsuL$" } else { flags })?;
        } else if !rest.is_empty() {
            return Err(invalid());
        }
        let tag = raw_tag.trim();
        let quoted = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'));
        let tag_text = quoted.map_or(tag, str::trim);
        if tag_text.is_empty() {
            return Err((code::HEREDOC_EMPTY_ENDTAG, "Heredoc with an empty endtag".into()));
        }
        Ok(StartTag { tag: tag_text.into(), syntax, escapes, interpolates: quoted.is_some() })
    }

    /// The first line that ends in the tag: where the text ends, where the line ends, and what it says.
    fn find_end(&self, text_start: usize, tag: &str) -> Option<(usize, usize, EndLine)> {
        let limit = self.context.limit;
        let mut line_start = text_start;
        while line_start < limit {
            let rest = self.slice(line_start, limit);
            let length = rest.find('\n').map_or(rest.len(), |index| index + 1);
            if let Some(line) = end_line(rest.get(..length).unwrap_or(rest), line_start, tag) {
                return Some((line_start, line_start + length, line));
            }
            line_start += length;
        }
        None
    }

    /// At the beginning of a line: the texts of the heredocs of the line before.
    pub(super) fn heredoc_texts(&mut self) {
        let pending = std::mem::take(&mut self.context.pending);
        let after = self.context.jump.take().unwrap_or(self.position);
        self.context.line_start = after.max(self.position);
        // In the order of the text; each is pushed over the one that follows it.
        let mut regions: Vec<usize> = pending
            .into_iter()
            .filter(|index| self.heredocs.get(*index).is_some_and(|text| text.text.start as usize >= self.position))
            .collect();
        regions.reverse();
        for index in regions {
            self.modes.push(Mode::Heredoc { index });
        }
    }

    /// The next piece of a heredoc's text.
    pub(super) fn heredoc_piece(&mut self, index: usize) {
        let Some(heredoc) = self.heredocs.get(index) else {
            self.modes.pop();
            return;
        };
        let (interpolates, escapes, text, end) =
            (heredoc.interpolates, heredoc.escapes, heredoc.text, heredoc.end as usize);
        if heredoc.stream == 0 {
            self.enter_heredoc(index, text);
        }
        let start = self.position;
        let limit = self.context.limit;
        if interpolates && start < limit {
            let (text_end, position) = self.scan_text(start, escapes.dollar, false);
            if !matches!(text_end, TextEnd::Limit | TextEnd::Quote) {
                return self.interpolation(start, text_end, position);
            }
        }
        self.push_text(start, limit);
        self.position = end;
        self.push(HEREDOC_END, limit);
        self.modes.pop();
        if let Some(outer) = self.outer_contexts.pop() {
            self.context = outer;
        }
    }

    fn enter_heredoc(&mut self, index: usize, text: TextRange) {
        // A line that another token ran over may leave a gap before the text.
        if self.position < text.start as usize {
            let gap = self.position;
            self.position = text.start as usize;
            self.push(WHITESPACE, gap);
        }
        let stream = self.streams.len();
        self.streams.push(Vec::new());
        if let Some(heredoc) = self.heredocs.get_mut(index) {
            heredoc.stream = stream;
            heredoc.first_token = self.tokens.len() as u32;
        }
        let context = Context {
            stream,
            begin: text.start as usize,
            limit: text.end as usize,
            pending: Vec::new(),
            jump: None,
            previous: END,
            line_start: text.start as usize,
        };
        self.outer_contexts.push(std::mem::replace(&mut self.context, context));
    }
}

fn escape_flags(flags: &str) -> Result<Escapes, (Code, String)> {
    let characters: Vec<char> = flags.chars().collect();
    let repeated =
        characters.iter().enumerate().any(|(index, flag)| characters.iter().take(index).any(|other| other == flag));
    if repeated {
        let list: Vec<String> = characters.iter().map(char::to_string).collect();
        let message = format!("An escape char for @() may only appear once. Got '{}'", list.join(", "));
        return Err((code::HEREDOC_MULTIPLE_AT_ESCAPES, message));
    }
    let mut escapes = Escapes { backslash: true, ..Escapes::NONE };
    for flag in characters {
        match flag {
            't' => escapes.tab = true,
            'r' => escapes.carriage_return = true,
            'n' => escapes.line_feed = true,
            's' => escapes.space = true,
            'u' => escapes.unicode = true,
            '$' => escapes.dollar = true,
            'L' => escapes.line_break = true,
            other => {
                let message = format!("Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{other}'");
                return Err((code::HEREDOC_INVALID_ESCAPE, message));
            }
        }
    }
    Ok(escapes)
}

/// Any line that ends in the tag closes the heredoc; a `|` and a `-` may stand before it.
fn end_line(line: &str, offset: usize, tag: &str) -> Option<EndLine> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let before = line.trim_end_matches(is_blank).strip_suffix(tag)?;
    let before = before.trim_end_matches(is_blank);
    let (before, removes_break) = match before.strip_suffix('-') {
        Some(before) => (before.trim_end_matches(is_blank), true),
        None => (before, false),
    };
    let margin = before.strip_suffix('|').map(|before| {
        let blanks = before.trim_end_matches(is_blank).len();
        TextRange::new((offset + blanks) as u32, (offset + before.len()) as u32)
    });
    Some(EndLine { margin, removes_break })
}

fn without_line_break(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut end = end;
    if end > start && bytes.get(end - 1) == Some(&b'\n') {
        end -= 1;
        if end > start && bytes.get(end - 1) == Some(&b'\r') {
            end -= 1;
        }
    }
    end
}
