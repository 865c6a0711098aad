//! `$y = $x ? { 'a' => 1, default => 2 }` as a `case` that assigns. Both match in the same way.

use syntax::program::{AssignmentOperator, Selector};
use syntax::{Expr, ExprId, TextRange};

use super::{ActionContext, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    convert(context).into_iter().collect()
}

fn convert(context: &ActionContext<'_>) -> Option<CodeAction> {
    let AssignedSelector { range, variable, selector } = assigned_selector(context)?;
    let indent = context.indent(range.start);
    let options: String = selector
        .entries
        .iter()
        .map(|entry| {
            let (matching, value) = (context.written(entry.matching), context.written(entry.value));
            format!("{indent}  {matching}: {{\n{indent}    {variable} = {value}\n{indent}  }}\n")
        })
        .collect();
    let subject = subject(context, selector);
    Some(context.rewrite("Convert to case", range, format!("case {subject} {{\n{options}{indent}}}")))
}

/// The statement at the cursor that assigns what a selector gives.
pub struct AssignedSelector<'c> {
    pub range: TextRange,
    pub variable: &'c str,
    pub selector: &'c Selector,
}

/// `None` where a statement with branches would not mean the same, or would need another layout.
pub fn assigned_selector<'c>(context: &'c ActionContext<'_>) -> Option<AssignedSelector<'c>> {
    let id = context.innermost(|expr| matches!(expr, Expr::Assignment { operator: AssignmentOperator::Assign, .. }))?;
    let Expr::Assignment { left, right, .. } = context.expr(id) else { return None };
    let Expr::Selector(selector) = context.expr(*right) else { return None };
    let is_statement = context.statement_of(id) == Some(id);
    // Without `default` a selector fails where nothing matches, and a case goes on.
    let has_default = selector.entries.iter().any(|entry| matches!(context.expr(entry.matching), Expr::Default));
    let range = context.range(id);
    let is_plain = !context.slice(range).contains('#')
        && selector.entries.iter().all(|entry| !context.written(entry.value).contains('\n'));
    let is_variable = matches!(context.expr(*left), Expr::Variable(_));
    if !is_statement || !has_default || !is_plain || !is_variable || spreads(context, selector) {
        return None;
    }
    Some(AssignedSelector { range, variable: context.written(*left), selector })
}

/// What a selector asks about, without the parentheses that it needs in front of `?`.
fn subject<'c>(context: &'c ActionContext<'_>, selector: &Selector) -> &'c str {
    match context.expr(selector.left) {
        Expr::Parenthesized(inner) => context.written(*inner),
        _ => context.written(selector.left),
    }
}

/// `*[…] => …` is several options in one.
fn spreads(context: &ActionContext<'_>, selector: &Selector) -> bool {
    let is_unfold = |id: ExprId| matches!(context.expr(id), Expr::Unfold(_));
    selector.entries.iter().any(|entry| is_unfold(entry.matching))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn entries_become_options() {
        check(
            "$y$0 = $x ? {\n  'a'     => 1,\n  default => 2,\n}\n",
            "Convert to case",
            "case $x {\n  'a': {\n    $y = 1\n  }\n  default: {\n    $y = 2\n  }\n}\n",
        );
        for value in ["'abc'", "5"] {
            let text = format!(
                "$x = {value}\n$y$0 = $x ? {{ /b/ => 'text', Integer => 'number', default => 'other' }}\nnotify {{ $y: }}\n"
            );
            keeps_the_catalog(&text, "Convert to case");
        }
    }

    #[test]
    fn a_selector_without_default_stays() {
        assert!(!titles("$y$0 = $x ? { 'a' => 1 }\n").contains(&"Convert to case".to_string()));
    }
}
