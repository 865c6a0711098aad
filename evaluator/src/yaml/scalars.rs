//! Tokens for scalars: in a block, in quotes, and plain ones.

use std::borrow::Cow;

use super::SyntaxError;
use super::cursor::{END, Mark, is_blank, is_blank_or_end, is_break, is_break_or_end};
use super::scanner::{MarkedToken, Scanner, Token};

const BLOCK: &str = "while scanning a block scalar";
const QUOTED: &str = "while scanning a quoted scalar";
const ESCAPE: &str = "while parsing a quoted scalar";
const PLAIN: &str = "while scanning a plain scalar";

/// What becomes of the line breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq)]
enum Chomping {
    Clip,
    Strip,
    Keep,
}

/// White space between two parts of a scalar, of which it is not yet known what becomes.
#[derive(Default)]
struct Gap {
    blanks: String,
    first_break: Option<char>,
    more_breaks: String,
}

impl Gap {
    fn is_empty(&self) -> bool {
        self.blanks.is_empty() && self.first_break.is_none()
    }

    /// Folds the gap into a text: one line break is a blank, of more the first is dropped.
    fn fold_into(&mut self, text: &mut String) {
        match self.first_break.take() {
            None => text.push_str(&self.blanks),
            Some('\n') if self.more_breaks.is_empty() => text.push(' '),
            Some('\n') => text.push_str(&self.more_breaks),
            Some(other) => {
                text.push(other);
                text.push_str(&self.more_breaks);
            }
        }
        self.blanks.clear();
        self.more_breaks.clear();
    }

    fn add_break(&mut self, line_break: char) {
        if self.first_break.is_some() {
            self.more_breaks.push(line_break);
        } else {
            self.blanks.clear();
            self.first_break = Some(line_break);
        }
    }
}

impl<'t> Scanner<'t> {
    fn scalar(&self, text: Cow<'t, str>, is_plain: bool, start: Mark, end: Mark) -> MarkedToken<'t> {
        MarkedToken { token: Token::Scalar { text, is_plain }, start, end }
    }

    pub(super) fn scan_block_scalar(&mut self) -> Result<MarkedToken<'t>, SyntaxError> {
        let start = self.cursor.mark;
        let is_literal = self.cursor.take() == '|';
        let (chomping, increment) = self.scan_block_header(start)?;
        let mut indent = increment.map(|increment| self.indent.max(0) + i64::from(increment));
        let mut trailing = self.scan_block_breaks(&mut indent, start)?;
        let column = indent.unwrap_or_default();
        let mut text = String::new();
        let mut line_break: Option<char> = None;
        let mut after_indented = false;
        while i64::from(self.cursor.mark.column) == column && !self.cursor.at_end() {
            let is_indented = is_blank(self.cursor.peek());
            if !is_literal && line_break == Some('\n') && !after_indented && !is_indented {
                if trailing.is_empty() {
                    text.push(' ');
                }
            } else {
                text.extend(line_break);
            }
            text.push_str(&trailing);
            after_indented = is_indented;
            text.push_str(self.cursor.take_while(|c| !is_break(c)));
            line_break = self.cursor.take_break();
            trailing = self.scan_block_breaks(&mut indent, start)?;
        }
        if chomping != Chomping::Strip {
            text.extend(line_break);
        }
        if chomping == Chomping::Keep {
            text.push_str(&trailing);
        }
        Ok(self.scalar(Cow::Owned(text), false, start, self.cursor.mark))
    }

    /// `|`, `>-`, `|2+ # comment`: the rest of the line on which a block scalar begins.
    fn scan_block_header(&mut self, start: Mark) -> Result<(Chomping, Option<u32>), SyntaxError> {
        let mut chomping = None;
        let mut increment = None;
        for _ in 0..2 {
            let next = self.cursor.peek();
            match next {
                '+' | '-' if chomping.is_none() => {
                    chomping = Some(if next == '+' { Chomping::Keep } else { Chomping::Strip });
                }
                '0' if increment.is_none() => {
                    return Err(SyntaxError::new(BLOCK, start, "found an indentation indicator equal to 0"));
                }
                '1'..='9' if increment.is_none() => increment = next.to_digit(10),
                _ => break,
            }
            self.cursor.take();
        }
        self.cursor.skip_blanks_and_comment();
        if !is_break_or_end(self.cursor.peek()) {
            return Err(SyntaxError::new(BLOCK, start, "did not find expected comment or line break"));
        }
        self.cursor.take_break();
        Ok((chomping.unwrap_or(Chomping::Clip), increment))
    }

    /// Steps over indentation and empty lines; the first line with text says how far the scalar is indented.
    fn scan_block_breaks(&mut self, indent: &mut Option<i64>, start: Mark) -> Result<String, SyntaxError> {
        let mut breaks = String::new();
        let mut deepest = 0;
        loop {
            while indent.is_none_or(|indent| i64::from(self.cursor.mark.column) < indent) && self.cursor.peek() == ' ' {
                self.cursor.take();
            }
            let column = i64::from(self.cursor.mark.column);
            deepest = deepest.max(column);
            if indent.is_none_or(|indent| column < indent) && self.cursor.peek() == '\t' {
                let problem = "found a tab character where an indentation space is expected";
                return Err(SyntaxError::new(BLOCK, start, problem));
            }
            match self.cursor.take_break() {
                Some(line_break) => breaks.push(line_break),
                None => break,
            }
        }
        indent.get_or_insert(deepest.max(self.indent + 1).max(1));
        Ok(breaks)
    }

    pub(super) fn scan_quoted_scalar(&mut self) -> Result<MarkedToken<'t>, SyntaxError> {
        let start = self.cursor.mark;
        let quote = self.cursor.take();
        let mut text = String::new();
        let mut gap = Gap::default();
        loop {
            if self.cursor.at_document_indicator() {
                return Err(SyntaxError::new(QUOTED, start, "found unexpected document indicator"));
            }
            if self.cursor.at_end() {
                return Err(SyntaxError::new(QUOTED, start, "found unexpected end of stream"));
            }
            let skips_break = self.scan_quoted_part(quote, &mut text, start)?;
            if self.cursor.peek() == quote && !skips_break {
                break;
            }
            self.scan_quoted_gap(&mut gap, skips_break);
            if skips_break {
                gap.first_break.take();
                text.push_str(&gap.more_breaks);
                gap = Gap::default();
            } else {
                gap.fold_into(&mut text);
            }
        }
        self.cursor.take();
        Ok(self.scalar(Cow::Owned(text), false, start, self.cursor.mark))
    }

    /// Reads up to white space or the closing quote; true where a backslash has swallowed the line break.
    fn scan_quoted_part(&mut self, quote: char, text: &mut String, start: Mark) -> Result<bool, SyntaxError> {
        loop {
            let next = self.cursor.peek();
            if is_blank_or_end(next) {
                return Ok(false);
            }
            match next {
                '\'' if quote == '\'' && self.cursor.peek_at(1) == '\'' => {
                    text.push('\'');
                    self.cursor.skip(2);
                }
                _ if next == quote => return Ok(false),
                '\\' if quote == '"' && is_break(self.cursor.peek_at(1)) => {
                    self.cursor.take();
                    self.cursor.take_break();
                    return Ok(true);
                }
                '\\' if quote == '"' => text.push(self.scan_escape(start)?),
                _ => text.push(self.cursor.take()),
            }
        }
    }

    fn scan_escape(&mut self, start: Mark) -> Result<char, SyntaxError> {
        let kind = self.cursor.peek_at(1);
        let digits = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => {
                let c = simple_escape(kind).ok_or(SyntaxError::new(ESCAPE, start, "found unknown escape character"))?;
                self.cursor.skip(2);
                return Ok(c);
            }
        };
        self.cursor.skip(2);
        let mut code = 0_u32;
        for place in 0..digits {
            let Some(digit) = self.cursor.peek_at(place).to_digit(16) else {
                return Err(SyntaxError::new(ESCAPE, start, "did not find expected hexdecimal number"));
            };
            code = code << 4 | digit;
        }
        self.cursor.skip(digits);
        char::from_u32(code).ok_or(SyntaxError::new(ESCAPE, start, "found invalid Unicode character escape code"))
    }

    /// Collects the white space at which lines of a quoted scalar are folded.
    fn scan_quoted_gap(&mut self, gap: &mut Gap, after_break: bool) {
        if after_break {
            gap.first_break = Some('\n');
        }
        loop {
            let next = self.cursor.peek();
            if is_blank(next) {
                self.cursor.take();
                if gap.first_break.is_none() {
                    gap.blanks.push(next);
                }
            } else if let Some(line_break) = self.cursor.take_break() {
                gap.add_break(line_break);
            } else {
                return;
            }
        }
    }

    pub(super) fn scan_plain_scalar(&mut self) -> Result<MarkedToken<'t>, SyntaxError> {
        let start = self.cursor.mark;
        let mut end = start;
        let mut text = Cow::Borrowed("");
        let mut gap = Gap::default();
        loop {
            if self.cursor.at_document_indicator() || self.cursor.peek() == '#' {
                break;
            }
            let part = self.scan_plain_part(start)?;
            if !part.is_empty() {
                // Only blanks in between: the text is one piece of the source.
                if gap.first_break.is_none() && matches!(text, Cow::Borrowed(_)) {
                    text = Cow::Borrowed(self.cursor.slice(start.offset, self.cursor.mark.offset));
                    gap = Gap::default();
                } else {
                    let owned = text.to_mut();
                    gap.fold_into(owned);
                    owned.push_str(part);
                }
                end = self.cursor.mark;
            }
            let next = self.cursor.peek();
            if !is_blank(next) && !is_break(next) {
                break;
            }
            self.scan_plain_gap(&mut gap, start)?;
            if !self.in_flow() && i64::from(self.cursor.mark.column) < self.indent + 1 {
                break;
            }
        }
        if !gap.is_empty() && gap.first_break.is_some() {
            self.key_allowed = true;
        }
        Ok(self.scalar(text, true, start, end))
    }

    /// Reads up to white space or to what ends a plain scalar.
    fn scan_plain_part(&mut self, start: Mark) -> Result<&'t str, SyntaxError> {
        let from = self.cursor.mark.offset;
        loop {
            let next = self.cursor.peek();
            if is_blank_or_end(next) {
                break;
            }
            if next == ':' {
                let after = self.cursor.peek_at(1);
                if self.in_flow() && matches!(after, ',' | '?' | '[' | ']' | '{' | '}') {
                    return Err(SyntaxError::new(PLAIN, start, "found unexpected ':'"));
                }
                if is_blank_or_end(after) {
                    break;
                }
            }
            if self.in_flow() && matches!(next, ',' | '[' | ']' | '{' | '}') {
                break;
            }
            self.cursor.take();
        }
        Ok(self.cursor.slice(from, self.cursor.mark.offset))
    }

    fn scan_plain_gap(&mut self, gap: &mut Gap, start: Mark) -> Result<(), SyntaxError> {
        loop {
            let next = self.cursor.peek();
            if is_blank(next) {
                let column = i64::from(self.cursor.mark.column);
                if gap.first_break.is_some() && column < self.indent + 1 && next == '\t' {
                    return Err(SyntaxError::new(PLAIN, start, "found a tab character that violates indentation"));
                }
                self.cursor.take();
                if gap.first_break.is_none() {
                    gap.blanks.push(next);
                }
            } else if let Some(line_break) = self.cursor.take_break() {
                gap.add_break(line_break);
            } else {
                return Ok(());
            }
        }
    }
}

/// The character that a letter after a backslash stands for.
fn simple_escape(letter: char) -> Option<char> {
    Some(match letter {
        '0' => END,
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{B}',
        'f' => '\u{C}',
        'r' => '\r',
        'e' => '\u{1B}',
        ' ' | '"' | '/' | '\\' => letter,
        'N' => '\u{85}',
        '_' => '\u{A0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        _ => return None,
    })
}
