//! rowan's tree with this crate's kinds. No other crate sees rowan.

use crate::syntax_kind::SyntaxKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuppetLanguage {}

impl rowan::Language for PuppetLanguage {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::from_raw(raw)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        kind.into()
    }
}

pub type SyntaxNode = rowan::SyntaxNode<PuppetLanguage>;
pub type SyntaxToken = rowan::SyntaxToken<PuppetLanguage>;
pub type SyntaxElement = rowan::SyntaxElement<PuppetLanguage>;
