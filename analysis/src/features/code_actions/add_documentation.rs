//! A comment for puppet-strings above a definition, with a line for each parameter; or the lines that one lacks.

use syntax::format::TextEdit;
use syntax::{DocComment, Expr, ExprId, TextRange};

use super::{ActionContext, ActionKind, CodeAction};
use crate::definition_index::{DefinitionRef, name_place};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    document(context).into_iter().collect()
}

fn is_definition(expr: &Expr) -> bool {
    matches!(expr, Expr::Class(_) | Expr::Define(_) | Expr::Function(_) | Expr::Plan(_) | Expr::TypeAlias(_))
}

fn document(context: &ActionContext<'_>) -> Option<CodeAction> {
    let (edit, is_new) = edit_of(context, context.innermost_headed(is_definition)?)?;
    let title = if is_new { "Add documentation" } else { "Document the missing parameters" };
    Some(CodeAction::new(title, ActionKind::Rewrite, context.edit(vec![edit])))
}

/// What documents the definition at a place.
pub fn edits_at(context: &ActionContext<'_>, place: TextRange) -> Option<Vec<TextEdit>> {
    let touching = context.source.source_map.touching(place.start);
    let id = touching.into_iter().rev().find(|id| is_definition(context.expr(*id)))?;
    Some(vec![edit_of(context, id)?.0])
}

/// The lines that a definition lacks, and whether it has no comment at all.
fn edit_of(context: &ActionContext<'_>, id: ExprId) -> Option<(TextEdit, bool)> {
    let index = context.source.program.definitions.iter().position(|definition| *definition == id)? as u32;
    let signature = DefinitionRef { file: context.file, index }.signature(context.db)?;
    let range = context.range(id);
    let indent = context.indent(range.start).to_string();
    let comment = DocComment::above(&context.text, range.start);
    let missing: Vec<String> = signature
        .parameters
        .iter()
        .filter(|parameter| comment.as_ref().is_none_or(|comment| comment.parameter(&parameter.name).is_none()))
        .map(|parameter| format!("@param {}", parameter.name))
        .collect();
    let needs_return = matches!(context.expr(id), Expr::Function(_) | Expr::Plan(_))
        && comment.as_ref().is_none_or(|comment| comment.returns.is_empty());
    let returns = needs_return.then(|| match &signature.return_type {
        Some(text) => format!("@return [{text}]"),
        None => "@return".to_string(),
    });
    let mut lines: Vec<String> = Vec::new();
    if comment.is_none() {
        lines.push(format!("@summary {}", written_name(context, id)));
        if !missing.is_empty() || returns.is_some() {
            lines.push(String::new());
        }
    }
    lines.extend(missing);
    lines.extend(returns);
    if lines.is_empty() {
        return None;
    }
    let text: String = lines.iter().map(|line| format!("{indent}{}\n", format!("# {line}").trim_end())).collect();
    let at = context.line_start(range.start);
    Some((TextEdit { range: TextRange::empty(at), new_text: text }, comment.is_none()))
}

fn written_name<'c>(context: &'c ActionContext<'_>, id: ExprId) -> &'c str {
    context.written(name_place(&context.source.program, id))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn a_line_for_each_parameter() {
        check(
            "class we$0b(Integer $port, $dir = 1) {}\n",
            "Add documentation",
            "# @summary web\n#\n# @param port\n# @param dir\nclass web(Integer $port, $dir = 1) {}\n",
        );
        check(
            "functi$0on f() >> String { 'x' }\n",
            "Add documentation",
            "# @summary f\n#\n# @return [String]\nfunction f() >> String { 'x' }\n",
        );
    }

    #[test]
    fn what_a_comment_lacks() {
        check(
            "# Serves.\n# @param port where\nclass we$0b($port, $dir) {}\n",
            "Document the missing",
            "# Serves.\n# @param port where\n# @param dir\nclass web($port, $dir) {}\n",
        );
        assert!(!titles("# Serves.\nclass we$0b {}\n").iter().any(|title| title.contains("ocument")));
    }
}
