//! The text of EPP templates and its tags. Knows nothing of the code between the tags.

use crate::code;
use logos::Logos;

use super::{Lexer, Mode, TemplateTag};
use crate::syntax_kind::SyntaxKind::*;
use crate::text_range::TextRange;

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum TextToken {
    #[regex(r"[^<]+")]
    Text,
    #[token("<")]
    Less,
    #[token("<%")]
    Open,
    #[token("<%%")]
    Literal,
    #[token("<%#")]
    Comment,
    #[token("<%-")]
    OpenTrim,
    #[token("<%=")]
    OpenExpression,
}

/// A piece of text between two tags of code.
struct Piece {
    start: usize,
    end: usize,
    comment: bool,
}

impl<'a> Lexer<'a> {
    /// Text up to the next tag of code. True at the end of the template.
    pub(super) fn template_text(&mut self, trim: bool) -> bool {
        let limit = self.context.limit;
        let mut pieces = Vec::new();
        let mut position = self.position;
        let is_empty = position == limit;
        let mut piece_start = position;
        if trim {
            position = trimmed_end(self.bytes, position, limit);
            self.push_trimmed(position);
            piece_start = position;
        }
        let mut literal_at_end = false;
        let tag = loop {
            let mut lexer = TextToken::lexer(self.slice(position, limit));
            let token = lexer.next();
            let length = lexer.span().len();
            match token {
                None => break None,
                Some(Ok(TextToken::Comment)) => {
                    pieces.push(Piece { start: piece_start, end: position, comment: false });
                    let Some(end) = comment_end(self.bytes, position + 3, limit) else {
                        self.problem(
                            code::EPP_UNBALANCED_COMMENT,
                            "Reaching end after opening <%# without seeing %>".into(),
                            TextRange::new(position as u32, limit as u32),
                            position + 2,
                        );
                        pieces.push(Piece { start: position, end: limit, comment: true });
                        position = limit;
                        piece_start = limit;
                        break None;
                    };
                    if self.byte(position + 3) == b'-'
                        && let Some(before) = pieces.last_mut()
                    {
                        before.end = blank_start(self.bytes, before.start, before.end);
                    }
                    pieces.push(Piece { start: position, end, comment: true });
                    position = end;
                    if self.byte(end.saturating_sub(3)) == b'-' {
                        position = trimmed_end(self.bytes, end, limit);
                    }
                    piece_start = position;
                    literal_at_end = end == limit;
                }
                Some(Ok(TextToken::Open | TextToken::OpenTrim | TextToken::OpenExpression)) => {
                    break Some((token, length));
                }
                Some(Ok(TextToken::Literal)) => {
                    position += length;
                    literal_at_end = position == limit;
                }
                Some(_) => position += length,
            }
        };
        pieces.push(Piece { start: piece_start, end: position, comment: false });
        if matches!(tag, Some((Some(Ok(TextToken::OpenTrim)), _))) {
            trim_trailing_blanks(self.bytes, &mut pieces);
        }
        let empty_text_counts = tag.is_none() && !literal_at_end && !is_empty;
        self.push_template_pieces(&pieces, position, empty_text_counts, tag.is_none() && literal_at_end);
        let Some((token, length)) = tag else { return true };
        let start = self.position;
        self.position = start + length;
        if token == Some(Ok(TextToken::Open)) && self.position == limit {
            self.problem(
                code::EPP_UNBALANCED_EXPRESSION,
                "Unbalanced embedded expression - opening <% and reaching end of input".into(),
                TextRange::new(start as u32, limit as u32),
                limit,
            );
            self.push(TEMPLATE_OPEN, start);
            return true;
        }
        if token == Some(Ok(TextToken::OpenExpression)) {
            self.push_code(TEMPLATE_EXPRESSION_OPEN, start);
            self.tag = TemplateTag::Expression;
        } else {
            self.push(TEMPLATE_OPEN, start);
            self.tag = TemplateTag::Statements;
        }
        if let Some(mode) = self.modes.last_mut() {
            *mode = Mode::Code;
        }
        false
    }

    /// What is between the pieces was trimmed away. Where a template ends with a comment or `<%%`, Puppet loses the text
    /// before it.
    fn push_template_pieces(&mut self, pieces: &[Piece], end: usize, empty_text_counts: bool, is_lost: bool) {
        let mut has_text = false;
        for piece in pieces.iter().filter(|piece| piece.end > piece.start) {
            self.push_trimmed(piece.start);
            self.position = piece.end;
            if piece.comment {
                self.push(TEMPLATE_COMMENT, piece.start);
            } else if is_lost {
                self.push(TEMPLATE_TRIMMED, piece.start);
            } else {
                self.push_code(TEMPLATE_TEXT, piece.start);
                has_text = true;
            }
        }
        self.push_trimmed(end);
        // Puppet renders what is left after the last tag even where trimming leaves nothing.
        if empty_text_counts && !has_text {
            self.push_code(TEMPLATE_TEXT, self.position);
        }
    }

    fn push_trimmed(&mut self, end: usize) {
        let start = self.position;
        if end > start {
            self.position = end;
            self.push(TEMPLATE_TRIMMED, start);
        }
    }

    /// `%>` or `-%>`, `length` bytes long.
    pub(super) fn close_tag(&mut self, length: usize) {
        let start = self.position;
        self.position += length;
        if self.tag == TemplateTag::Expression {
            self.push_code(TEMPLATE_EXPRESSION_CLOSE, start);
        } else {
            self.push(TEMPLATE_CLOSE, start);
        }
        self.tag = TemplateTag::None;
        if let Some(mode) = self.modes.last_mut() {
            *mode = Mode::Template { trim: length == 3 };
        }
    }
}

/// After a trimming tag: blanks and one line break.
fn trimmed_end(bytes: &[u8], start: usize, limit: usize) -> usize {
    let mut end = start;
    while end < limit && matches!(bytes.get(end), Some(b' ' | b'\t')) {
        end += 1;
    }
    if end < limit && bytes.get(end) == Some(&b'\r') {
        end += 1;
    }
    if end < limit && bytes.get(end) == Some(&b'\n') {
        end += 1;
    }
    end
}

fn blank_start(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut position = end;
    while position > start && matches!(bytes.get(position - 1), Some(b' ' | b'\t')) {
        position -= 1;
    }
    position
}

/// `<%-` takes the blanks before it away, across comments.
fn trim_trailing_blanks(bytes: &[u8], pieces: &mut [Piece]) {
    for piece in pieces.iter_mut().rev().filter(|piece| !piece.comment) {
        piece.end = blank_start(bytes, piece.start, piece.end);
        if piece.end > piece.start {
            return;
        }
    }
}

/// A comment ends at the first `%>` that no `%` stands before.
fn comment_end(bytes: &[u8], start: usize, limit: usize) -> Option<usize> {
    let mut position = start;
    while position + 1 < limit {
        if bytes.get(position..position + 2) == Some(b"%>")
            && (position == start || bytes.get(position - 1) != Some(&b'%'))
        {
            return Some(position + 2);
        }
        position += 1;
    }
    None
}
