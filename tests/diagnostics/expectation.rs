//! The problems that the comments of a block announce.

use std::fmt;

pub struct Expectation {
    /// From 0.
    pub line: u32,
    pub severity: String,
    /// In kebab case.
    pub code: String,
    /// A part of the message; may be empty.
    pub message: String,
}

impl fmt::Display for Expectation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}[{}] {}", self.line + 1, self.severity, self.code, self.message)
    }
}

/// A comment on a line of its own that starts with `^` is about the line above it, with `^^` about the line above that.
pub fn expectations(text: &str) -> Result<Vec<Expectation>, String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut rest = line;
        while let Some((before, comment)) = rest.split_once("# ") {
            rest = comment;
            let carets = comment.bytes().take_while(|byte| *byte == b'^').count();
            let comment = comment.trim_start_matches('^').trim_start();
            let Some((severity, comment)) = severity(comment) else { continue };
            if carets > 0 && !before.trim().is_empty() {
                return Err(format!("line {}: `# ^` needs a line of its own", number + 1));
            }
            let Some((code, message)) = comment.split_once(']') else {
                return Err(format!("line {}: a `]` is missing", number + 1));
            };
            let message = message.split("# ").next().unwrap_or_default().split("%>").next().unwrap_or_default().trim();
            found.push(Expectation {
                line: (number as u32).saturating_sub(carets as u32),
                severity: severity.to_string(),
                code: code.to_string(),
                message: message.to_string(),
            });
        }
    }
    Ok(found)
}

fn severity(comment: &str) -> Option<(&str, &str)> {
    ["error", "warning", "deprecation", "info", "hint"].into_iter().find_map(|name| {
        let rest = comment.strip_prefix(name)?.strip_prefix('[')?;
        Some((name, rest))
    })
}
