//! Cuts a text into tokens. Whether `a` in `a: b` is a key is known only once its colon is seen, so that tokens wait in a
//! queue until no key can stand before them.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::SyntaxError;
use super::cursor::{Cursor, Mark, is_blank, is_blank_or_end, is_break};

#[derive(Clone, Debug, PartialEq)]
pub enum Token<'t> {
    VersionDirective { major: u32, minor: u32 },
    TagDirective { handle: &'t str, prefix: String },
    DocumentStart,
    DocumentEnd,
    StreamEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    FlowEntry,
    BlockEntry,
    Key,
    Value,
    Alias(&'t str),
    Anchor(&'t str),
    Tag { handle: &'t str, suffix: String },
    Scalar { text: Cow<'t, str>, is_plain: bool },
}

#[derive(Clone, Debug, PartialEq)]
pub struct MarkedToken<'t> {
    pub token: Token<'t>,
    pub start: Mark,
    pub end: Mark,
}

/// A place where a key may have begun; it is one if a colon follows on the same line.
#[derive(Clone, Copy, Debug)]
struct PossibleKey {
    /// In this column only a key can stand.
    is_required: bool,
    token_number: usize,
    mark: Mark,
}

/// How long a key may be that is not announced with `?`.
const MAX_KEY_LENGTH: usize = 1024;

pub struct Scanner<'t> {
    pub(super) cursor: Cursor<'t>,
    tokens: VecDeque<MarkedToken<'t>>,
    tokens_taken: usize,
    /// The first token of the queue is final.
    is_ready: bool,
    is_over: bool,
    /// The column of the innermost block collection; -1 outside of all.
    pub(super) indent: i64,
    outer_indents: Vec<i64>,
    /// For each open flow collection, and first for the block around them, where a key may have begun.
    possible_keys: Vec<Option<PossibleKey>>,
    pub(super) key_allowed: bool,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Scanner {
            cursor: Cursor::new(text),
            tokens: VecDeque::new(),
            tokens_taken: 0,
            is_ready: false,
            is_over: false,
            indent: -1,
            outer_indents: Vec::new(),
            possible_keys: vec![None],
            key_allowed: true,
        }
    }

    pub(super) fn in_flow(&self) -> bool {
        self.possible_keys.len() > 1
    }

    /// Returns the next token without taking it.
    pub fn peek(&mut self) -> Result<&MarkedToken<'t>, SyntaxError> {
        if !self.is_ready {
            self.fetch_until_ready()?;
        }
        let mark = self.cursor.mark;
        if self.tokens.is_empty() {
            self.tokens.push_back(MarkedToken { token: Token::StreamEnd, start: mark, end: mark });
        }
        self.tokens.front().ok_or(SyntaxError::without_context(mark, "did not find expected <stream-end>"))
    }

    /// Takes the token that was looked at.
    pub fn take(&mut self) -> Result<MarkedToken<'t>, SyntaxError> {
        self.peek()?;
        self.is_ready = false;
        self.tokens_taken += 1;
        let mark = self.cursor.mark;
        Ok(self.tokens.pop_front().unwrap_or(MarkedToken { token: Token::StreamEnd, start: mark, end: mark }))
    }

    fn fetch_until_ready(&mut self) -> Result<(), SyntaxError> {
        loop {
            if !self.tokens.is_empty() {
                self.forget_stale_keys()?;
                let next = self.tokens_taken;
                if !self.possible_keys.iter().flatten().any(|key| key.token_number == next) {
                    break;
                }
            }
            if self.is_over {
                break;
            }
            self.fetch()?;
        }
        self.is_ready = true;
        Ok(())
    }

    fn fetch(&mut self) -> Result<(), SyntaxError> {
        self.skip_to_next_token();
        self.forget_stale_keys()?;
        self.close_blocks(i64::from(self.cursor.mark.column));
        let first = self.cursor.peek();
        let blank_follows = is_blank_or_end(self.cursor.peek_at(1));
        if self.cursor.at_end() {
            return self.fetch_end();
        }
        if self.cursor.mark.column == 0 && first == '%' {
            return self.fetch_directive();
        }
        if self.cursor.at_document_indicator() {
            return self.fetch_document_indicator(first);
        }
        match first {
            '[' => self.fetch_flow_start(Token::FlowSequenceStart),
            '{' => self.fetch_flow_start(Token::FlowMappingStart),
            ']' => self.fetch_flow_end(Token::FlowSequenceEnd),
            '}' => self.fetch_flow_end(Token::FlowMappingEnd),
            ',' => self.fetch_flow_entry(),
            '-' if blank_follows => self.fetch_block_entry(),
            '?' if self.in_flow() || blank_follows => self.fetch_key(),
            ':' if self.in_flow() || blank_follows => self.fetch_value(),
            '*' | '&' => {
                self.begin_simple_token()?;
                let token = self.scan_anchor()?;
                self.tokens.push_back(token);
                Ok(())
            }
            '!' => {
                self.begin_simple_token()?;
                let token = self.scan_tag()?;
                self.tokens.push_back(token);
                Ok(())
            }
            '|' | '>' if !self.in_flow() => {
                self.forget_key()?;
                self.key_allowed = true;
                let token = self.scan_block_scalar()?;
                self.tokens.push_back(token);
                Ok(())
            }
            '\'' | '"' => {
                self.begin_simple_token()?;
                let token = self.scan_quoted_scalar()?;
                self.tokens.push_back(token);
                Ok(())
            }
            _ => self.fetch_plain_scalar(first),
        }
    }

    fn skip_to_next_token(&mut self) {
        loop {
            if self.cursor.mark.column == 0 && self.cursor.peek() == '\u{FEFF}' {
                self.cursor.take();
            }
            let tabs = self.in_flow() || !self.key_allowed;
            self.cursor.take_while(|c| c == ' ' || (tabs && c == '\t'));
            if self.cursor.peek() == '#' {
                self.cursor.take_while(|c| !is_break(c));
            }
            if self.cursor.take_break().is_none() {
                return;
            }
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    /// A key ends on the line that it begins on, and soon.
    fn forget_stale_keys(&mut self) -> Result<(), SyntaxError> {
        let now = self.cursor.mark;
        for possible in &mut self.possible_keys {
            let Some(key) = possible else { continue };
            if key.mark.line < now.line || key.mark.index + MAX_KEY_LENGTH < now.index {
                if key.is_required {
                    return Err(missing_colon(key.mark));
                }
                *possible = None;
            }
        }
        Ok(())
    }

    fn forget_key(&mut self) -> Result<(), SyntaxError> {
        match self.possible_keys.last_mut().and_then(Option::take) {
            Some(key) if key.is_required => Err(missing_colon(key.mark)),
            _ => Ok(()),
        }
    }

    /// What begins here may turn out to be a key.
    fn note_possible_key(&mut self) -> Result<(), SyntaxError> {
        if !self.key_allowed {
            return Ok(());
        }
        let mark = self.cursor.mark;
        let is_required = !self.in_flow() && self.indent == i64::from(mark.column);
        let token_number = self.tokens_taken + self.tokens.len();
        self.forget_key()?;
        if let Some(possible) = self.possible_keys.last_mut() {
            *possible = Some(PossibleKey { is_required, token_number, mark });
        }
        Ok(())
    }

    fn begin_simple_token(&mut self) -> Result<(), SyntaxError> {
        self.note_possible_key()?;
        self.key_allowed = false;
        Ok(())
    }

    /// Opens a block collection where the column says that one begins; `before` is the number of the token that it precedes.
    fn open_block(&mut self, start: Token<'t>, mark: Mark, before: Option<usize>) {
        let column = i64::from(mark.column);
        if self.in_flow() || self.indent >= column {
            return;
        }
        self.outer_indents.push(self.indent);
        self.indent = column;
        let token = MarkedToken { token: start, start: mark, end: mark };
        self.insert(token, before);
    }

    fn insert(&mut self, token: MarkedToken<'t>, before: Option<usize>) {
        match before.and_then(|number| number.checked_sub(self.tokens_taken)) {
            Some(at) if at <= self.tokens.len() => self.tokens.insert(at, token),
            _ => self.tokens.push_back(token),
        }
    }

    fn close_blocks(&mut self, column: i64) {
        if self.in_flow() {
            return;
        }
        let mark = self.cursor.mark;
        while self.indent > column {
            self.tokens.push_back(MarkedToken { token: Token::BlockEnd, start: mark, end: mark });
            self.indent = self.outer_indents.pop().unwrap_or(-1);
        }
    }

    fn close_all_blocks(&mut self) -> Result<(), SyntaxError> {
        self.close_blocks(-1);
        self.forget_key()?;
        self.key_allowed = false;
        Ok(())
    }

    /// Takes so many characters as a token.
    fn push(&mut self, token: Token<'t>, characters: usize) {
        let start = self.cursor.mark;
        self.cursor.skip(characters);
        self.tokens.push_back(MarkedToken { token, start, end: self.cursor.mark });
    }

    fn fetch_end(&mut self) -> Result<(), SyntaxError> {
        if self.cursor.mark.column != 0 {
            self.cursor.mark.column = 0;
            self.cursor.mark.line += 1;
        }
        self.close_all_blocks()?;
        self.push(Token::StreamEnd, 0);
        self.is_over = true;
        Ok(())
    }

    fn fetch_directive(&mut self) -> Result<(), SyntaxError> {
        self.close_all_blocks()?;
        let token = self.scan_directive()?;
        self.tokens.push_back(token);
        Ok(())
    }

    fn fetch_document_indicator(&mut self, first: char) -> Result<(), SyntaxError> {
        self.close_all_blocks()?;
        self.push(if first == '-' { Token::DocumentStart } else { Token::DocumentEnd }, 3);
        Ok(())
    }

    fn fetch_flow_start(&mut self, token: Token<'t>) -> Result<(), SyntaxError> {
        self.note_possible_key()?;
        self.possible_keys.push(None);
        self.key_allowed = true;
        self.push(token, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, token: Token<'t>) -> Result<(), SyntaxError> {
        self.forget_key()?;
        if self.in_flow() {
            self.possible_keys.pop();
        }
        self.key_allowed = false;
        self.push(token, 1);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Result<(), SyntaxError> {
        self.forget_key()?;
        self.key_allowed = true;
        self.push(Token::FlowEntry, 1);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Result<(), SyntaxError> {
        self.open_announced_block(Token::BlockSequenceStart, "block sequence entries are not allowed in this context")?;
        self.forget_key()?;
        self.key_allowed = true;
        self.push(Token::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Result<(), SyntaxError> {
        self.open_announced_block(Token::BlockMappingStart, "mapping keys are not allowed in this context")?;
        self.forget_key()?;
        self.key_allowed = !self.in_flow();
        self.push(Token::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<(), SyntaxError> {
        match self.possible_keys.last_mut().and_then(Option::take) {
            Some(key) => {
                let token = MarkedToken { token: Token::Key, start: key.mark, end: key.mark };
                self.insert(token, Some(key.token_number));
                self.open_block(Token::BlockMappingStart, key.mark, Some(key.token_number));
                self.key_allowed = false;
            }
            None => {
                self.open_announced_block(Token::BlockMappingStart, "mapping values are not allowed in this context")?;
                self.key_allowed = !self.in_flow();
            }
        }
        self.push(Token::Value, 1);
        Ok(())
    }

    /// `- `, `? ` and `: ` begin a collection of the block where a key could stand.
    fn open_announced_block(&mut self, start: Token<'t>, problem: &'static str) -> Result<(), SyntaxError> {
        if self.in_flow() {
            return Ok(());
        }
        if !self.key_allowed {
            return Err(SyntaxError::without_context(self.cursor.mark, problem));
        }
        self.open_block(start, self.cursor.mark, None);
        Ok(())
    }

    fn fetch_plain_scalar(&mut self, first: char) -> Result<(), SyntaxError> {
        let second = self.cursor.peek_at(1);
        let can_begin = match first {
            '-' => !is_blank(second),
            '?' | ':' => !self.in_flow() && !is_blank_or_end(second),
            ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => false,
            other => !is_blank_or_end(other),
        };
        if !can_begin {
            let problem = "found character that cannot start any token";
            return Err(SyntaxError::new("while scanning for the next token", self.cursor.mark, problem));
        }
        self.begin_simple_token()?;
        let token = self.scan_plain_scalar()?;
        self.tokens.push_back(token);
        Ok(())
    }
}

fn missing_colon(mark: Mark) -> SyntaxError {
    SyntaxError::new("while scanning a simple key", mark, "could not find expected ':'")
}
