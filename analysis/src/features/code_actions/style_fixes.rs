//! Fixes of lint findings that puppet-lint leaves to people, where there is an obvious one. "Fix all" does not make them.

use syntax::format::TextEdit;
use syntax::program::RelationshipOperator;
use syntax::{Expr, ExprId, TextRange};

use super::{ActionContext, CodeAction, add_documentation};
use crate::definition_index::parameters_of;

/// The code of a finding, what its fix is called, and the edits that make it.
type StyleFix = (&'static str, &'static str, fn(&ActionContext<'_>, TextRange) -> Option<Vec<TextEdit>>);

static FIXES: &[StyleFix] = &[
    ("documentation", "Add documentation", add_documentation::edits_at),
    ("parameter-documentation", "Document the missing parameters", add_documentation::edits_at),
    ("case-without-default", "Add a default option", add_default_option),
    ("parameter-order", "Move parameters without a default to the front", order_parameters),
    ("right-to-left-relationship", "Turn the relationship around", turn_around),
    ("single-quote-string-with-variables", "Convert to double quotes", convert_to_double_quotes),
];

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for (code, title, edits) in FIXES {
        for diagnostic in context.diagnostics(code) {
            if let Some(edits) = edits(context, diagnostic.range) {
                actions.push(context.quick_fix(title.to_string(), &diagnostic, context.edit(edits)));
            }
        }
    }
    actions
}

/// The smallest expression around a place that is wanted.
fn around(context: &ActionContext<'_>, place: TextRange, wanted: impl Fn(&Expr) -> bool) -> Option<ExprId> {
    let touching = context.source.source_map.touching(place.start);
    touching.into_iter().rev().find(|id| wanted(context.expr(*id)))
}

fn add_default_option(context: &ActionContext<'_>, place: TextRange) -> Option<Vec<TextEdit>> {
    let id = around(context, place, |expr| matches!(expr, Expr::Case(_)))?;
    let Expr::Case(case) = context.expr(id) else { return None };
    let last = context.range(case.options.last()?.id);
    let (indent, range) = (context.indent(last.start), context.range(id));
    let between = context.slice(TextRange::new(last.end, range.end));
    let new_text = match between.contains('\n') {
        true => format!("\n{indent}default: {{}}"),
        false => " default: {}".to_string(),
    };
    // A comment behind the last option stays on its line.
    let end_of_line = between.find('\n').map_or(last.end, |length| last.end + length as u32);
    let at = if between.contains('\n') { end_of_line } else { last.end };
    Some(vec![TextEdit { range: TextRange::empty(at), new_text }])
}

/// Parameters have names, so that their order is free; defaults keep theirs, since they may read those before them.
fn order_parameters(context: &ActionContext<'_>, place: TextRange) -> Option<Vec<TextEdit>> {
    let definition = around(context, place, |expr| matches!(expr, Expr::Class(_) | Expr::Define(_)))?;
    let parameters = parameters_of(context.expr(definition));
    let ranges: Vec<TextRange> = parameters.iter().map(|parameter| context.range(parameter.id)).collect();
    let all = ranges.first()?.cover(*ranges.last()?);
    // A comment would stay where another parameter comes to stand.
    if context.slice(all).contains('#') {
        return None;
    }
    let (required, optional): (Vec<_>, Vec<_>) = parameters.iter().partition(|parameter| parameter.default.is_none());
    let ordered = required.into_iter().chain(optional);
    let edits = ranges.iter().zip(ordered).filter_map(|(range, parameter)| {
        let new_text = context.written(parameter.id);
        (new_text != context.slice(*range)).then(|| TextEdit { range: *range, new_text: new_text.to_string() })
    });
    Some(edits.collect())
}

/// `B <- A` says the same as `A -> B`.
fn turn_around(context: &ActionContext<'_>, place: TextRange) -> Option<Vec<TextEdit>> {
    let is_relationship = |expr: &Expr| matches!(expr, Expr::Relationship { .. });
    let id = around(context, place, is_relationship)?;
    let Expr::Relationship { operator, left, right } = context.expr(id) else { return None };
    let arrow = match operator {
        RelationshipOperator::After => "->",
        RelationshipOperator::Subscribe => "~>",
        _ => return None,
    };
    // In a chain each part belongs to two arrows.
    let is_chained = is_relationship(context.expr(*left))
        || is_relationship(context.expr(*right))
        || context.parents.get(id).is_some_and(|parent| is_relationship(context.expr(parent)));
    let new_text = format!("{} {arrow} {}", context.written(*right), context.written(*left));
    (!is_chained).then(|| vec![TextEdit { range: context.range(id), new_text }])
}

fn convert_to_double_quotes(context: &ActionContext<'_>, place: TextRange) -> Option<Vec<TextEdit>> {
    let id = around(context, place, |expr| matches!(expr, Expr::String(_)))?;
    let inner = context.written(id).strip_prefix('\'')?.strip_suffix('\'')?;
    // What has to be written otherwise between the other quotes is left to people.
    let is_plain = !inner.contains(['"', '\\']);
    is_plain.then(|| vec![TextEdit { range: context.range(id), new_text: format!("\"{inner}\"") }])
}

#[cfg(test)]
mod tests {
    use super::super::tests::apply_with_lint;

    #[test]
    fn each_makes_its_finding_go_away() {
        for (title, before, after) in [
            ("Add documentation", "cla$0ss a {\n}\n", "# @summary a\nclass a {\n}\n"),
            (
                "Add a default option",
                "# A.\nclass a {\n  cas$0e $facts['x'] {\n    'b': { include b } # why\n  }\n}\n",
                "# A.\nclass a {\n  case $facts['x'] {\n    'b': { include b } # why\n    default: {}\n  }\n}\n",
            ),
            (
                "Move parameters",
                "# A.\nclass a (\n  $b = 1,\n  String $$0c,\n) {\n}\n",
                "# A.\nclass a (\n  String $c,\n  $b = 1,\n) {\n}\n",
            ),
            (
                "Turn the relationship around",
                "# A.\nclass a {\n  File['b'] <$0- Package['c']\n}\n",
                "# A.\nclass a {\n  Package['c'] -> File['b']\n}\n",
            ),
            (
                "Convert to double quotes",
                "# A.\nclass a {\n  $b = 'x ${$0facts}'\n}\n",
                "# A.\nclass a {\n  $b = \"x ${facts}\"\n}\n",
            ),
        ] {
            assert_eq!(apply_with_lint(before, title).as_deref(), Some(after), "{title}");
        }
    }

    #[test]
    fn not_where_something_else_would_change() {
        let chain = "# A.\nclass a {\n  File['b'] <$0- File['c'] <- File['d']\n}\n";
        assert_eq!(apply_with_lint(chain, "Turn the relationship around"), None);
        let comment = "# A.\nclass a (\n  $b = 1, # of b\n  $$0c,\n) {\n}\n";
        assert_eq!(apply_with_lint(comment, "Move parameters"), None);
        let escaped = "# A.\nclass a {\n  $b = 'x \"${$0facts}\"'\n}\n";
        assert_eq!(apply_with_lint(escaped, "Convert to double quotes"), None);
    }
}
