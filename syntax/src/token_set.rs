//! A set of token kinds as bits. Knows nothing of the grammar that uses it.

use crate::syntax_kind::SyntaxKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenSet(u128);

impl TokenSet {
    pub const EMPTY: TokenSet = TokenSet(0);

    pub const fn new(kinds: &[SyntaxKind]) -> TokenSet {
        let mut bits = 0u128;
        let mut index = 0;
        while index < kinds.len() {
            bits |= 1 << kinds[index] as u8;
            index += 1;
        }
        TokenSet(bits)
    }

    #[inline]
    pub const fn contains(self, kind: SyntaxKind) -> bool {
        (kind as u8) < 128 && self.0 & (1 << kind as u8) != 0
    }

    pub const fn without(self, kinds: &[SyntaxKind]) -> TokenSet {
        TokenSet(self.0 & !TokenSet::new(kinds).0)
    }
}
