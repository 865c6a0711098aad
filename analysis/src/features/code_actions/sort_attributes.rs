//! Sorts the attributes of a resource: `ensure` first, then by name. Their order means nothing to Puppet.

use syntax::Expr;
use syntax::program::{AttributeName, AttributeOperation, AttributeOperator};

use super::{ActionContext, ActionKind, CodeAction};
use syntax::format::TextEdit;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    sort(context).into_iter().collect()
}

fn sort(context: &ActionContext<'_>) -> Option<CodeAction> {
    let id = context.innermost(|expr| matches!(expr, Expr::Resource(_) | Expr::ResourceDefaults(_)))?;
    let attributes = match context.expr(id) {
        Expr::Resource(resource) => {
            let body = resource.bodies.iter().find(|body| context.is_at(context.range(body.id)));
            &body.or_else(|| resource.bodies.first())?.attributes
        }
        Expr::ResourceDefaults(defaults) => &defaults.attributes,
        _ => return None,
    };
    let mut sorted: Vec<&AttributeOperation> = attributes.iter().collect();
    sorted.sort_by_key(|attribute| match &attribute.name {
        AttributeName::Name(name) if name == "ensure" => (0, String::new()),
        AttributeName::Name(name) => (1, name.to_string()),
        AttributeName::Splat => (2, String::new()),
    });
    let is_sorted = sorted.iter().zip(attributes).all(|(sorted, old)| sorted.id == old.id);
    // A comment belongs to the attribute that it stands beside, and values may set variables: both are left alone.
    let first = context.range(attributes.first()?.id);
    let last = context.range(attributes.last()?.id);
    let between = context.slice(first.cover(last));
    let assigns = attributes.iter().any(|attribute| {
        attribute.operator != AttributeOperator::Assign
            || matches!(context.expr(attribute.value), Expr::Assignment { .. })
    });
    if is_sorted || assigns || has_comment(context, attributes, between) || between.contains("@(") {
        return None;
    }
    let edits = attributes
        .iter()
        .zip(&sorted)
        .filter(|(old, new)| old.id != new.id)
        .map(|(old, new)| TextEdit { range: context.range(old.id), new_text: context.written(new.id).to_string() });
    Some(CodeAction::new("Sort attributes", ActionKind::Rewrite, context.edit(edits.collect())))
}

/// A `#` that is in no attribute.
fn has_comment(context: &ActionContext<'_>, attributes: &[AttributeOperation], between: &str) -> bool {
    if !between.contains('#') && !between.contains("/*") {
        return false;
    }
    attributes.windows(2).any(|pair| {
        let gap = syntax::TextRange::new(context.range(pair[0].id).end, context.range(pair[1].id).start);
        let gap = context.slice(gap);
        gap.contains('#') || gap.contains("/*")
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn ensure_comes_first() {
        check(
            "file { '/a$0':\n  owner  => 'root',\n  mode   => '1',\n  ensure => file,\n}\n",
            "Sort attributes",
            "file { '/a':\n  ensure => file,\n  mode   => '1',\n  owner  => 'root',\n}\n",
        );
        keeps_the_catalog("file { '/a$0': owner => 'root', ensure => file }\n", "Sort attributes");
    }

    #[test]
    fn sorted_or_commented_ones_stay() {
        for text in [
            "file { '/a$0': ensure => file, mode => '1' }\n",
            "file { '/a$0':\n  owner => 'x', # why\n  mode => '1',\n}\n",
        ] {
            assert!(!titles(text).contains(&"Sort attributes".to_string()), "{text}");
        }
    }
}
