//! The arrows of one block stand below each other.

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

/// True where the entry of an arrow starts its line and its key is on one line.
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
