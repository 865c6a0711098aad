//! Quoted strings, split at their variables and interpolations.

use super::{TokenError, TokenErrorReason, Tokenizer};
use crate::lint::token::Kind;

/// A part of a text with variables in it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Segment {
    Text(usize, usize),
    /// What is between `${` and `}`.
    Code(usize, usize),
    /// The name after `$`.
    Variable(usize, usize),
}

/// The kinds of the text parts of a split string or heredoc.
pub(super) struct Parts {
    pub start: Kind,
    pub middle: Kind,
}

/// Reads a text up to a variable, an interpolation or its end.
pub(super) struct Splitter {
    pub segments: Vec<Segment>,
    pub at: usize,
    segment_start: usize,
    /// Open braces, the first is that of `${`.
    braces: u32,
}

impl Splitter {
    pub fn new(start: usize) -> Self {
        Splitter { segments: Vec::new(), at: start, segment_start: start, braces: 0 }
    }

    pub fn in_text(&self) -> bool {
        self.braces == 0
    }

    /// Ends the last text.
    pub fn finish(&mut self, end: usize) {
        self.segments.push(Segment::Text(self.segment_start, end));
    }

    fn is_escaped(&self, tokenizer: &Tokenizer<'_>) -> bool {
        self.at > self.segment_start && tokenizer.byte(self.at - 1) == b'\\'
    }

    /// Takes an interpolation's bracket or a variable that stands here; false where there is none.
    pub fn step(&mut self, tokenizer: &Tokenizer<'_>) -> bool {
        let byte = tokenizer.byte(self.at);
        match byte {
            b'$' if tokenizer.byte(self.at + 1) == b'{' => {
                if self.is_escaped(tokenizer) {
                    self.at += 1;
                    return true;
                }
                if self.braces == 0 {
                    self.segments.push(Segment::Text(self.segment_start, self.at));
                    self.segment_start = self.at + 2;
                }
                self.at += 2;
                self.braces += 1;
            }
            b'{' if self.braces > 0 => {
                self.at += 1;
                self.braces += 1;
            }
            b'}' => {
                if self.braces == 1 {
                    self.segments.push(Segment::Code(self.segment_start, self.at));
                    self.segment_start = self.at + 1;
                }
                self.braces = self.braces.saturating_sub(1);
                self.at += 1;
            }
            b'$' if self.braces == 0 && !self.is_escaped(tokenizer) => {
                let Some(end) = tokenizer.variable_name(self.at + 1) else { return false };
                self.segments.push(Segment::Text(self.segment_start, self.at));
                self.segments.push(Segment::Variable(self.at + 1, end));
                self.segment_start = end;
                self.at = end;
            }
            _ => return false,
        }
        true
    }
}

impl Tokenizer<'_> {
    pub(super) fn single_quoted(&mut self, at: usize) -> Result<usize, TokenError> {
        match self.unescaped(at + 1, b'\'') {
            Some(close) => Ok(self.push(Kind::SingleQuoted, (at, close + 1), (at + 1, close))),
            None => Err(self.error(at, TokenErrorReason::UnexpectedCharacter)),
        }
    }

    pub(super) fn double_quoted(&mut self, at: usize) -> Result<usize, TokenError> {
        let mut splitter = Splitter::new(at + 1);
        loop {
            if splitter.at >= self.end {
                return Err(self.error(at, TokenErrorReason::UnterminatedString));
            }
            if splitter.step(self) {
                continue;
            }
            match self.byte(splitter.at) {
                b'\\' => {
                    let rest = self.rest(splitter.at);
                    let run = rest.iter().position(|byte| *byte != b'\\').unwrap_or(rest.len());
                    splitter.at += run;
                    // An odd number escapes the quote; an even one only itself.
                    if run % 2 == 1 && self.byte(splitter.at) == b'"' {
                        splitter.at += 1;
                    }
                }
                b'"' if splitter.in_text() => break,
                _ => splitter.at += self.width(splitter.at),
            }
        }
        let close = splitter.at;
        splitter.finish(close);
        if let [Segment::Text(start, end)] = splitter.segments[..] {
            return Ok(self.push(Kind::DoubleQuoted, (at, close + 1), (start, end)));
        }
        let parts = Parts { start: Kind::StringStart, middle: Kind::StringMiddle };
        let last = self.segments(&splitter.segments, at, &parts)?;
        let start = last.0 - self.closing_brace(last.0);
        Ok(self.push(Kind::StringEnd, (start, close + 1), last))
    }

    /// Adds the tokens of all segments but the last text, which it gives back.
    pub(super) fn segments(
        &mut self,
        segments: &[Segment],
        start: usize,
        parts: &Parts,
    ) -> Result<(usize, usize), TokenError> {
        let mut last = (start, start);
        for (index, segment) in segments.iter().enumerate() {
            match *segment {
                Segment::Text(from, to) if index + 1 == segments.len() => last = (from, to),
                Segment::Text(from, to) if index == 0 => {
                    self.push(parts.start, (start, to), (from, to));
                }
                Segment::Text(from, to) => {
                    let start = from - self.closing_brace(from);
                    self.push(parts.middle, (start, to), (from, to));
                }
                Segment::Variable(from, to) => {
                    self.push(Kind::UnenclosedVariable, (from - 1, to), (from, to));
                }
                Segment::Code(from, to) => self.interpolation(from, to)?,
            }
        }
        Ok(last)
    }

    /// The width of the `}` of an interpolation that ends here: the text after it begins with it.
    pub(super) fn closing_brace(&self, at: usize) -> usize {
        let ends_before = self.tokens.last().is_some_and(|token| (token.range.end as usize) < at);
        usize::from(ends_before && self.bytes.get(at.wrapping_sub(1)) == Some(&b'}'))
    }

    fn interpolation(&mut self, from: usize, to: usize) -> Result<(), TokenError> {
        if self.depth >= super::MAX_DEPTH {
            return Err(self.error(from, TokenErrorReason::TooDeep));
        }
        self.depth += 1;
        let first = self.tokens.len();
        self.run(from, to)?;
        self.depth -= 1;
        if let Some(token) = self.tokens.get_mut(first) {
            let is_type_word = token.kind == Kind::Type && self.bytes.get(from..from + 4) == Some(b"type");
            if token.kind.is_word() || is_type_word {
                token.kind = Kind::Variable;
            }
        }
        Ok(())
    }
}
