//! Words and lines that several formats share.

use analysis::fleet::changes::{Change, ChangeKind};
use analysis::fleet::groups::Group;
use serde_json::Value as Json;
use smol_str::SmolStr;

use crate::fleet::line_diff::{Line, line_diff};
use crate::fleet::report::FleetReport;

/// A line of a change: what it begins with and its text.
pub struct ChangeLine {
    /// `+`, `-` or a blank.
    pub sign: char,
    pub text: String,
}

/// Returns the number with the word, which gets an `s` where there are several.
pub fn count(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// Returns the counts of a report in one sentence.
pub fn summary(report: &FleetReport) -> String {
    let counts = report.nodes;
    let of_kind = |kind: ChangeKind| report.groups.iter().filter(|group| group.change.kind == kind).count();
    format!(
        "{}: {} changed, {} unchanged, {} failed. {}: {} added, {} removed, {} changed.",
        count(counts.total, "node"),
        counts.changed,
        counts.unchanged,
        counts.failed,
        count(report.groups.len(), "different change"),
        of_kind(ChangeKind::Added),
        of_kind(ChangeKind::Removed),
        of_kind(ChangeKind::Changed),
    )
}

/// Returns the first line of a group: `File[/etc/motd] content`.
pub fn headline(change: &Change) -> String {
    match &change.attribute {
        Some(attribute) => format!("{} {attribute}", change.resource),
        None => change.resource.clone(),
    }
}

/// Returns the first names of nodes and how many there are besides.
pub fn some_nodes<N: AsRef<str>>(nodes: &[N], most: usize) -> String {
    let names: Vec<&str> = nodes.iter().take(most).map(AsRef::as_ref).collect();
    match nodes.len().saturating_sub(most) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// Returns how many of the nodes of a report a group has.
pub fn node_count(group: &Group, total: usize) -> String {
    let nodes: &[SmolStr] = &group.nodes;
    match nodes.len() {
        all if all == total && total > 1 => format!("all {total} nodes"),
        some => count(some, "node"),
    }
}

/// Returns what a change does, line by line; texts of several lines as a difference.
pub fn change_lines(change: &Change) -> Vec<ChangeLine> {
    let mut lines = Vec::new();
    match (change.kind, &change.old, &change.new) {
        (ChangeKind::Changed, Some(Json::String(old)), Some(Json::String(new)))
            if old.contains('\n') || new.contains('\n') =>
        {
            for line in line_diff(old, new) {
                lines.push(match line {
                    Line::Same(text) => ChangeLine { sign: ' ', text: text.to_string() },
                    Line::Old(text) => ChangeLine { sign: '-', text: text.to_string() },
                    Line::New(text) => ChangeLine { sign: '+', text: text.to_string() },
                    Line::Skipped(number) => ChangeLine { sign: ' ', text: format!("… {}", count(number, "line")) },
                });
            }
        }
        (ChangeKind::Changed, old, new) => {
            for (sign, value) in [('-', old), ('+', new)] {
                if let Some(value) = value {
                    add_value(&mut lines, sign, "", value);
                }
            }
        }
        (_, old, new) => {
            let (sign, whole) = if new.is_some() { ('+', new) } else { ('-', old) };
            match whole {
                Some(Json::Object(attributes)) => {
                    attributes
                        .iter()
                        .for_each(|(name, value)| add_value(&mut lines, sign, &format!("{name} => "), value));
                }
                Some(other) => add_value(&mut lines, sign, "", other),
                None => {}
            }
        }
    }
    lines
}

fn add_value(lines: &mut Vec<ChangeLine>, sign: char, prefix: &str, value: &Json) {
    let text = match value {
        Json::String(text) if text.contains('\n') => {
            lines.push(ChangeLine { sign, text: format!("{prefix}(text)") });
            lines.extend(text.lines().map(|line| ChangeLine { sign, text: format!("  {line}") }));
            return;
        }
        other => other.to_string(),
    };
    lines.push(ChangeLine { sign, text: format!("{prefix}{text}") });
}

/// Returns text that is safe inside of XML and HTML; control characters, which XML forbids, are left out.
pub fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' | '\t' => result.push(character),
            other if other.is_control() || matches!(other, '\u{FFFE}' | '\u{FFFF}') => result.push('\u{FFFD}'),
            other => result.push(other),
        }
    }
    result
}
