//! The `is_*` functions of older releases, and what replaced them.

use crate::functions::regexps::compiled;
use crate::functions::stdlib::addresses::{is_ipv4, is_ipv6};
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, Dispatch, FunctionCall, ParameterSpec, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::numbers::{to_f, to_i};
use crate::ruby_core::text::{float_text, ruby_class, to_s};
use crate::types::{infer, is_instance};
use crate::value::Value;

const VALUE: &[ParameterSpec] = &[required("value", "Any")];

const fn check(run: fn(&mut Interpreter<'_>, FunctionCall) -> Evaluated<Value>) -> Dispatch {
    plain(VALUE, "Boolean", run)
}

const TYPE_OF: BuiltinFunction = typed(
    "stdlib::type_of",
    "The type of a value in full detail. The built-in `type` does the same.\n\n    type_of('a')    # String",
    &[plain(VALUE, "Type", |_, call| Ok(Value::Type(infer(call.argument(0)))))],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        only_with_module: Some("stdlib"),
        ..typed(
            "is_a",
            "True when a value is of a type; the operator `=~` does the same.\n\n    is_a(5, Integer)    # true",
            &[plain(&[required("value", "Any"), required("type", "Type")], "Boolean", |_, call| {
                Ok(match call.argument(1) {
                    Value::Type(wanted) => Value::Boolean(is_instance(wanted, call.argument(0))),
                    _ => Value::Boolean(false),
                })
            })],
        )
    },
    BuiltinFunction { name: "type_of", only_with_module: Some("stdlib"), ..TYPE_OF },
    TYPE_OF,
    legacy(
        "type3x",
        "The name of a value's type as Puppet 3 had them: `string`, `integer`, `float`, `boolean`, `array` or `hash`; strings \
            with numbers count as numbers.\n\n    type3x('5')    # 'integer'",
        &[plain(VALUE, "String", type3x)],
    ),
    legacy(
        "is_absolute_path",
        "True for an absolute path of Unix or Windows. Deprecated: `=~ Stdlib::Absolutepath`.\n\n\
            \u{20}   is_absolute_path('/etc')    # true",
        &[check(|_, call| Ok(Value::Boolean(call.argument(0).as_str().is_some_and(is_absolute_path))))],
    ),
    legacy(
        "is_array",
        "True for an array. Deprecated: `=~ Array`.\n\n    is_array([1])    # true",
        &[check(|_, call| Ok(Value::Boolean(matches!(call.argument(0), Value::Array(_)))))],
    ),
    legacy(
        "is_bool",
        "True for true and false. Deprecated: `=~ Boolean`.\n\n    is_bool(false)    # true",
        &[check(|_, call| Ok(Value::Boolean(matches!(call.argument(0), Value::Boolean(_)))))],
    ),
    legacy(
        "is_hash",
        "True for a hash. Deprecated: `=~ Hash`.\n\n    is_hash({})    # true",
        &[check(|_, call| Ok(Value::Boolean(matches!(call.argument(0), Value::Hash(_)))))],
    ),
    legacy(
        "is_integer",
        "True for an integer, and for a string with one. Deprecated: `=~ Integer`.\n\n    is_integer('5')    # true",
        &[check(|_, call| Ok(Value::Boolean(is_integer(call.argument(0)))))],
    ),
    legacy(
        "is_float",
        "True for a float, and for a string that prints as one. Deprecated: `=~ Float`.\n\n    is_float('1.5')    # true",
        &[check(|_, call| Ok(Value::Boolean(is_float(call.argument(0)))))],
    ),
    legacy(
        "is_numeric",
        "True for a number, and for a string with one. Deprecated: `=~ Numeric`.\n\n    is_numeric('1e3')    # true",
        &[check(is_numeric)],
    ),
    legacy(
        "is_string",
        "True for a string that is not a number. Deprecated: `=~ String`.\n\n    is_string('a')    # true",
        &[check(|_, call| Ok(Value::Boolean(is_string(call.argument(0)))))],
    ),
    legacy(
        "is_ip_address",
        "True for an address of IPv4 or IPv6. Deprecated: `=~ Stdlib::IP::Address`.\n\n    is_ip_address('::1')    # true",
        &[check(|_, call| Ok(Value::Boolean(is_ipv4(&to_s(call.argument(0))) || is_ipv6(&to_s(call.argument(0))))))],
    ),
    legacy(
        "is_ipv4_address",
        "True for an address of IPv4. Deprecated: `=~ Stdlib::IP::Address::V4`.\n\n    is_ipv4_address('127.0.0.1')    # true",
        &[check(|_, call| Ok(Value::Boolean(is_ipv4(&to_s(call.argument(0))))))],
    ),
    legacy(
        "is_ipv6_address",
        "True for an address of IPv6. Deprecated: `=~ Stdlib::IP::Address::V6`.\n\n    is_ipv6_address('::1')    # true",
        &[check(|_, call| Ok(Value::Boolean(is_ipv6(&to_s(call.argument(0))))))],
    ),
    legacy(
        "is_domain_name",
        "True for a string that could be a domain name. Deprecated: `=~ Stdlib::Fqdn`.\n\n\
            \u{20}   is_domain_name('example.com')    # true",
        &[check(|_, call| Ok(Value::Boolean(call.argument(0).as_str().is_some_and(is_domain_name))))],
    ),
    legacy(
        "is_email_address",
        "True for a string that could be an address of e-mail. Deprecated: `=~ Stdlib::Email`.\n\n\
            \u{20}   is_email_address('a@example.com')    # true",
        &[check(|interpreter, call| matches_pattern(interpreter, &call, EMAIL))],
    ),
    legacy(
        "is_mac_address",
        "True for a hardware address. Deprecated: `=~ Stdlib::MAC`.\n\n    is_mac_address('00:a0:1f:12:7f:a0')    # true",
        &[check(|interpreter, call| matches_pattern(interpreter, &call, MAC))],
    ),
];

pub(super) const EMAIL: &str = r"\A([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z";
const MAC: &str = r"(?i:^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){5}$|^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){19}$)";

fn matches_pattern(interpreter: &mut Interpreter<'_>, call: &FunctionCall, pattern: &str) -> Evaluated<Value> {
    let Some(text) = call.argument(0).as_str() else {
        return Ok(Value::Boolean(false));
    };
    match compiled(interpreter, call, pattern)? {
        Ok(regex) => match regex.is_match(text) {
            Ok(matched) => Ok(Value::Boolean(matched)),
            Err(_) => Ok(call.unknown(interpreter, "the pattern backtracks without end")),
        },
        Err(unknown) => Ok(unknown),
    }
}

/// Of Unix, or of Windows with a drive or a share.
pub(super) fn is_absolute_path(path: &str) -> bool {
    let slash = |character: Option<char>| matches!(character, Some('/' | '\\'));
    if path.starts_with('/') {
        return true;
    }
    let mut characters = path.chars();
    let (first, second, third) = (characters.next(), characters.next(), characters.next());
    let drive = first.is_some_and(|letter| letter.is_ascii_alphabetic()) && second == Some(':') && slash(third);
    let share = slash(first) && slash(second) && third.is_some_and(|name| !slash(Some(name))) && {
        let rest: Vec<&str> = path.get(2..).unwrap_or("").split(['/', '\\']).collect();
        matches!(rest.as_slice(), [server, name, ..] if !server.is_empty() && !name.is_empty())
    };
    drive || share
}

pub(super) fn is_integer(value: &Value) -> bool {
    match value {
        Value::Integer(_) => true,
        Value::String(text) => text.split('\n').any(|line| {
            let digits = line.strip_prefix('-').unwrap_or(line);
            digits == "0"
                || (!digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()))
        }),
        _ => false,
    }
}

fn is_float(value: &Value) -> bool {
    match value {
        Value::Float(_) => true,
        Value::String(text) => *text == float_text(to_f(text)),
        _ => false,
    }
}

fn is_numeric(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Integer(_) | Value::Float(_) => Ok(Value::Boolean(true)),
        _ => matches_pattern(interpreter, &call, r"^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$"),
    }
}

fn is_string(value: &Value) -> bool {
    match value {
        Value::String(text) => *text != float_text(to_f(text)) && text.as_str() != to_i(text).to_string(),
        _ => false,
    }
}

pub(super) fn is_domain_name(text: &str) -> bool {
    if text == "." {
        return true;
    }
    let domain = text.strip_suffix('.').unwrap_or(text);
    if domain.is_empty() || domain.chars().count() > 255 {
        return false;
    }
    let last = domain.rsplit('.').next().unwrap_or("");
    let letters = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    if domain.contains('.') && !letters {
        return false;
    }
    domain.split('.').all(|label| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

fn type3x(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let value = call.argument(0);
    let name = match value {
        Value::Boolean(_) => "boolean",
        Value::Array(_) => "array",
        Value::Hash(_) => "hash",
        Value::Integer(_) => "integer",
        Value::Float(_) => "float",
        Value::String(text) if text.as_str() == to_i(text).to_string() => "integer",
        Value::String(text) if *text == float_text(to_f(text)) => "float",
        Value::String(_) => "string",
        other => {
            let class = ruby_class(other);
            return call.fail(interpreter, format!("type3x(): Unknown type ({class})"));
        }
    };
    Ok(Value::string(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_judged_as_stdlib_judges_them() {
        assert!(is_absolute_path("/a") && is_absolute_path("C:\\a") && is_absolute_path("\\\\host\\share\\a"));
        assert!(!is_absolute_path("a/b") && !is_absolute_path("C:a"));
        assert!(is_integer(&Value::string("-12")) && !is_integer(&Value::string("012")));
        assert!(is_float(&Value::string("1.5")) && !is_float(&Value::string("1.50")));
        assert!(!is_string(&Value::string("12")) && is_string(&Value::string("a")));
        assert!(is_domain_name("a.example.com.") && !is_domain_name("a-.com") && !is_domain_name("1.2.3.4"));
    }
}
