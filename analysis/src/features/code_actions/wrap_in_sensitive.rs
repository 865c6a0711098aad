//! Wraps a value in `Sensitive(…)`, so that reports do not show it.

use syntax::Expr;
use syntax::program::AttributeName;

use super::{ActionContext, CodeAction};

/// Attributes that hold secrets.
const SECRET_WORDS: &[&str] =
    &["password", "passwd", "secret", "token", "private_key", "passphrase", "content", "command"];

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    let Some(id) = context.innermost(|expr| matches!(expr, Expr::Resource(_))) else { return Vec::new() };
    let Expr::Resource(resource) = context.expr(id) else { return Vec::new() };
    let attributes = resource.bodies.iter().flat_map(|body| &body.attributes);
    let mut actions = Vec::new();
    for attribute in attributes.filter(|attribute| context.is_at(context.range(attribute.id))) {
        let AttributeName::Name(name) = &attribute.name else { continue };
        let is_secret = SECRET_WORDS.iter().any(|word| name.contains(word));
        let is_wrapped = match context.expr(attribute.value) {
            Expr::Call(call) => match context.expr(call.functor) {
                Expr::QualifiedReference(name) => name == "Sensitive",
                _ => false,
            },
            Expr::CallMethod(_) => context.written(attribute.value).starts_with("Sensitive."),
            _ => false,
        };
        if is_secret && !is_wrapped {
            let range = context.range(attribute.value);
            let new_text = format!("Sensitive({})", context.slice(range));
            actions.push(context.rewrite(format!("Wrap {name} in Sensitive"), range, new_text));
        }
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn secrets_only_once() {
        check("user { 'a': password$0 => $x }\n", "Wrap password", "user { 'a': password => Sensitive($x) }\n");
        assert!(!titles("user { 'a': password$0 => Sensitive($x) }\n").iter().any(|title| title.starts_with("Wrap")));
        assert!(!titles("user { 'a': shell$0 => $x }\n").iter().any(|title| title.starts_with("Wrap")));
    }
}
