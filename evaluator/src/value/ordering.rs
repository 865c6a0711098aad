//! The language's `<`, `<=`, `>`, `>=` between values that are not types.

use std::cmp::Ordering;

use super::timestamp::NANOSECONDS_IN_SECOND;
use super::{Value, big_integers};

/// Why two values cannot be ordered, in Puppet's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotComparable {
    NumericWithOther,
    StringWithOther,
    VersionWithOther,
    TimespanWithOther,
    TimestampWithOther,
    SymbolWithOther,
    Neither,
}

impl NotComparable {
    /// What stands after `Caused by`.
    pub fn cause(self) -> &'static str {
        match self {
            NotComparable::NumericWithOther => "A Numeric is not comparable to non Numeric",
            NotComparable::StringWithOther => "A String is not comparable to a non String",
            NotComparable::VersionWithOther => "Versions not comparable to non Versions",
            NotComparable::TimespanWithOther => "Timespans are only comparable to Timespans, Integers, and Floats",
            NotComparable::TimestampWithOther => "Timestamps are only comparable to Timestamps, Integers, and Floats",
            NotComparable::SymbolWithOther => "Symbol not comparable to non Symbol",
            NotComparable::Neither => "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable",
        }
    }
}

/// How `left` sorts against `right`; strings without regard to the case of ASCII letters.
pub fn compare(left: &Value, right: &Value) -> Result<Ordering, NotComparable> {
    match (left, right) {
        (Value::String(left), Value::String(right)) => Ok(compare_strings(left, right)),
        (
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_),
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_),
        ) => compare_numbers(left, right).ok_or(NotComparable::NumericWithOther),
        (Value::Timespan(left), Value::Timespan(right)) | (Value::Timestamp(left), Value::Timestamp(right)) => {
            Ok(left.cmp(right))
        }
        (Value::Timespan(time) | Value::Timestamp(time), number @ (Value::Integer(_) | Value::Float(_))) => {
            compare_time_with_number(*time, number).ok_or(NotComparable::NumericWithOther)
        }
        (number @ (Value::Integer(_) | Value::Float(_)), Value::Timespan(time) | Value::Timestamp(time)) => {
            compare_time_with_number(*time, number).map(Ordering::reverse).ok_or(NotComparable::NumericWithOther)
        }
        (Value::SemVer(left), Value::SemVer(right)) => Ok(left.precedence(right)),
        // Equal symbols are equal; Puppet has only one.
        (Value::Default, Value::Default) => Ok(Ordering::Equal),
        (Value::Integer(_) | Value::BigInteger(_) | Value::Float(_), _) => Err(NotComparable::NumericWithOther),
        (Value::String(_), _) => Err(NotComparable::StringWithOther),
        (Value::SemVer(_), _) => Err(NotComparable::VersionWithOther),
        (Value::Timespan(_), _) => Err(NotComparable::TimespanWithOther),
        (Value::Timestamp(_), _) => Err(NotComparable::TimestampWithOther),
        (Value::Default, _) => Err(NotComparable::SymbolWithOther),
        _ => Err(NotComparable::Neither),
    }
}

/// Without regard to the case of ASCII letters, otherwise by code point.
pub fn compare_strings(left: &str, right: &str) -> Ordering {
    left.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(right.bytes().map(|byte| byte.to_ascii_lowercase()))
}

pub(super) fn compare_numbers(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::Float(left), Value::Float(right)) => left.partial_cmp(right),
        (Value::Integer(left), Value::Float(right)) => compare_integer_with_float(*left, *right),
        (Value::Float(left), Value::Integer(right)) => compare_integer_with_float(*right, *left).map(Ordering::reverse),
        (Value::BigInteger(left), Value::Float(right)) => big_integers::compare_with_float(left, *right),
        (Value::Float(left), Value::BigInteger(right)) => {
            big_integers::compare_with_float(right, *left).map(Ordering::reverse)
        }
        _ => Some(big_integers::of_value(left)?.cmp(&big_integers::of_value(right)?)),
    }
}

/// Exact, where a conversion to a float would round.
fn compare_integer_with_float(integer: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    const LIMIT: f64 = 1e38;
    if float >= LIMIT {
        return Some(Ordering::Less);
    }
    if float <= -LIMIT {
        return Some(Ordering::Greater);
    }
    let whole = float.trunc() as i128;
    Some(integer.cmp(&whole).then_with(|| 0.0_f64.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal)))
}

/// A time in nanoseconds with a number of seconds.
pub(super) fn compare_time_with_number(time: i128, number: &Value) -> Option<Ordering> {
    match number {
        Value::Integer(seconds) => Some(time.cmp(&seconds.checked_mul(NANOSECONDS_IN_SECOND)?)),
        Value::Float(seconds) => (time as f64).partial_cmp(&(seconds * NANOSECONDS_IN_SECOND as f64)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_sort_without_case_and_numbers_by_value() {
        assert_eq!(compare(&"a".into(), &"B".into()), Ok(Ordering::Less));
        assert_eq!(compare(&"_".into(), &"a".into()), Ok(Ordering::Less));
        assert_eq!(compare(&Value::from(1), &Value::Float(1.5)), Ok(Ordering::Less));
        assert_eq!(compare(&Value::from(1), &"2".into()), Err(NotComparable::NumericWithOther));
        assert_eq!(compare(&"2".into(), &Value::from(1)), Err(NotComparable::StringWithOther));
        assert_eq!(compare(&Value::Timespan(5_000_000_000), &Value::from(6)), Ok(Ordering::Less));
    }
}
