//! Which comment documents which statement, by YARD's rules: it ends at most two lines above it, or is behind it on its line.

use std::collections::{BTreeMap, HashMap};

use tree_sitter::Node;

use super::children;

/// Lists whose entries YARD looks for comments of.
const LISTS: &[&str] = &[
    "program",
    "body_statement",
    "block_body",
    "then",
    "argument_list",
    "array",
    "method_parameters",
    "block_parameters",
    "begin",
];

/// Returns comments by the id of the statement that they document.
pub fn attach(source: &str, root: Node<'_>) -> HashMap<usize, String> {
    let mut comments = blocks(source, root);
    let mut attached = HashMap::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        let in_list = node.parent().is_some_and(|parent| LISTS.contains(&parent.kind()));
        if in_list && !comments.is_empty() {
            let line = node.start_position().row + 1;
            let candidates = [line.wrapping_sub(1), line.wrapping_sub(2), line];
            let found = candidates.into_iter().find(|at| comments.get(at).is_some_and(|text| !text.is_empty()));
            if let Some(text) = found.and_then(|at| comments.remove(&at)) {
                let is_modifier = matches!(node.kind(), "if_modifier" | "unless_modifier");
                let documented = node.child_by_field_name("body").filter(|_| is_modifier).unwrap_or(node);
                attached.insert(documented.id(), text);
            }
            comments.retain(|at, _| *at >= line);
        }
        let mut below = children(node);
        below.reverse();
        waiting.extend(below);
    }
    attached
}

/// Returns comment blocks by the line that they end on.
fn blocks(source: &str, root: Node<'_>) -> BTreeMap<usize, String> {
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    let mut last_column = None;
    let mut before_code = true;
    let lines: Vec<&str> = source.lines().collect();
    let mut miscounted_until: Option<usize> = None;
    let first_code = children(root).first().map_or(usize::MAX, |node| node.start_byte());
    for node in comment_nodes(root) {
        let text = source.get(node.byte_range()).unwrap_or_default();
        let (line, column) = (node.start_position().row + 1, node.start_position().column);
        if let Some(inside) = text.strip_prefix("=begin") {
            let inside = inside.split_once('\n').map_or("", |(_, inside)| inside);
            let inside = inside.rfind("=end").map_or(inside, |end| &inside[..end]);
            found.insert(node.end_position().row + usize::from(node.end_position().column > 0), inside.to_string());
            last_column = None;
            before_code = false;
            continue;
        }
        if before_code && node.start_byte() < first_code && is_magic(text) {
            continue;
        }
        before_code = false;
        let content = text.trim_start_matches('#');
        let content = content.strip_prefix(|c: char| c.is_ascii_whitespace()).unwrap_or(content);
        let content = content.strip_suffix('\r').unwrap_or(content);
        let starts_line = source.get(..node.start_byte()).is_some_and(|before| {
            before.rsplit('\n').next().is_some_and(|line| line.chars().all(|c| matches!(c, ' ' | '\t')))
        });
        let is_miscounted = column == 0 && (miscounted_until == Some(line - 1) || ends_expression(&lines, line - 1));
        if is_miscounted {
            miscounted_until = Some(line);
        }
        let joined =
            (last_column == Some(column) && starts_line && !is_miscounted).then(|| found.remove(&(line - 1))).flatten();
        let whole = joined.map_or_else(|| content.to_string(), |above| format!("{above}\n{content}"));
        found.insert(line, whole);
        last_column = Some(column);
    }
    found
}

/// Tokens after which Ruby reads on.
const GOES_ON: &[&str] = &[
    ",", "(", "[", "{", "|", "&", "+", "-", "*", "/", "=", "<", ">", ".", "\\", ";", ":", "do", "then", "else",
    "begin", "ensure",
];

/// True where the statement of a line, counted from 1, ends with it. Behind such a line YARD takes lines of a comment without
/// indentation for separate comments, since the line end was not counted yet.
fn ends_expression(lines: &[&str], number: usize) -> bool {
    let Some(line) = number.checked_sub(1).and_then(|index| lines.get(index)).map(|line| line.trim()) else {
        return false;
    };
    !line.is_empty() && !line.contains('#') && !GOES_ON.iter().any(|ending| line.ends_with(ending))
}

fn comment_nodes(root: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if node.kind() == "comment" {
            found.push(node);
        }
        let mut cursor = node.walk();
        waiting.extend(node.children(&mut cursor));
    }
    found.sort_by_key(|node| node.start_byte());
    found
}

/// True for a shebang and for comments that Ruby itself reads.
fn is_magic(text: &str) -> bool {
    let lower = text.to_ascii_lowercase().replace('-', "_");
    let coding = lower
        .find("coding")
        .and_then(|at| lower.get(at + 6..))
        .is_some_and(|rest| rest.trim_start().trim_start_matches([':', '=']).len() < rest.trim_start().len());
    text.starts_with("#!") || coding || lower.contains("frozen_string_literal:")
}
