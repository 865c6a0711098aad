//! A word for an attribute of one of Puppet's own resource types that it does not know.

use evaluator::resource_types::AttributeInfo;
use smol_str::SmolStr;
use syntax::Expr;
use syntax::program::AttributeName;

use super::{Check, CheckContext, Findings, closest, is_near, suggest_word};
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions};
use crate::resolve::resource_types::builtin_type;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "invalid-attribute-value",
        Names,
        Warning,
        "An attribute that takes only certain words is given another one. Puppet compiles it, and the agent refuses the \
                    catalog."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        let (type_name, attribute_lists) = match expr {
            Expr::Resource(resource) => {
                (resource.type_name, resource.bodies.iter().map(|body| &body.attributes).collect::<Vec<_>>())
            }
            Expr::ResourceDefaults(defaults) => (defaults.type_name, vec![&defaults.attributes]),
            _ => continue,
        };
        let (Expr::QualifiedName(name) | Expr::QualifiedReference(name)) = context.program.expr(type_name) else {
            continue;
        };
        let name = canonical_name(name);
        let Some(info) = builtin_type(context.db, context.environment, &name) else { continue };
        for attribute in attribute_lists.into_iter().flatten() {
            let AttributeName::Name(attribute_name) = &attribute.name else { continue };
            let Some(known) = info.attribute(attribute_name) else { continue };
            let Some(word) = word_of(context.program.expr(attribute.value)) else { continue };
            if accepts(known, &word) && !is_slip(known, &word) || is_replaced(context, &name) {
                continue;
            }
            let range = context.range(attribute.value);
            let message = format!(
                "'{word}' is not a value for '{attribute_name}' of {name}: it takes {}",
                known.values.join(", ")
            );
            let diagnostic = findings.report(range, message);
            let values: Vec<SmolStr> = known.values.iter().map(SmolStr::new).collect();
            if let Some(similar) = closest(&word, values.iter()) {
                suggest_word(context, diagnostic, range, similar);
            }
        }
    }
}

/// A define may have the name of the type.
fn is_replaced(context: &CheckContext<'_>, type_name: &str) -> bool {
    !find_definitions(context.db, context.environment, context.file, DefinitionKind::Define, type_name).is_empty()
}

fn word_of(expr: &Expr) -> Option<SmolStr> {
    match expr {
        Expr::String(word) | Expr::QualifiedName(word) => Some(word.clone()),
        Expr::Boolean(value) => Some(SmolStr::new_static(if *value { "true" } else { "false" })),
        _ => None,
    }
}

/// Tells whether a word that only a pattern lets through, such as a version or the target of a link, is one letter away from a known word.
fn is_slip(attribute: &AttributeInfo, word: &str) -> bool {
    let is_word = word.chars().all(|c| c.is_ascii_lowercase());
    is_word
        && !attribute.patterns.is_empty()
        && !attribute.values.iter().any(|value| value == word)
        && attribute.values.iter().any(|value| is_near(word, value))
}

fn accepts(attribute: &AttributeInfo, word: &str) -> bool {
    attribute.values.is_empty() || !attribute.patterns.is_empty() || attribute.values.iter().any(|value| value == word)
}
