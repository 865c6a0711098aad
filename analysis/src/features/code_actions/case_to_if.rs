//! `case $x { 'a': { … } default: { … } }` as `if` with `elsif` and `else`, where all options are plain values.

use syntax::{Expr, ExprId};

use super::action_context::{has_lines_that_must_stay, reindent};
use super::if_to_case::{block_text, is_plain_literal};
use super::{ActionContext, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    convert(context).into_iter().collect()
}

fn convert(context: &ActionContext<'_>) -> Option<CodeAction> {
    let id = context.innermost_headed(|expr| matches!(expr, Expr::Case(_)))?;
    let Expr::Case(case) = context.expr(id) else { return None };
    // What is tested is written once for each option: it must give the same value each time.
    let is_variable = matches!(context.expr(case.test), Expr::Variable(_) | Expr::Access { .. });
    let range = context.range(id);
    if !is_variable || has_lines_that_must_stay(context, range) {
        return None;
    }
    let indent = context.indent(range.start).to_string();
    let subject = context.written(case.test);
    let mut text = String::new();
    let (defaults, options): (Vec<_>, Vec<_>) =
        case.options.iter().partition(|option| option.values.iter().any(|v| matches!(context.expr(*v), Expr::Default)));
    if options.is_empty() || defaults.len() > 1 {
        return None;
    }
    for (index, option) in options.iter().enumerate() {
        let tests: Option<Vec<String>> = option.values.iter().map(|value| test(context, subject, *value)).collect();
        let keyword = if index == 0 { "if" } else { " elsif" };
        text += &format!("{keyword} {} {}", tests?.join(" or "), block(context, option.then, &indent));
    }
    if let Some(default) = defaults.first() {
        // `default` beside other values matches those too, which `else` does as well.
        if !block_text(context, default.then).is_empty() {
            text += &format!(" else {}", block(context, default.then, &indent));
        }
    }
    Some(context.rewrite("Convert to if", range, text))
}

/// A pattern is left out: `case` passes over values that are no text, `=~` fails for them.
fn test(context: &ActionContext<'_>, subject: &str, value: ExprId) -> Option<String> {
    is_plain_literal(context, value).then(|| format!("{subject} == {}", context.written(value)))
}

fn block(context: &ActionContext<'_>, then: ExprId, indent: &str) -> String {
    let body = block_text(context, then);
    if body.is_empty() {
        return "{\n".to_string() + indent + "}";
    }
    let body = reindent(&body, &format!("{indent}    "), &format!("{indent}  "));
    format!("{{\n{indent}  {body}\n{indent}}}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn options_become_conditions() {
        let text = "cas$0e $x {\n  'a': {\n    notice(1)\n  }\n  'b', 'c': {\n    notice(2)\n  }\n  default: {\n    notice(4)\n  }\n}\n";
        check(
            text,
            "Convert to if",
            "if $x == 'a' {\n  notice(1)\n} elsif $x == 'b' or $x == 'c' {\n  notice(2)\n} else {\n  notice(4)\n}\n",
        );
        for value in ["'A'", "'c'", "5"] {
            let text = format!(
                "$x = {value}\ncas$0e $x {{\n  'a': {{ notify {{ 'one': }} }}\n  'b', 'c': {{ notify {{ 'two': }} }}\n  default: {{ notify {{ 'three': }} }}\n}}\n"
            );
            keeps_the_catalog(&text, "Convert to if");
        }
    }

    #[test]
    fn patterns_on_numbers_and_types_stay() {
        for text in [
            "cas$0e $x { Integer: { } default: { } }\n",
            "cas$0e $x { /a/: { } default: { } }\n",
            "cas$0e f() { 'a': { } default: { } }\n",
        ] {
            assert!(!titles(text).contains(&"Convert to if".to_string()), "{text}");
        }
    }
}
