//! Single quotes for strings that need no others.

use super::pieces::Piece;
use crate::syntax_kind::SyntaxKind::*;

pub fn prefer_single_quotes(pieces: &mut [Piece]) {
    for piece in pieces {
        if piece.kind != DOUBLE_QUOTED {
            continue;
        }
        let inner = piece.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        // An escape means something else in single quotes, and a quote would need one.
        if let Some(inner) = inner
            && !inner.contains(['\\', '\'', '$', '\n'])
        {
            piece.text = format!("'{inner}'");
            piece.kind = SINGLE_QUOTED;
        }
    }
}
