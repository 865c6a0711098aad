//! Where inside an expression a value is that cannot be of the type that is asked for, and what to say of it.

use evaluator::Value;
use evaluator::types::mismatch::describe_type_mismatch;
use evaluator::types::{Type, is_instance};
use smol_str::SmolStr;
use syntax::{Expr, ExprId};

use super::disjoint::are_disjoint;
use super::infer::Inference;
use crate::checks::closest;

/// A value that is certainly of the wrong type.
pub struct Mismatch {
    /// The innermost expression that is to blame.
    pub place: ExprId,
    /// In Puppet's words: `parameter 'a' entry 'x' index 1 expects an Integer value, got String`.
    pub message: String,
    /// What was probably meant, as it would be written.
    pub meant: Option<String>,
}

/// The mismatch between an expression and the type that it should have, where there certainly is one. `subject` names what
/// the value is for, as in `parameter 'port'`.
pub fn find(inference: &Inference<'_>, subject: &str, expected: &Type, place: ExprId) -> Option<Mismatch> {
    let actual = inference.infer(place);
    if !are_disjoint(expected, &actual) {
        return None;
    }
    if let Some(inner) = find_inside(inference, subject, expected, place) {
        return Some(inner);
    }
    let meant = meant_instead(inference.program.expr(place), expected);
    Some(Mismatch { place, message: describe_type_mismatch(subject, expected, &actual), meant })
}

/// A mismatch of one element of a literal array or hash, where the expected type leaves only one reading of it.
fn find_inside(inference: &Inference<'_>, subject: &str, expected: &Type, place: ExprId) -> Option<Mismatch> {
    match (inference.program.expr(place), collection_of(expected)?) {
        (Expr::Parenthesized(inner), _) => find_inside(inference, subject, expected, *inner),
        (Expr::Array(elements), Type::Array { element, .. }) => elements
            .iter()
            .enumerate()
            .find_map(|(index, place)| find(inference, &format!("{subject} index {index}"), element, *place)),
        (Expr::Array(elements), Type::Tuple { types, .. }) => elements.iter().enumerate().find_map(|(index, place)| {
            let element = types.get(index).or(types.last())?;
            find(inference, &format!("{subject} index {index}"), element, *place)
        }),
        (Expr::Hash(entries), Type::Hash { key, value, .. }) => entries.iter().find_map(|entry| {
            let name = key_text(inference, entry.key)?;
            find(inference, &format!("{subject} key of entry '{name}'"), key, entry.key)
                .or_else(|| find(inference, &format!("{subject} entry '{name}'"), value, entry.value))
        }),
        (Expr::Hash(entries), Type::Struct(members)) => entries.iter().find_map(|entry| {
            let name = key_text(inference, entry.key)?;
            match members.iter().find(|member| member.name == name) {
                Some(member) => find(inference, &format!("{subject} entry '{name}'"), &member.value, entry.value),
                None if members.is_empty() => None,
                None => {
                    let known: Vec<SmolStr> = members.iter().map(|member| SmolStr::new(&member.name)).collect();
                    let meant = closest(name, known.iter()).map(|known| format!("'{known}'"));
                    let message = format!("{subject} unrecognized key '{name}'");
                    Some(Mismatch { place: entry.key, message, meant })
                }
            }
        }),
        _ => None,
    }
}

/// Returns the literal that a text stands for where another type is asked for: `'false'`, `'5'`, or a mistyped word of an `Enum`.
pub fn meant_instead(written: &Expr, expected: &Type) -> Option<String> {
    let (Expr::String(text) | Expr::QualifiedName(text)) = written else { return None };
    let fits = |value: &Value| is_instance(expected, value);
    if let Some(value) = match text.as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    } && fits(&Value::Boolean(value))
    {
        return Some(text.to_string());
    }
    if text.parse::<i64>().is_ok_and(|value| value.to_string() == text.as_str() && fits(&Value::from(value))) {
        return Some(text.to_string());
    }
    let words = enum_words(expected);
    closest(text, words.iter()).map(|word| format!("'{word}'"))
}

fn enum_words(expected: &Type) -> Vec<SmolStr> {
    match expected.resolved() {
        Type::Enum { values, .. } => values.iter().map(|value| SmolStr::new(value.as_str())).collect(),
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => enum_words(inner),
        Type::Variant(members) => members.iter().flat_map(enum_words).collect(),
        _ => Vec::new(),
    }
}

fn key_text<'a>(inference: &'a Inference<'_>, key: ExprId) -> Option<&'a str> {
    match inference.program.expr(key) {
        Expr::String(name) | Expr::QualifiedName(name) => Some(name),
        _ => None,
    }
}

/// The collection type inside of an optional one; `None` where there are several to choose from.
fn collection_of(expected: &Type) -> Option<&Type> {
    match expected.resolved() {
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => collection_of(inner),
        Type::Variant(members) => {
            let mut found = members.iter().filter_map(collection_of);
            match (found.next(), found.next()) {
                (Some(only), None) => Some(only),
                _ => None,
            }
        }
        found @ (Type::Array { .. } | Type::Tuple { .. } | Type::Hash { .. } | Type::Struct(_)) => Some(found),
        _ => None,
    }
}
