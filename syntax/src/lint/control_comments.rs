//! `# lint:ignore:check reason` and `# lint:endignore`: at the end of a line for that line, on a line of its own up to the
//! end of the block.

use std::collections::HashMap;

use super::document::{At, Document};
use super::finding::Finding;
use super::token::Kind;

/// Marks the findings that comments say to ignore.
pub fn apply(document: &Document<'_>, findings: &mut [Finding]) {
    let ignored = ignored_lines(document);
    for finding in findings {
        let spans = ignored.get(finding.check.name).map(Vec::as_slice).unwrap_or_default();
        // The last comment that covers a line is the one that counts.
        if let Some(span) = spans.iter().rfind(|span| span.first <= finding.line && finding.line <= span.last) {
            finding.ignored = Some(span.reason.clone());
        }
    }
}

struct Span {
    first: u32,
    last: u32,
    reason: String,
}

struct OpenBlock {
    line: u32,
    checks: Vec<String>,
    reason: String,
}

fn ignored_lines(document: &Document<'_>) -> HashMap<String, Vec<Span>> {
    let mut ignored: HashMap<String, Vec<Span>> = HashMap::new();
    let mut open: Vec<OpenBlock> = Vec::new();
    for at in document.of_kinds(&[Kind::Comment, Kind::StarComment, Kind::SlashComment]) {
        let text = document.value(at).trim();
        if !is_control_comment(text) {
            continue;
        }
        let line = document.line(at);
        let mut words = text.split_whitespace();
        let commands: Vec<&str> = words.by_ref().take_while(|word| is_command(word)).collect();
        let reason = text.split_whitespace().skip(commands.len()).collect::<Vec<_>>().join(" ");
        let mut checks = Vec::new();
        for command in commands {
            if command.starts_with("lint:endignore") {
                close(open.pop(), line, &mut ignored);
                continue;
            }
            let Some(check) = command.split(':').nth(2) else { continue };
            if ends_line_of_code(document, at) {
                let span = Span { first: line, last: line, reason: reason.clone() };
                ignored.entry(check.to_string()).or_default().push(span);
            } else {
                checks.push(check.to_string());
            }
        }
        if !checks.is_empty() {
            open.push(OpenBlock { line, checks, reason });
        }
    }
    ignored
}

fn close(block: Option<OpenBlock>, line: u32, ignored: &mut HashMap<String, Vec<Span>>) {
    let Some(block) = block else { return };
    for check in block.checks {
        let span = Span { first: block.line, last: line, reason: block.reason.clone() };
        ignored.entry(check).or_default().push(span);
    }
}

fn is_command(word: &str) -> bool {
    word.starts_with("lint:ignore") || word.starts_with("lint:endignore")
}

fn is_control_comment(text: &str) -> bool {
    let names_check = |rest: &str| rest.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_');
    text.starts_with("lint:endignore") || text.strip_prefix("lint:ignore:").is_some_and(names_check)
}

fn ends_line_of_code(document: &Document<'_>, at: At) -> bool {
    document.previous(at).is_some_and(|before| !matches!(document.kind(before), Kind::Newline | Kind::Indent))
}
