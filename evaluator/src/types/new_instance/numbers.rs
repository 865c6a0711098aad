//! `Integer.new`, `Float.new`, `Numeric.new`, `Boolean.new`.

use smol_str::SmolStr;

use super::constructor::{Constructor, cannot_convert, named_argument, optional, required};
use crate::types::{StructMember, Type, describe_mismatch, is_instance, parse_cached};
use crate::value::timestamp::NANOSECONDS_IN_SECOND;
use crate::value::{Value, numbers};

const INTEGER_CONVERTIBLE: &str = r"Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]";
const INTEGER_NAMED: &str = "Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]";
const RADIX: &str = "Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]";
const FLOAT_CONVERTIBLE: &str = r"Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]";
const NUMERIC_CONVERTIBLE: &str = r"Variant[Integer, Float, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]";
const NAMED: &str = "Struct[{from => Convertible, Optional[abs] => Boolean}]";

pub(super) fn integer() -> Constructor {
    Constructor::new(
        "new",
        &[("Radix", RADIX), ("Convertible", INTEGER_CONVERTIBLE), ("NamedArgs", INTEGER_NAMED)],
        &[
            (&[required("from", "Convertible"), optional("radix", "Radix"), optional("abs", "Boolean")], |arguments| {
                integer_from(arguments.first(), arguments.get(1), arguments.get(2))
            }),
            (&[required("hash_args", "NamedArgs")], |arguments| {
                integer_from(
                    named_argument(arguments, "from"),
                    named_argument(arguments, "radix"),
                    named_argument(arguments, "abs"),
                )
            }),
        ],
    )
    .explained_by(explain_integer)
}

fn integer_from(from: Option<&Value>, radix: Option<&Value>, absolute: Option<&Value>) -> Result<Value, String> {
    let radix = match radix {
        Some(Value::Integer(radix)) => u32::try_from(*radix).ok(),
        _ => None,
    };
    let value = match from {
        Some(Value::Integer(value)) => *value,
        Some(Value::Float(value)) if !value.is_finite() => return Err(numbers::float_text(*value)),
        Some(Value::Float(value)) => *value as i128,
        Some(Value::Boolean(value)) => i128::from(*value),
        Some(Value::Timespan(time) | Value::Timestamp(time)) => time.div_euclid(NANOSECONDS_IN_SECOND),
        Some(Value::String(text)) => {
            read_integer(text, radix).ok_or_else(|| format!("invalid value for Integer(): {}", inspect(text)))?
        }
        other => return Err(cannot_convert(other.unwrap_or(&Value::Undef), "Integer")),
    };
    Ok(Value::Integer(if absolute == Some(&Value::Boolean(true)) { value.saturating_abs() } else { value }))
}

fn inspect(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// As Ruby's `Integer()` reads it, white space after the sign too. Without a radix the prefix says it.
fn read_integer(text: &str, radix: Option<u32>) -> Option<i128> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text).trim_start()),
    };
    let prefixed = |letter: char| {
        let rest = digits.strip_prefix('0')?;
        rest.strip_prefix([letter, letter.to_ascii_uppercase()])
    };
    let (radix, digits) = if let Some(rest) = prefixed('x') {
        (radix.or(Some(16)).filter(|radix| *radix == 16)?, rest)
    } else if let Some(rest) = prefixed('b').filter(|_| radix != Some(16)) {
        (radix.or(Some(2)).filter(|radix| *radix == 2)?, rest)
    } else {
        let octal = digits.len() > 1 && digits.starts_with('0');
        (radix.unwrap_or(if octal { 8 } else { 10 }), digits)
    };
    let valid = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    let value = valid.then(|| i128::from_str_radix(digits, radix).ok()).flatten()?;
    Some(if negative { -value } else { value })
}

fn explain_integer(arguments: &[Value]) -> Option<Result<String, String>> {
    let check_radix = |radix: Option<&Value>| match radix {
        Some(Value::Integer(2 | 8 | 10 | 16)) | None | Some(Value::Default | Value::Undef) => None,
        Some(radix) => {
            let radix = crate::value::to_display_string(radix);
            Some(Err(format!("Illegal radix: {radix}, expected 2, 8, 10, 16, or default")))
        }
    };
    match arguments {
        [hash @ Value::Hash(entries)] => {
            let convertible = parse_cached(INTEGER_CONVERTIBLE);
            match entries.get(&Value::from("from")) {
                Some(from) if !is_instance(&convertible, from) => return Some(Ok(cannot_convert(from, "Integer"))),
                _ => {}
            }
            if let Some(problem) = check_radix(entries.get(&Value::from("radix"))) {
                return Some(problem);
            }
            let expected = integer_named();
            Some(Err(describe_mismatch("Integer.new has wrong type,", &expected, hash)))
        }
        [from] => Some(Ok(cannot_convert(from, "Integer"))),
        [from, radix @ Value::Integer(_)] | [from, radix @ Value::Integer(_), Value::Boolean(_)] => {
            check_radix(Some(radix)).or_else(|| Some(Ok(cannot_convert(from, "Integer"))))
        }
        _ => None,
    }
}

/// The named arguments, without names for the types in them.
fn integer_named() -> Type {
    let member = |name: &'static str, optional: bool, value: Type| StructMember {
        name: SmolStr::new_static(name),
        optional,
        value,
    };
    Type::Struct(
        [
            member("from", false, parse_cached(INTEGER_CONVERTIBLE)),
            member("radix", true, parse_cached(RADIX)),
            member("abs", true, Type::BOOLEAN),
        ]
        .into(),
    )
}

pub(super) fn float() -> Constructor {
    Constructor::new(
        "new_float",
        &[("Convertible", FLOAT_CONVERTIBLE), ("NamedArgs", NAMED)],
        &[
            (&[required("from", "Convertible"), optional("abs", "Boolean")], |arguments| {
                float_from(arguments.first(), arguments.get(1))
            }),
            (&[required("hash_args", "NamedArgs")], |arguments| {
                float_from(named_argument(arguments, "from"), named_argument(arguments, "abs"))
            }),
        ],
    )
    .explained_by(|arguments| explain_convertible(arguments, "Float"))
}

fn float_from(from: Option<&Value>, absolute: Option<&Value>) -> Result<Value, String> {
    let value = match from {
        Some(Value::Float(value)) => *value,
        Some(Value::Integer(value)) => *value as f64,
        Some(Value::Boolean(value)) => f64::from(u8::from(*value)),
        Some(Value::Timespan(time) | Value::Timestamp(time)) => *time as f64 / NANOSECONDS_IN_SECOND as f64,
        Some(Value::String(text)) => {
            read_float(text).ok_or_else(|| format!("invalid value for Float(): {}", inspect(text)))?
        }
        other => return Err(cannot_convert(other.unwrap_or(&Value::Undef), "Float")),
    };
    Ok(Value::Float(if absolute == Some(&Value::Boolean(true)) { value.abs() } else { value }))
}

/// Binary only without a sign, hexadecimal, otherwise decimal: leading zeros mean nothing.
fn read_float(text: &str) -> Option<f64> {
    if text.starts_with("0b") || text.starts_with("0B") {
        return read_integer(text, None).map(|value| value as f64);
    }
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text).trim_start()),
    };
    let value = if digits.starts_with("0x") || digits.starts_with("0X") {
        read_integer(digits, None)? as f64
    } else {
        let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE-+".contains(&byte));
        valid.then(|| digits.parse::<f64>().ok()).flatten()?
    };
    Some(if negative { -value } else { value })
}

pub(super) fn numeric() -> Constructor {
    Constructor::new(
        "new_numeric",
        &[("Convertible", NUMERIC_CONVERTIBLE), ("NamedArgs", NAMED)],
        &[
            (&[required("from", "Convertible"), optional("abs", "Boolean")], |arguments| {
                numeric_from(arguments.first(), arguments.get(1))
            }),
            (&[required("hash_args", "NamedArgs")], |arguments| {
                numeric_from(named_argument(arguments, "from"), named_argument(arguments, "abs"))
            }),
        ],
    )
    .explained_by(|arguments| explain_convertible(arguments, "Numeric"))
}

fn numeric_from(from: Option<&Value>, absolute: Option<&Value>) -> Result<Value, String> {
    let value = match from {
        Some(value @ (Value::Integer(_) | Value::Float(_))) => value.clone(),
        Some(Value::Boolean(value)) => Value::Integer(i128::from(*value)),
        Some(Value::Timespan(time) | Value::Timestamp(time)) => {
            Value::Float(*time as f64 / NANOSECONDS_IN_SECOND as f64)
        }
        Some(Value::String(text)) if text.starts_with("0b") || text.starts_with("0B") => {
            Value::Integer(read_integer(text, None).ok_or_else(|| cannot_convert(&Value::string(text), "Numeric"))?)
        }
        Some(Value::String(text)) => {
            numbers::read_number(text).ok_or_else(|| cannot_convert(&Value::string(text), "Numeric"))?
        }
        other => return Err(cannot_convert(other.unwrap_or(&Value::Undef), "Numeric")),
    };
    Ok(match value {
        Value::Integer(number) if absolute == Some(&Value::Boolean(true)) => Value::Integer(number.saturating_abs()),
        Value::Float(number) if absolute == Some(&Value::Boolean(true)) => Value::Float(number.abs()),
        other => other,
    })
}

fn explain_convertible(arguments: &[Value], target: &str) -> Option<Result<String, String>> {
    match arguments {
        [from] | [from, Value::Boolean(_)] => Some(Ok(cannot_convert(from, target))),
        _ => None,
    }
}

pub(super) fn boolean() -> Constructor {
    Constructor::new(
        "new_boolean",
        &[],
        &[(
            &[required("from", "Variant[Integer, Float, Boolean, Enum['false','true','yes','no','y','n',true]]")],
            |arguments| {
                Ok(Value::Boolean(match arguments.first() {
                    Some(Value::Float(value)) => *value != 0.0,
                    Some(Value::Integer(value)) => *value != 0,
                    Some(Value::Boolean(value)) => *value,
                    Some(Value::String(text)) => {
                        !["false", "no", "n"].iter().any(|falsehood| text.eq_ignore_ascii_case(falsehood))
                    }
                    _ => true,
                }))
            },
        )],
    )
    .explained_by(|arguments| match arguments {
        [from] => Some(Ok(cannot_convert(from, "Boolean"))),
        _ => None,
    })
}
