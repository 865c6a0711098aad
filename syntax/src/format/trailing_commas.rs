//! A comma after the last element of a list that stands on several lines.

use super::pieces::Piece;
use crate::syntax_kind::SyntaxKind::*;

pub fn add(pieces: &mut Vec<Piece>) {
    let mut index = 0;
    while index < pieces.len() {
        if wants_comma_before(pieces, index)
            && let Some(last) = last_code_before(pieces, index)
            && !matches!(pieces[last].kind, COMMA | SEMICOLON | COLON)
            && !pieces[last].is_opener()
        {
            let mut comma = pieces[last].clone();
            comma.kind = COMMA;
            comma.text = ",".into();
            comma.breaks = 0;
            comma.original_spaces = 0;
            comma.starts.iter_mut().for_each(|start| *start = false);
            // It belongs to the list, not to the element that it follows.
            comma.parents = pieces[index].parents.clone();
            comma.parent_kinds = pieces[index].parent_kinds.clone();
            comma.starts = vec![false; comma.parents.len()];
            pieces.insert(last + 1, comma);
            index += 1;
        }
        index += 1;
    }
}

/// A closer on a line of its own, of a list that may end in a comma.
fn wants_comma_before(pieces: &[Piece], index: usize) -> bool {
    let piece = &pieces[index];
    if piece.breaks == 0 {
        return false;
    }
    match piece.kind {
        R_BRACE => match piece.parent() {
            HASH | SELECTOR => true,
            // Attributes of the last body; a body without any has nothing to end.
            RESOURCE | RESOURCE_WITHOUT_TITLE | COLLECTOR => {
                last_code_before(pieces, index).is_some_and(|last| in_attribute(&pieces[last], piece))
            }
            _ => false,
        },
        R_BRACKET => piece.parent() == ARRAY,
        R_PAREN => {
            piece.parent() == PARAMETER_LIST
                && matches!(
                    piece.parent_kinds.get(1),
                    Some(CLASS_DEFINITION | DEFINE_DEFINITION | FUNCTION_DEFINITION | PLAN_DEFINITION)
                )
        }
        _ => false,
    }
}

fn in_attribute(piece: &Piece, closer: &Piece) -> bool {
    let Some(depth) = piece.parents.iter().position(|parent| *parent == closer.parent_id()) else { return false };
    piece.parent_kinds[..depth].contains(&ATTRIBUTE)
}

fn last_code_before(pieces: &[Piece], index: usize) -> Option<usize> {
    (0..index).rev().find(|at| !pieces[*at].is_comment() && pieces[*at].kind != HEREDOC_TEXT)
}
