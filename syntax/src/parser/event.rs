//! What the grammar says about the tokens, in order: open a node, take a token, close the node.

use crate::syntax_kind::SyntaxKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Opens a node. `forward` is the distance to the event that opens the node around it, 0 where there is none.
    Start {
        kind: SyntaxKind,
        forward: u32,
    },
    Finish,
    Token,
    /// A node that was given up.
    Nothing,
}
