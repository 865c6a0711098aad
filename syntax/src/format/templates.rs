//! EPP templates: only the code in tags is laid out, on the lines that it has. Text stays to the byte.

use super::pieces::Piece;
use crate::syntax_kind::SyntaxKind::*;

/// Text, and what tags take away of it.
fn is_text(piece: &Piece) -> bool {
    matches!(piece.kind, TEMPLATE_TEXT | TEMPLATE_TRIMMED | TEMPLATE_COMMENT)
}

fn opens_tag(piece: &Piece) -> bool {
    matches!(piece.kind, TEMPLATE_OPEN | TEMPLATE_EXPRESSION_OPEN)
}

fn closes_tag(piece: &Piece) -> bool {
    matches!(piece.kind, TEMPLATE_CLOSE | TEMPLATE_EXPRESSION_CLOSE)
}

/// Corrects what the rules for manifests say about the space before each piece.
pub fn set_spaces(pieces: &mut [Piece]) {
    for index in 0..pieces.len() {
        let (before, rest) = pieces.split_at_mut(index);
        let Some(piece) = rest.first_mut() else { continue };
        let previous = before.last();
        if previous.is_none_or(|previous| is_text(previous) || closes_tag(previous)) || is_text(piece) {
            // Outside of tags there is no white space of ours.
            piece.spaces = 0;
            piece.breaks = 0;
            continue;
        }
        let after_open = previous.is_some_and(opens_tag);
        if piece.breaks > 0 {
            // Lines inside of a tag stand where the author put them.
            piece.spaces = piece.original_spaces;
        } else if after_open && matches!(piece.kind, L_BRACKET | LIST_START) {
            // White space tells an index from a list.
            piece.spaces = piece.original_spaces;
        } else if after_open {
            // Authors show nesting by the distance from the tag.
            piece.spaces = piece.original_spaces.max(1);
        } else if closes_tag(piece) {
            piece.spaces = 1;
        } else if is_parameter_edge(previous, piece) {
            piece.spaces = piece.original_spaces.min(1);
        }
    }
}

/// Between the `|` around a template's parameters and those.
fn is_parameter_edge(previous: Option<&Piece>, piece: &Piece) -> bool {
    let is_pipe = |piece: &Piece| {
        piece.kind == PIPE && piece.parent() == PARAMETER_LIST && !matches!(piece.parent_kinds.get(1), Some(LAMBDA))
    };
    is_pipe(piece) || previous.is_some_and(is_pipe)
}
