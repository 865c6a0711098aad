//! The `validate_*` functions of older releases: nothing for what is right, an error for what is not.

use crate::functions::collections::flattened;
use crate::functions::regexps::compiled;
use crate::functions::stdlib::addresses::{is_ipv4, is_ipv6};
use crate::functions::stdlib::checks::{EMAIL, is_absolute_path, is_domain_name};
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, ParameterSpec, optional, repeated, required, required_repeated};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::numbers;
use crate::ruby_core::numbers::small_integer;
use crate::ruby_core::text::{inspect, ruby_class, to_s};
use crate::types::{infer, is_instance};
use crate::value::Value;

const VALUES: &[ParameterSpec] = &[required_repeated("values", "Any")];
const BOUNDED: &[ParameterSpec] = &[required("value", "Any"), optional("max", "Any"), optional("min", "Any")];

const DOMAIN: BuiltinFunction = legacy(
    "validate_domain_name",
    "An error unless every argument could be a domain name.\n\n    validate_domain_name('example.com')",
    &[plain(VALUES, "Undef", |interpreter, call| {
        each(interpreter, &call, is_domain_name, |shown| format!("{shown} is not a syntactically correct domain name"))
    })],
);
const EMAIL_ADDRESS: BuiltinFunction = legacy(
    "validate_email_address",
    "An error unless every argument could be an address of e-mail.\n\n    validate_email_address('a@example.com')",
    &[plain(VALUES, "Undef", validate_email_address)],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "validate_absolute_path",
        "An error unless every argument, or element of an array among them, is an absolute path. Deprecated: use the type \
            `Stdlib::Absolutepath`.\n\n    validate_absolute_path('/etc')",
        &[plain(VALUES, "Undef", validate_absolute_path)],
    ),
    legacy(
        "validate_array",
        "An error unless every argument is an array. Deprecated: use the type `Array`.\n\n    validate_array([1])",
        &[plain(VALUES, "Undef", |interpreter, call| {
            of_kind(interpreter, &call, "an Array", |value| matches!(value, Value::Array(_)))
        })],
    ),
    legacy(
        "validate_bool",
        "An error unless every argument is true or false. Deprecated: use the type `Boolean`.\n\n    validate_bool(true)",
        &[plain(VALUES, "Undef", |interpreter, call| {
            of_kind(interpreter, &call, "a boolean", |value| matches!(value, Value::Boolean(_)))
        })],
    ),
    legacy(
        "validate_hash",
        "An error unless every argument is a hash. Deprecated: use the type `Hash`.\n\n    validate_hash({})",
        &[plain(VALUES, "Undef", |interpreter, call| {
            of_kind(interpreter, &call, "a Hash", |value| matches!(value, Value::Hash(_)))
        })],
    ),
    legacy(
        "validate_string",
        "An error unless every argument is a string or undef. Deprecated: use the type `String`.\n\n    validate_string('a')",
        &[plain(VALUES, "Undef", |interpreter, call| {
            of_kind(interpreter, &call, "a string", |value| matches!(value, Value::String(_) | Value::Undef))
        })],
    ),
    legacy(
        "validate_integer",
        "An error unless a value, or every element of an array, is an integer that is not above the second argument and not \
            below the third. Deprecated: use the type `Integer`.\n\n    validate_integer($port, 65535, 1)",
        &[plain(BOUNDED, "Undef", |interpreter, call| bounded(interpreter, &call, &INTEGERS))],
    ),
    legacy(
        "validate_numeric",
        "An error unless a value, or every element of an array, is a number that is not above the second argument and not \
            below the third. Deprecated: use the type `Numeric`.\n\n    validate_numeric($load, 10.0)",
        &[plain(BOUNDED, "Undef", |interpreter, call| bounded(interpreter, &call, &NUMBERS))],
    ),
    legacy(
        "validate_re",
        "An error unless a string matches a regular expression, or one of several. The third argument is the message. \
            Deprecated: use the type `Pattern`.\n\n    validate_re($ensure, ['^present$', '^absent$'])",
        &[plain(
            &[
                required("text", "String"),
                required("patterns", "Variant[String, Array[String]]"),
                optional("message", "String"),
            ],
            "Undef",
            validate_re,
        )],
    ),
    legacy(
        "validate_slength",
        "An error unless a string, or every string of an array, is not longer than the second argument and not shorter than \
            the third. Deprecated: use the type `String[min, max]`.\n\n    validate_slength('abc', 5)",
        &[plain(&[required("text", "Any"), required("max", "Any"), optional("min", "Any")], "Undef", validate_slength)],
    ),
    legacy(
        "validate_ip_address",
        "An error unless every argument is an address of IPv4 or IPv6. Deprecated: use the type `Stdlib::IP::Address`.\n\n\
            \u{20}   validate_ip_address('::1')",
        &[plain(VALUES, "Undef", |interpreter, call| {
            each(
                interpreter,
                &call,
                |text| is_ipv4(text) || is_ipv6(text),
                |shown| format!("{shown} is not a valid IP address."),
            )
        })],
    ),
    legacy(
        "validate_ipv4_address",
        "An error unless every argument is an address of IPv4. Deprecated: use the type `Stdlib::IP::Address::V4`.\n\n\
            \u{20}   validate_ipv4_address('127.0.0.1')",
        &[plain(VALUES, "Undef", |interpreter, call| {
            each(interpreter, &call, is_ipv4, |shown| format!("{shown} is not a valid IPv4 address."))
        })],
    ),
    legacy(
        "validate_ipv6_address",
        "An error unless every argument is an address of IPv6. Deprecated: use the type `Stdlib::IP::Address::V6`.\n\n\
            \u{20}   validate_ipv6_address('::1')",
        &[plain(VALUES, "Undef", |interpreter, call| {
            each(interpreter, &call, is_ipv6, |shown| format!("{shown} is not a valid IPv6 address."))
        })],
    ),
    DOMAIN,
    BuiltinFunction { name: "stdlib::validate_domain_name", ..DOMAIN },
    EMAIL_ADDRESS,
    BuiltinFunction { name: "stdlib::validate_email_address", ..EMAIL_ADDRESS },
    legacy(
        "validate_augeas",
        "An error unless a text can be read with a lens of Augeas, which is not at hand here.\n\n\
            \u{20}   validate_augeas($content, 'Sudoers.lns')",
        &[plain(VALUES, "Undef", |interpreter, call| Ok(call.unknown(interpreter, "Augeas is not at hand")))],
    ),
    legacy(
        "validate_cmd",
        "An error unless a command on the server accepts a text. Nothing is run here.\n\n\
            \u{20}   validate_cmd($content, '/usr/sbin/visudo -c -f')",
        &[plain(VALUES, "Undef", |interpreter, call| {
            Ok(call.unknown(interpreter, "a command on the server is not run"))
        })],
    ),
    legacy(
        "validate_x509_rsa_key_pair",
        "An error unless a key belongs to a certificate, which is not checked here.\n\n\
            \u{20}   validate_x509_rsa_key_pair($cert, $key)",
        &[plain(VALUES, "Undef", |interpreter, call| Ok(call.unknown(interpreter, "certificates are not read")))],
    ),
    typed(
        "validate_legacy",
        "An error unless a value is of a type; the name of the function that did it in older releases is ignored.\n\n\
            \u{20}   validate_legacy(String, 'validate_string', $x)",
        &[
            plain(
                &[
                    required("target_type", "Type"),
                    required("function_name", "String"),
                    required("value", "Any"),
                    repeated("args", "Any"),
                ],
                "Any",
                validate_legacy,
            ),
            plain(
                &[
                    required("type_string", "String"),
                    required("function_name", "String"),
                    required("value", "Any"),
                    repeated("args", "Any"),
                ],
                "Any",
                validate_legacy,
            ),
        ],
    ),
];

fn of_kind(
    interpreter: &Interpreter<'_>,
    call: &FunctionCall,
    kind: &str,
    accepts: fn(&Value) -> bool,
) -> Evaluated<Value> {
    match call.arguments.iter().find(|value| !accepts(value)) {
        Some(value) => {
            let words = format!("{} is not {kind}.  It looks to be a {}", inspect(value), ruby_class(value));
            call.fail(interpreter, words)
        }
        None => Ok(Value::Undef),
    }
}

fn each(
    interpreter: &Interpreter<'_>,
    call: &FunctionCall,
    accepts: fn(&str) -> bool,
    complaint: fn(String) -> String,
) -> Evaluated<Value> {
    for value in &call.arguments {
        match value {
            Value::String(text) if accepts(text) => {}
            Value::String(_) => return call.fail(interpreter, complaint(inspect(value))),
            other => return call.fail(interpreter, format!("{} is not a string.", inspect(other))),
        }
    }
    Ok(Value::Undef)
}

fn validate_absolute_path(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    for argument in &call.arguments {
        let candidates = match argument {
            Value::Array(paths) => paths.to_vec(),
            other => vec![other.clone()],
        };
        for path in &candidates {
            if !path.as_str().is_some_and(is_absolute_path) {
                return call.fail(interpreter, format!("{} is not an absolute path.", inspect(path)));
            }
        }
    }
    Ok(Value::Undef)
}

fn validate_email_address(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let regex = match compiled(interpreter, &call, EMAIL)? {
        Ok(regex) => regex,
        Err(unknown) => return Ok(unknown),
    };
    for value in &call.arguments {
        match value {
            Value::String(text) if regex.is_match(text).unwrap_or(false) => {}
            Value::String(_) => {
                return call.fail(interpreter, format!("{} is not a valid email address", inspect(value)));
            }
            other => return call.fail(interpreter, format!("{} is not a string.", inspect(other))),
        }
    }
    Ok(Value::Undef)
}

/// How a bounded number is read, and what it is called.
struct NumberKind {
    read: fn(&Value) -> Option<f64>,
    bound: &'static str,
    element: &'static str,
}

static INTEGERS: NumberKind = NumberKind {
    read: |value| match value {
        Value::Hash(_) | Value::Float(_) => None,
        other => small_integer(&to_s(other)).map(|number| number as f64),
    },
    bound: "an Integer",
    element: "an Integer",
};
static NUMBERS: NumberKind = NumberKind {
    read: |value| match value {
        Value::Hash(_) => None,
        other => numbers::float(&to_s(other)),
    },
    bound: "a Numeric",
    element: "a Numeric",
};

fn bounded(interpreter: &Interpreter<'_>, call: &FunctionCall, kind: &NumberKind) -> Evaluated<Value> {
    let name = call.name;
    let given = call.arguments.len();
    if given > 3 {
        let words = format!("{name}(): Wrong number of arguments; must be 1, 2 or 3, got {given}");
        return call.fail(interpreter, words);
    }
    let bound = |index: usize, which: &str| match call.arguments.get(index) {
        None => Ok(None),
        Some(value) if index == 1 && given > 2 && to_s(value).is_empty() => Ok(None),
        Some(value) => match (kind.read)(value) {
            Some(number) => Ok(Some(number)),
            None => Err(format!(
                "{name}(): Expected {which} argument to be unset or {}, got {}:{}",
                kind.bound,
                to_s(value),
                ruby_class(value)
            )),
        },
    };
    let (max, min) = match (bound(1, "second"), bound(2, "third")) {
        (Ok(max), Ok(min)) => (max, min),
        (Err(words), _) | (_, Err(words)) => return call.fail(interpreter, words),
    };
    if let (Some(max), Some(min)) = (max, min)
        && min > max
    {
        let words = format!("{name}(): Expected second argument to be larger than third argument, got {max} < {min}");
        return call.fail(interpreter, words);
    }
    let input = call.argument(0);
    let elements = match input {
        Value::Array(elements) => elements.to_vec(),
        other => vec![other.clone()],
    };
    for (position, element) in elements.iter().enumerate() {
        let Some(number) = (kind.read)(element) else {
            let words = match input {
                Value::Array(_) => format!(
                    "{name}(): Expected element at array position {position} to be {}, got {}",
                    kind.element,
                    ruby_class(element)
                ),
                other => format!(
                    "{name}(): Expected first argument to be {} or Array, got {}",
                    kind.element,
                    ruby_class(other)
                ),
            };
            return call.fail(interpreter, words);
        };
        let shown = inspect(input);
        if max.is_some_and(|max| number > max) {
            let words = format!(
                "{name}(): Expected {shown} to be smaller or equal to {}, got {shown}.",
                to_s(call.argument(1))
            );
            return call.fail(interpreter, words);
        }
        if min.is_some_and(|min| number < min) {
            let words = format!(
                "{name}(): Expected {shown} to be greater or equal to {}, got {shown}.",
                to_s(call.argument(2))
            );
            return call.fail(interpreter, words);
        }
    }
    Ok(Value::Undef)
}

fn validate_re(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let given = call.arguments.len();
    if given > 3 {
        let words = format!("validate_re(): wrong number of arguments ({given}; must be 2 or 3)");
        return call.fail(interpreter, words);
    }
    let Value::String(text) = call.argument(0) else {
        let class = ruby_class(call.argument(0));
        return call.fail(interpreter, format!("validate_re(): input needs to be a String, not a {class}"));
    };
    for pattern in flattened(std::slice::from_ref(call.argument(1))) {
        match compiled(interpreter, &call, &to_s(&pattern))? {
            Ok(regex) if regex.is_match(text).unwrap_or(false) => return Ok(Value::Undef),
            Ok(_) => {}
            Err(unknown) => return Ok(unknown),
        }
    }
    let words = match call.arguments.get(2) {
        Some(message) => to_s(message),
        None => {
            format!("validate_re(): {} does not match {}", inspect(call.argument(0)), inspect(call.argument(1)))
        }
    };
    call.fail(interpreter, words)
}

fn validate_slength(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let bound = |index: usize, least: i128, which: &str| {
        let value = call.argument(index);
        let number = match value {
            Value::Integer(number) => Some(*number),
            Value::String(text) => small_integer(text),
            _ => None,
        };
        number.filter(|number| *number >= least).ok_or_else(|| {
            format!(
                "validate_slength(): Expected {which} a positive Numeric, got {}:{}",
                to_s(value),
                ruby_class(value)
            )
        })
    };
    let max = bound(1, 1, "second argument to be");
    let min = if call.arguments.len() > 2 { bound(2, 0, "third argument to be unset or") } else { Ok(0) };
    let (max, min) = match (max, min) {
        (Ok(max), Ok(min)) => (max, min),
        (Err(words), _) | (_, Err(words)) => return call.fail(interpreter, words),
    };
    if max < min {
        let words = "validate_slength(): Expected second argument to be equal to or larger than third argument";
        return call.fail(interpreter, words);
    }
    let input = call.argument(0);
    let (texts, length) = match input {
        Value::String(text) => (vec![input.clone()], text.chars().count()),
        Value::Array(elements) => (elements.to_vec(), elements.len()),
        other => {
            let class = ruby_class(other);
            let words = format!("validate_slength(): Expected first argument to be a String or Array, got {class}");
            return call.fail(interpreter, words);
        }
    };
    for (position, element) in texts.iter().enumerate() {
        let Value::String(text) = element else {
            let class = ruby_class(element);
            let words = format!(
                "validate_slength(): Expected element at array position {position} to be a String, got {class}"
            );
            return call.fail(interpreter, words);
        };
        if !(min..=max).contains(&(text.chars().count() as i128)) {
            let words = format!(
                "validate_slength(): Expected length of {} to be between {min} and {max}, was {length}",
                inspect(input)
            );
            return call.fail(interpreter, words);
        }
    }
    Ok(Value::Undef)
}

fn validate_legacy(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let wanted = match call.argument(0) {
        Value::Type(wanted) => wanted.clone(),
        other => {
            let text = to_s(other);
            match crate::functions::type_functions::type_of_text(interpreter, &text)? {
                Ok(wanted) => wanted,
                Err(error) => return interpreter.fail(error, call.place),
            }
        }
    };
    let value = call.argument(2);
    if is_instance(&wanted, value) {
        return Ok(Value::Undef);
    }
    let subject = format!("validate_legacy({}, ...)", call.text(1));
    let words = crate::types::mismatch::describe_type_mismatch(&subject, &wanted, &infer(value));
    call.fail(interpreter, words)
}
