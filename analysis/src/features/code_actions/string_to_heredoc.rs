//! A string over several lines as a heredoc with the same text.

use syntax::Expr;
use syntax::TextRange;
use syntax::format::TextEdit;

use super::{ActionContext, ActionKind, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() || context.path().ends_with(".epp") {
        return Vec::new();
    }
    convert(context).into_iter().collect()
}

fn convert(context: &ActionContext<'_>) -> Option<CodeAction> {
    let id = context.innermost(|expr| matches!(expr, Expr::String(_)))?;
    let Expr::String(value) = context.expr(id) else { return None };
    let range = context.range(id);
    let written = context.slice(range);
    // In a heredoc without escapes every character stands for itself; a carriage return would be seen as a line end.
    let is_plain = value.contains('\n') && !value.chars().any(|c| c.is_control() && c != '\n');
    if !written.starts_with(['\'', '"']) || !is_plain {
        return None;
    }
    // The text begins with the next line: what is behind the string on its line must not hold another heredoc.
    let line_end = context.line_end(range.end);
    let rest = context.slice(TextRange::new(range.end, line_end));
    if rest.contains("@(")
        || rest.contains(['\'', '"'])
        || line_end == context.text.len() as u32 && !rest.ends_with('\n')
    {
        return None;
    }
    let tag = ["END", "TEXT", "HEREDOC"].into_iter().find(|tag| !value.contains(tag))?;
    let indent = format!("{}  ", context.indent(range.start));
    let ends_with_break = value.ends_with('\n');
    let body: String = value
        .strip_suffix('\n')
        .unwrap_or(value)
        .split('\n')
        .map(|line| if line.is_empty() { "\n".to_string() } else { format!("{indent}{line}\n") })
        .collect();
    let dash = if ends_with_break { "" } else { "-" };
    let separator = if dash.is_empty() { "" } else { " " };
    let end = format!("{indent}|{dash}{separator}{}{tag}\n", if dash.is_empty() { " " } else { "" });
    let edits = vec![
        TextEdit { range, new_text: format!("@({tag})") },
        TextEdit { range: TextRange::empty(line_end), new_text: body + &end },
    ];
    Some(CodeAction::new("Convert to a heredoc", ActionKind::Rewrite, context.edit(edits)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn the_text_stays() {
        check(
            "class a {\n  $x = 'one$0\n  two\n'\n}\n",
            "heredoc",
            "class a {\n  $x = @(END)\n    one\n      two\n    | END\n}\n",
        );
        keeps_the_catalog("notify { 'a':\n  message => \"one$0\\n\\n  \\$two\",\n}\n", "heredoc");
        keeps_the_catalog("notify { 'a':\n  message => 'one$0\n\ntwo\n',\n}\n", "heredoc");
    }

    #[test]
    fn one_line_needs_none() {
        assert!(!titles("notice('a$0 b')\n").iter().any(|title| title.contains("heredoc")));
    }
}
