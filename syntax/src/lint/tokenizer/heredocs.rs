//! Heredocs: the tag, and the text that follows the line of the tag.

use super::strings::{Parts, Segment, Splitter};
use super::{TokenError, Tokenizer};
use crate::lint::token::Kind;
use crate::text_range::TextRange;

impl Tokenizer<'_> {
    /// The end of `@(…)`.
    pub(super) fn heredoc_open(&mut self, at: usize) -> Option<usize> {
        if self.byte(at + 1) != b'(' || at < self.nothing.closing_paren {
            return None;
        }
        let line_end = self.line_end(at);
        let inside = self.bytes.get(at + 3..line_end).unwrap_or(&[]);
        match inside.iter().position(|byte| *byte == b')') {
            Some(length) => Some(at + 3 + length + 1),
            None => {
                self.nothing.closing_paren = line_end;
                None
            }
        }
    }

    /// The text of a heredoc that begins at an offset; ends before the line break after its end tag.
    pub(super) fn heredoc_text(&mut self, at: usize, tag: TextRange) -> Result<usize, TokenError> {
        let tag = &self.text[std::ops::Range::<usize>::from(tag)];
        let (name, interpolates) = read_tag(tag);
        let Some((text_end, end)) = self.heredoc_end(at, name) else { return Ok(self.end) };
        if !interpolates {
            return Ok(self.push(Kind::Heredoc, (at, end), (at, text_end)));
        }
        let mut splitter = Splitter::new(at);
        while splitter.at < text_end {
            if !splitter.step(self) {
                splitter.at += self.width(splitter.at);
            }
        }
        splitter.finish(text_end);
        if let [Segment::Text(..)] = splitter.segments[..] {
            return Ok(self.push(Kind::Heredoc, (at, end), (at, text_end)));
        }
        let parts = Parts { start: Kind::HeredocStart, middle: Kind::HeredocMiddle };
        let last = self.segments(&splitter.segments, at, &parts)?;
        // A text that an unclosed `${` swallowed has no last part.
        let start = last.0.min(text_end);
        let brace = self.closing_brace(start);
        Ok(self.push(Kind::HeredocEnd, (start - brace, end), (start, text_end)))
    }

    /// Where the text ends and where its end tag ends: the first line that ends in the tag.
    fn heredoc_end(&self, start: usize, name: &str) -> Option<(usize, usize)> {
        let mut at = start;
        while at < self.end {
            let line_end = self.line_end(at);
            let line = self.bytes.get(at..line_end).unwrap_or(&[]);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if let Some(before) = line.strip_suffix(name.as_bytes()) {
                let end = at + line.len();
                return Some((self.before_tag(start, at + before.len()), end));
            }
            at = line_end + 1;
        }
        None
    }

    /// Where `|`, `-` and the white space before an end tag begin.
    fn before_tag(&self, start: usize, name: usize) -> usize {
        let before_blanks = |mut at: usize| {
            while at > start && self.byte(at - 1).is_ascii_whitespace() {
                at -= 1;
            }
            at
        };
        let follows = |at: usize, byte: u8| at > start && self.byte(at - 1) == byte;
        let mut at = before_blanks(name);
        if follows(at, b'-') {
            at = before_blanks(at - 1);
        }
        if follows(at, b'|') { at - 1 } else { at }
    }
}

/// The name of a tag, and whether its text has variables.
fn read_tag(tag: &str) -> (&str, bool) {
    let without_flags = tag.split('/').next().unwrap_or(tag).trim_end();
    let without_syntax = without_flags.split(':').next().unwrap_or(without_flags);
    let name = without_syntax.trim_matches('"');
    (if name.is_empty() { without_flags } else { name }, tag.starts_with('"'))
}
