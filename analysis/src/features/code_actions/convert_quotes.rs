//! Single quotes to double quotes and back, where the text stays the same.

use syntax::Expr;

use super::{ActionContext, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    let Some(id) = context.innermost(|expr| matches!(expr, Expr::String(_))) else { return Vec::new() };
    let Expr::String(value) = context.expr(id) else { return Vec::new() };
    let range = context.range(id);
    let written = context.slice(range);
    let (title, new_text) = if is_quoted(written, '\'') {
        ("Convert to double quotes", double_quoted(value))
    } else if is_quoted(written, '"') {
        match single_quoted(value) {
            Some(text) => ("Convert to single quotes", text),
            None => return Vec::new(),
        }
    } else {
        return Vec::new();
    };
    vec![context.rewrite(title, range, new_text)]
}

fn is_quoted(written: &str, quote: char) -> bool {
    written.len() >= 2 && written.starts_with(quote) && written.ends_with(quote)
}

pub fn double_quoted(value: &str) -> String {
    let mut text = String::from("\"");
    for character in value.chars() {
        match character {
            '\\' | '"' | '$' => {
                text.push('\\');
                text.push(character);
            }
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            other => text.push(other),
        }
    }
    text.push('"');
    text
}

/// `None` where the text has what single quotes cannot say in a readable way.
pub fn single_quoted(value: &str) -> Option<String> {
    if value.chars().any(|c| c.is_control() && c != '\n') {
        return None;
    }
    Some(format!("'{}'", value.replace('\\', "\\\\").replace('\'', "\\'")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn there_and_back() {
        check("notice('a$0 \"b\" \\\\ c')\n", "double", "notice(\"a \\\"b\\\" \\\\ c\")\n");
        check("notice(\"a$0 'b'\")\n", "single", "notice('a \\'b\\'')\n");
        check("notice('a $ \\$x$0')\n", "double", "notice(\"a \\$ \\\\\\$x\")\n");
    }

    #[test]
    fn not_with_interpolation_or_tabs() {
        assert!(!titles("notice(\"a$0 ${b}\")\n").iter().any(|title| title.contains("quotes")));
        assert!(!titles("notice(\"a$0\\t\")\n").iter().any(|title| title.contains("quotes")));
    }
}
