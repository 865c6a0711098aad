//! Strings without variables and escapes are single-quoted.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "double_quoted_strings",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A string in double quotes holds neither a variable nor an escape: single quotes say that nothing in it is \
                    replaced.",
    run,
    fix: Some(quote),
};

/// What needs double quotes, or would have to be escaped in single ones.
const NEEDS_DOUBLE_QUOTES: &[&str] = &["\\$", "\\\"", "'", "\r", "\t", "\\t", "\\s", "\n", "\\n", "\\\\"];

fn run(document: &Document<'_>, findings: &mut Findings) {
    for string in document.of_kind(Kind::DoubleQuoted) {
        let value = document.value(string);
        // As many blanks as the string is indented are taken for a line break that was laid out.
        let column = document.token(string).column as usize;
        let has_gap = value.len() >= column && value.contains(&" ".repeat(column));
        if !has_gap && !NEEDS_DOUBLE_QUOTES.iter().any(|escape| value.contains(escape)) {
            findings.fixable(document, string, "double quoted string containing no variables");
        }
    }
}
