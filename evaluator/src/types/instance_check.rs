//! Whether a value is of a type. What is unknown is of every type: nothing fails because of it.

use super::assignability::{behind_name, enum_holds, parameter_matches, range_includes};
use super::{Size, StructMember, Type, infer, infer_reduced, is_assignable, is_iterable, new_instance};
use crate::regex_dialect::{PatternProblem, Regexp};
use crate::value::big_integers::is_negative;
use crate::value::{HashEntries, Value, uri};

/// The language's `value =~ Type`.
pub fn is_instance(expected: &Type, value: &Value) -> bool {
    Check::default().holds(expected, value)
}

/// What Ruby says against a pattern that it refuses.
pub(super) fn pattern_problem(pattern: &Regexp) -> Option<String> {
    match pattern.compiled() {
        Err(problem @ PatternProblem::Invalid(_)) => Some(problem.message(pattern)),
        _ => None,
    }
}

pub(super) fn patterns_match(patterns: &[Regexp], text: &str) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| pattern.may_match(text))
}

/// A named type that comes back for the same value, without having looked inside it, says nothing.
const MAX_NAMES_IN_A_ROW: usize = 64;

#[derive(Default)]
struct Check {
    names_in_a_row: usize,
}

impl Check {
    fn holds(&mut self, expected: &Type, value: &Value) -> bool {
        if matches!(value, Value::Unknown(_)) {
            return true;
        }
        match expected {
            Type::Any | Type::Unit => true,
            Type::Undef => value.is_undef(),
            Type::Default => matches!(value, Value::Default),
            Type::Scalar => matches!(
                value,
                Value::String(_)
                    | Value::Integer(_)
                    | Value::BigInteger(_)
                    | Value::Float(_)
                    | Value::Boolean(_)
                    | Value::Regexp(_)
                    | Value::Timestamp(_)
                    | Value::Timespan(_)
                    | Value::SemVer(_)
                    | Value::SemVerRange(_)
            ),
            Type::ScalarData => matches!(
                value,
                Value::String(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) | Value::Boolean(_)
            ),
            Type::Numeric => matches!(value, Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)),
            Type::Integer { min, max } => match value {
                Value::Integer(value) => min.is_none_or(|min| min <= *value) && max.is_none_or(|max| *value <= max),
                // Beyond every bound of its sign.
                Value::BigInteger(_) => if is_negative(value) { min } else { max }.is_none(),
                _ => false,
            },
            Type::Float { min, max } => match value {
                Value::Float(value) => {
                    min.is_none_or(|min| min.value() <= *value) && max.is_none_or(|max| *value <= max.value())
                }
                _ => false,
            },
            Type::String(size) => match value {
                Value::String(text) => size.is_none_or(|size| holds_text(size, text)),
                _ => false,
            },
            Type::StringValue(expected) => matches!(value, Value::String(text) if text == expected),
            Type::Enum { values, case_insensitive } => match value {
                Value::String(text) => enum_holds(values, *case_insensitive, text),
                _ => false,
            },
            Type::Pattern(patterns) => match value {
                Value::String(text) => patterns_match(patterns, text),
                _ => false,
            },
            Type::Regexp(pattern) => match value {
                Value::Regexp(source) => pattern.as_ref().is_none_or(|pattern| *pattern == **source),
                _ => false,
            },
            Type::Boolean(expected) => match value {
                Value::Boolean(value) => expected.is_none_or(|expected| expected == *value),
                _ => false,
            },
            Type::Collection(size) => match value {
                Value::Array(elements) => size.is_none_or(|size| size.holds(elements.len())),
                Value::Hash(entries) => size.is_none_or(|size| size.holds(entries.len())),
                _ => false,
            },
            Type::Array { element, size } => match value {
                Value::Array(elements) => {
                    size.is_none_or(|size| size.holds(elements.len()))
                        && elements.iter().all(|value| self.inside(element, value))
                }
                _ => false,
            },
            Type::Hash { key, value: entry, size } => match value {
                Value::Hash(entries) => {
                    size.is_none_or(|size| size.holds(entries.len()))
                        && entries.iter().all(|(name, value)| self.inside(key, name) && self.inside(entry, value))
                }
                _ => false,
            },
            Type::Tuple { types, size } => match value {
                Value::Array(elements) => self.tuple_holds(types, *size, elements),
                _ => false,
            },
            Type::Struct(members) => match value {
                Value::Hash(entries) => self.struct_holds(members, entries),
                _ => false,
            },
            Type::Optional(inner) => value.is_undef() || inner.as_deref().is_some_and(|inner| self.holds(inner, value)),
            Type::NotUndef(inner) => !value.is_undef() && self.holds(inner, value),
            Type::Variant(types) => types.iter().any(|member| self.holds(member, value)),
            Type::Type(inner) => match (inner, value) {
                (None, Value::Type(_)) => true,
                (Some(inner), Value::Type(value)) => is_assignable(inner, value),
                _ => false,
            },
            Type::Iterable(inner) => match (inner.as_deref(), value) {
                (None | Some(Type::Any), Value::Integer(value)) => *value >= 0,
                (None | Some(Type::Any), Value::Type(value)) => {
                    matches!(value.resolved(), Type::Enum { .. } | Type::Integer { min: Some(_), max: Some(_) })
                }
                (None | Some(Type::Any), value) => {
                    matches!(value, Value::String(_) | Value::Array(_) | Value::Hash(_) | Value::Iterator(_))
                        || matches!(value, Value::Object(_)) && is_iterable(&infer(value))
                }
                (Some(_), value) => value.first_unknown().is_some() || is_assignable(expected, &infer_reduced(value)),
            },
            Type::Sensitive(inner) => match value {
                Value::Sensitive(value) => self.inside(inner, value),
                _ => false,
            },
            Type::Binary => matches!(value, Value::Binary(_)),
            Type::Timestamp { min, max } => match value {
                Value::Timestamp(time) => range_includes(*min, *max, Some(*time), Some(*time)),
                _ => false,
            },
            Type::Timespan { min, max } => match value {
                Value::Timespan(time) => range_includes(*min, *max, Some(*time), Some(*time)),
                _ => false,
            },
            Type::SemVer(ranges) => match value {
                Value::SemVer(version) => ranges.is_empty() || ranges.iter().any(|range| range.contains(version)),
                _ => false,
            },
            Type::SemVerRange => matches!(value, Value::SemVerRange(_)),
            Type::Callable(_) => match value {
                Value::Callable(callable) => match callable.signatures() {
                    [] => true,
                    signatures => signatures.iter().any(|one| is_assignable(expected, &Type::Callable(one.clone()))),
                },
                _ => false,
            },
            Type::Init(None) => self.holds(&Type::RichData, value),
            Type::Init(Some(init)) => self.holds(&init.0, value) || new_instance::accepts(&init.0, &init.1, value),
            // Types are objects themselves.
            Type::Object(object) if object.name.is_none() && object.definition.is_undef() => {
                matches!(value, Value::Object(_) | Value::Type(_))
            }
            Type::Object(_) | Type::ObjectExtension(_) => match value {
                Value::Object(_) => is_assignable(expected, &infer(value)),
                _ => false,
            },
            Type::Uri(parameters) => match value {
                Value::Uri(text) => uri_matches(parameters.as_deref(), text),
                _ => false,
            },
            Type::Iterator(_) => matches!(value, Value::Iterator(_)) && is_assignable(expected, &infer(value)),
            Type::TypeSet(_) => matches!(value, Value::Type(Type::TypeSet(_))),
            Type::CatalogEntry | Type::Class(_) | Type::Resource { .. } | Type::Runtime(_) | Type::TypeReference(_) => {
                false
            }
            Type::Data => self.data_holds(value),
            Type::RichData | Type::Alias(_) => self.name_holds(expected, value),
        }
    }

    /// An element of what was looked at: names may come back.
    fn inside(&mut self, expected: &Type, value: &Value) -> bool {
        let outer = std::mem::take(&mut self.names_in_a_row);
        let answer = self.holds(expected, value);
        self.names_in_a_row = outer;
        answer
    }

    fn name_holds(&mut self, expected: &Type, value: &Value) -> bool {
        if self.names_in_a_row >= MAX_NAMES_IN_A_ROW {
            return false;
        }
        self.names_in_a_row += 1;
        let answer = behind_name(expected).is_some_and(|behind| self.holds(behind, value));
        self.names_in_a_row -= 1;
        answer
    }

    fn data_holds(&mut self, value: &Value) -> bool {
        match value {
            Value::Undef
            | Value::String(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::Boolean(_) => true,
            Value::Array(elements) => elements.iter().all(|element| self.holds(&Type::Data, element)),
            Value::Hash(entries) => entries.iter().all(|(key, value)| {
                matches!(key, Value::String(_) | Value::Unknown(_)) && self.holds(&Type::Data, value)
            }),
            _ => false,
        }
    }

    fn tuple_holds(&mut self, types: &[Type], size: Option<Size>, elements: &[Value]) -> bool {
        if !Type::tuple_size(types, size).holds(elements.len()) {
            return false;
        }
        let Some(last) = types.last() else {
            return true;
        };
        elements.iter().enumerate().all(|(index, element)| self.inside(types.get(index).unwrap_or(last), element))
    }

    fn struct_holds(&mut self, members: &[StructMember], entries: &HashEntries) -> bool {
        let mut matched = 0;
        for member in members {
            match entries.get_text(&member.name) {
                None if member.optional => {}
                None => return false,
                Some(value) => {
                    matched += 1;
                    if !self.inside(&member.value, value) {
                        return false;
                    }
                }
            }
        }
        matched == entries.len()
    }
}

/// Whether a text is as long as a size says; most sizes only say that it is not empty.
fn holds_text(size: Size, text: &str) -> bool {
    match size {
        Size { min: 1, max: None } => !text.is_empty(),
        _ => size.holds(text.chars().count()),
    }
}

/// What the parameters say of the parts holds for the URI.
fn uri_matches(parameters: Option<&Value>, text: &str) -> bool {
    match parameters {
        Some(Value::Hash(parameters)) => parameters.iter().all(|(name, expected)| {
            let part = uri::component(text, name.as_str().unwrap_or_default()).unwrap_or_default();
            parameter_matches(expected, &part)
        }),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse;

    fn holds(expected: &str, value: &Value) -> bool {
        parse(expected).is_ok_and(|expected| is_instance(&expected, value))
    }

    #[test]
    fn values_are_of_the_types_that_puppet_says() {
        let list = Value::array([Value::from(1), Value::from("a")]);
        for expected in ["Tuple[Integer, String]", "Array[Data, 1]", "Iterable", "RichData", "Collection[2, 2]"] {
            assert!(holds(expected, &list), "{expected}");
        }
        for expected in ["Array[Integer]", "Tuple[Integer]", "Hash", "Scalar", "Iterable[Integer]"] {
            assert!(!holds(expected, &list), "{expected}");
        }
        assert!(holds("Struct[{a => Optional[Integer]}]", &Value::hash([])));
        assert!(!holds("Struct[{NotUndef[a] => Optional[Integer]}]", &Value::hash([])));
        assert!(holds("Init[Integer]", &"0x10".into()));
        assert!(!holds("Init[Integer]", &"x".into()));
        assert!(holds("URI[{scheme => https, port => 443}]", &Value::Uri("https://a".into())));
    }

    #[test]
    fn what_is_unknown_is_of_every_type() {
        let unknown = Value::unknown("a fact is missing", None);
        assert!(holds("Integer[1, 2]", &unknown));
        assert!(holds("Array[String]", &Value::array([unknown])));
    }
}
