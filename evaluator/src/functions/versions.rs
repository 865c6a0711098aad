//! Functions that compare versions and other ordered values: `versioncmp` and `compare`.

use std::cmp::Ordering;

use crate::functions::collections::compare_numbers;
use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::article_label;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "versioncmp",
        documentation: "Compares two version numbers part by part: 1 when the first is newer, -1 when it is older, 0 when \
            they are the same. With a third argument of true, zeros at the end do not count.\n\n\
            \u{20}   versioncmp('1.10', '1.9')    # 1",
        dispatches: &[Dispatch {
            parameters: &[
                required("a", "String"),
                required("b", "String"),
                optional("ignore_trailing_zeroes", "Boolean"),
            ],
            block: BlockSpec::None,
            returns: Some("Integer[-1, 1]"),
            run: versioncmp,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "compare",
        documentation: "-1, 0 or 1 as the first value is less than, equal to or greater than the second. Both are \
            numbers, strings, SemVers, Timespans or Timestamps; of strings the case is ignored unless a third argument \
            is false.\n\n    compare('a', 'B')    # -1",
        local_types: &[
            "TimeComparable = Variant[Numeric, Timespan, Timestamp]",
            "Comparable = Variant[String, SemVer, TimeComparable]",
        ],
        dispatches: &[
            Dispatch {
                parameters: &[required("a", "Numeric"), required("b", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Integer[-1, 1]"),
                run: compare,
            },
            Dispatch {
                parameters: &[required("a", "String"), required("b", "String"), optional("ignore_case", "Boolean")],
                block: BlockSpec::None,
                returns: Some("Integer[-1, 1]"),
                run: compare,
            },
            Dispatch {
                parameters: &[required("a", "SemVer"), required("b", "SemVer")],
                block: BlockSpec::None,
                returns: Some("Integer[-1, 1]"),
                run: compare,
            },
            Dispatch {
                parameters: &[required("a", "Numeric"), required("b", "Variant[Timespan, Timestamp]")],
                block: BlockSpec::None,
                returns: Some("Integer[-1, 1]"),
                run: compare,
            },
            Dispatch {
                parameters: &[required("a", "Timestamp"), required("b", "Variant[Timestamp, Numeric]")],
                block: BlockSpec::None,
                returns: Some("Integer[-1, 1]"),
                run: compare,
            },
            Dispatch {
                parameters: &[required("a", "Timespan"), required("b", "Variant[Timespan, Numeric]")],
                block: BlockSpec::None,
                returns: Some("Integer[-1, 1]"),
                run: compare,
            },
        ],
        mismatches: &[
            Dispatch {
                parameters: &[required("a", "Comparable"), required("b", "Comparable"), repeated("ignore_case", "Any")],
                block: BlockSpec::None,
                returns: None,
                run: wrong_arguments,
            },
            Dispatch {
                parameters: &[required("a", "Any"), required("b", "Any"), repeated("ignore_case", "Any")],
                block: BlockSpec::None,
                returns: None,
                run: not_comparable,
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

fn versioncmp(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let ignore_zeros = call.argument(2) == &Value::Boolean(true);
    Ok(number_of(compare_packages(call.text(0), call.text(1), ignore_zeros)))
}

fn number_of(order: Ordering) -> Value {
    Value::Integer(order as i128)
}

/// Puppet's order of package versions.
pub fn compare_packages(left: &str, right: &str, ignore_zeros: bool) -> Ordering {
    if ignore_zeros {
        return compare_packages(&without_zeros(left), &without_zeros(right), false);
    }
    let mut left_parts = parts(left);
    let mut right_parts = parts(right);
    while let (Some(one), Some(other)) = (left_parts.next(), right_parts.next()) {
        if one == other {
            continue;
        }
        for separator in ["-", "."] {
            if one == separator {
                return Ordering::Less;
            }
            if other == separator {
                return Ordering::Greater;
            }
        }
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if digits(one) && digits(other) && !one.starts_with('0') && !other.starts_with('0') {
            return one.len().cmp(&other.len()).then_with(|| one.cmp(other));
        }
        return one.to_uppercase().cmp(&other.to_uppercase());
    }
    left.cmp(right)
}

/// Dots and zeros at the end of what stands before the first dash.
fn without_zeros(version: &str) -> String {
    match version.split_once('-') {
        Some((first, rest)) => format!("{}-{rest}", first.trim_end_matches(['.', '0'])),
        None => version.trim_end_matches(['.', '0']).to_string(),
    }
}

/// Dashes and dots alone, numbers, and what is between them.
fn parts(version: &str) -> impl Iterator<Item = &str> {
    let mut rest = version;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let kind = |character: char| match character {
            '-' | '.' => 0,
            digit if digit.is_ascii_digit() => 1,
            _ => 2,
        };
        let end = match kind(first) {
            0 => 1,
            wanted => rest.find(|character| kind(character) != wanted).unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

fn compare(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let order = match (call.argument(0), call.argument(1)) {
        (Value::String(left), Value::String(right)) => {
            if call.argument(2) == &Value::Boolean(false) {
                left.as_bytes().cmp(right.as_bytes())
            } else {
                let folded = |text: &str| text.to_ascii_lowercase();
                folded(left).as_bytes().cmp(folded(right).as_bytes())
            }
        }
        (Value::SemVer(left), Value::SemVer(right)) => left.precedence(right),
        (Value::Timestamp(left), Value::Timestamp(right)) | (Value::Timespan(left), Value::Timespan(right)) => {
            left.cmp(right)
        }
        (Value::Timestamp(time) | Value::Timespan(time), number) => compare_time(*time, number),
        (number, Value::Timestamp(time) | Value::Timespan(time)) => compare_time(*time, number).reverse(),
        (left, right) => compare_numbers(left, right).unwrap_or(Ordering::Equal),
    };
    Ok(number_of(order))
}

/// Nanoseconds against a number of seconds.
fn compare_time(time: i128, number: &Value) -> Ordering {
    match number {
        Value::Integer(seconds) => time.cmp(&seconds.saturating_mul(1_000_000_000)),
        Value::Float(seconds) => (time as f64).partial_cmp(&(seconds * 1e9)).unwrap_or(Ordering::Equal),
        _ => Ordering::Equal,
    }
}

fn wrong_arguments(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (left, right) = (call.argument(0), call.argument(1));
    let strings = matches!((left, right), (Value::String(_), Value::String(_)));
    let message = match call.arguments.get(2..).unwrap_or(&[]) {
        [] => format!(
            "Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). Got {} and {}",
            article_label(left),
            article_label(right)
        ),
        _ if !strings => "The third argument (ignore case) can only be used when comparing strings".to_string(),
        [ignore_case] => {
            format!("The third argument (ignore case) must be a Boolean. Got {}", article_label(ignore_case))
        }
        more => format!("Accepts at most 3 arguments, got {}", 2 + more.len()),
    };
    call.fail(interpreter, format!("'compare' compare(): {message}"))
}

fn not_comparable(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    call.fail(
        interpreter,
        format!(
            "'compare' compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp can be compared. Got {} and {}",
            article_label(call.argument(0)),
            article_label(call.argument(1))
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_puppet_orders_them() {
        let compare = |left, right| compare_packages(left, right, false) as i32;
        assert_eq!(compare("1.10", "1.9"), 1);
        assert_eq!(compare("1.0.0", "1.0"), 1);
        assert_eq!(compare("2.4-1", "2.4.1"), -1);
        assert_eq!(compare("1.0a", "1.0B"), -1);
        assert_eq!(compare("01", "1"), -1);
        assert_eq!(compare_packages("1.0.0", "1", true) as i32, 0);
    }
}
