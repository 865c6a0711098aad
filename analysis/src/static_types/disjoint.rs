//! Whether no value of one type can be of another: the only mismatch that is certain. `String` is not disjoint from
//! `Enum['a']`, though neither is it assignable to it.

use evaluator::Value;
use evaluator::types::{Size, StructMember, Type, is_assignable, is_instance};

/// Types nest at most this deep before the answer is "perhaps".
const MAX_DEPTH: usize = 40;

/// True where no value of type `actual` is one of type `expected`.
pub fn are_disjoint(expected: &Type, actual: &Type) -> bool {
    disjoint(expected, actual, MAX_DEPTH)
}

fn disjoint(expected: &Type, actual: &Type, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let (expected, actual) = (expected.resolved(), actual.resolved());
    if kinds_of(expected) & kinds_of(actual) == 0 {
        return true;
    }
    if is_assignable(expected, actual) {
        return false;
    }
    match (expected, actual) {
        (_, Type::Variant(members)) if !members.is_empty() => {
            members.iter().all(|member| disjoint(expected, member, depth))
        }
        (_, Type::Optional(Some(inner))) => disjoint(expected, &Type::Undef, depth) && disjoint(expected, inner, depth),
        (_, Type::NotUndef(inner)) => disjoint(expected, inner, depth),
        (Type::Variant(members), _) if !members.is_empty() => {
            members.iter().all(|member| disjoint(member, actual, depth))
        }
        (Type::Optional(Some(inner)), _) => disjoint(&Type::Undef, actual, depth) && disjoint(inner, actual, depth),
        (Type::NotUndef(inner), _) => disjoint(inner, actual, depth),
        (_, Type::StringValue(text)) => {
            kinds_of(expected) == STRING && !is_instance(expected, &Value::string(text.as_str()))
        }
        (_, Type::Enum { values, case_insensitive: false }) if !values.is_empty() => {
            kinds_of(expected) == STRING
                && values.iter().all(|value| !is_instance(expected, &Value::string(value.as_str())))
        }
        (Type::Integer { min, max }, Type::Integer { min: actual_min, max: actual_max }) => {
            is_below(*max, *actual_min) || is_below(*actual_max, *min)
        }
        (Type::Boolean(Some(expected)), Type::Boolean(Some(actual))) => expected != actual,
        (Type::String(Some(expected)), Type::String(Some(actual))) => sizes_apart(*expected, *actual),
        _ => match (elements_of(expected), elements_of(actual)) {
            (Some(expected), Some(actual)) => arrays_disjoint(&expected, &actual, depth),
            _ => hashes_disjoint(expected, actual, depth),
        },
    }
}

fn is_below(max: Option<i128>, min: Option<i128>) -> bool {
    matches!((max, min), (Some(max), Some(min)) if max < min)
}

fn sizes_apart(first: Size, second: Size) -> bool {
    is_below(first.max, Some(second.min)) || is_below(second.max, Some(first.min))
}

/// The elements of an array or tuple.
struct Elements<'t> {
    types: &'t [Type],
    size: Size,
}

impl Elements<'_> {
    /// The type of the element at an index: the last type stands for all that follow.
    fn at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or(self.types.last())
    }
}

fn elements_of(checked: &Type) -> Option<Elements<'_>> {
    match checked {
        Type::Array { element, size } => {
            Some(Elements { types: std::slice::from_ref(element), size: size.unwrap_or(Size::ANY) })
        }
        Type::Tuple { types, size } => {
            let exact = if types.is_empty() { Size::ANY } else { Size::exactly(types.len()) };
            Some(Elements { types, size: size.unwrap_or(exact) })
        }
        _ => None,
    }
}

fn arrays_disjoint(expected: &Elements<'_>, actual: &Elements<'_>, depth: usize) -> bool {
    if sizes_apart(expected.size, actual.size) {
        return true;
    }
    let certain = usize::try_from(actual.size.min).unwrap_or(0).min(actual.types.len().max(1));
    (0..certain).any(|index| match (expected.at(index), actual.at(index)) {
        (Some(expected), Some(actual)) => disjoint(expected, actual, depth),
        _ => false,
    })
}

fn hashes_disjoint(expected: &Type, actual: &Type, depth: usize) -> bool {
    match (expected, actual) {
        (Type::Hash { key, value, size }, Type::Struct(members)) => {
            let required: Vec<&StructMember> = members.iter().filter(|member| !member.optional).collect();
            let count = Size { min: required.len() as i128, max: Some(members.len() as i128) };
            size.is_some_and(|size| sizes_apart(size, count))
                || required.iter().any(|member| {
                    disjoint(key, &Type::StringValue(member.name.clone()), depth)
                        || disjoint(value, &member.value, depth)
                })
        }
        (Type::Struct(expected), Type::Struct(actual)) => {
            let missing =
                expected.iter().any(|member| !member.optional && !actual.iter().any(|given| given.name == member.name));
            missing
                || actual.iter().filter(|member| !member.optional).any(|given| {
                    match expected.iter().find(|member| member.name == given.name) {
                        Some(member) => disjoint(&member.value, &given.value, depth),
                        None => !expected.is_empty(),
                    }
                })
        }
        (Type::Hash { key, value, size }, Type::Hash { key: actual_key, value: actual_value, size: actual_size }) => {
            let sizes = (size.unwrap_or(Size::ANY), actual_size.unwrap_or(Size::ANY));
            sizes_apart(sizes.0, sizes.1)
                || sizes.1.min > 0 && (disjoint(key, actual_key, depth) || disjoint(value, actual_value, depth))
        }
        _ => false,
    }
}

const UNDEF: u32 = 1;
const DEFAULT: u32 = 1 << 1;
const BOOLEAN: u32 = 1 << 2;
const INTEGER: u32 = 1 << 3;
const FLOAT: u32 = 1 << 4;
const STRING: u32 = 1 << 5;
const REGEXP: u32 = 1 << 6;
const ARRAY: u32 = 1 << 7;
const HASH: u32 = 1 << 8;
const TYPE: u32 = 1 << 9;
const CALLABLE: u32 = 1 << 10;
const SENSITIVE: u32 = 1 << 11;
const BINARY: u32 = 1 << 12;
const TIMESTAMP: u32 = 1 << 13;
const TIMESPAN: u32 = 1 << 14;
const SEMVER: u32 = 1 << 15;
const SEMVER_RANGE: u32 = 1 << 16;
const URI: u32 = 1 << 17;
const EVERYTHING: u32 = u32::MAX;

/// The kinds of values that a type can have, never too few.
fn kinds_of(checked: &Type) -> u32 {
    match checked.resolved() {
        Type::Undef => UNDEF,
        Type::Default => DEFAULT,
        Type::Boolean(_) => BOOLEAN,
        Type::Integer { .. } => INTEGER,
        Type::Float { .. } => FLOAT,
        Type::Numeric => INTEGER | FLOAT,
        Type::String(_) | Type::StringValue(_) | Type::Enum { .. } | Type::Pattern(_) => STRING,
        Type::Regexp(_) => REGEXP,
        Type::ScalarData => BOOLEAN | INTEGER | FLOAT | STRING,
        Type::Scalar => BOOLEAN | INTEGER | FLOAT | STRING | REGEXP | TIMESTAMP | TIMESPAN | SEMVER,
        Type::Data => UNDEF | BOOLEAN | INTEGER | FLOAT | STRING | ARRAY | HASH,
        Type::Array { .. } | Type::Tuple { .. } => ARRAY,
        Type::Hash { .. } | Type::Struct(_) => HASH,
        Type::Collection(_) => ARRAY | HASH,
        Type::Optional(Some(inner)) => UNDEF | kinds_of(inner),
        Type::NotUndef(inner) => kinds_of(inner) & !UNDEF,
        Type::Variant(members) if !members.is_empty() => {
            members.iter().fold(0, |kinds, member| kinds | kinds_of(member))
        }
        Type::Type(_) | Type::Class(_) | Type::Resource { .. } | Type::CatalogEntry => TYPE,
        Type::Callable(_) => CALLABLE,
        Type::Sensitive(_) => SENSITIVE,
        Type::Binary => BINARY,
        Type::Timestamp { .. } => TIMESTAMP,
        Type::Timespan { .. } => TIMESPAN,
        Type::SemVer(_) => SEMVER,
        Type::SemVerRange => SEMVER_RANGE,
        Type::Uri(_) => URI,
        _ => EVERYTHING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluator::types::{infer, parse};

    fn check(expected: &str, actual: &str) -> bool {
        are_disjoint(&parse(expected).expect("a type"), &parse(actual).expect("a type"))
    }

    #[test]
    fn different_kinds_and_ranges_are_disjoint() {
        for (expected, actual) in [
            ("Integer", "String"),
            ("Integer[1, 5]", "Integer[6]"),
            ("Optional[String]", "Variant[Integer, Boolean]"),
            ("Array[Integer]", "Tuple[Integer, String]"),
            ("Array[Integer, 1]", "Array[Integer, 0, 0]"),
            ("Hash[String, Integer]", "Struct[{a => String}]"),
            ("Struct[{a => Integer}]", "Struct[{a => Integer, b => Integer}]"),
            ("Struct[{a => Integer}]", "Struct[{Optional[b] => Integer}]"),
            ("Enum['a', 'b']", "Enum['c']"),
            ("NotUndef", "Undef"),
            ("Data", "Regexp"),
            ("Type", "String"),
        ] {
            assert!(check(expected, actual), "{expected} and {actual}");
        }
    }

    #[test]
    fn what_may_fit_is_not_disjoint() {
        for (expected, actual) in [
            ("Enum['a', 'b']", "String"),
            ("Pattern[/a/]", "String[1]"),
            ("String[1]", "String"),
            ("Array[Integer]", "Array[String]"),
            ("Array[Integer]", "Tuple[Any]"),
            ("Integer[1, 5]", "Integer"),
            ("Optional[String]", "Optional[Integer]"),
            ("Hash[String, Integer]", "Hash[Integer, String]"),
            ("Struct[{a => Integer}]", "Hash[String, String]"),
            ("Any", "Undef"),
            ("Iterable", "Integer"),
            ("RichData", "Sensitive"),
        ] {
            assert!(!check(expected, actual), "{expected} and {actual}");
        }
    }

    #[test]
    fn a_certain_string_is_looked_at() {
        let text = infer(&Value::string("c"));
        assert!(are_disjoint(&parse("Enum['a', 'b']").expect("a type"), &text));
        assert!(are_disjoint(&parse("Pattern[/\\A[ab]\\z/]").expect("a type"), &text));
        assert!(!are_disjoint(&parse("Pattern[/c/]").expect("a type"), &text));
        assert!(!are_disjoint(&Type::Unit, &text));
    }
}
