//! The language's `==`: letter case of ASCII does not count, 1 equals 1.0, a key that the right side lacks equals undef.

use std::cmp::Ordering;

use super::{HashEntries, ObjectValue, Value};
use crate::types::{self, ObjectType, Type};

/// How strings are compared: an edition's rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EqualityRules {
    /// `'1' == 1`: a string that reads as a number equals that number.
    pub numeric_strings: bool,
    /// Letter case is folded in all of Unicode, not only in ASCII.
    pub unicode_case: bool,
}

/// `left == right` as Puppet 8 decides it.
pub fn equals(left: &Value, right: &Value) -> bool {
    equals_by(left, right, EqualityRules::default())
}

/// `left == right` by an edition's rules.
pub fn equals_by(left: &Value, right: &Value, rules: EqualityRules) -> bool {
    match (left, right) {
        (Value::String(left), Value::String(right)) => {
            if rules.numeric_strings
                && let (Some(left), Some(right)) =
                    (super::numbers::read_number(left), super::numbers::read_number(right))
            {
                return numbers_equal(&left, &right);
            }
            strings_equal(left, right, rules)
        }
        (left, right) if is_number(left) && is_number(right) => numbers_equal(left, right),
        (Value::String(text), number @ (Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)))
        | (number @ (Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)), Value::String(text)) => {
            rules.numeric_strings && super::numbers::read_number(text).is_some_and(|read| numbers_equal(&read, number))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right.iter()).all(|(left, right)| equals_by(left, right, rules))
        }
        (Value::Hash(left), Value::Hash(right)) => {
            // Puppet looks from the left only: {a => undef} equals {b => 1}, but not the other way round.
            left.len() == right.len() && hash_within(left, right, rules)
        }
        (Value::Sensitive(left), Value::Sensitive(right)) => left == right,
        (Value::SemVer(left), Value::SemVer(right)) => left == right,
        (Value::Type(left), Value::Type(right)) => types::equal_types(left, right),
        (Value::Uri(left), Value::Uri(right)) => super::uri::same_uri(left, right),
        (Value::Timestamp(time) | Value::Timespan(time), number @ (Value::Integer(_) | Value::Float(_)))
        | (number @ (Value::Integer(_) | Value::Float(_)), Value::Timestamp(time) | Value::Timespan(time)) => {
            super::ordering::compare_time_with_number(*time, number) == Some(Ordering::Equal)
        }
        // Two iterators are never the same one, however alike.
        (Value::Iterator(left), Value::Iterator(right)) => std::sync::Arc::ptr_eq(left, right),
        (Value::Object(left), Value::Object(right)) => objects_equal(left, right),
        (left, right) => left == right,
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
}

/// Letter case does not count.
pub fn strings_equal(left: &str, right: &str, rules: EqualityRules) -> bool {
    if rules.unicode_case {
        left.chars().flat_map(char::to_lowercase).eq(right.chars().flat_map(char::to_lowercase))
    } else {
        left.eq_ignore_ascii_case(right)
    }
}

fn numbers_equal(left: &Value, right: &Value) -> bool {
    super::ordering::compare_numbers(left, right) == Some(Ordering::Equal)
}

/// Every entry of `left` has an equal value in `right`; a missing key counts as undef.
fn hash_within(left: &HashEntries, right: &HashEntries, rules: EqualityRules) -> bool {
    left.iter().all(|(key, value)| equals_by(value, right.get(key).unwrap_or(&Value::Undef), rules))
}

/// The attributes that count are the same, to the letter; the types too, unless the type says otherwise.
fn objects_equal(left: &ObjectValue, right: &ObjectValue) -> bool {
    let definition = match left.object_type.resolved() {
        Type::Object(definition) => Some(definition),
        _ => None,
    };
    let ignores_type = definition.is_some_and(|definition| definition.equality_ignores_type);
    if !ignores_type && left.object_type.resolved() != right.object_type.resolved() {
        return false;
    }
    let attribute = |object: &ObjectValue, name: &str| {
        object.attributes.iter().find(|(other, _)| other == name).map_or(Value::Undef, |(_, value)| value.clone())
    };
    let same = |name: &smol_str::SmolStr| attribute(left, name) == attribute(right, name);
    match definition.and_then(|definition| equality_attributes(definition)) {
        Some(names) => names.iter().all(same),
        None => left.attributes.iter().all(|(name, _)| same(name)),
    }
}

/// The attributes that count, those of the parents too; `None` is all.
fn equality_attributes(definition: &ObjectType) -> Option<Vec<smol_str::SmolStr>> {
    let mut names = definition.equality.clone()?;
    let mut parent = definition.parent.as_ref().map(Type::resolved);
    while let Some(Type::Object(definition)) = parent {
        match &definition.equality {
            Some(more) => names.extend(more.iter().cloned()),
            None => names.extend(definition.attributes.iter().map(|attribute| attribute.name.clone())),
        }
        parent = definition.parent.as_ref().map(Type::resolved);
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_of_ascii_and_kind_of_number_do_not_count() {
        assert!(equals(&"Abc".into(), &"aBC".into()));
        assert!(!equals(&"Å".into(), &"å".into()));
        assert!(equals(&Value::from(1), &Value::Float(1.0)));
        assert!(!equals(&"1".into(), &Value::from(1)));
        let rules = EqualityRules { numeric_strings: true, unicode_case: true };
        assert!(equals_by(&"1".into(), &Value::from(1), rules));
        assert!(equals_by(&"Å".into(), &"å".into(), rules));
    }

    #[test]
    fn a_missing_key_equals_undef() {
        let left = Value::hash([("a".into(), Value::Undef)]);
        let right = Value::hash([("b".into(), Value::Undef)]);
        assert!(equals(&left, &right));
        assert!(!equals(&left, &Value::hash([])));
    }
}
