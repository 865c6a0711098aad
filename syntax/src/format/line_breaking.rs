//! Lines that are too long are broken: at the outermost list that stands whole on them, one element a line; else before the
//! operators of a condition.

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
        if options.trailing_commas {
            trailing_commas::add(pieces);
        }
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
    (start..end).any(|open| break_list(pieces, open, end)) || break_condition(pieces, start, end)
}

/// Puts each element of the list that a piece opens on a line of its own; false where it opens none that ends on the line.
fn break_list(pieces: &mut [Piece], open: usize, end: usize) -> bool {
    if !pieces[open].is_opener() {
        return false;
    }
    let (node, kind) = (pieces[open].parent_id(), pieces[open].parent());
    let close = (open + 1..end).find(|at| pieces[*at].is_closer() && pieces[*at].parent_id() == node);
    let Some(close) = close.filter(|close| *close > open + 1) else { return false };
    let separates = |piece: &Piece| match kind {
        RESOURCE => matches!(piece.kind, COMMA | COLON) && piece.parent() == RESOURCE_BODY,
        _ => piece.kind == COMMA && piece.parent_id() == node,
    };
    let separators = pieces[open + 1..close].iter().filter(|piece| separates(piece)).count();
    let is_breakable = match kind {
        ARRAY | HASH | PARAMETER_LIST => true,
        // One argument alone is no shorter on a line of its own.
        ARGUMENT_LIST | ACCESS => {
            separators > 0
                && !pieces[open + 1..close].iter().any(|piece| piece.parents.len() < pieces[open].parents.len())
        }
        RESOURCE => separators > 1 && !pieces[open + 1..close].iter().any(|piece| piece.kind == SEMICOLON),
        _ => false,
    };
    if !is_breakable {
        return false;
    }
    for at in open + 1..=close {
        // The title of a resource stays behind its brace.
        let is_first = at == open + 1 && kind != RESOURCE;
        if is_first || at == close || separates(&pieces[at - 1]) {
            pieces[at].breaks = 1;
        }
    }
    true
}

/// Begins a line with each `and` or `or` of the outermost condition.
fn break_condition(pieces: &mut [Piece], start: usize, end: usize) -> bool {
    let is_operator = |piece: &Piece| matches!(piece.kind, AND_KW | OR_KW) && piece.parent() == BINARY_EXPRESSION;
    let mut depth = 0_usize;
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate().take(end).skip(start) {
        if piece.is_opener() {
            depth += 1;
        } else if piece.is_closer() {
            depth = depth.saturating_sub(1);
        } else if at > start && is_operator(piece) {
            found.push((depth, at));
        }
    }
    let Some(outermost) = found.iter().map(|(depth, _)| *depth).min() else { return false };
    for (depth, at) in found {
        if depth == outermost {
            pieces[at].breaks = 1;
        }
    }
    true
}
