//! A cheap view of the green tree: a node and the offset where it stands. Knows nothing of what nodes mean: the typed
//! nodes beside it do.
//!
//! Reading the tree this way allocates nothing; rowan's own nodes are for the few who need parents and siblings.

use rowan::{GreenNodeData, NodeOrToken};

use crate::syntax_kind::SyntaxKind;
use crate::text_range::TextRange;

#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    green: &'a GreenNodeData,
    pub offset: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct Token<'a> {
    pub kind: SyntaxKind,
    pub text: &'a str,
    pub offset: u32,
}

#[derive(Clone, Copy)]
pub(crate) enum Element<'a> {
    Node(Node<'a>),
    Token(Token<'a>),
}

impl<'a> Node<'a> {
    pub fn root(green: &'a GreenNodeData) -> Self {
        Node { green, offset: 0 }
    }

    pub fn kind(self) -> SyntaxKind {
        SyntaxKind::from_raw(self.green.kind())
    }

    pub fn range(self) -> TextRange {
        TextRange::new(self.offset, self.end())
    }

    pub fn end(self) -> u32 {
        self.offset + u32::from(self.green.text_len())
    }

    pub fn children(self) -> impl Iterator<Item = Element<'a>> {
        let mut offset = self.offset;
        self.green.children().map(move |child| {
            let start = offset;
            match child {
                NodeOrToken::Node(green) => {
                    offset += u32::from(green.text_len());
                    Element::Node(Node { green, offset: start })
                }
                NodeOrToken::Token(token) => {
                    offset += u32::from(token.text_len());
                    Element::Token(Token {
                        kind: SyntaxKind::from_raw(token.kind()),
                        text: token.text(),
                        offset: start,
                    })
                }
            }
        })
    }

    /// Child nodes, without the heredoc texts that stand between them.
    pub fn nodes(self) -> impl Iterator<Item = Node<'a>> {
        self.children().filter_map(|child| match child {
            Element::Node(node) if node.kind() != SyntaxKind::HEREDOC_TEXT => Some(node),
            _ => None,
        })
    }

    pub fn node(self, kind: SyntaxKind) -> Option<Node<'a>> {
        self.nodes().find(|node| node.kind() == kind)
    }

    /// Tokens that the grammar sees.
    pub fn tokens(self) -> impl Iterator<Item = Token<'a>> {
        self.children().filter_map(|child| match child {
            Element::Token(token) if !token.kind.is_trivia() => Some(token),
            _ => None,
        })
    }

    pub fn token(self, kind: SyntaxKind) -> Option<Token<'a>> {
        self.tokens().find(|token| token.kind == kind)
    }

    pub fn first_token(self) -> Option<Token<'a>> {
        self.tokens().next()
    }

    /// The text of a range.
    pub fn text_in(self, range: TextRange) -> String {
        let mut text = String::new();
        for child in self.children() {
            match child {
                Element::Node(node) if node.offset < range.end && range.start < node.end() => {
                    text.push_str(&node.text_in(range))
                }
                Element::Token(token) => {
                    let start = range.start.max(token.offset).saturating_sub(token.offset) as usize;
                    let end = range.end.min(token.range().end).saturating_sub(token.offset) as usize;
                    text.push_str(token.text.get(start..end).unwrap_or(""));
                }
                Element::Node(_) => {}
            }
        }
        text
    }

    /// The heredoc text that begins at an offset.
    pub fn heredoc_text(self, offset: u32) -> Option<Node<'a>> {
        let mut node = self;
        loop {
            if node.kind() == SyntaxKind::HEREDOC_TEXT && node.offset == offset {
                return Some(node);
            }
            node = node.children().find_map(|child| match child {
                Element::Node(child) if child.offset <= offset && offset < child.end() => Some(child),
                _ => None,
            })?;
        }
    }
}

impl Token<'_> {
    pub fn range(self) -> TextRange {
        TextRange::new(self.offset, self.offset + self.text.len() as u32)
    }
}
