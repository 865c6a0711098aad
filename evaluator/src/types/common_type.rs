//! The narrowest type that Puppet finds for two types together.

use std::sync::Arc;

use super::{FloatBound, Size, Type, is_assignable};

/// The type that accepts what `first` and `second` accept. Undef does not count.
pub fn common_type(first: &Type, second: &Type) -> Type {
    match (first, second) {
        (Type::Undef, _) => return second.clone(),
        (_, Type::Undef) => return first.clone(),
        (Type::Unit, _) => return second.clone(),
        (_, Type::Unit) => return first.clone(),
        _ => {}
    }
    if is_assignable(first, second) {
        return first.clone();
    }
    if is_assignable(second, first) {
        return second.clone();
    }
    if let Some(common) = common_of_same_kind(first, second) {
        return common;
    }
    for wide in [Type::Numeric, Type::ScalarData, Type::Scalar, Type::Data] {
        if is_assignable(&wide, first) && is_assignable(&wide, second) {
            return wide;
        }
    }
    if let (Type::Type(Some(first)), Type::Type(Some(second))) = (first, second) {
        return Type::type_of(common_type(first, second));
    }
    if is_assignable(&Type::RichData, first) && is_assignable(&Type::RichData, second) {
        return Type::RichData;
    }
    Type::Any
}

fn common_of_same_kind(first: &Type, second: &Type) -> Option<Type> {
    Some(match (first, second) {
        (Type::Array { element: a, .. }, Type::Array { element: b, .. }) => Type::array_of(common_type(a, b)),
        (Type::Hash { key: k1, value: v1, .. }, Type::Hash { key: k2, value: v2, .. }) => {
            Type::hash_of(common_type(k1, k2), common_type(v1, v2))
        }
        (Type::Class(_), Type::Class(_)) => Type::Class(None),
        (Type::Resource { type_name: a, .. }, Type::Resource { type_name: b, .. }) => {
            Type::Resource { type_name: if a == b { a.clone() } else { None }, title: None, given: false }
        }
        (Type::Integer { min: a, max: b }, Type::Integer { min: c, max: d }) => {
            Type::Integer { min: a.zip(*c).map(|(a, c)| a.min(c)), max: b.zip(*d).map(|(b, d)| b.max(d)) }
        }
        (Type::Float { min: a, max: b }, Type::Float { min: c, max: d }) => Type::Float {
            min: a.zip(*c).map(|(a, c)| FloatBound::new(a.value().min(c.value()))),
            max: b.zip(*d).map(|(b, d)| FloatBound::new(b.value().max(d.value()))),
        },
        (Type::StringValue(a), Type::StringValue(b)) => Type::enumeration([a.clone(), b.clone()], false),
        (Type::String(Some(a)), Type::String(Some(b))) => {
            Type::String(Some(Size { min: a.min.min(b.min), max: a.max.zip(b.max).map(|(a, b)| a.max(b)) }))
        }
        (Type::String(_) | Type::StringValue(_), Type::String(_) | Type::StringValue(_)) => Type::STRING,
        (Type::String(_), Type::Enum { .. }) | (Type::Enum { .. }, Type::String(_)) => {
            Type::Enum { values: [].into(), case_insensitive: false }
        }
        (Type::StringValue(text), Type::Enum { values, .. }) | (Type::Enum { values, .. }, Type::StringValue(text)) => {
            Type::enumeration(values.iter().cloned().chain([text.clone()]), false)
        }
        (Type::Enum { values: a, .. }, Type::Enum { values: b, .. }) => {
            Type::enumeration(a.iter().chain(b.iter()).cloned(), false)
        }
        (Type::Pattern(a), Type::Pattern(b)) => {
            let mut patterns = a.to_vec();
            patterns.extend(b.iter().filter(|pattern| !a.contains(pattern)).cloned());
            Type::Pattern(patterns.into())
        }
        (Type::Variant(a), Type::Variant(b)) => Type::variant(a.iter().chain(b.iter()).cloned()),
        (Type::Regexp(_), Type::Regexp(_)) => Type::Regexp(None),
        (Type::Callable(_), Type::Callable(_)) => Type::Callable(Arc::default()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse;

    #[test]
    fn the_narrowest_type_for_both_is_found() {
        for (first, second, common) in [
            ("Integer[1, 2]", "Integer[5, 6]", "Integer[1, 6]"),
            ("Integer", "Float", "Numeric"),
            ("Integer", "String", "ScalarData"),
            ("Undef", "Integer", "Integer"),
            ("Boolean[true]", "Boolean[false]", "ScalarData"),
            ("Enum[a]", "Enum[b]", "Enum['a', 'b']"),
            ("Timestamp[0, 0]", "Timestamp[9, 9]", "Scalar"),
            ("Array[Integer]", "Array[String]", "Array[ScalarData]"),
            ("Array[Integer]", "Integer", "Data"),
            ("Class[a]", "Class[b]", "Class"),
            ("Type[Integer]", "Integer", "RichData"),
            ("Callable[1]", "Integer", "Any"),
        ] {
            let found = parse(first).ok().zip(parse(second).ok()).map(|(first, second)| common_type(&first, &second));
            assert_eq!(found.map(|found| found.to_string()).as_deref(), Some(common), "{first} and {second}");
        }
    }
}
