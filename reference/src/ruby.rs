//! Ruby files as YARD sees them: calls with their arguments and blocks, the raw text of literals, comments above statements.

mod calls;
mod comments;
mod doc_search;
pub mod statements;
mod strings;

pub use calls::{Argument, Call};
pub use strings::without_percent_quotes;

use std::collections::HashMap;

use tree_sitter::Node;

use crate::ruby_text::{split_lines, without_indent};

/// A Ruby file with what is needed to read it.
pub struct RubyFile<'t> {
    pub path: &'t str,
    pub source: &'t str,
    /// Comments by the id of the statement that they document.
    comments: HashMap<usize, String>,
}

impl<'t> RubyFile<'t> {
    pub fn new(path: &'t str, source: &'t str, root: Node<'t>) -> Self {
        RubyFile { path, source, comments: comments::attach(source, root) }
    }

    pub fn text(&self, node: Node<'_>) -> &'t str {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns the line of a node, counted from 1.
    pub fn line(&self, node: Node<'_>) -> usize {
        node.start_position().row + 1
    }

    /// Returns the comment that documents a statement.
    pub fn comment(&self, node: Node<'_>) -> Option<&str> {
        self.comments.get(&node.id()).map(String::as_str)
    }
}

/// Removes the indentation of the last line from all lines.
pub fn formatted_source(source: &str) -> String {
    let source = source.strip_suffix('\n').unwrap_or(source);
    let source = source.strip_suffix('\r').unwrap_or(source);
    let last = split_lines(source).last().copied().unwrap_or("");
    let indent = last.chars().take_while(|character| matches!(character, ' ' | '\t')).count();
    let lines: Vec<&str> = source.split('\n').map(|line| without_indent(line, indent)).collect();
    lines.join("\n")
}

/// Returns the named children of a node without comments and heredoc texts.
pub fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !matches!(child.kind(), "comment" | "heredoc_body")).collect()
}

/// Visits a node and all below it in the order of the text until the visitor returns something.
pub fn find_map<'t, T>(root: Node<'t>, mut visit: impl FnMut(Node<'t>) -> Option<T>) -> Option<T> {
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if let Some(found) = visit(node) {
            return Some(found);
        }
        let mut below = children(node);
        below.reverse();
        waiting.extend(below);
    }
    None
}
