//! Removes an assignment whose variable nothing reads, where the value does nothing but be there.

use syntax::format::TextEdit;
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId};

use super::{ActionContext, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for diagnostic in context.diagnostics("unused-variable") {
        let found = context.source.program.exprs.iter().enumerate().find_map(|(index, expr)| match expr {
            Expr::Assignment { left, right, .. } if context.range(*left) == diagnostic.range => {
                Some((ExprId(index as u32), *right))
            }
            _ => None,
        });
        let Some((assignment, value)) = found else { continue };
        let is_statement = context.statement_of(assignment) == Some(assignment);
        if !is_statement || may_act(context, value) {
            continue;
        }
        let range = context.with_line(context.range(assignment));
        let title = format!("Remove the unused {}", context.slice(diagnostic.range));
        let edit = TextEdit { range, new_text: String::new() };
        actions.push(context.quick_fix(title, &diagnostic, context.edit(vec![edit])));
    }
    actions
}

/// Calls and resources do something besides giving a value.
fn may_act(context: &ActionContext<'_>, id: ExprId) -> bool {
    let expr = context.expr(id);
    if matches!(
        expr,
        Expr::Call(_) | Expr::CallMethod(_) | Expr::Resource(_) | Expr::Collector(_) | Expr::Assignment { .. }
    ) {
        return true;
    }
    let mut acts = false;
    for_each_child(expr, &mut |child| acts |= may_act(context, child));
    acts
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn only_values_that_do_nothing() {
        check(
            "function a() {\n  $un$0used = 'x'\n  notice(1)\n}\n",
            "Remove the unused $unused",
            "function a() {\n  notice(1)\n}\n",
        );
        let text = "function a() {\n  $un$0used = fail('x')\n}\n";
        assert!(!titles(text).iter().any(|title| title.starts_with("Remove the unused")));
    }
}
