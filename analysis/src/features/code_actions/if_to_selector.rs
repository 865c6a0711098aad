//! `if $x == 'a' { $y = 1 } else { $y = 2 }` as `$y = $x ? { 'a' => 1, default => 2 }`.

use syntax::program::{AssignmentOperator, BinaryOperator, If};
use syntax::{Expr, ExprId};

use super::if_to_case::is_plain_literal;
use super::{ActionContext, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    convert(context).into_iter().collect()
}

fn convert(context: &ActionContext<'_>) -> Option<CodeAction> {
    let id = context.innermost_headed(|expr| matches!(expr, Expr::If(_)))?;
    let Expr::If(parts) = context.expr(id) else { return None };
    let (variable, then) = assigned(context, parts.then)?;
    let (other, otherwise) = assigned(context, parts.otherwise)?;
    let has_comment = context.slice(context.range(id)).contains('#');
    if variable != other || has_comment {
        return None;
    }
    let (subject, matching) = subject(context, parts);
    let entries = [(matching, context.written(then)), ("default".to_string(), context.written(otherwise))];
    let indent = context.indent(context.range(id).start).to_string();
    let width = entries.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let lines: String = entries.iter().map(|(key, value)| format!("{indent}  {key:width$} => {value},\n")).collect();
    let text = format!("{variable} = {subject} ? {{\n{lines}{indent}}}");
    Some(context.rewrite("Convert to a selector", context.range(id), text))
}

/// The one variable that a block assigns, and the value.
fn assigned<'c>(context: &'c ActionContext<'_>, block: ExprId) -> Option<(&'c str, ExprId)> {
    let statement = match context.expr(block) {
        Expr::Block(statements) => match statements.as_slice() {
            [only] => *only,
            _ => return None,
        },
        _ => block,
    };
    match context.expr(statement) {
        Expr::Assignment { operator: AssignmentOperator::Assign, left, right } => {
            // A value over several lines would need another layout.
            let fits = !context.written(*right).contains('\n');
            let is_variable = matches!(context.expr(*left), Expr::Variable(_));
            (fits && is_variable).then(|| (context.written(*left), *right))
        }
        _ => None,
    }
}

/// What is asked, and the value that answers it: the compared value, or else whether the condition holds.
fn subject(context: &ActionContext<'_>, parts: &If) -> (String, String) {
    if let Expr::Binary { operator: BinaryOperator::Equal, left, right } = context.expr(parts.test)
        && is_plain_literal(context, *right)
        && matches!(context.expr(*left), Expr::Variable(_) | Expr::Access { .. })
    {
        return (context.written(*left).to_string(), context.written(*right).to_string());
    }
    // `!!` makes of any value what `if` makes of it.
    (format!("(!!({}))", context.written(parts.test)), "true".to_string())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn two_assignments_of_one_variable() {
        check(
            "i$0f $x == 'a' {\n  $y = 1\n} else {\n  $y = 2\n}\n",
            "Convert to a selector",
            "$y = $x ? {\n  'a'     => 1,\n  default => 2,\n}\n",
        );
        for value in ["'a'", "''", "undef"] {
            let text =
                format!("$x = {value}\ni$0f $x {{\n  $y = 'one'\n}} else {{\n  $y = 'two'\n}}\nnotify {{ $y: }}\n");
            keeps_the_catalog(&text, "Convert to a selector");
        }
    }

    #[test]
    fn other_blocks_stay() {
        for text in
            ["i$0f $x { $y = 1 }\n", "i$0f $x { $y = 1 } else { $z = 2 }\n", "i$0f $x { notice(1) } else { $z = 2 }\n"]
        {
            assert!(!titles(text).contains(&"Convert to a selector".to_string()), "{text}");
        }
    }
}
