//! Events and tokens to the green tree; puts white space, comments and heredoc texts back where they stand.

use rowan::{GreenNode, GreenToken, NodeOrToken};

use super::event::Event;
use super::green_cache::GreenCache;
use crate::lexer::{Lexed, StreamToken};
use crate::syntax_kind::SyntaxKind::{self, *};

/// The events of one token stream.
pub(super) struct StreamEvents {
    pub stream: usize,
    /// The index of its first token of any kind; 0 for the text itself.
    pub first_token: u32,
    pub events: Vec<Event>,
}

pub(super) fn build(text: &str, lexed: &Lexed, streams: Vec<StreamEvents>) -> GreenNode {
    let mut streams = streams.into_iter();
    let main = streams.next();
    let mut builder = TreeBuilder {
        text,
        lexed,
        regions: streams.collect(),
        cache: GreenCache::take(),
        open: Vec::new(),
        children: Vec::with_capacity(64),
        token: 0,
    };
    // Heredoc texts in the order of the text.
    builder.regions.sort_by_key(|region| region.first_token);
    if let Some(main) = main {
        builder.replay(main, true);
    }
    builder.cache.give_back();
    match builder.children.pop() {
        Some(NodeOrToken::Node(root)) => root,
        _ => GreenNode::new(SOURCE_FILE.into(), []),
    }
}

struct TreeBuilder<'a> {
    text: &'a str,
    lexed: &'a Lexed,
    regions: Vec<StreamEvents>,
    cache: Box<GreenCache>,
    /// The nodes that are open, with the index of their first child.
    open: Vec<(SyntaxKind, usize)>,
    children: Vec<NodeOrToken<GreenNode, GreenToken>>,
    /// The next token of any kind.
    token: usize,
}

impl TreeBuilder<'_> {
    fn replay(&mut self, stream: StreamEvents, whole_text: bool) {
        let StreamEvents { stream, mut events, .. } = stream;
        let indexes: &[StreamToken] = self.lexed.streams.get(stream).map_or(&[], Vec::as_slice);
        let mut next = indexes.iter();
        let mut parents: Vec<SyntaxKind> = Vec::new();
        let mut depth = 0usize;
        for position in 0..events.len() {
            match std::mem::replace(&mut events[position], Event::Nothing) {
                Event::Nothing => {}
                Event::Start { kind, forward } => {
                    if depth > 0
                        && let Some(token) = next.as_slice().first()
                    {
                        self.trivia_before(token.index as usize);
                    }
                    parents.push(kind);
                    let (mut at, mut forward) = (position, forward);
                    while forward != 0 {
                        at += forward as usize;
                        forward = match std::mem::replace(&mut events[at], Event::Nothing) {
                            Event::Start { kind, forward } => {
                                parents.push(kind);
                                forward
                            }
                            _ => 0,
                        };
                    }
                    for kind in parents.drain(..).rev() {
                        self.open.push((kind, self.children.len()));
                        depth += 1;
                    }
                }
                Event::Finish => {
                    depth -= 1;
                    if depth == 0 && whole_text {
                        let end = self.lexed.tokens.len().saturating_sub(1);
                        self.trivia_before(end);
                    }
                    self.finish_node();
                }
                Event::Token => {
                    if let Some(token) = next.next() {
                        self.trivia_before(token.index as usize);
                        self.push_token();
                    }
                }
            }
        }
    }

    fn finish_node(&mut self) {
        let Some((kind, first)) = self.open.pop() else { return };
        let is_single = self.children.len() == first + 1;
        let node = match self.children.pop_if(|child| is_single && matches!(child, NodeOrToken::Token(_))) {
            Some(NodeOrToken::Token(token)) => self.cache.node(kind, token),
            _ => GreenNode::new(kind.into(), self.children.drain(first..)),
        };
        self.children.push(NodeOrToken::Node(node));
    }

    /// Everything up to the token with this index.
    fn trivia_before(&mut self, index: usize) {
        while self.token < index {
            if self.regions.first().is_some_and(|region| region.first_token as usize == self.token) {
                let region = self.regions.remove(0);
                self.replay(region, false);
            } else {
                self.push_token();
            }
        }
    }

    fn push_token(&mut self) {
        let tokens = &self.lexed.tokens;
        if let (Some(token), Some(after)) = (tokens.get(self.token), tokens.get(self.token + 1)) {
            let text = self.text.get(token.start as usize..after.start as usize).unwrap_or("");
            if token.kind != END {
                let token = self.cache.token(token.kind, text);
                self.children.push(NodeOrToken::Token(token));
            }
        }
        self.token += 1;
    }
}
