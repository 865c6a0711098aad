//! `if $x == 'a' { $y = 1 } else { $y = 2 }` as `$y = $x ? { 'a' => 1, default => 2 }`, with an entry for each `elsif`.

use syntax::program::AssignmentOperator;
use syntax::{Expr, ExprId, TextRange};

use super::if_to_case::{comparison, is_elsif};
use super::{ActionContext, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    convert(context).into_iter().collect()
}

fn convert(context: &ActionContext<'_>) -> Option<CodeAction> {
    let id = context.innermost_headed(|expr| matches!(expr, Expr::If(_)))?;
    let range = context.range(id);
    if is_elsif(context, id) || context.slice(range).contains('#') {
        return None;
    }
    let (variable, subject, entries) = comparisons(context, id).or_else(|| condition(context, id))?;
    Some(context.rewrite("Convert to a selector", range, selector_text(context, range, &variable, &subject, &entries)))
}

/// The variable, what is asked, and the answers with their values.
type Parts = (String, String, Vec<(String, String)>);

/// All conditions compare one value.
fn comparisons(context: &ActionContext<'_>, id: ExprId) -> Option<Parts> {
    let (mut variable, mut subject) = (None, None);
    let mut entries = Vec::new();
    let mut current = id;
    loop {
        let Expr::If(parts) = context.expr(current) else { return None };
        let (tested, values) = comparison(context, parts.test)?;
        let (target, value) = assigned(context, parts.then)?;
        if *variable.get_or_insert(target) != target || *subject.get_or_insert(tested) != tested {
            return None;
        }
        let value = context.written(value);
        entries.extend(values.iter().map(|matching| (matching.to_string(), value.to_string())));
        if !matches!(context.expr(parts.otherwise), Expr::If(_)) {
            let (target, value) = assigned(context, parts.otherwise)?;
            entries.push(("default".to_string(), context.written(value).to_string()));
            return (Some(target) == variable).then(|| (target.to_string(), tested.to_string(), entries));
        }
        current = parts.otherwise;
    }
}

/// One condition of any kind: whether it holds is asked. `!!` makes of any value what `if` makes of it.
fn condition(context: &ActionContext<'_>, id: ExprId) -> Option<Parts> {
    let Expr::If(parts) = context.expr(id) else { return None };
    let (variable, then) = assigned(context, parts.then)?;
    let (other, otherwise) = assigned(context, parts.otherwise)?;
    let subject = format!("(!!({}))", context.written(parts.test));
    let entry = |matching: &str, value: ExprId| (matching.to_string(), context.written(value).to_string());
    (variable == other).then(|| (variable.to_string(), subject, vec![entry("true", then), entry("default", otherwise)]))
}

/// An assignment of a selector in the place of a range.
pub fn selector_text(
    context: &ActionContext<'_>,
    range: TextRange,
    variable: &str,
    subject: &str,
    entries: &[(String, String)],
) -> String {
    let indent = context.indent(range.start);
    let width = entries.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let lines: String = entries.iter().map(|(key, value)| format!("{indent}  {key:width$} => {value},\n")).collect();
    format!("{variable} = {subject} ? {{\n{lines}{indent}}}")
}

/// The one variable that a block assigns, and the value.
pub fn assigned<'c>(context: &'c ActionContext<'_>, block: ExprId) -> Option<(&'c str, ExprId)> {
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
    fn each_elsif_is_an_entry() {
        let text = "i$0f $x == 'a' {\n  $y = 1\n} elsif $x == 'b' or $x =~ /c/ {\n  $y = 2\n} else {\n  $y = 3\n}\n";
        check(
            text,
            "Convert to a selector",
            "$y = $x ? {\n  'a'     => 1,\n  'b'     => 2,\n  /c/     => 2,\n  default => 3,\n}\n",
        );
        for value in ["a", "B", "xcx", "z"] {
            keeps_the_catalog(&format!("$x = '{value}'\n{text}notify {{ \"${{y}}\": }}\n"), "Convert to a selector");
        }
    }

    #[test]
    fn other_blocks_stay() {
        for text in [
            "i$0f $x { $y = 1 }\n",
            "i$0f $x { $y = 1 } else { $z = 2 }\n",
            "i$0f $x { notice(1) } else { $z = 2 }\n",
            "i$0f $x == 1 { $y = 1 } elsif $z == 2 { $y = 2 } else { $y = 3 }\n",
        ] {
            assert!(!titles(text).contains(&"Convert to a selector".to_string()), "{text}");
        }
    }
}
