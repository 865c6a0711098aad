//! Puts the value of a variable where it is read, and removes the assignment.

use syntax::format::TextEdit;
use syntax::{Expr, ExprId};

use super::{ActionContext, ActionKind, CodeAction};
use crate::scopes::BindingKind;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    inline(context).into_iter().collect()
}

fn inline(context: &ActionContext<'_>) -> Option<CodeAction> {
    let variable = context.innermost(|expr| matches!(expr, Expr::Variable(_)))?;
    let (name, used_in) = context.scopes.variable_at(variable)?;
    let bindings = context.scopes.bindings(used_in, &name);
    let [binding] = bindings.as_slice() else { return None };
    let scope =
        context.scopes.scopes.iter().position(|scope| scope.bindings.iter().any(|b| b.place == binding.place))?;
    // Variables of classes and of the top scope can be read by other files.
    let owner = context.scopes.scopes.get(scope)?.owner;
    let is_private = owner.is_some_and(|owner| {
        matches!(context.expr(owner), Expr::Lambda(_) | Expr::Function(_) | Expr::Define(_) | Expr::Plan(_))
    });
    if binding.kind != BindingKind::Assignment
        || !is_private
        || owner.is_some_and(|owner| context.renders(context.range(owner)))
    {
        return None;
    }
    let (assignment, value) = context.source.program.exprs.iter().enumerate().find_map(|(index, expr)| match expr {
        Expr::Assignment { left, right, .. } if *left == binding.place => Some((ExprId(index as u32), *right)),
        _ => None,
    })?;
    if context.statement_of(assignment) != Some(assignment) || !is_repeatable(context, value) {
        return None;
    }
    let uses: Vec<ExprId> = context
        .scopes
        .uses
        .iter()
        .filter(|used| used.name == name)
        .filter(|used| context.scopes.bindings(used.scope, &name).first().is_some_and(|b| b.place == binding.place))
        .map(|used| used.place)
        .collect();
    let removed = context.with_line(context.range(assignment));
    let mut edits = vec![TextEdit { range: removed, new_text: String::new() }];
    for used in uses {
        edits.push(TextEdit { range: context.range(used), new_text: replacement(context, used, value)? });
    }
    edits.sort_by_key(|edit| edit.range);
    let touch = edits.windows(2).any(|pair| pair[0].range.end > pair[1].range.start);
    (!touch).then(|| CodeAction::new(format!("Inline ${name}"), ActionKind::Inline, context.edit(edits)))
}

/// Literals, variables and what is made of them: their value is the same wherever it is computed.
fn is_repeatable(context: &ActionContext<'_>, id: ExprId) -> bool {
    match context.expr(id) {
        Expr::Boolean(_) | Expr::Integer(_) | Expr::Float(_) | Expr::String(_) | Expr::Undef | Expr::Default => true,
        Expr::QualifiedName(_) | Expr::Regexp(_) => true,
        Expr::Variable(variable) => variable.match_number().is_none(),
        Expr::Array(elements) => elements.iter().all(|element| is_repeatable(context, *element)),
        Expr::Hash(entries) => {
            entries.iter().all(|entry| is_repeatable(context, entry.key) && is_repeatable(context, entry.value))
        }
        Expr::Access { left, keys } => {
            is_repeatable(context, *left) && keys.iter().all(|key| is_repeatable(context, *key))
        }
        Expr::Binary { left, right, .. } => is_repeatable(context, *left) && is_repeatable(context, *right),
        Expr::Not(inner) | Expr::UnaryMinus(inner) | Expr::Parenthesized(inner) => is_repeatable(context, *inner),
        _ => false,
    }
}

/// The value as it stands in the place of a variable; `None` where it cannot stand there.
fn replacement(context: &ActionContext<'_>, used: ExprId, value: ExprId) -> Option<String> {
    let written = context.written(value);
    let before = context.text.get(..context.range(used).start as usize)?;
    let place = context.written(used);
    // `"$a"` and `"${a}"` are texts: a variable can take the place of a variable there, nothing else.
    if before.ends_with("${") || !place.starts_with('$') || is_in_string(context, used) {
        return None;
    }
    let is_simple = matches!(
        context.expr(value),
        Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::Undef
            | Expr::Default
            | Expr::Variable(_)
            | Expr::Array(_)
            | Expr::Access { .. }
            | Expr::Parenthesized(_)
    );
    let parent = context.parents.get(used).map(|parent| context.expr(parent));
    let needs_no_brackets = matches!(parent, Some(Expr::Call(_) | Expr::Array(_) | Expr::Assignment { .. }));
    if matches!(context.expr(value), Expr::Hash(_)) && matches!(parent, Some(Expr::Access { .. })) {
        return None;
    }
    Some(if is_simple || needs_no_brackets { written.to_string() } else { format!("({written})") })
}

fn is_in_string(context: &ActionContext<'_>, used: ExprId) -> bool {
    context.parents.get(used).is_some_and(|parent| matches!(context.expr(parent), Expr::ConcatenatedString(_)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn every_use_gets_the_value() {
        check(
            "define a {\n  $mo$0de = '0644'\n  file { '/x': mode => $mode }\n  notice($mode)\n}\n",
            "Inline $mode",
            "define a {\n  file { '/x': mode => '0644' }\n  notice('0644')\n}\n",
        );
        check("function f($a) {\n  $b = $a + 1\n  $$0b * 2\n}\n", "Inline", "function f($a) {\n  ($a + 1) * 2\n}\n");
    }

    #[test]
    fn not_what_others_may_read_or_what_acts() {
        for text in [
            "class a {\n  $mo$0de = '0644'\n  notice($mode)\n}\n",
            "define a {\n  $x$0 = fqdn_rand(5)\n  notice($x)\n}\n",
            "define a {\n  $x$0 = 'v'\n  notice(\"a ${x}\")\n}\n",
            "define a {\n  $x$0 = 'v'\n  notice($x, template('a/b.erb'))\n}\n",
        ] {
            assert!(!titles(text).iter().any(|title| title.starts_with("Inline")), "{text}");
        }
    }
}
