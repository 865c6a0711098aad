//! Declares a class that the code only refers to, as in `require => Class['x']`: a reference alone does not bring it in.

use syntax::format::TextEdit;
use syntax::{Expr, ExprId, TextRange};

use super::{ActionContext, ActionKind, CodeAction};
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions};
use crate::reference_index::{Name, file_mentions};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    let Some((class, reference)) = referred_class(context) else { return Vec::new() };
    let is_known =
        !find_definitions(context.db, context.environment, context.file, DefinitionKind::Class, &class).is_empty();
    if !is_known || is_declared(context, &class) {
        return Vec::new();
    }
    let Some(at) = first_statement(context, reference) else { return Vec::new() };
    let indent = context.indent(at);
    let actions = ["include", "contain"].map(|function| {
        let edit = TextEdit { range: TextRange::empty(at), new_text: format!("{function} {class}\n{indent}") };
        CodeAction::new(format!("Add {function} {class}"), ActionKind::Rewrite, context.edit(vec![edit]))
    });
    actions.into()
}

/// The class of the reference at the cursor.
fn referred_class(context: &ActionContext<'_>) -> Option<(String, ExprId)> {
    let access = context.innermost(|expr| matches!(expr, Expr::Access { .. }))?;
    let Expr::Access { left, keys } = context.expr(access) else { return None };
    match (context.expr(*left), keys.as_slice()) {
        (Expr::QualifiedReference(name), [key]) if name.eq_ignore_ascii_case("class") => {
            Some((canonical_name(context.literal(*key)?).to_string(), access))
        }
        _ => None,
    }
}

/// The file includes or declares the class itself.
fn is_declared(context: &ActionContext<'_>, class: &str) -> bool {
    let mentions = file_mentions(context.db, context.file);
    let named = mentions.mentions.iter().filter(|mention| matches!(&mention.name, Name::Class(name) if name == class));
    named.into_iter().any(|mention| {
        let parents = context.parents.ancestors(mention.place);
        !parents.take(2).any(|parent| matches!(context.expr(parent), Expr::Access { .. }))
    })
}

/// Where the body of the definition around an expression begins, or the file.
fn first_statement(context: &ActionContext<'_>, id: ExprId) -> Option<u32> {
    let owner = context.parents.ancestors(id).find_map(|parent| match context.expr(parent) {
        Expr::Class(class) => Some(class.body),
        Expr::Define(define) => Some(define.body),
        Expr::Node(node) => Some(node.body),
        _ => None,
    });
    let block = owner.unwrap_or(context.source.program.root);
    let first = match context.expr(block) {
        Expr::Block(statements) => *statements.first()?,
        _ => block,
    };
    Some(context.range(first).start)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn before_the_first_statement() {
        let text = "class a {\n  $x = 1\n  notify { 'n': require => Class['b$0'] }\n}\nclass b {}\n";
        check(
            text,
            "Add contain b",
            "class a {\n  contain b\n  $x = 1\n  notify { 'n': require => Class['b'] }\n}\nclass b {}\n",
        );
        assert!(titles(text).contains(&"Add include b".to_string()));
    }

    #[test]
    fn not_where_it_is_declared_or_unknown() {
        for text in [
            "include b\nnotify { 'n': require => Class['b$0'] }\nclass b {}\n",
            "class { 'b': }\nnotify { 'n': require => Class['b$0'] }\nclass b {}\n",
            "notify { 'n': require => Class['nowhere$0'] }\n",
        ] {
            assert!(!titles(text).iter().any(|title| title.starts_with("Add in")), "{text}");
        }
    }
}
