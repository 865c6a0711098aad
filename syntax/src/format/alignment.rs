//! The arrows of one block stand below each other, and so do the attributes of bodies that take one line each.

use std::collections::BTreeMap;

use super::pieces::Piece;
use crate::syntax_kind::SyntaxKind::*;

/// Aligns the first arrow of each line with the others of its block.
pub fn align(pieces: &mut [Piece]) {
    let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in 0..pieces.len() {
        let piece = &pieces[index];
        if !matches!(piece.kind, FAT_ARROW | PLUS_ARROW) || piece.breaks > 0 {
            continue;
        }
        let Some(block) = piece.parents.get(1) else { continue };
        if entry_begins_line(pieces, index) {
            blocks.entry(*block).or_default().push(index);
        }
    }
    for arrows in blocks.into_values() {
        let width = arrows.iter().map(|arrow| key_end(pieces, *arrow)).max().unwrap_or(0);
        for arrow in arrows {
            pieces[arrow].spaces = 1 + width - key_end(pieces, arrow);
        }
    }
}

/// Aligns what follows the titles of bodies on one line, in resources whose author did: somewhere is more than one space
/// beside a colon.
pub fn align_one_line_bodies(pieces: &mut [Piece]) {
    let mut resources: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for colon in 1..pieces.len().saturating_sub(1) {
        let piece = &pieces[colon];
        if piece.kind != COLON || piece.parent() != RESOURCE_BODY || pieces[colon + 1].breaks > 0 {
            continue;
        }
        let Some(resource) = piece.parents.get(1) else { continue };
        if entry_begins_line(pieces, colon) {
            resources.entry(*resource).or_default().push(colon + 1);
        }
    }
    for firsts in resources.into_values().filter(|firsts| firsts.len() > 1) {
        let is_aligned =
            firsts.iter().any(|first| pieces[*first].original_spaces > 1 || pieces[*first - 1].original_spaces > 0);
        if !is_aligned {
            continue;
        }
        let width = firsts.iter().map(|first| key_end(pieces, *first)).max().unwrap_or(0);
        for first in firsts {
            pieces[first].spaces = 1 + width - key_end(pieces, first);
        }
    }
}

/// True where the entry of an arrow or colon starts its line and what is before that is on one line.
fn entry_begins_line(pieces: &[Piece], arrow: usize) -> bool {
    let entry = pieces[arrow].parent_id();
    let first = (0..arrow).rev().take_while(|at| pieces[*at].parents.contains(&entry)).last();
    let Some(first) = first else { return false };
    pieces[first].breaks > 0
        && (first..arrow).all(|at| !pieces[at].is_multiline() && (at == first || pieces[at].breaks == 0))
}

/// The column where what stands before a piece ends.
fn key_end(pieces: &[Piece], at: usize) -> usize {
    let mut column = 0;
    for index in (0..at).rev() {
        column += pieces[index].text.chars().count() + pieces[index].spaces;
        if pieces[index].breaks > 0 {
            break;
        }
    }
    column
}
