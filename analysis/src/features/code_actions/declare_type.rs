//! Declares the type of a parameter that has none: from its default and from where it is passed on to.

use evaluator::Type;
use syntax::format::TextEdit;
use syntax::program::{AttributeName, Parameter};
use syntax::{Expr, ExprId, TextRange};

use super::{ActionContext, ActionKind, CodeAction};
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions, parameters_of};
use crate::static_types::infer::Inference;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    declare(context).into_iter().collect()
}

fn declare(context: &ActionContext<'_>) -> Option<CodeAction> {
    let owners = context.source.program.definitions.iter().copied();
    let (owner, parameter) = owners.into_iter().find_map(|owner| {
        let parameters = parameters_of(context.expr(owner)).iter();
        let mut untyped =
            parameters.filter(|parameter| parameter.type_expression.is_none() && !parameter.captures_rest);
        Some((owner, untyped.find(|parameter| context.is_at(context.range(parameter.id)))?))
    })?;
    let from_uses = from_uses(context, owner, parameter);
    let text = match parameter.default.map(|default| (default, context.expr(default))) {
        Some((_, Expr::Undef)) => format!("Optional[{}]", from_uses.unwrap_or_else(|| "Any".to_string())),
        Some((default, _)) => from_default(context, default).or(from_uses)?,
        None => from_uses?,
    };
    let start = context.source.source_map.anchor(parameter.id);
    let is_variable = context.text.get(start as usize..).is_some_and(|rest| rest.starts_with('$'));
    let edit = TextEdit { range: TextRange::empty(start), new_text: format!("{text} ") };
    let title = format!("Declare ${} as {text}", parameter.name);
    is_variable.then(|| CodeAction::new(title, ActionKind::Rewrite, context.edit(vec![edit])))
}

fn from_default(context: &ActionContext<'_>, default: ExprId) -> Option<String> {
    let program = context.source.program.clone();
    let inference = Inference::new(
        context.db,
        context.environment,
        context.file,
        program,
        context.scopes.clone(),
        context.parents.clone(),
    );
    match inference.infer(default).generalize() {
        Type::Unit | Type::Any | Type::Undef => None,
        Type::String(_) | Type::StringValue(_) | Type::Enum { .. } => Some("String".to_string()),
        Type::Boolean(_) => Some("Boolean".to_string()),
        Type::Array { element, .. } if matches!(*element, Type::Unit) => Some("Array".to_string()),
        Type::Hash { value, .. } if matches!(*value, Type::Unit) => Some("Hash".to_string()),
        Type::Array { .. } if is_empty(context, default) => Some("Array".to_string()),
        Type::Hash { .. } if is_empty(context, default) => Some("Hash".to_string()),
        found => {
            let text = found.to_string();
            (!text.contains("Unit") && !text.contains("Any")).then_some(text)
        }
    }
}

fn is_empty(context: &ActionContext<'_>, id: ExprId) -> bool {
    match context.expr(id) {
        Expr::Array(elements) => elements.is_empty(),
        Expr::Hash(entries) => entries.is_empty(),
        _ => false,
    }
}

/// The declared type of the parameter of a class or define that the value is handed to.
fn from_uses(context: &ActionContext<'_>, owner: ExprId, parameter: &Parameter) -> Option<String> {
    let scope = context.scopes.scope_of_owner(owner)?;
    let uses = context.scopes.uses.iter().filter(|used| used.name == parameter.name && used.scope == scope);
    let places: Vec<ExprId> = uses.map(|used| used.place).collect();
    for expr in &context.source.program.exprs {
        let Expr::Resource(resource) = expr else { continue };
        let Some(type_name) = type_name(context, resource.type_name) else { continue };
        for body in &resource.bodies {
            for attribute in body.attributes.iter().filter(|attribute| places.contains(&attribute.value)) {
                let AttributeName::Name(name) = &attribute.name else { continue };
                let (kind, definition) = match type_name.as_str() {
                    "class" => (DefinitionKind::Class, context.literal(body.title)?.to_string()),
                    _ => (DefinitionKind::Define, type_name.clone()),
                };
                let found =
                    find_definitions(context.db, context.environment, context.file, kind, &canonical_name(&definition));
                let signature = found.first().and_then(|definition| definition.signature(context.db));
                if let Some(text) = signature.and_then(|signature| signature.parameter(name)?.type_text.clone()) {
                    return Some(text.to_string());
                }
                if let Some(text) = of_builtin(&type_name, name) {
                    return Some(text);
                }
            }
        }
    }
    None
}

fn type_name(context: &ActionContext<'_>, id: ExprId) -> Option<String> {
    context.literal(id).map(|name| canonical_name(name).to_string())
}

/// Attributes of Puppet's own types that take certain words only.
fn of_builtin(type_name: &str, name: &str) -> Option<String> {
    let attribute = evaluator::resource_types::builtin(type_name)?.attribute(name)?;
    if attribute.values.is_empty() || !attribute.patterns.is_empty() {
        return None;
    }
    let mut words: Vec<&str> = attribute.values.iter().map(String::as_str).collect();
    words.sort_unstable();
    if words == ["false", "true"] {
        return Some("Boolean".to_string());
    }
    // Words that mean booleans are taken as such too, which an enumeration would refuse.
    if words.iter().any(|word| ["true", "false"].contains(word)) {
        return None;
    }
    let quoted: Vec<String> = attribute.values.iter().map(|word| format!("'{word}'")).collect();
    Some(format!("Enum[{}]", quoted.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn from_the_default() {
        check("class a($po$0rt = 80) {}\n", "Declare $port", "class a(Integer $port = 80) {}\n");
        check("class a($na$0me = 'x') {}\n", "Declare", "class a(String $name = 'x') {}\n");
        check("class a($o$0n = true) {}\n", "Declare", "class a(Boolean $on = true) {}\n");
        check("class a($l$0 = []) {}\n", "Declare", "class a(Array $l = []) {}\n");
    }

    #[test]
    fn from_where_it_goes() {
        check(
            "define b(Integer[1] $port) {}\nclass a($po$0rt) {\n  b { 'x': port => $port }\n}\n",
            "Declare",
            "define b(Integer[1] $port) {}\nclass a(Integer[1] $port) {\n  b { 'x': port => $port }\n}\n",
        );
        assert!(!titles("class a($po$0rt) {}\n").iter().any(|title| title.starts_with("Declare")));
    }
}
