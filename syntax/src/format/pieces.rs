//! A text as pieces that stay together: tokens, whole strings, heredoc texts, comments. Layout is what is between them.

use crate::syntax_kind::SyntaxKind::{self, *};
use crate::syntax_node::{SyntaxElement, SyntaxNode, SyntaxToken};

/// One piece of text and the space before it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The kind of its (first) token; `STRING_EXPRESSION` for a string with interpolation.
    pub kind: SyntaxKind,
    pub text: String,
    /// The node that the token is a child of, and the nodes around that, from the inside out, by number.
    pub parents: Vec<usize>,
    /// Kinds of the same nodes.
    pub parent_kinds: Vec<SyntaxKind>,
    /// For each of `parents`: this piece is the node's first.
    pub starts: Vec<bool>,
    /// Line breaks before it: 0, 1, or 2 for a blank line between.
    pub breaks: usize,
    /// Spaces of the original before it on its line.
    pub original_spaces: usize,
    /// Spaces before it: indentation after a break, distance otherwise.
    pub spaces: usize,
    /// Its text ends a line (a heredoc's does), so that the next piece starts one.
    pub ends_line: bool,
}

impl Piece {
    pub fn parent(&self) -> SyntaxKind {
        self.parent_kinds.first().copied().unwrap_or(SOURCE_FILE)
    }

    pub fn parent_id(&self) -> usize {
        self.parents.first().copied().unwrap_or(0)
    }

    pub fn is_comment(&self) -> bool {
        matches!(self.kind, LINE_COMMENT | BLOCK_COMMENT)
    }

    pub fn is_opener(&self) -> bool {
        matches!(
            self.kind,
            L_BRACE | L_BRACKET | LIST_START | L_PAREN | LINE_START_PAREN | COLLECT_OPEN | EXPORTED_OPEN
        )
    }

    pub fn is_closer(&self) -> bool {
        matches!(self.kind, R_BRACE | R_BRACKET | R_PAREN | COLLECT_CLOSE | EXPORTED_CLOSE)
    }

    /// True where the text holds a line break that must stay.
    pub fn is_multiline(&self) -> bool {
        self.text.contains('\n')
    }
}

/// The pieces of a tree in the order of the text.
pub fn collect(root: &SyntaxNode) -> Vec<Piece> {
    let mut collector = Collector { pieces: Vec::new(), gap: String::new(), path: Vec::new(), next_id: 0 };
    collector.node(root);
    collector.pieces
}

struct Open {
    id: usize,
    kind: SyntaxKind,
    is_empty: bool,
}

struct Collector {
    pieces: Vec<Piece>,
    /// White space since the last piece.
    gap: String,
    path: Vec<Open>,
    next_id: usize,
}

impl Collector {
    fn node(&mut self, node: &SyntaxNode) {
        self.path.push(Open { id: self.next_id, kind: node.kind(), is_empty: true });
        self.next_id += 1;
        match node.kind() {
            STRING_EXPRESSION => {
                self.push(STRING_EXPRESSION, node.text().to_string(), false);
            }
            HEREDOC_TEXT => {
                let text = node.text().to_string();
                let ends_line = text.ends_with('\n');
                self.push(HEREDOC_TEXT, text, ends_line);
            }
            _ => {
                for child in node.children_with_tokens() {
                    match child {
                        SyntaxElement::Node(child) => self.node(&child),
                        SyntaxElement::Token(token) => self.token(&token),
                    }
                }
            }
        }
        self.path.pop();
    }

    fn token(&mut self, token: &SyntaxToken) {
        match token.kind() {
            WHITESPACE => self.gap.push_str(token.text()),
            LINE_COMMENT => {
                self.push(LINE_COMMENT, token.text().trim_end().to_string(), false);
            }
            kind => {
                self.push(kind, token.text().to_string(), false);
            }
        }
    }

    fn push(&mut self, kind: SyntaxKind, text: String, ends_line: bool) {
        let gap = std::mem::take(&mut self.gap);
        let after_line_end = self.pieces.last().is_some_and(|last| last.ends_line);
        let found = gap.matches('\n').count() + usize::from(after_line_end);
        let original_spaces = gap.rsplit('\n').next().map_or(0, |last| last.chars().count());
        // Comments do not begin a node: what they stand before does.
        let is_trivia = matches!(kind, LINE_COMMENT | BLOCK_COMMENT | HEREDOC_TEXT);
        let starts = self.path.iter().rev().map(|open| open.is_empty && !is_trivia).collect();
        if !is_trivia {
            for open in &mut self.path {
                open.is_empty = false;
            }
        }
        self.pieces.push(Piece {
            kind,
            text,
            parents: self.path.iter().rev().map(|open| open.id).collect(),
            parent_kinds: self.path.iter().rev().map(|open| open.kind).collect(),
            starts,
            breaks: found.min(2),
            original_spaces,
            spaces: 0,
            ends_line,
        });
    }
}

/// Whether something that goes over a line's end stands between the start of a heredoc and its text: the text is then inside of it.
pub fn has_text_inside_of_token(pieces: &[Piece]) -> bool {
    let mut pending = 0_usize;
    pieces.iter().any(|piece| {
        match piece.kind {
            HEREDOC_START => pending += 1,
            HEREDOC_TEXT => pending = pending.saturating_sub(1),
            _ => {}
        }
        pending > 0 && piece.kind != HEREDOC_TEXT && piece.text.contains('\n')
    })
}

/// The pieces with the layout that they were given.
pub fn print(pieces: &[Piece], original: &str) -> String {
    let line_end = line_end(original);
    let mut text = String::with_capacity(original.len() + original.len() / 8);
    let mut after_line_end = true;
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 && piece.breaks > 0 {
            for _ in usize::from(after_line_end)..piece.breaks {
                text.push_str(line_end);
            }
        }
        // A heredoc's text stands where it stood.
        if piece.kind != HEREDOC_TEXT {
            for _ in 0..piece.spaces {
                text.push(' ');
            }
        }
        text.push_str(&piece.text);
        after_line_end = piece.ends_line;
    }
    text
}

/// How the lines of a text end.
pub fn line_end(original: &str) -> &'static str {
    if original.contains("\r\n") { "\r\n" } else { "\n" }
}
