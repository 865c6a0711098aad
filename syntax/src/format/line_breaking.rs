//! Lines that are too long are broken at the outermost list that stands whole on them, one element a line.

use super::pieces::Piece;
use super::{FormatOptions, indentation, spacing, trailing_commas};
use crate::syntax_kind::SyntaxKind::*;

/// Lists inside lists are broken one after the other.
const MOST_ROUNDS: usize = 8;

pub fn break_long_lines(pieces: &mut Vec<Piece>, options: &FormatOptions) {
    for _ in 0..MOST_ROUNDS {
        let mut changed = false;
        let mut start = 0;
        while start < pieces.len() {
            let end = line_end(pieces, start);
            if width(&pieces[start..end]) > options.width && break_line(pieces, start, end) {
                changed = true;
            }
            start = end;
        }
        if !changed {
            return;
        }
        trailing_commas::add(pieces);
        spacing::set_spaces(pieces);
        indentation::set(pieces, options);
    }
}

fn line_end(pieces: &[Piece], start: usize) -> usize {
    (start + 1..pieces.len()).find(|at| pieces[*at].breaks > 0).unwrap_or(pieces.len())
}

fn width(line: &[Piece]) -> usize {
    line.iter().map(|piece| piece.spaces + piece.text.lines().next().map_or(0, |first| first.chars().count())).sum()
}

fn break_line(pieces: &mut [Piece], start: usize, end: usize) -> bool {
    // A heredoc's text follows its line: what is on it stays together.
    if pieces[start..end].iter().any(|piece| piece.kind == HEREDOC_START || piece.is_comment()) {
        return false;
    }
    for open in start..end {
        if !pieces[open].is_opener() || !matches!(pieces[open].parent(), ARRAY | HASH | PARAMETER_LIST) {
            continue;
        }
        let node = pieces[open].parent_id();
        let close = (open + 1..end).find(|at| pieces[*at].is_closer() && pieces[*at].parent_id() == node);
        let Some(close) = close else { continue };
        if close == open + 1 {
            continue;
        }
        for at in open + 1..=close {
            let follows_comma = pieces[at - 1].kind == COMMA && pieces[at - 1].parent_id() == node;
            if at == open + 1 || at == close || follows_comma {
                pieces[at].breaks = 1;
            }
        }
        return true;
    }
    false
}
