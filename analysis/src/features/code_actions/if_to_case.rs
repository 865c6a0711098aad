//! `if $x == 'a' { … } elsif $x == 'b' { … } else { … }` as a `case`. Both compare with `==`, so the meaning stays.

use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId};

use super::action_context::{has_lines_that_must_stay, reindent};
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
    if is_elsif(context, id) || has_lines_that_must_stay(context, range) {
        return None;
    }
    let indent = context.indent(range.start).to_string();
    let mut subject: Option<String> = None;
    let mut options = String::new();
    let mut current = id;
    loop {
        let Expr::If(parts) = context.expr(current) else { return None };
        let (tested, values) = comparison(context, parts.test)?;
        if *subject.get_or_insert_with(|| tested.to_string()) != tested {
            return None;
        }
        options += &option(context, &values.join(", "), parts.then, &indent);
        match context.expr(parts.otherwise) {
            Expr::If(_) => current = parts.otherwise,
            Expr::Nop => {
                options += &format!("{indent}  default: {{}}\n");
                break;
            }
            _ => {
                options += &option(context, "default", parts.otherwise, &indent);
                break;
            }
        }
    }
    let text = format!("case {} {{\n{options}{indent}}}", subject?);
    Some(context.rewrite("Convert to case", range, text))
}

/// An `elsif` belongs to the `if` before it.
pub fn is_elsif(context: &ActionContext<'_>, id: ExprId) -> bool {
    context.parents.get(id).is_some_and(|parent| match context.expr(parent) {
        Expr::If(parts) | Expr::Unless(parts) => parts.otherwise == id,
        _ => false,
    })
}

/// What is compared with which values: `$x == 'a'`, `$x in ['a', 'b']` of literals, and several with `or`.
pub fn comparison<'c>(context: &'c ActionContext<'_>, test: ExprId) -> Option<(&'c str, Vec<&'c str>)> {
    match context.expr(test) {
        Expr::Parenthesized(inner) => comparison(context, *inner),
        Expr::Binary { operator: BinaryOperator::Equal, left, right } => {
            let is_variable = matches!(context.expr(*left), Expr::Variable(_) | Expr::Access { .. });
            (is_variable && is_plain_literal(context, *right))
                .then(|| (context.written(*left), vec![context.written(*right)]))
        }
        Expr::Binary { operator: BinaryOperator::Match, left, right } => {
            let is_pattern = matches!(context.expr(*right), Expr::Regexp(_));
            let is_variable = matches!(context.expr(*left), Expr::Variable(_) | Expr::Access { .. });
            (is_variable && is_pattern).then(|| (context.written(*left), vec![context.written(*right)]))
        }
        Expr::Binary { operator: BinaryOperator::Or, left, right } => {
            let (first, mut values) = comparison(context, *left)?;
            let (second, more) = comparison(context, *right)?;
            values.extend(more);
            (first == second).then_some((first, values))
        }
        _ => None,
    }
}

/// In a case, types and patterns match what they accept, and arrays and hashes match by their parts: those are left out.
pub fn is_plain_literal(context: &ActionContext<'_>, id: ExprId) -> bool {
    matches!(
        context.expr(id),
        Expr::String(_) | Expr::QualifiedName(_) | Expr::Integer(_) | Expr::Float(_) | Expr::Boolean(_) | Expr::Undef
    )
}

fn option(context: &ActionContext<'_>, values: &str, then: ExprId, indent: &str) -> String {
    let body = block_text(context, then);
    if body.is_empty() {
        return format!("{indent}  {values}: {{}}\n");
    }
    let old_indent = format!("{indent}  ");
    let body = reindent(&body, &old_indent, &format!("{indent}    "));
    format!("{indent}  {values}: {{\n{indent}    {body}\n{indent}  }}\n")
}

/// The statements of a block, comments around them included.
pub fn block_text(context: &ActionContext<'_>, block: ExprId) -> String {
    let range = context.range(block);
    let written = context.slice(range).trim();
    let inner = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(written);
    if matches!(context.expr(block), Expr::Nop) && !written.starts_with('{') {
        return String::new();
    }
    inner.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    const IF: &str = "i$0f $x == 'a' {\n  notice(1)\n} elsif $x == 'b' or $x == 'c' {\n  notice(2)\n  notice(3)\n} else {\n  notice(4)\n}\n";

    #[test]
    fn comparisons_with_one_value() {
        check(
            IF,
            "Convert to case",
            "case $x {\n  'a': {\n    notice(1)\n  }\n  'b', 'c': {\n    notice(2)\n    notice(3)\n  }\n  default: {\n    notice(4)\n  }\n}\n",
        );
        for value in ["a", "c", "z"] {
            let text = IF.replace("notice(", "notify { 'n': message => (").replace(")\n", ") }\n");
            let text = text.replace("notify { 'n': message => (3) }\n", "");
            keeps_the_catalog(&format!("$x = '{value}'\n{}", text), "Convert to case");
        }
    }

    #[test]
    fn other_conditions_stay() {
        for text in [
            "i$0f $x == 'a' { } elsif $y == 'b' { }\n",
            "i$0f $x > 1 { }\n",
            "i$0f $x == Integer { }\n",
            "i$0f f($x) == 1 { }\n",
        ] {
            assert!(!titles(text).contains(&"Convert to case".to_string()), "{text}");
        }
    }
}
