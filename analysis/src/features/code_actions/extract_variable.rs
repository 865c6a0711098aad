//! Gives the selected expression a name: `$value = …` before the statement that it is in.

use syntax::format::TextEdit;
use syntax::{Expr, ExprId, TextRange};

use super::if_to_case::is_elsif;
use super::{ActionContext, ActionKind, CodeAction};
use crate::definition_index::parameters_of;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if context.selection.is_empty() || !context.is_readable_source() {
        return Vec::new();
    }
    let exprs = context.source.program.exprs.iter().enumerate();
    let mut selected = exprs.filter(|(index, _)| context.range(ExprId(*index as u32)) == context.selection);
    let Some((id, expr)) = selected.find(|(_, expr)| is_value(expr)) else { return Vec::new() };
    let id = ExprId(id as u32);
    let Some(statement) = place_before(context, id) else { return Vec::new() };
    let name = context.free_name(&wished_name(context, id, expr));
    let at = context.range(statement).start;
    let indent = context.indent(at);
    // `"${facts['os']}"` has its variable without the sign, which it needs elsewhere.
    let is_bare = begins_with_bare_variable(context, context.selection.start);
    let sign = if is_bare { "$" } else { "" };
    let rest = context.text.get(context.selection.end as usize..).unwrap_or_default();
    let stays_bare = is_bare && rest.starts_with(['}', '[', '.']);
    let used = if stays_bare { name.clone() } else { format!("${name}") };
    // `'a'or $x`
    let is_joined = rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
    let used = if is_joined { used + " " } else { used };
    let edits = vec![
        TextEdit {
            range: TextRange::empty(at),
            new_text: format!("${name} = {sign}{}\n{indent}", context.written(id)),
        },
        TextEdit { range: context.selection, new_text: used },
    ];
    vec![CodeAction::new(format!("Extract into variable ${name}"), ActionKind::Extract, context.edit(edits))]
}

/// A variable without `$` stands here, as it may directly behind `${`.
fn begins_with_bare_variable(context: &ActionContext<'_>, offset: u32) -> bool {
    let exprs = context.source.program.exprs.iter().enumerate();
    let mut variables = exprs.filter(|(_, expr)| matches!(expr, Expr::Variable(_)));
    variables.any(|(index, _)| {
        let range = context.range(ExprId(index as u32));
        range.start == offset && !context.slice(range).starts_with('$')
    })
}

/// An expression whose value can be kept.
fn is_value(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::ConcatenatedString(_)
            | Expr::Regexp(_)
            | Expr::Array(_)
            | Expr::Hash(_)
            | Expr::Parenthesized(_)
            | Expr::Not(_)
            | Expr::UnaryMinus(_)
            | Expr::Binary { .. }
            | Expr::Access { .. }
            | Expr::Call(_)
            | Expr::CallMethod(_)
            | Expr::Selector(_)
    )
}

/// The statement before which the value can be computed with the same result: no condition may decide in between whether
/// it is computed at all, and what it reads must be known there.
fn place_before(context: &ActionContext<'_>, id: ExprId) -> Option<ExprId> {
    let mut child = id;
    for parent in context.parents.ancestors(id) {
        match context.expr(parent) {
            // A branch, a lambda's body and a default are computed only sometimes, or with other variables.
            Expr::Selector(selector) if selector.left != child => return None,
            Expr::Binary { operator, right, .. }
                if matches!(operator, syntax::program::BinaryOperator::And | syntax::program::BinaryOperator::Or)
                    && *right == child =>
            {
                return None;
            }
            Expr::Case(case) if case.options.iter().any(|option| option.values.contains(&child)) => return None,
            Expr::If(parts) if parts.test == child && is_elsif(context, parent) => return None,
            // Values of case options and patterns cannot be variables that match.
            Expr::Collector(_) | Expr::Node(_) | Expr::TypeAlias(_) | Expr::Epp(_) => return None,
            expr if parameters_of(expr)
                .iter()
                .any(|p| p.default == Some(child) || p.type_expression == Some(child)) =>
            {
                return None;
            }
            _ => {}
        }
        child = parent;
    }
    if is_title_or_name(context, id) || reads_match(context, id) {
        return None;
    }
    let statement = context.statement_of(id)?;
    // Behind another statement `{` would begin its block or attributes.
    let is_bare_hash = context.slice(context.range(statement)).starts_with('{');
    // The statement itself has no place for a name.
    (statement != id && !is_bare_hash).then_some(statement)
}

/// The name of a function or of a resource's type.
fn is_title_or_name(context: &ActionContext<'_>, id: ExprId) -> bool {
    context.parents.get(id).is_some_and(|parent| match context.expr(parent) {
        Expr::Call(call) => call.functor == id,
        Expr::CallMethod(call) => call.functor == id,
        Expr::Resource(resource) => resource.type_name == id,
        _ => false,
    })
}

/// `$1` is set by a match that may stand in the same statement.
fn reads_match(context: &ActionContext<'_>, id: ExprId) -> bool {
    let range = context.range(id);
    context.source.program.exprs.iter().enumerate().any(|(index, expr)| match expr {
        Expr::Variable(variable) => {
            variable.match_number().is_some() && range.contains_range(context.range(ExprId(index as u32)))
        }
        _ => false,
    })
}

/// A name from where the value is used: an attribute, a key, a function.
fn wished_name(context: &ActionContext<'_>, id: ExprId, expr: &Expr) -> String {
    let attribute = context.source.program.exprs.iter().find_map(|expr| {
        let attributes: Vec<_> = match expr {
            Expr::Resource(resource) => resource.bodies.iter().flat_map(|body| &body.attributes).collect(),
            Expr::ResourceDefaults(defaults) => defaults.attributes.iter().collect(),
            Expr::ResourceOverride(overridden) => overridden.attributes.iter().collect(),
            _ => return None,
        };
        let found = attributes.into_iter().find(|attribute| attribute.value == id)?;
        match &found.name {
            syntax::program::AttributeName::Name(name) => Some(name.to_string()),
            syntax::program::AttributeName::Splat => None,
        }
    });
    let last_key = match expr {
        Expr::Access { keys, .. } => keys.last().and_then(|key| context.literal(*key)).map(|key| key.to_string()),
        Expr::Call(call) => context.literal(call.functor).map(|name| name.replace("::", "_")),
        _ => None,
    };
    let is_name = |name: &String| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    attribute.or(last_key).filter(is_name).unwrap_or_else(|| "value".to_string())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn before_the_statement() {
        check(
            "class a {\n  file { '/x':\n    mode => $0'0644'$0,\n  }\n}\n",
            "Extract into variable $mode",
            "class a {\n  $mode = '0644'\n  file { '/x':\n    mode => $mode,\n  }\n}\n",
        );
        check("notice($00 + 1$0)\n", "Extract", "$value = 0 + 1\nnotice($value)\n");
        check(
            "$value = 1\nnotice($0'x'$0, $value)\n",
            "Extract",
            "$value = 1\n$value2 = 'x'\nnotice($value2, $value)\n",
        );
        keeps_the_catalog("notify { 'a': message => $0\"x${facts['kernel']}\"$0 }\n", "Extract");
    }

    #[test]
    fn beside_a_word_that_touches_it() {
        check("if $0'a'$0or $x { }\n", "Extract", "$value = 'a'\nif $value or $x { }\n");
    }

    #[test]
    fn not_before_a_hash_that_is_a_statement() {
        let text = "$x = [1].map |$n| {\n  { 'a' => $0upcase('x')$0 }\n}\n";
        assert!(!titles(text).iter().any(|title| title.starts_with("Extract")), "{:?}", titles(text));
    }

    #[test]
    fn not_under_a_name_that_is_always_set() {
        check(
            "class a {\n  notice($0$facts['os']['name']$0)\n}\n",
            "Extract",
            "class a {\n  $name2 = $facts['os']['name']\n  notice($name2)\n}\n",
        );
    }

    #[test]
    fn from_inside_a_string() {
        check(
            "notice(\"on ${$0facts['os']['name']$0} here\")\n",
            "Extract",
            "$name2 = $facts['os']['name']\nnotice(\"on ${name2} here\")\n",
        );
        check(
            "notice(\"on ${$0facts['os']$0['name']}\")\n",
            "Extract",
            "$os = $facts['os']\nnotice(\"on ${os['name']}\")\n",
        );
        check("notice(\"${$0x['a']$0 + 1}\")\n", "Extract", "$a = $x['a']\nnotice(\"${$a + 1}\")\n");
    }

    #[test]
    fn not_where_it_would_be_computed_too_often() {
        for text in [
            "$x = $a and $0f(1)$0\n",
            "$x = $a ? { 1 => $0f(1)$0, default => 2 }\n",
            "class a($x = $0f(1)$0) {}\n",
            "if $x { } elsif $0f(1)$0 { }\n",
            "if 'a' =~ /(a)/ { notice($0$1 + 1$0) }\n",
            "$0include(a)$0\n",
        ] {
            assert!(!titles(text).iter().any(|title| title.starts_with("Extract into")), "{text}");
        }
    }
}
