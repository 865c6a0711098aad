//! Which type accepts every value of another type.

use std::sync::LazyLock;

use super::instance_check::patterns_match;
use super::iteration::{is_iterable, iterated_type};
use super::{CallableType, FloatBound, ObjectExtension, Size, StructMember, Type, names, new_instance};
use crate::value::{self, Value};

/// True where every value of type `from` is also one of type `to`.
pub fn is_assignable(to: &Type, from: &Type) -> bool {
    Check::default().assignable(to, from)
}

/// The language's `narrow < wide` on types.
pub fn is_narrower(narrow: &Type, wide: &Type) -> bool {
    is_assignable(wide, narrow) && !is_assignable(narrow, wide)
}

/// The language's `==` on types: each accepts what the other accepts.
pub fn equal_types(first: &Type, second: &Type) -> bool {
    // A resource object is no type, whatever it refers to.
    let is_object = |reference: &Type| matches!(reference, Type::Resource { given: true, .. });
    first == second
        || (is_object(first) == is_object(second) && is_assignable(first, second) && is_assignable(second, first))
}

/// The same type, however it is written: the order in a Variant or Pattern does not count.
pub fn same_type(first: &Type, second: &Type) -> bool {
    match (first, second) {
        (Type::Variant(a), Type::Variant(b)) => {
            a.len() == b.len() && a.iter().all(|member| b.iter().any(|other| same_type(member, other)))
        }
        (Type::Pattern(a), Type::Pattern(b)) => a.len() == b.len() && a.iter().all(|pattern| b.contains(pattern)),
        _ => first == second,
    }
}

/// What `Data` stands for.
pub(super) static DATA: LazyLock<Type> = LazyLock::new(|| {
    Type::Variant(
        [Type::ScalarData, Type::Undef, Type::hash_of(Type::STRING, Type::Data), Type::array_of(Type::Data)].into(),
    )
});

/// What `RichData` stands for.
pub(super) static RICH_DATA: LazyLock<Type> = LazyLock::new(|| {
    Type::Variant(
        [
            Type::Scalar,
            Type::SemVerRange,
            Type::Binary,
            Type::Sensitive(Type::Any.into()),
            Type::Type(None),
            Type::TypeSet(Default::default()),
            Type::Uri(None),
            Type::Object(Default::default()),
            Type::Undef,
            Type::Default,
            Type::hash_of(names::rich_data_key(), Type::RichData),
            Type::array_of(Type::RichData),
        ]
        .into(),
    )
});

/// Types nest at most this deep before the check gives up and accepts.
const MAX_DEPTH: usize = 200;

/// One question with the pairs of named types that are being compared: a pair that comes back holds.
#[derive(Default)]
struct Check {
    open: Vec<(Type, Type)>,
    depth: usize,
}

impl Check {
    fn assignable(&mut self, to: &Type, from: &Type) -> bool {
        if matches!(to, Type::Any | Type::Unit) || matches!(from, Type::Unit) {
            return true;
        }
        if self.depth > MAX_DEPTH {
            return true;
        }
        self.depth += 1;
        let answer = self.assignable_at_this_depth(to, from);
        self.depth -= 1;
        answer
    }

    fn assignable_at_this_depth(&mut self, to: &Type, from: &Type) -> bool {
        match (to, from) {
            (Type::Alias(_) | Type::Data | Type::RichData, _) | (_, Type::Alias(_) | Type::Data | Type::RichData) => {
                self.assignable_by_name(to, from)
            }
            (Type::Variant(types), Type::Undef) if types.is_empty() => false,
            (Type::Variant(types), Type::Variant(_)) if types.is_empty() => true,
            (Type::NotUndef(_), Type::Variant(types)) if types.is_empty() => self.accepts(to, from),
            (_, Type::Variant(types)) => !types.is_empty() && types.iter().all(|member| self.assignable(to, member)),
            (_, Type::Optional(inner)) => {
                self.assignable(to, &Type::Undef) && inner.as_deref().is_none_or(|inner| self.assignable(to, inner))
            }
            (_, Type::NotUndef(inner)) if **inner != Type::Any && !self.assignable(inner, &Type::Undef) => {
                self.assignable(to, inner)
            }
            _ => self.accepts(to, from),
        }
    }

    /// One side has a name that stands for another type.
    fn assignable_by_name(&mut self, to: &Type, from: &Type) -> bool {
        if to == from {
            return true;
        }
        let pair = (to.clone(), from.clone());
        if self.open.contains(&pair) {
            return true;
        }
        self.open.push(pair);
        let answer = match behind_name(from) {
            Some(behind) => self.assignable(to, behind),
            None => match behind_name(to) {
                Some(behind) => self.assignable(behind, from),
                None => false,
            },
        };
        self.open.pop();
        answer
    }

    /// `from` is a plain type: no name, no union.
    fn accepts(&mut self, to: &Type, from: &Type) -> bool {
        match to {
            Type::Any | Type::Unit => true,
            Type::Undef => matches!(from, Type::Undef),
            Type::Default => matches!(from, Type::Default),
            Type::Scalar => is_scalar(from),
            Type::ScalarData => is_scalar_data(from),
            Type::Numeric => matches!(from, Type::Numeric | Type::Integer { .. } | Type::Float { .. }),
            Type::Integer { min, max } => match from {
                Type::Integer { min: from_min, max: from_max } => range_includes(*min, *max, *from_min, *from_max),
                _ => false,
            },
            Type::Float { min, max } => match from {
                Type::Float { min: from_min, max: from_max } => float_range_includes(*min, *max, *from_min, *from_max),
                _ => false,
            },
            Type::String(size) => string_accepts(*size, from),
            Type::StringValue(text) => match from {
                Type::StringValue(other) => text == other,
                Type::Enum { values, case_insensitive: false } => values.len() == 1,
                _ => false,
            },
            Type::Enum { values, case_insensitive } => enum_accepts(values, *case_insensitive, from),
            Type::Pattern(patterns) => match from {
                _ if patterns.is_empty() => is_string(from),
                Type::StringValue(text) => patterns_match(patterns, text),
                Type::Enum { values, .. } => {
                    !values.is_empty() && values.iter().all(|value| patterns_match(patterns, value))
                }
                _ => same_type(to, from),
            },
            Type::Regexp(pattern) => match from {
                Type::Regexp(other) => pattern.is_none() || pattern == other,
                _ => false,
            },
            Type::Boolean(value) => match from {
                Type::Boolean(other) => value.is_none() || value == other,
                _ => false,
            },
            Type::Collection(size) => {
                collection_size(from).is_some_and(|from| size.unwrap_or(Size::ANY).includes(from))
            }
            Type::Array { element, size } => self.array_accepts(element, *size, from),
            Type::Hash { key, value, size } => self.hash_accepts(key, value, *size, from),
            Type::Tuple { types, size } => self.tuple_accepts(types, *size, from),
            Type::Struct(members) => self.struct_accepts(members, from),
            Type::Optional(None) => true,
            Type::Optional(Some(inner)) => matches!(from, Type::Undef) || self.assignable(inner, from),
            Type::NotUndef(inner) => !self.assignable(from, &Type::Undef) && self.assignable(inner, from),
            Type::Variant(types) => types.iter().any(|member| self.assignable(member, from)),
            Type::Type(inner) => match (inner, from) {
                (None, Type::Type(_)) => true,
                (Some(inner), Type::Type(Some(other))) => self.assignable(inner, other),
                _ => false,
            },
            Type::Callable(callable) => match from {
                Type::Callable(other) => self.callable_accepts(callable, other),
                _ => false,
            },
            Type::CatalogEntry => matches!(from, Type::CatalogEntry | Type::Class(_) | Type::Resource { .. }),
            Type::Class(name) => match from {
                Type::Class(other) => name.is_none() || name == other,
                _ => false,
            },
            Type::Resource { type_name, title, .. } => match from {
                Type::Resource { type_name: other_name, title: other_title, .. } => match (type_name, other_name) {
                    (None, _) => true,
                    (Some(name), Some(other)) if name.eq_ignore_ascii_case(other) => {
                        title.is_none() || title == other_title
                    }
                    _ => false,
                },
                _ => false,
            },
            Type::Iterable(inner) => match inner.as_deref() {
                Some(inner) if !self.assignable(inner, &Type::Any) => {
                    iterated_type(from).flatten().is_some_and(|element| self.assignable(inner, &element))
                }
                _ => is_iterable(from),
            },
            Type::Iterator(inner) => match (inner, from) {
                (None, Type::Iterator(_)) => true,
                (Some(inner), Type::Iterator(Some(other))) => self.assignable(inner, other),
                _ => false,
            },
            Type::Sensitive(inner) => match from {
                Type::Sensitive(other) => self.assignable(inner, other),
                _ => false,
            },
            Type::Binary => matches!(from, Type::Binary),
            Type::Timestamp { min, max } => match from {
                Type::Timestamp { min: from_min, max: from_max } => range_includes(*min, *max, *from_min, *from_max),
                _ => false,
            },
            Type::Timespan { min, max } => match from {
                Type::Timespan { min: from_min, max: from_max } => range_includes(*min, *max, *from_min, *from_max),
                _ => false,
            },
            Type::SemVer(ranges) => match from {
                Type::SemVer(_) if ranges.is_empty() => true,
                Type::SemVer(others) => {
                    !others.is_empty() && others.iter().all(|other| ranges.iter().any(|range| range.covers(other)))
                }
                _ => false,
            },
            Type::SemVerRange => matches!(from, Type::SemVerRange),
            Type::Uri(parameters) => match from {
                Type::Uri(other) => uri_accepts(parameters.as_deref(), other.as_deref()),
                _ => false,
            },
            Type::Runtime(parameters) => match from {
                Type::Runtime(other) => {
                    parameters.iter().zip(other.iter()).all(|(mine, theirs)| mine == theirs)
                        && parameters.len() <= other.len()
                }
                _ => false,
            },
            Type::Init(inner) => match (inner, from) {
                (None, Type::Init(_)) => true,
                (None, from) => self.assignable(&Type::RichData, from),
                (Some(inner), Type::Init(Some(other))) => self.assignable(&inner.0, &other.0),
                (Some(inner), from) => {
                    self.assignable(&inner.0, from)
                        || new_instance::initializer_types(&inner.0, &inner.1)
                            .iter()
                            .any(|initializer| self.assignable(initializer, from))
                }
            },
            Type::Object(object) => match from {
                Type::Object(_) if object.definition.is_undef() && object.name.is_none() => true,
                Type::Object(other) => {
                    object == other || other.parent.as_ref().is_some_and(|parent| self.assignable(to, parent))
                }
                Type::ObjectExtension(extension) => self.assignable(to, &extension.base),
                _ => false,
            },
            Type::ObjectExtension(extension) => match from {
                Type::ObjectExtension(other) => {
                    self.assignable(&extension.base, &other.base) && parameters_accept(extension, other)
                }
                _ => false,
            },
            Type::TypeSet(set) => match from {
                Type::TypeSet(other) => set.definition.is_undef() || set == other,
                _ => false,
            },
            Type::TypeReference(name) => matches!(from, Type::TypeReference(other) if name == other),
            Type::Data | Type::RichData | Type::Alias(_) => self.assignable_by_name(to, from),
        }
    }

    fn array_accepts(&mut self, element: &Type, size: Option<Size>, from: &Type) -> bool {
        let size = size.unwrap_or(Size::ANY);
        match from {
            Type::Tuple { types, size: from_size } => {
                size.includes(from_size.unwrap_or_else(|| Size::exactly(types.len())))
                    && types.iter().all(|member| self.assignable(element, member))
            }
            Type::Array { element: other, size: from_size } => {
                size.includes(from_size.unwrap_or(Size::ANY)) && self.assignable(element, other)
            }
            _ => false,
        }
    }

    fn hash_accepts(&mut self, key: &Type, value: &Type, size: Option<Size>, from: &Type) -> bool {
        let size = size.unwrap_or(Size::ANY);
        match from {
            Type::Hash { key: from_key, value: from_value, size: from_size } => {
                size.includes(from_size.unwrap_or(Size::ANY))
                    && self.assignable(key, from_key)
                    && self.assignable(value, from_value)
            }
            Type::Struct(members) => {
                size.holds(members.len())
                    && members.iter().all(|member| {
                        self.assignable(key, &Type::StringValue(member.name.clone()))
                            && self.assignable(value, &member.value)
                    })
            }
            _ => false,
        }
    }

    fn tuple_accepts(&mut self, types: &[Type], size: Option<Size>, from: &Type) -> bool {
        let size = Type::tuple_size(types, size);
        match from {
            Type::Tuple { types: from_types, size: from_size } => {
                if !size.includes(Type::tuple_size(from_types, *from_size)) {
                    return false;
                }
                let Some(last) = types.last() else {
                    return true;
                };
                if from_types.is_empty() {
                    return size.min == 0;
                }
                from_types
                    .iter()
                    .enumerate()
                    .all(|(index, member)| self.assignable(types.get(index).unwrap_or(last), member))
            }
            Type::Array { element, size: from_size } => {
                let from_size = from_size.unwrap_or(Size::ANY);
                if !size.includes(from_size) {
                    return false;
                }
                let count = from_size.max.and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX);
                types.iter().take(count).all(|member| self.assignable(member, element))
            }
            _ => false,
        }
    }

    fn struct_accepts(&mut self, members: &[StructMember], from: &Type) -> bool {
        match from {
            Type::Struct(from_members) => {
                let mut matched = 0;
                for member in members {
                    match from_members.iter().find(|other| other.name == member.name) {
                        None if member.optional => {}
                        None => return false,
                        Some(other) => {
                            matched += 1;
                            if (other.optional && !member.optional) || !self.assignable(&member.value, &other.value) {
                                return false;
                            }
                        }
                    }
                }
                matched == from_members.len()
            }
            Type::Hash { key, value, size } => {
                let required: Vec<&StructMember> = members.iter().filter(|member| !member.optional).collect();
                let sizes = Size { min: Size::exactly(required.len()).min, max: Size::exactly(members.len()).max };
                required
                    .iter()
                    .all(|member| self.assignable(&member.value, value) && self.assignable(&Type::STRING, key))
                    && sizes.includes(size.unwrap_or(Size::ANY))
            }
            _ => false,
        }
    }

    /// Parameters are compared the other way round: what is called must take all that it may be called with.
    fn callable_accepts(&mut self, to: &CallableType, from: &CallableType) -> bool {
        if let Some(returns) = &to.returns
            && !self.assignable(returns, from.returns.as_ref().unwrap_or(&Type::Any))
        {
            return false;
        }
        let Some(parameters) = to.parameter_tuple() else {
            return true;
        };
        let Some(from_parameters) = from.parameter_tuple() else {
            return false;
        };
        self.assignable(&from_parameters, &parameters)
            && self.assignable(from.block.as_ref().unwrap_or(&Type::Undef), to.block.as_ref().unwrap_or(&Type::Undef))
    }
}

/// What a name stands for.
pub(super) fn behind_name(named: &Type) -> Option<&Type> {
    match named {
        Type::Data => Some(&DATA),
        Type::RichData => Some(&RICH_DATA),
        Type::Alias(alias) => alias.resolved.get(),
        _ => None,
    }
}

fn is_string(from: &Type) -> bool {
    matches!(from, Type::String(_) | Type::StringValue(_) | Type::Enum { .. } | Type::Pattern(_))
}

fn is_scalar_data(from: &Type) -> bool {
    is_string(from)
        || matches!(
            from,
            Type::ScalarData | Type::Numeric | Type::Integer { .. } | Type::Float { .. } | Type::Boolean(_)
        )
}

fn is_scalar(from: &Type) -> bool {
    is_scalar_data(from)
        || matches!(
            from,
            Type::Scalar
                | Type::Regexp(_)
                | Type::SemVer(_)
                | Type::SemVerRange
                | Type::Timespan { .. }
                | Type::Timestamp { .. }
        )
}

fn string_accepts(size: Option<Size>, from: &Type) -> bool {
    let Some(size) = size else {
        return is_string(from);
    };
    match from {
        Type::String(other) => size.includes(other.unwrap_or(Size::ANY)),
        Type::StringValue(text) => size.holds(text.chars().count()),
        Type::Enum { values, .. } if values.is_empty() => size.includes(Size::ANY),
        Type::Enum { values, .. } => values.iter().all(|value| size.holds(value.chars().count())),
        Type::Pattern(_) => size.includes(Size::ANY),
        _ => false,
    }
}

fn enum_accepts(values: &[smol_str::SmolStr], case_insensitive: bool, from: &Type) -> bool {
    if values.is_empty() && is_string(from) {
        return true;
    }
    match from {
        Type::StringValue(text) => enum_holds(values, case_insensitive, text),
        Type::Enum { values: others, case_insensitive: other_insensitive } => {
            !others.is_empty()
                && (case_insensitive || !other_insensitive)
                && others.iter().all(|other| enum_holds(values, case_insensitive, other))
        }
        _ => false,
    }
}

pub(super) fn enum_holds(values: &[smol_str::SmolStr], case_insensitive: bool, text: &str) -> bool {
    if case_insensitive {
        values.iter().any(|value| value.eq_ignore_ascii_case(text))
    } else {
        values.iter().any(|value| value == text)
    }
}

fn collection_size(from: &Type) -> Option<Size> {
    match from {
        Type::Collection(size) | Type::Array { size, .. } | Type::Hash { size, .. } => Some(size.unwrap_or(Size::ANY)),
        Type::Tuple { types, size } => Some(size.unwrap_or_else(|| Size::exactly(types.len()))),
        Type::Struct(members) => Some(Size::exactly(members.len())),
        _ => None,
    }
}

/// Bounds that are absent are open.
pub(super) fn range_includes(
    min: Option<i128>,
    max: Option<i128>,
    other_min: Option<i128>,
    other_max: Option<i128>,
) -> bool {
    min.is_none_or(|min| other_min.is_some_and(|other| min <= other))
        && max.is_none_or(|max| other_max.is_some_and(|other| other <= max))
}

fn float_range_includes(
    min: Option<FloatBound>,
    max: Option<FloatBound>,
    other_min: Option<FloatBound>,
    other_max: Option<FloatBound>,
) -> bool {
    min.is_none_or(|min| other_min.is_some_and(|other| min.value() <= other.value()))
        && max.is_none_or(|max| other_max.is_some_and(|other| other.value() <= max.value()))
}

/// All that the parameters say must be said alike, or be matched, on the other side.
fn uri_accepts(parameters: Option<&Value>, other: Option<&Value>) -> bool {
    let Some(Value::Hash(parameters)) = parameters else {
        return true;
    };
    let empty = value::HashEntries::default();
    let other = match other {
        Some(Value::Hash(other)) => other.as_ref(),
        _ => &empty,
    };
    parameters.iter().all(|(key, expected)| other.get(key).is_some_and(|actual| parameter_matches(expected, actual)))
}

fn parameters_accept(to: &ObjectExtension, from: &ObjectExtension) -> bool {
    to.parameters.iter().all(|(name, expected)| {
        from.parameters
            .iter()
            .find(|(other, _)| other == name)
            .is_some_and(|(_, actual)| parameter_matches(expected, actual))
    })
}

/// As an option of a case expression matches.
pub(super) fn parameter_matches(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) | (Value::Default, _) => true,
        (Value::Type(expected), Value::Type(actual)) => same_type(expected, actual) || is_assignable(expected, actual),
        (Value::Type(expected), actual) => super::is_instance(expected, actual),
        (Value::Regexp(pattern), Value::String(text)) => pattern.may_match(text),
        (expected, actual) => value::equality::equals(expected, actual),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse;

    fn accepts(to: &str, from: &str) -> bool {
        parse(to).ok().zip(parse(from).ok()).is_some_and(|(to, from)| is_assignable(&to, &from))
    }

    #[test]
    fn wider_types_accept_narrower_ones() {
        for (to, from) in [
            ("Numeric", "Integer[1, 5]"),
            ("Scalar", "Timestamp"),
            ("Data", "Hash[String, Array[Integer]]"),
            ("RichData", "Data"),
            ("String[1]", "Enum[a, bc]"),
            ("Enum[a, true]", "Enum['A']"),
            ("Array[Numeric]", "Tuple[Integer, Float]"),
            ("Tuple[Integer, 0, default]", "Array[Integer]"),
            ("Hash[String, Any]", "Struct[{a => Integer}]"),
            ("Struct[{Optional[a] => Integer}]", "Struct[{a => Integer}]"),
            ("Optional[Numeric]", "Variant[Undef, Integer]"),
            ("Iterable[Integer]", "Type[Integer[1, 2]]"),
            ("Callable[Integer]", "Callable[Numeric]"),
            ("CatalogEntry", "Class[a]"),
            ("Init[Integer]", "Boolean"),
        ] {
            assert!(accepts(to, from), "{to} should accept {from}");
            assert!(!accepts(from, to) || to == "Tuple[Integer, 0, default]", "{from} should not accept {to}");
        }
    }

    #[test]
    fn unrelated_types_accept_nothing_of_each_other() {
        for (to, from) in [
            ("Integer", "Float"),
            ("ScalarData", "Undef"),
            ("NotUndef", "Optional[Integer]"),
            ("Data", "Hash"),
            ("Boolean[true]", "Boolean[false]"),
            ("Callable[Integer]", "Callable[0, 0]"),
            ("Struct[{a => Integer}]", "Struct[{Optional[a] => Integer}]"),
        ] {
            assert!(!accepts(to, from), "{to} should not accept {from}");
        }
    }
}
