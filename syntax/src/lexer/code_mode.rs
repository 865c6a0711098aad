//! Tokens of code. Knows nothing of the text of strings and templates.

use crate::code::{self, Code};
use logos::Logos;

use super::{Lexer, Mode, TemplateTag, is_blank, is_word_byte, name, number, regex_literal};
use crate::syntax_kind::{SyntaxKind, SyntaxKind::*, keyword};
use crate::text_range::TextRange;

/// How code tokens begin; the driver finds where the longer ones end.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
enum CodeToken {
    #[regex(r"[ \t\r\n\u{a0}\u{1680}\u{2000}-\u{200a}\u{202f}\u{205f}\u{3000}]+")] Blank,
    #[regex(r"#[^\n]*")] LineComment,
    #[token("/*")] BlockComment,
    #[token("/")] Slash,
    #[regex(r"[a-z_][A-Za-z0-9_]*")] Word,
    #[regex(r"[A-Z][A-Za-z0-9_]*")] Reference,
    #[token("::")] DoubleColon,
    #[token("$")] Dollar,
    #[regex(r"[0-9]+")] Digits,
    #[token("'")] SingleQuote,
    #[token("\"")] DoubleQuote,
    #[token("@(")] Heredoc,
    #[token("{")] OpenBrace,
    #[token("}")] CloseBrace,
    #[token("[")] OpenBracket,
    #[token("(")] OpenParen,
    #[token("%")] Percent,
    #[token("-")] Minus,

    #[token("]", |_| R_BRACKET)]
    #[token(")", |_| R_PAREN)]
    #[token("=", |_| EQUALS)]
    #[token("+=", |_| APPENDS)]
    #[token("-=", |_| DELETES)]
    #[token("==", |_| IS_EQUAL)]
    #[token("!=", |_| NOT_EQUAL)]
    #[token("=~", |_| MATCH)]
    #[token("!~", |_| NO_MATCH)]
    #[token(">=", |_| GREATER_EQUAL)]
    #[token(">", |_| GREATER)]
    #[token("<=", |_| LESS_EQUAL)]
    #[token("<", |_| LESS)]
    #[token("=>", |_| FAT_ARROW)]
    #[token("+>", |_| PLUS_ARROW)]
    #[token("<<", |_| LEFT_SHIFT)]
    #[token("<<|", |_| EXPORTED_OPEN)]
    #[token("<|", |_| COLLECT_OPEN)]
    #[token(">>", |_| RIGHT_SHIFT)]
    #[token("|>>", |_| EXPORTED_CLOSE)]
    #[token("|>", |_| COLLECT_CLOSE)]
    #[token("+", |_| PLUS)]
    #[token("*", |_| STAR)]
    #[token("!", |_| BANG)]
    #[token(".", |_| DOT)]
    #[token("|", |_| PIPE)]
    #[token("@", |_| AT)]
    #[token("@@", |_| AT_AT)]
    #[token(":", |_| COLON)]
    #[token(",", |_| COMMA)]
    #[token(";", |_| SEMICOLON)]
    #[token("?", |_| QUESTION)]
    #[token("~", |_| TILDE)]
    #[token("&", |_| AMPERSAND)]
    #[token("->", |_| BEFORE_ARROW)]
    #[token("~>", |_| NOTIFY_ARROW)]
    #[token("<-", |_| AFTER_ARROW)]
    #[token("<~", |_| SUBSCRIBE_ARROW)]
    Punctuation(SyntaxKind),
}

impl<'a> Lexer<'a> {
    pub(super) fn code_token(&mut self) {
        let start = self.position;
        let mut lexer = CodeToken::lexer(self.slice(start, self.context.limit));
        let token = lexer.next();
        let end = start + lexer.span().end;
        match token {
            Some(Ok(CodeToken::Punctuation(kind))) => self.finish_code(kind, start, end),
            Some(Ok(CodeToken::Blank)) => self.blank(start, end),
            Some(Ok(CodeToken::Word)) => self.word(start),
            Some(Ok(CodeToken::Dollar)) => {
                let name_end = name::variable_end(self.readable(), start + 1);
                self.finish_code(VARIABLE, start, name_end);
            }
            Some(Ok(CodeToken::SingleQuote)) => self.single_quoted(),
            Some(Ok(CodeToken::DoubleQuote)) => self.double_quoted(),
            Some(Ok(CodeToken::Reference)) => {
                self.reference(start, start + 1, code::ILLEGAL_CLASS_REFERENCE, "Illegal class reference")
            }
            Some(Ok(CodeToken::DoubleColon)) => self.qualified(start),
            Some(Ok(CodeToken::LineComment)) => self.line_comment(start, end),
            Some(Ok(CodeToken::BlockComment)) => self.block_comment(start),
            Some(Ok(CodeToken::Slash)) => self.slash(start),
            Some(Ok(CodeToken::Digits)) => self.number(start),
            Some(Ok(CodeToken::OpenBrace)) => {
                if let Some(Mode::Interpolation { braces }) = self.modes.last_mut() {
                    *braces += 1;
                }
                self.finish_code(L_BRACE, start, end);
            }
            Some(Ok(CodeToken::CloseBrace)) => self.close_brace(start),
            Some(Ok(CodeToken::OpenBracket)) => {
                let kind = if self.is_after_blank(start) { LIST_START } else { L_BRACKET };
                self.finish_code(kind, start, end);
            }
            Some(Ok(CodeToken::OpenParen)) => {
                let kind = if self.is_first_on_line(start) { LINE_START_PAREN } else { L_PAREN };
                self.finish_code(kind, start, end);
            }
            Some(Ok(CodeToken::Percent)) => {
                if self.closes_tag(start) {
                    self.close_tag(2);
                } else {
                    self.finish_code(PERCENT, start, end);
                }
            }
            Some(Ok(CodeToken::Minus)) => {
                if self.closes_tag(start + 1) {
                    self.close_tag(3);
                } else {
                    self.finish_code(MINUS, start, end);
                }
            }
            Some(Ok(CodeToken::Heredoc)) => self.heredoc(start),
            Some(Err(())) | None => {
                let length = self.slice(start, self.context.limit).chars().next().map_or(1, char::len_utf8);
                self.finish_code(UNKNOWN_CHARACTER, start, start + length);
            }
        }
    }

    fn finish_code(&mut self, kind: SyntaxKind, start: usize, end: usize) {
        self.position = end;
        self.push_code(kind, start);
    }

    fn readable(&self) -> &'a [u8] {
        self.bytes.get(..self.context.limit).unwrap_or(self.bytes)
    }

    fn blank(&mut self, start: usize, end: usize) {
        let blank = self.bytes.get(start..end).unwrap_or(&[]);
        if !self.context.pending.is_empty()
            && let Some(line_feed) = blank.iter().position(|byte| *byte == b'\n')
        {
            self.position = start + line_feed + 1;
            self.push(WHITESPACE, start);
            return self.heredoc_texts();
        }
        if let Some(line_feed) = blank.iter().rposition(|byte| *byte == b'\n') {
            self.context.line_start = start + line_feed + 1;
        }
        self.position = end;
        self.push(WHITESPACE, start);
    }

    fn line_comment(&mut self, start: usize, end: usize) {
        self.position = end;
        self.push(LINE_COMMENT, start);
    }

    fn block_comment(&mut self, start: usize) {
        let rest = self.slice(start + 2, self.context.limit);
        match rest.find("*/") {
            Some(length) => self.position = start + 2 + length + 2,
            None => {
                self.position = self.context.limit;
                let range = TextRange::new(start as u32, start as u32 + 2);
                self.problem(code::UNCLOSED_MLCOMMENT, "Unclosed multiline comment".into(), range, start);
            }
        }
        self.push(BLOCK_COMMENT, start);
    }

    fn slash(&mut self, start: usize) {
        let mut end = None;
        if regex_literal::may_follow(self.context.previous) && self.may_search() {
            end = regex_literal::end(self.readable(), start);
            if end.is_none() {
                self.search_failed();
            }
        }
        match end {
            Some(end) => {
                if let Some(message) = regex_literal::problem(self.slice(start, end)) {
                    self.problem(code::INVALID_REGEXP, message, TextRange::new(start as u32, end as u32), start);
                }
                self.finish_code(REGEX, start, end);
            }
            None => self.finish_code(SLASH, start, start + 1),
        }
    }

    fn word(&mut self, start: usize) {
        let Some(word) = name::word(self.readable(), start) else {
            return self.finish_code(UNKNOWN_CHARACTER, start, start + 1);
        };
        let kind = match word.is_name {
            false => WORD,
            true => {
                let bytes = self.bytes.get(start..word.end).unwrap_or(&[]);
                keyword(bytes, self.language.tasks).unwrap_or(NAME)
            }
        };
        self.finish_code(kind, start, word.end);
    }

    fn reference(&mut self, start: usize, faulty: usize, code: Code, message: &str) {
        let end = name::reference_end(self.readable(), start);
        self.position = end;
        if self.byte(end) == b':' && self.byte(end + 1) == b':' {
            let faulty = end + (faulty - start);
            while is_word_byte(self.byte(self.position)) || self.byte(self.position) == b':' {
                self.position += 1;
            }
            let range = TextRange::new(start as u32, self.position as u32);
            self.problem(code, message.into(), range, faulty.min(self.context.limit));
        }
        self.push_code(CLASS_REFERENCE, start);
    }

    /// `::` before a name or a reference.
    fn qualified(&mut self, start: usize) {
        if self.byte(start + 2).is_ascii_uppercase() {
            return self.reference(
                start,
                start + 3,
                code::ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE,
                "Illegal fully qualified class reference",
            );
        }
        if let Some(word) = name::word(self.readable(), start) {
            return self.finish_code(if word.is_name { NAME } else { WORD }, start, word.end);
        }
        self.position = start + 2;
        let range = TextRange::new(start as u32, start as u32 + 2);
        self.problem(code::ILLEGAL_FULLY_QUALIFIED_NAME, "Illegal fully qualified name".into(), range, start + 2);
        // The rest of a broken name belongs to it, so that one mistake is reported once.
        let mut end = self.position;
        while is_word_byte(self.byte(end)) {
            end += 1;
        }
        self.position = end;
        let follows_name = matches!(self.context.previous, NAME | WORD | VARIABLE | CLASS_REFERENCE)
            && self.tokens.last().is_some_and(|token| token.kind == self.context.previous);
        self.push(if follows_name { WHITESPACE } else { NAME }, start);
        if !follows_name {
            self.context.previous = NAME;
        }
    }

    fn number(&mut self, start: usize) {
        if let Some(end) = number::number_end(self.readable(), start) {
            if let Some((code, message)) = number::number_problem(self.slice(start, end)) {
                self.problem(code, message, TextRange::new(start as u32, end as u32), start);
            }
            return self.finish_code(NUMBER, start, end);
        }
        let mut end = start;
        while is_word_byte(self.byte(end)) {
            end += 1;
        }
        // The digits before a dot belong to the broken number.
        let mut value_start = start;
        if start > 1 && self.byte(start - 1) == b'.' {
            let mut digits = start - 1;
            while digits > self.context.begin && self.byte(digits - 1).is_ascii_digit() {
                digits -= 1;
            }
            if digits < start - 1 {
                value_start = digits;
            }
        }
        let value = self.slice(value_start, end).to_string();
        let (code, message) =
            number::number_problem(&value).unwrap_or((code::ILLEGAL_NUMBER, format!("Illegal number '{value}'")));
        self.problem(code, message, TextRange::new(value_start as u32, end as u32), value_start);
        if value_start < start {
            // Read as one number: the dot and the digits before it are no method call.
            return self.join_number(value_start, end);
        }
        self.finish_code(NUMBER, start, end);
    }

    /// Makes one token of a number, a dot and what follows.
    fn join_number(&mut self, value_start: usize, end: usize) {
        while self.tokens.last().is_some_and(|token| token.start as usize > value_start) {
            self.tokens.pop();
            if let Some(stream) = self.streams.get_mut(self.context.stream) {
                stream.pop();
            }
        }
        self.position = end;
        self.context.previous = NUMBER;
    }

    fn close_brace(&mut self, start: usize) {
        self.position = start + 1;
        match self.modes.last_mut() {
            Some(Mode::Interpolation { braces: 0 }) => {
                self.modes.pop();
                self.push(INTERPOLATION_END, start);
                self.context.previous = R_BRACE;
            }
            Some(Mode::Interpolation { braces }) => {
                *braces -= 1;
                self.push_code(R_BRACE, start);
            }
            _ => self.push_code(R_BRACE, start),
        }
    }

    fn closes_tag(&self, start: usize) -> bool {
        self.tag != TemplateTag::None
            && self.byte(start) == b'%'
            && self.byte(start + 1) == b'>'
            && matches!(self.modes.last(), Some(Mode::Code))
    }

    fn is_after_blank(&self, start: usize) -> bool {
        if start == self.context.begin {
            return true;
        }
        match self.bytes.get(start - 1).copied().unwrap_or(0) {
            b' ' | b'\t' | b'\r' | b'\n' => true,
            byte if byte.is_ascii() => false,
            _ => self.slice(0, start).chars().next_back().is_some_and(is_blank),
        }
    }

    fn is_first_on_line(&self, start: usize) -> bool {
        self.slice(self.context.line_start, start).chars().all(|character| character == '\r' || is_blank(character))
    }
}
