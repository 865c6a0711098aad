//! What can be iterated over, and what the elements are.

use std::sync::Arc;

use super::assignability::behind_name;
use super::{Size, StructMember, Type};

/// True where values of the type can be iterated over.
pub fn is_iterable(iterated: &Type) -> bool {
    iterated_type(iterated).is_some()
}

/// The type of the elements: `None` where it cannot be iterated, `Some(None)` where the elements are not known.
pub fn iterated_type(iterated: &Type) -> Option<Option<Type>> {
    iterated_at_depth(iterated, 0)
}

const MAX_DEPTH: usize = 50;

fn iterated_at_depth(iterated: &Type, depth: usize) -> Option<Option<Type>> {
    if depth > MAX_DEPTH {
        return None;
    }
    let character = || Type::String(Some(Size { min: 1, max: Some(1) }));
    match iterated {
        Type::String(_) | Type::StringValue(_) | Type::Enum { .. } => Some(Some(character())),
        Type::Integer { .. } => Some(Some(Type::INTEGER)),
        Type::Collection(_) => Some(None),
        Type::Array { element, .. } if **element == Type::Any => Some(None),
        Type::Array { element, .. } => Some(Some(element.as_ref().clone())),
        Type::Tuple { types, .. } => Some(Some(Type::variant(types.iter().cloned()))),
        Type::Hash { key, value, .. } => Some(Some(pair(key.as_ref().clone(), value.as_ref().clone()))),
        Type::Struct(members) if members.is_empty() => Some(Some(pair(Type::Any, Type::Any))),
        Type::Struct(members) => Some(Some(pair(
            Type::variant(members.iter().map(key_type)),
            Type::variant(members.iter().map(|member| member.value.clone())),
        ))),
        Type::Iterable(inner) | Type::Iterator(inner) => Some(inner.as_deref().cloned()),
        Type::Type(Some(inner)) => match inner.resolved() {
            Type::Enum { .. } => Some(Some(inner.as_ref().clone())),
            Type::Integer { min: Some(_), max: Some(_) } => Some(Some(inner.as_ref().clone())),
            _ => None,
        },
        other => behind_name(other).and_then(|behind| iterated_at_depth(behind, depth + 1)),
    }
}

fn key_type(member: &StructMember) -> Type {
    let key = Type::StringValue(member.name.clone());
    if member.optional { Type::optional(key) } else { key }
}

fn pair(key: Type, value: Type) -> Type {
    Type::Tuple { types: Arc::from([key, value]), size: Some(Size { min: 2, max: Some(2) }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse;

    #[test]
    fn what_iterating_gives() {
        for (iterated, element) in [
            ("String", Some("String[1, 1]")),
            ("Integer", Some("Integer")),
            ("Array[Integer]", Some("Integer")),
            ("Hash[String, Integer]", Some("Tuple[String, Integer, 2, 2]")),
            ("Type[Integer[1, 3]]", Some("Integer[1, 3]")),
            ("Type[Integer]", None),
            ("Float", None),
        ] {
            let found = parse(iterated).ok().and_then(|parsed| iterated_type(&parsed)).flatten();
            assert_eq!(found.map(|found| found.to_string()).as_deref(), element, "{iterated}");
        }
        assert!(is_iterable(&Type::array_of(Type::Any)));
    }
}
