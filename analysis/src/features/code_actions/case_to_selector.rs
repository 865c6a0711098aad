//! `case $x { 'a': { $y = 1 } default: { $y = 2 } }` as `$y = $x ? { 'a' => 1, default => 2 }`. Both match in the same way.

use syntax::Expr;

use super::if_to_selector::{assigned, selector_text};
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
    let range = context.range(id);
    let values = || case.options.iter().flat_map(|option| &option.values);
    // Without `default` a case goes on where nothing matches, and a selector fails.
    let has_default = values().any(|value| matches!(context.expr(*value), Expr::Default));
    let spreads = values().any(|value| matches!(context.expr(*value), Expr::Unfold(_)));
    if !has_default || spreads || context.slice(range).contains('#') {
        return None;
    }
    let mut variable = None;
    let mut entries = Vec::new();
    for option in &case.options {
        let (target, value) = assigned(context, option.then)?;
        if *variable.get_or_insert(target) != target {
            return None;
        }
        let value = context.written(value);
        entries
            .extend(option.values.iter().map(|matching| (context.written(*matching).to_string(), value.to_string())));
    }
    // In front of `?` stands one value: anything longer needs parentheses.
    let tested = context.written(case.test);
    let is_one = matches!(
        context.expr(case.test),
        Expr::Variable(_) | Expr::Access { .. } | Expr::Parenthesized(_) | Expr::String(_) | Expr::Integer(_)
    );
    let subject = if is_one { tested.to_string() } else { format!("({tested})") };
    let text = selector_text(context, range, variable?, &subject, &entries);
    Some(context.rewrite("Convert to a selector", range, text))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn options_become_entries() {
        let text = "cas$0e $x {\n  'a', 'b': {\n    $y = 'one'\n  }\n  /c(.)/: { $y = \"two ${1}\" }\n  default: {\n    $y = 'three'\n  }\n}\n";
        check(
            text,
            "Convert to a selector",
            "$y = $x ? {\n  'a'     => 'one',\n  'b'     => 'one',\n  /c(.)/  => \"two ${1}\",\n  default => 'three',\n}\n",
        );
        for value in ["'A'", "'cd'", "5"] {
            keeps_the_catalog(&format!("$x = {value}\n{text}notify {{ $y: }}\n"), "Convert to a selector");
        }
        keeps_the_catalog(
            "cas$0e 1 + 1 {\n  2: { $y = 'two' }\n  default: { $y = 'more' }\n}\nnotify { $y: }\n",
            "Convert to a selector",
        );
    }

    #[test]
    fn other_options_stay() {
        for text in [
            "cas$0e $x { 'a': { $y = 1 } }\n",
            "cas$0e $x { 'a': { $y = 1 } default: { $z = 2 } }\n",
            "cas$0e $x { 'a': { notice(1) } default: { $z = 2 } }\n",
            "cas$0e $x { 'a': { $z = 1 } default: { } }\n",
        ] {
            assert!(!titles(text).contains(&"Convert to a selector".to_string()), "{text}");
        }
    }
}
