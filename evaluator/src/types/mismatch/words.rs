//! The sentences in which mismatches are told.

use super::{Kind, Mismatch, PathElement};
use crate::types::assignability::behind_name;
use crate::types::specialize::{kind_name, with_article};
use crate::types::{CallableType, ObjectType, Size, Type, expanded_string, is_assignable, named, object_name};

impl PathElement {
    fn text(&self) -> String {
        match self {
            PathElement::Subject(subject) => subject.clone(),
            PathElement::Parameter(name) => format!("parameter '{name}'"),
            PathElement::EntryValue(name) => format!("entry '{name}'"),
            PathElement::EntryKey(name) => format!("key of entry '{name}'"),
            PathElement::Index(index) => format!("index {index}"),
            PathElement::Variant(index) => format!("variant {index}"),
            PathElement::Signature(index) => format!("{}.", index + 1),
            PathElement::Block => "block".to_string(),
            PathElement::Return => "return".to_string(),
        }
    }
}

impl Mismatch {
    /// With a blank before it, as Puppet puts its sentences together.
    pub(super) fn text(&self) -> String {
        let position: String = self.path.iter().map(|element| format!(" {}", element.text())).collect();
        format!("{position} {}", self.sentence())
    }

    fn sentence(&self) -> String {
        match &self.kind {
            Kind::MissingKey(name) => format!("expects a value for key '{name}'"),
            Kind::MissingParameter(name) => format!("expects a value for parameter '{name}'"),
            Kind::ExtraneousKey(name) => format!("unrecognized key '{name}'"),
            Kind::InvalidParameter(name) => format!("has no parameter named '{name}'"),
            Kind::UnexpectedBlock => "does not expect a block".to_string(),
            Kind::MissingBlock => "expects a block".to_string(),
            Kind::UnresolvedType(name) => format!("references an unresolved type '{name}'"),
            Kind::Type { expected, actual } => type_sentence(expected, actual),
            Kind::Pattern { expected, actual } => pattern_sentence(expected, actual),
            Kind::Size { expected, actual } => {
                format!("expects size to be {}, got {}", range_text(*expected, "0"), range_text(*actual, "0"))
            }
            Kind::Count { expected, actual } => {
                let one = matches!((expected.min, expected.max), (1, Some(1) | None) | (0, Some(1)));
                format!(
                    "expects {} argument{}, got {}",
                    range_text(*expected, "no"),
                    if one { "" } else { "s" },
                    range_text(*actual, "none")
                )
            }
        }
    }
}

fn range_text(size: Size, zero: &str) -> String {
    match (size.min, size.max) {
        (0, Some(0)) => zero.to_string(),
        (min, Some(max)) if min == max => min.to_string(),
        (0, None) => "unlimited".to_string(),
        (0, Some(max)) => format!("at most {max}"),
        (min, None) => format!("at least {min}"),
        (min, Some(max)) => format!("between {min} and {max}"),
    }
}

fn type_sentence(expected: &Type, actual: &Type) -> String {
    let (optional, inner) = match expected {
        Type::Optional(Some(inner)) => (true, inner.as_ref()),
        other => (false, other),
    };
    let alternatives: Vec<&Type> = match inner {
        Type::Variant(types) => types.iter().collect(),
        other => vec![other],
    };
    let detailed = alternatives.iter().any(|expected| fully_detailed(expected, actual))
        || alternatives.iter().any(|expected| is_assignable(&unspecialized(expected), actual));
    let (mut names, got) = if detailed {
        let names = alternatives.iter().map(|expected| expanded_string(expected)).collect();
        (names, detailed_actual(&alternatives, actual))
    } else {
        let mut names: Vec<String> = Vec::new();
        for expected in &alternatives {
            let name = short_name(expected);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (names, short_name(actual))
    };
    if optional {
        names.insert(0, "Undef".to_string());
    }
    match names.as_slice() {
        [one] => format!("expects {} value, got {got}", with_article(one)),
        [first, second] => format!("expects a value of type {first} or {second}, got {got}"),
        [rest @ .., last] => format!("expects a value of type {}, or {last}, got {got}", rest.join(", ")),
        [] => format!("expects a value, got {got}"),
    }
}

fn pattern_sentence(expected: &Type, actual: &Type) -> String {
    let (prefix, expected) = match expected {
        Type::Optional(Some(inner)) => ("an undef value or ", inner.as_ref()),
        other => ("", other),
    };
    let got = match actual {
        Type::StringValue(text) => format!("'{text}'"),
        other => short_name(other),
    };
    format!("expects {prefix}a match for {}, got {got}", expanded_string(expected))
}

/// The actual type says more than its kind where the kind is not what is wrong.
fn detailed_actual(expected: &[&Type], actual: &Type) -> String {
    let resolved: Vec<&Type> = expected.iter().map(|expected| behind_names(expected)).collect();
    if resolved.iter().any(|expected| fully_detailed(expected, actual)) {
        return expanded_string(actual);
    }
    let general = actual.generalize();
    if resolved.iter().any(|expected| is_assignable(expected, &general)) {
        return expanded_string(actual);
    }
    name_of(actual)
}

fn behind_names(mut named: &Type) -> &Type {
    const MAX_CHAIN: usize = 100;
    for _ in 0..MAX_CHAIN {
        match behind_name(named) {
            Some(behind) => named = behind,
            None => break,
        }
    }
    named
}

fn fully_detailed(expected: &Type, actual: &Type) -> bool {
    let is_named = |candidate: &Type| behind_name(candidate).is_some();
    is_named(expected)
        || is_named(actual)
        || same_kind(expected, actual)
        || matches!((expected, actual), (Type::Struct(_), Type::Hash { .. }) | (Type::Tuple { .. }, Type::Array { .. }))
}

fn same_kind(expected: &Type, actual: &Type) -> bool {
    match (expected, actual) {
        (Type::String(_) | Type::StringValue(_), Type::String(_) | Type::StringValue(_)) => true,
        (expected, actual) => std::mem::discriminant(expected) == std::mem::discriminant(actual),
    }
}

/// The kind of type without its parameters.
fn unspecialized(specialized: &Type) -> Type {
    match behind_names(specialized) {
        Type::StringValue(_) => Type::STRING,
        Type::Object(_) | Type::ObjectExtension(_) => Type::Object(ObjectType::default().into()),
        Type::Callable(_) => Type::Callable(CallableType::default().into()),
        Type::Resource { .. } => Type::Resource { type_name: None, title: None, given: false },
        Type::TypeReference(_) => specialized.clone(),
        other => named(&kind_name(other)).unwrap_or_else(|| other.clone()),
    }
}

/// `Struct`, `Type[Integer]`, the name of an alias or object type.
fn short_name(shortened: &Type) -> String {
    let wrapped = |outer: &str, inner: &Type| match inner {
        Type::Any => outer.to_string(),
        inner => format!("{outer}[{}]", name_of(inner)),
    };
    match shortened {
        Type::Type(Some(inner)) => wrapped("Type", inner),
        Type::Optional(Some(inner)) => wrapped("Optional", inner),
        Type::Iterable(Some(inner)) => wrapped("Iterable", inner),
        Type::Iterator(Some(inner)) => wrapped("Iterator", inner),
        Type::NotUndef(inner) => wrapped("NotUndef", inner),
        Type::Sensitive(inner) => wrapped("Sensitive", inner),
        other => name_of(other),
    }
}

fn name_of(named: &Type) -> String {
    match named {
        Type::Data => "Data".to_string(),
        Type::RichData => "RichData".to_string(),
        Type::Alias(_) | Type::Object(_) | Type::ObjectExtension(_) => object_name(named).to_string(),
        other => kind_name(other),
    }
}
