//! Where lines begin: two columns for each bracket that an earlier line left open, and for what continues a statement.

use std::collections::HashMap;

use super::FormatOptions;
use super::pieces::Piece;
use crate::syntax_kind::SyntaxKind::{self, *};

/// A bracket, or the title of a resource body, that lines after it stand below.
struct Group {
    /// The node that the bracket belongs to.
    node: usize,
    /// How far the line that opened it is indented.
    indent: usize,
    /// A resource body whose title began its line: ends with the body.
    is_body: bool,
}

/// Sets breaks at the edges of blocks, and the indentation of every line.
pub fn set(pieces: &mut [Piece], options: &FormatOptions) {
    remove_blank_edges(pieces);
    let mut groups: Vec<Group> = Vec::new();
    let mut line_indent = 0;
    // How far the line is indented that a node begins on.
    let mut node_indents: HashMap<usize, usize> = HashMap::new();
    for index in 0..pieces.len() {
        let starts_line = index == 0 || pieces[index].breaks > 0;
        while groups.last().is_some_and(|group| group.is_body && ends_body(pieces, index, group)) {
            groups.pop();
        }
        if starts_line {
            let indent = indentation(pieces, index, &groups, options);
            pieces[index].spaces = indent;
            line_indent = indent;
        }
        let piece = &pieces[index];
        if piece.kind == HEREDOC_TEXT {
            continue;
        }
        for (node, starts) in piece.parents.iter().zip(&piece.starts) {
            if *starts {
                node_indents.insert(*node, line_indent);
            }
        }
        if piece.is_opener() {
            let indent = owner(piece).and_then(|owner| node_indents.get(&owner).copied()).unwrap_or(line_indent);
            groups.push(Group { node: piece.parent_id(), indent, is_body: false });
        } else if piece.is_closer() {
            while groups.pop().is_some_and(|group| group.is_body) {}
        } else if piece.kind == COLON && piece.parent() == RESOURCE_BODY && title_begins_line(pieces, index) {
            let node = piece.parent_id();
            let indent = node_indents.get(&node).copied().unwrap_or(line_indent);
            groups.push(Group { node, indent, is_body: true });
        }
    }
}

/// The statement that a brace's block belongs to: its body stands below the line that the statement begins on, even
/// where its condition takes several.
fn owner(piece: &Piece) -> Option<usize> {
    let kinds = &piece.parent_kinds;
    let is_statement = |kind: &SyntaxKind| {
        matches!(
            kind,
            IF | ELSIF
                | ELSE
                | UNLESS
                | CASE
                | CASE_OPTION
                | CLASS_DEFINITION
                | DEFINE_DEFINITION
                | NODE_DEFINITION
                | FUNCTION_DEFINITION
                | PLAN_DEFINITION
        )
    };
    match (kinds.first(), kinds.get(1)) {
        (Some(CASE), _) if piece.kind == L_BRACE => piece.parents.first().copied(),
        (Some(BLOCK), Some(kind)) if is_statement(kind) => piece.parents.get(1).copied(),
        _ => None,
    }
}

/// No blank lines behind an opening bracket, before a closing one, and at the top of the file.
fn remove_blank_edges(pieces: &mut [Piece]) {
    for index in 0..pieces.len() {
        if pieces[index].breaks < 2 {
            continue;
        }
        let after_opener = index == 0 || (pieces[index - 1].is_opener() && pieces[index - 1].kind == L_BRACE);
        if after_opener || (pieces[index].is_closer() && !pieces[index - 1].is_comment()) {
            pieces[index].breaks = 1;
        }
    }
}

fn indentation(pieces: &[Piece], index: usize, groups: &[Group], options: &FormatOptions) -> usize {
    let piece = &pieces[index];
    // A comment stands where the code after it does; before a closing bracket it is still inside.
    if piece.is_comment() {
        let next = pieces[index..].iter().position(|next| !next.is_comment()).map(|distance| index + distance);
        return match next {
            Some(next) if !pieces[next].is_closer() && pieces[next].breaks > 0 => level(pieces, next, groups, options),
            _ => inside(groups, options),
        };
    }
    level(pieces, index, groups, options)
}

fn inside(groups: &[Group], options: &FormatOptions) -> usize {
    groups.last().map_or(0, |group| group.indent + options.indent)
}

fn level(pieces: &[Piece], index: usize, groups: &[Group], options: &FormatOptions) -> usize {
    let piece = &pieces[index];
    if piece.is_closer() {
        return groups.iter().rev().find(|group| !group.is_body).map_or(0, |group| group.indent);
    }
    let base = inside(groups, options);
    if is_continuation(piece, groups.last()) { base + options.indent } else { base }
}

/// True where the line begins in the middle of a statement or element.
fn is_continuation(piece: &Piece, group: Option<&Group>) -> bool {
    if matches!(
        piece.kind,
        BEFORE_ARROW | NOTIFY_ARROW | AFTER_ARROW | SUBSCRIBE_ARROW | ELSE_KW | ELSIF_KW | SEMICOLON | COMMA
    ) || (piece.kind == L_BRACE && piece.parent() == BLOCK)
    {
        return false;
    }
    let depth = match group {
        Some(group) => piece.parents.iter().position(|parent| *parent == group.node),
        None => Some(piece.parents.len().saturating_sub(1)),
    };
    let Some(mut depth) = depth else { return false };
    // Attributes are the elements of a resource, though their body stands between.
    if group.is_some_and(|group| !group.is_body) && depth > 0 && piece.parent_kinds[depth - 1] == RESOURCE_BODY {
        if piece.starts[depth - 1] {
            return false;
        }
        depth -= 1;
    }
    // A chain of relationships is a list of statements: each operand stands as one of its own.
    while depth > 0 && piece.parent_kinds[depth - 1] == RELATIONSHIP {
        depth -= 1;
    }
    depth > 0 && !piece.starts[depth - 1]
}

fn title_begins_line(pieces: &[Piece], colon: usize) -> bool {
    let body = pieces[colon].parent_id();
    let first = (0..colon).rev().take_while(|at| pieces[*at].parents.contains(&body)).last();
    first.is_some_and(|first| pieces[first].breaks > 0)
}

/// A body ends where a piece outside of it comes, its own semicolon still being part of it.
fn ends_body(pieces: &[Piece], index: usize, group: &Group) -> bool {
    let piece = &pieces[index];
    if piece.is_comment() {
        let next = pieces[index..].iter().find(|next| !next.is_comment());
        return next
            .is_some_and(|next| !next.parents.contains(&group.node) && next.kind != SEMICOLON && !next.is_closer());
    }
    let is_outside = !piece.parents.contains(&group.node) && piece.kind != HEREDOC_TEXT;
    is_outside && piece.kind != SEMICOLON && !piece.is_closer()
}
