//! Events and tokens to the green tree; puts white space, comments and heredoc texts back where they stand.

use rowan::{GreenNode, GreenNodeBuilder, NodeCache};

use super::event::Event;
use crate::lexer::Lexed;
use crate::syntax_kind::SyntaxKind::{self, *};

/// The events of one token stream.
pub(super) struct StreamEvents {
    pub stream: usize,
    /// The index of its first token of any kind; 0 for the text itself.
    pub first_token: u32,
    pub events: Vec<Event>,
}

pub(super) fn build(text: &str, lexed: &Lexed, streams: Vec<StreamEvents>) -> GreenNode {
    let mut cache = NodeCache::default();
    let mut streams = streams.into_iter();
    let main = streams.next();
    let mut builder = TreeBuilder {
        text,
        lexed,
        regions: streams.collect(),
        tree: GreenNodeBuilder::with_cache(&mut cache),
        token: 0,
    };
    // Heredoc texts in the order of the text.
    builder.regions.sort_by_key(|region| region.first_token);
    if let Some(main) = main {
        builder.replay(main, true);
    }
    builder.tree.finish()
}

struct TreeBuilder<'a, 'cache> {
    text: &'a str,
    lexed: &'a Lexed,
    regions: Vec<StreamEvents>,
    tree: GreenNodeBuilder<'cache>,
    /// The next token of any kind.
    token: usize,
}

impl TreeBuilder<'_, '_> {
    fn replay(&mut self, stream: StreamEvents, whole_text: bool) {
        let StreamEvents { stream, mut events, .. } = stream;
        let indexes: &[u32] = self.lexed.streams.get(stream).map_or(&[], Vec::as_slice);
        let mut next = indexes.iter();
        let mut parents: Vec<SyntaxKind> = Vec::new();
        let mut depth = 0usize;
        for position in 0..events.len() {
            match std::mem::replace(&mut events[position], Event::Nothing) {
                Event::Nothing => {}
                Event::Start { kind, forward } => {
                    if depth > 0
                        && let Some(index) = next.as_slice().first()
                    {
                        self.trivia_before(*index as usize);
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
                        self.tree.start_node(kind.into());
                        depth += 1;
                    }
                }
                Event::Finish => {
                    depth -= 1;
                    if depth == 0 && whole_text {
                        let end = self.lexed.tokens.len().saturating_sub(1);
                        self.trivia_before(end);
                    }
                    self.tree.finish_node();
                }
                Event::Token => {
                    if let Some(index) = next.next() {
                        self.trivia_before(*index as usize);
                        self.push_token();
                    }
                }
            }
        }
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
                self.tree.token(token.kind.into(), text);
            }
        }
        self.token += 1;
    }
}
