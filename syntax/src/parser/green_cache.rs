//! Tokens and nodes around one token that a thread has built before: most of a file's have been in the files before it.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::syntax_kind::SyntaxKind;

/// After this many bytes of text a thread starts with an empty cache, so that it does not keep what nobody uses any more.
const CACHED_BYTES: usize = 4 << 20;
/// Longer tokens are seldom seen twice.
const LONGEST_CACHED: usize = 32;

thread_local! {
    static CACHE: Cell<Option<Box<GreenCache>>> = const { Cell::new(None) };
}

#[derive(Default)]
pub(super) struct GreenCache {
    bytes: usize,
    /// Keywords and punctuation, by kind.
    fixed: Vec<Option<GreenToken>>,
    /// By the hash of kind and text.
    tokens: HashMap<u64, GreenToken, KeyHasher>,
    /// By kind and the address of the cached token.
    nodes: HashMap<u64, GreenNode, KeyHasher>,
}

impl GreenCache {
    /// The cache of this thread; `give_back` it.
    pub fn take(bytes: usize) -> Box<GreenCache> {
        let mut cache = CACHE.take().filter(|cache| cache.bytes < CACHED_BYTES).unwrap_or_default();
        cache.bytes += bytes;
        cache
    }

    pub fn give_back(self: Box<Self>) {
        CACHE.set(Some(self));
    }

    /// A token, and whether the cache holds it.
    pub fn token(&mut self, kind: SyntaxKind, text: &str) -> (GreenToken, bool) {
        if kind.has_fixed_text() {
            return (self.fixed_token(kind, text), true);
        }
        if text.len() > LONGEST_CACHED {
            return (GreenToken::new(kind.into(), text), false);
        }
        let token = self.tokens.entry(hash(kind, text)).or_insert_with(|| GreenToken::new(kind.into(), text));
        if token.text() == text && token.kind() == rowan::SyntaxKind::from(kind) {
            return (token.clone(), true);
        }
        (GreenToken::new(kind.into(), text), false)
    }

    fn fixed_token(&mut self, kind: SyntaxKind, text: &str) -> GreenToken {
        let index = kind as usize;
        if self.fixed.len() <= index {
            self.fixed.resize(index + 1, None);
        }
        match self.fixed.get_mut(index) {
            Some(slot) => slot.get_or_insert_with(|| GreenToken::new(kind.into(), text)).clone(),
            None => GreenToken::new(kind.into(), text),
        }
    }

    /// A node around one token that the cache holds, so that its address is its own.
    pub fn node(&mut self, kind: SyntaxKind, token: GreenToken) -> GreenNode {
        let address = std::ptr::from_ref::<rowan::GreenTokenData>(&token).addr() as u64;
        let key = address.rotate_left(8) ^ kind as u64;
        self.nodes.entry(key).or_insert_with(|| GreenNode::new(kind.into(), [NodeOrToken::Token(token)])).clone()
    }
}

/// Multiplies and rotates eight bytes at a time.
fn hash(kind: SyntaxKind, text: &str) -> u64 {
    const FACTOR: u64 = 0x517c_c1b7_2722_0a95;
    let mut hash = (kind as u64 ^ (text.len() as u64) << 8).wrapping_mul(FACTOR);
    let mut chunks = text.as_bytes().chunks_exact(8);
    for chunk in &mut chunks {
        let word = chunk.iter().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
    let word = chunks.remainder().iter().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR)
}

type KeyHasher = BuildHasherDefault<AlreadyHashed>;

/// The keys are hashes already; the upper bits are the better ones.
#[derive(Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_twice_is_shared() {
        let mut cache = GreenCache::default();
        let (first, second) = (cache.token(SyntaxKind::NAME, "notify").0, cache.token(SyntaxKind::NAME, "notify").0);
        assert!(std::ptr::eq::<rowan::GreenTokenData>(&*first, &*second));
        let node = cache.node(SyntaxKind::NAME_EXPRESSION, first);
        let other = cache.node(SyntaxKind::LITERAL, second);
        assert_ne!(node.kind(), other.kind());
        assert_eq!(node.to_string(), "notify");
    }
}
