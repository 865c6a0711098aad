//! Hover over facts and over keys of hashes: `$facts['os']['family']` shows the part of the value that the key leads to.

use evaluator::value::Value;
use smol_str::SmolStr;
use syntax::{Expr, ExprId, Program};

use super::Hover;
use super::shown_values::block;
use crate::db::Db;
use crate::features::documentation::code_block;
use crate::inputs::FileInput;
use crate::preview::contexts::{ContextLabel, label, preview_key};
use crate::preview::observed_values::observed_at;
use crate::preview::{PreviewGoal, facts_named};
use crate::queries;

/// Over a literal key of an access: the value that it leads to, where the variable had one value.
pub fn at(db: &dyn Db, file: FileInput, offset: u32) -> Option<Hover> {
    let source = queries::source_file(db, file);
    let program = &source.program;
    let parents = queries::parents(db, file);
    for id in source.source_map.touching(offset).into_iter().rev() {
        let Some(parent) = parents.get(id) else { continue };
        let is_key = matches!(program.expr(parent), Expr::Access { keys, .. } if keys.as_slice() == [id]);
        if !is_key {
            continue;
        }
        let (written, value, context) = walk(db, file, program, parent)?;
        let fact = if written.starts_with("$facts[") { "\na part of the facts of the node\n" } else { "" };
        let text =
            format!("Value:\n\n{}\n*{}*\n\n---\n\n{}{fact}", block(&value), context.text(), code_block(&written),);
        return Some(Hover { markdown: text, range: source.source_map.range(id) });
    }
    None
}

/// An access as it is written, with what it leads to.
fn walk(db: &dyn Db, file: FileInput, program: &Program, id: ExprId) -> Option<(String, Value, ContextLabel)> {
    match program.expr(id) {
        Expr::Variable(variable) => {
            if let Some(observed) = observed_at(db, file, &[id]) {
                let value = observed.values.only_value()?.value.clone();
                return Some((format!("${}", variable.name), value, observed.context));
            }
            let (value, context) = fact(db, file, &variable.name)?;
            Some((format!("${}", variable.name), value, context))
        }
        Expr::Access { left, keys } => {
            let [key] = keys.as_slice() else { return None };
            let (written, value, context) = walk(db, file, program, *left)?;
            let (key_text, key) = match program.expr(*key) {
                Expr::String(text) | Expr::QualifiedName(text) => (format!("'{text}'"), Value::String(text.clone())),
                Expr::Integer(literal) => (literal.value?.to_string(), Value::Integer(literal.value?)),
                _ => return None,
            };
            let part = match (&value, &key) {
                (Value::Hash(hash), key) => hash.get(key).cloned().unwrap_or(Value::Undef),
                (Value::Array(elements), Value::Integer(at)) => {
                    let at = usize::try_from(*at).ok()?;
                    elements.get(at).cloned().unwrap_or(Value::Undef)
                }
                (Value::Unknown(_), _) => value.clone(),
                _ => return None,
            };
            Some((format!("{written}[{key_text}]"), part, context))
        }
        _ => None,
    }
}

/// The value of `$facts` or of a fact's own variable, where the context's code does not come to the place.
fn fact(db: &dyn Db, file: FileInput, name: &SmolStr) -> Option<(Value, ContextLabel)> {
    let key = preview_key(db, file, PreviewGoal::Node);
    let facts = facts_named(db, &key.fact_set(db))?.for_node(&key.node(db));
    let name = name.trim_start_matches("::");
    let value = if name == "facts" {
        Value::hash(facts.iter().map(|(name, value)| (Value::String(name.clone()), value.clone())))
    } else {
        facts.get(name)?.clone()
    };
    Some((value, label(db, key)))
}

/// The text about a fact that nothing in the context evaluates.
pub fn of_fact(db: &dyn Db, file: FileInput, name: &SmolStr) -> Option<String> {
    let (value, context) = fact(db, file, name)?;
    Some(format!("\nValue:\n\n{}\n*{}*\n", block(&value), context.text()))
}
