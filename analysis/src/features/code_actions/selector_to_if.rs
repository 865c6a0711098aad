//! `$y = $x ? { 'a' => 1, default => 2 }` as `if $x == 'a' { $y = 1 } else { $y = 2 }`, where all entries are plain values.

use syntax::Expr;

use super::if_to_case::is_plain_literal;
use super::selector_to_case::{AssignedSelector, assigned_selector};
use super::{ActionContext, CodeAction};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    convert(context).into_iter().collect()
}

fn convert(context: &ActionContext<'_>) -> Option<CodeAction> {
    let AssignedSelector { range, variable, selector } = assigned_selector(context)?;
    // What is tested is written once for each entry: it must give the same value each time.
    let is_variable = matches!(context.expr(selector.left), Expr::Variable(_) | Expr::Access { .. });
    let (defaults, entries): (Vec<_>, Vec<_>) =
        selector.entries.iter().partition(|entry| matches!(context.expr(entry.matching), Expr::Default));
    let is_plain = entries.iter().all(|entry| is_plain_literal(context, entry.matching));
    let [default] = defaults.as_slice() else { return None };
    if !is_variable || !is_plain || entries.is_empty() {
        return None;
    }
    let indent = context.indent(range.start);
    let subject = context.written(selector.left);
    let block = |value| format!("{{\n{indent}  {variable} = {}\n{indent}}}", context.written(value));
    let tests = entries.iter().map(|entry| {
        let matching = context.written(entry.matching);
        format!("if {subject} == {matching} {}", block(entry.value))
    });
    let tests: Vec<String> = tests.collect();
    let text = format!("{} else {}", tests.join(" els"), block(default.value));
    Some(context.rewrite("Convert to if", range, text))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn entries_become_conditions() {
        let text = "$y$0 = $x ? {\n  'a'     => 'one',\n  'b'     => 'two',\n  default => 'three',\n}\n";
        check(
            text,
            "Convert to if",
            "if $x == 'a' {\n  $y = 'one'\n} elsif $x == 'b' {\n  $y = 'two'\n} else {\n  $y = 'three'\n}\n",
        );
        for value in ["'A'", "'b'", "5"] {
            keeps_the_catalog(&format!("$x = {value}\n{text}notify {{ $y: }}\n"), "Convert to if");
        }
    }

    #[test]
    fn patterns_types_and_calls_stay() {
        for text in [
            "$y$0 = $x ? { /a/ => 1, default => 2 }\n",
            "$y$0 = $x ? { Integer => 1, default => 2 }\n",
            "$y$0 = f() ? { 'a' => 1, default => 2 }\n",
            "$y$0 = $x ? { 'a' => 1 }\n",
            "$y$0 = $x ? { default => 1 }\n",
        ] {
            assert!(!titles(text).contains(&"Convert to if".to_string()), "{text}");
        }
    }
}
