//! `Class['name']`, `File['/title']`, `Resource['type', 'title']`: references, several of them for several titles.

use super::{SpecializeError, SpecializeIssue, Specialized, flatten};
use crate::types::Type;
use crate::types::display::capitalize_segments;
use crate::value::Value;

pub(super) fn class_reference(left: &Type, keys: &[Value]) -> Specialized<Value> {
    if keys.is_empty() {
        return Err(no_titles("Class"));
    }
    if let Type::Class(Some(name)) = left {
        return Err(SpecializeIssue::UnknownResource { type_name: "Class".into(), title: name.to_string() }.whole());
    }
    let several = gives_array(keys);
    let names = titles(keys);
    if names.is_empty() {
        return Ok(nothing(several));
    }
    let mut references = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let Value::String(written) = name else {
            return Err(SpecializeIssue::IllegalClassName { actual: name.clone() }.argument(index));
        };
        let lower = written.to_lowercase();
        let name = lower.strip_prefix("::").unwrap_or(&lower);
        if !is_class_name(name) {
            return Err(SpecializeIssue::IllegalName { name: written.to_string() }.argument(index));
        }
        references.push(Value::Type(Type::class(name)));
    }
    Ok(one_or_several(references, several))
}

pub(super) fn resource_reference(left: &Type, keys: &[Value]) -> Specialized<Value> {
    let Type::Resource { type_name, title, .. } = left else {
        return Err(SpecializeIssue::OperatorNotApplicable { left: left.clone() }.left());
    };
    let (name, keys) = match (type_name, keys) {
        (_, []) => return Err(no_titles(&left.to_string())),
        (Some(name), keys) => (name.clone(), keys),
        (None, [first, rest @ ..]) => match first {
            Value::String(name) => (capitalize_segments(name), rest),
            Value::Type(reference @ Type::Resource { title: Some(_), .. }) if rest.is_empty() => {
                return Ok(Value::Type(reference.clone()));
            }
            Value::Type(Type::Resource { type_name: Some(name), .. }) => (name.clone(), rest),
            Value::Type(Type::TypeReference(name)) => (name.clone(), rest),
            other => {
                return Err(SpecializeIssue::IllegalResourceSpecialization { actual: other.clone() }.argument(0));
            }
        },
    };
    if !is_type_name(&name) {
        return Err(SpecializeIssue::IllegalClassReference { name: name.to_string() }.argument(0));
    }
    if let Some(title) = title {
        return Err(SpecializeIssue::UnknownResource { type_name: name.to_string(), title: title.to_string() }.whole());
    }
    if keys.is_empty() {
        return Ok(Value::Type(Type::Resource { type_name: Some(name), title: None, given: false }));
    }
    let several = gives_array(keys);
    let titles = titles(keys);
    if titles.is_empty() {
        return Ok(nothing(several));
    }
    let mut references = Vec::with_capacity(titles.len());
    for (index, title) in titles.iter().enumerate() {
        let Value::String(title) = title else {
            return Err(SpecializeIssue::BadSpecialization {
                left: left.clone(),
                actual: title.clone(),
                expected: "a resource title String",
            }
            .argument(if keys.len() == titles.len() { index } else { index + 1 }));
        };
        references.push(Value::Type(Type::Resource {
            type_name: Some(name.clone()),
            title: Some(title.clone()),
            given: false,
        }));
    }
    Ok(one_or_several(references, several))
}

fn no_titles(base: &str) -> Box<SpecializeError> {
    SpecializeIssue::BadArity { base: base.to_string(), min: 1, max: None, actual: 0 }.whole()
}

/// More than one argument, or a list, gives a list of references.
fn gives_array(keys: &[Value]) -> bool {
    keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)))
}

fn titles(keys: &[Value]) -> Vec<Value> {
    flatten(keys).into_iter().filter(|key| !key.is_undef()).collect()
}

fn nothing(several: bool) -> Value {
    if several { Value::array([]) } else { Value::Undef }
}

fn one_or_several(mut references: Vec<Value>, several: bool) -> Value {
    if several { Value::array(references) } else { references.pop().unwrap_or_default() }
}

/// `[a-z_]\w*(::[a-z]\w*)*`
fn is_class_name(name: &str) -> bool {
    name.split("::").enumerate().all(|(index, segment)| {
        let mut characters = segment.chars();
        characters.next().is_some_and(|first| first.is_ascii_lowercase() || (index == 0 && first == '_'))
            && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// `[A-Z]\w*` segments in any case.
fn is_type_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.split("::").all(|segment| {
        let mut characters = segment.chars();
        characters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}
