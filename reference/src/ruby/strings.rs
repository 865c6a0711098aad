//! The text that YARD has for a literal: what is between the quotes as it is written, escapes and all.

use tree_sitter::Node;

use super::{RubyFile, children, find_map};
use crate::ruby_text::scrub;

impl<'t> RubyFile<'t> {
    /// Returns the text of a symbol, string, heredoc or pattern; `None` for what is no literal.
    pub fn as_string(&self, node: Node<'t>) -> Option<String> {
        let text = self.text(node);
        match node.kind() {
            "simple_symbol" => text.get(1..).map(str::to_string),
            "hash_key_symbol" | "regex" => Some(text.to_string()),
            "delimited_symbol" => Some(self.first_content(node).unwrap_or(text).to_string()),
            "string" if text.starts_with(['"', '\'']) => match self.first_content(node) {
                Some(content) => Some(content.to_string()),
                None => Some(without_heredoc_lines(text)),
            },
            "string" => Some(without_heredoc_lines(text)),
            "heredoc_beginning" => self.heredoc(node).map(|text| without_heredoc_lines(&text)),
            _ => None,
        }
    }

    /// Returns the text of a literal, else the source.
    pub fn as_string_or_source(&self, node: Node<'t>) -> String {
        self.as_string(node).unwrap_or_else(|| self.text(node).to_string())
    }

    /// Returns the first run of letters in a string, up to an interpolation.
    fn first_content(&self, node: Node<'t>) -> Option<&'t str> {
        let is_letters = |node: &Node<'t>| matches!(node.kind(), "string_content" | "escape_sequence");
        let mut run: Option<(usize, usize)> = None;
        for child in children(node) {
            if is_letters(&child) {
                run = Some((run.map_or(child.start_byte(), |(start, _)| start), child.end_byte()));
                continue;
            }
            if run.is_none()
                && let Some(inner) = find_map(child, |inner| (inner.kind() == "string").then_some(inner))
            {
                return self.first_content(inner);
            }
            if run.is_some() {
                break;
            }
        }
        let (start, end) = run?;
        self.source.get(start..end)
    }

    /// Returns a heredoc from its first `<` on. YARD counts the letters behind the word only after the text, so that many are
    /// missing at the end.
    fn heredoc(&self, beginning: Node<'t>) -> Option<String> {
        let after = self.source.get(beginning.end_byte()..)?;
        let rest_of_line = after.find('\n').map_or(after.len(), |end| end + 1);
        let word = self.text(beginning).trim_start_matches(['<', '-', '~']).trim_matches(['"', '\'', '`']);
        let mut end = beginning.end_byte() + rest_of_line;
        for line in self.source.get(end..)?.split_inclusive('\n') {
            end += line.len();
            if line.trim() == word {
                break;
            }
        }
        let whole = self.source.get(beginning.start_byte()..end)?;
        let missing = after.get(..rest_of_line)?.chars().count();
        let kept = whole.chars().count().saturating_sub(missing);
        Some(whole.chars().take(kept).collect())
    }
}

/// Removes the first and the last line of what looks like a heredoc: a line that begins with `<` and a word.
fn without_heredoc_lines(source: &str) -> String {
    let Some(word) = source.split('\n').find_map(heredoc_word) else { return source.to_string() };
    let mut lines: Vec<&str> = source.split('\n').collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    if lines.len() < 2 {
        return source.to_string();
    }
    let without_last: String = word.chars().take(word.chars().count().saturating_sub(1)).collect();
    let end = if lines.last().is_some_and(|last| last.contains(&without_last)) { lines.len() - 1 } else { lines.len() };
    lines.get(1..end).map(|lines| lines.join("\n")).unwrap_or_default()
}

/// Returns the word of a line such as `<<-EOT`, of which the first `<` may be missing.
fn heredoc_word(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('<')?;
    let rest = rest.strip_prefix('<').unwrap_or(rest);
    let rest = rest.strip_prefix(['-', '~']).unwrap_or(rest);
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    rest.get(..end).filter(|word| !word.is_empty())
}

/// Removes `%q{` and `}` around a text, then what all lines are indented by.
pub fn without_percent_quotes(text: &str) -> String {
    let inner = text.strip_prefix("%q{").or_else(|| text.strip_prefix("%Q{")).and_then(|rest| rest.strip_suffix('}'));
    scrub(inner.unwrap_or(text))
}
