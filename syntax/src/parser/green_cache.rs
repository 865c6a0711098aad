//! Tokens and nodes around one token that a thread has built lately: most of a file's are among them.
//!
//! Of fixed size: what is built takes the place of what had the same slot before.

use std::cell::Cell;

use rowan::{GreenNode, GreenToken, GreenTokenData, NodeOrToken};

use crate::syntax_kind::SyntaxKind;

/// Slots, as a power of two; small enough for the processor's own cache.
const TOKEN_BITS: u32 = 11;
const NODE_BITS: u32 = 10;
/// Longer tokens are seldom seen twice.
const LONGEST_CACHED: usize = 32;

thread_local! {
    static CACHE: Cell<Option<Box<GreenCache>>> = const { Cell::new(None) };
}

pub(super) struct GreenCache {
    /// Keywords and punctuation, by kind.
    fixed: Vec<Option<GreenToken>>,
    /// With the hash of kind and text.
    tokens: Vec<Option<(u64, GreenToken)>>,
    /// With the kind and the address of the token, which the node keeps alive.
    nodes: Vec<Option<(u64, GreenNode)>>,
}

impl Default for GreenCache {
    fn default() -> Self {
        GreenCache {
            fixed: vec![None; SyntaxKind::SOURCE_FILE as usize],
            tokens: vec![None; 1 << TOKEN_BITS],
            nodes: vec![None; 1 << NODE_BITS],
        }
    }
}

impl GreenCache {
    /// The cache of this thread; `give_back` it.
    pub fn take() -> Box<GreenCache> {
        CACHE.take().unwrap_or_default()
    }

    pub fn give_back(self: Box<Self>) {
        CACHE.set(Some(self));
    }

    pub fn token(&mut self, kind: SyntaxKind, text: &str) -> GreenToken {
        let build = || GreenToken::new(kind.into(), text);
        if kind.has_fixed_text() {
            return match self.fixed.get_mut(kind as usize) {
                Some(slot) => slot.get_or_insert_with(build).clone(),
                None => build(),
            };
        }
        if text.len() > LONGEST_CACHED {
            return build();
        }
        let hash = hash(kind, text);
        let Some(slot) = self.tokens.get_mut((hash >> (u64::BITS - TOKEN_BITS)) as usize) else { return build() };
        match slot {
            Some((key, token)) if *key == hash && token.text() == text && token.kind() == kind.into() => token.clone(),
            _ => {
                let token = build();
                *slot = Some((hash, token.clone()));
                token
            }
        }
    }

    /// A node around one token.
    pub fn node(&mut self, kind: SyntaxKind, token: GreenToken) -> GreenNode {
        let address = std::ptr::from_ref::<GreenTokenData>(&token).addr() as u64;
        let key = address << 8 | kind as u64;
        let index = key.wrapping_mul(FACTOR) >> (u64::BITS - NODE_BITS);
        let build = || GreenNode::new(kind.into(), [NodeOrToken::Token(token)]);
        let Some(slot) = self.nodes.get_mut(index as usize) else { return build() };
        match slot {
            Some((cached, node)) if *cached == key => node.clone(),
            _ => {
                let node = build();
                *slot = Some((key, node.clone()));
                node
            }
        }
    }
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Of the first and the last eight bytes: enough for a slot, the text itself is compared.
fn hash(kind: SyntaxKind, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (first, last) = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)), 0),
    };
    let start = (kind as u64 | (bytes.len() as u64) << 8).wrapping_mul(FACTOR);
    let mixed = (start ^ first).wrapping_mul(FACTOR);
    (mixed ^ mixed >> 32 ^ last).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_twice_is_shared() {
        let mut cache = GreenCache::default();
        for (kind, text) in
            [(SyntaxKind::NAME, "notify"), (SyntaxKind::L_BRACE, "{"), (SyntaxKind::WHITESPACE, "\n    ")]
        {
            let (first, second) = (cache.token(kind, text), cache.token(kind, text));
            assert!(std::ptr::eq::<GreenTokenData>(&*first, &*second));
            assert_eq!((first.text(), first.kind()), (text, kind.into()));
        }
    }

    #[test]
    fn nodes_differ_by_kind_and_token() {
        let mut cache = GreenCache::default();
        let token = cache.token(SyntaxKind::NAME, "notify");
        let name = cache.node(SyntaxKind::NAME_EXPRESSION, token.clone());
        let literal = cache.node(SyntaxKind::LITERAL, token);
        assert_ne!(name.kind(), literal.kind());
        let other = cache.token(SyntaxKind::NAME, "file");
        assert_eq!(cache.node(SyntaxKind::NAME_EXPRESSION, other).to_string(), "file");
    }

    #[test]
    fn a_slot_that_is_taken_over_gives_the_right_text() {
        let mut cache = GreenCache::default();
        for index in 0..10_000 {
            let text = format!("name_{index}");
            assert_eq!(cache.token(SyntaxKind::NAME, &text).text(), text);
        }
    }
}
