//! Functions that format values to text: `sprintf` and `strftime`.

use crate::catalog::rich_data::reference_text;
use crate::functions::{BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::implicit_name;
use crate::types::Type;
use crate::value::Value;
use crate::value::timespan_format::TimespanFormat;
use crate::value::timestamp_format::zone_offset_minutes;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "sprintf",
        documentation: "The other arguments written by a format as in Ruby and C: `%s`, `%05d`, `%.2f`, `%x`, `%-10s` and \
            so on. With a hash, `%<name>d` and `%{name}` refer to its keys.\n\n    sprintf('%05.1f', 3.14159)    # '003.1'",
        convention: Convention::Counted,
        dispatches: &[Dispatch {
            parameters: &[required("format", "String"), repeated("arguments", "Any")],
            block: BlockSpec::None,
            returns: Some("String"),
            run: sprintf,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "strftime",
        documentation: "A Timestamp or Timespan written by a format: `%Y-%m-%d %H:%M:%S` and so on for a Timestamp, with a \
            time zone as third argument; `%D %H %M %S %L %N` for a Timespan. A format alone means now, which is not \
            known here, and is deprecated.\n\n    Timestamp('2020-02-03').strftime('%d.%m.%Y')    # '03.02.2020'",
        dispatches: &[
            Dispatch {
                parameters: &[required("time_object", "Timespan"), required("format", "String")],
                block: BlockSpec::None,
                returns: Some("String"),
                run: strftime_timespan,
            },
            Dispatch {
                parameters: &[
                    required("time_object", "Timestamp"),
                    required("format", "String"),
                    optional("timezone", "String"),
                ],
                block: BlockSpec::None,
                returns: Some("String"),
                run: strftime_timestamp,
            },
            Dispatch {
                parameters: &[required("format", "String"), optional("timezone", "String")],
                block: BlockSpec::None,
                returns: Some("String"),
                run: strftime_now,
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

fn sprintf(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Value::String(format) = call.argument(0) else {
        let name = implicit_name(call.argument(0));
        return call.fail(interpreter, format!("no implicit conversion of {name} into String"));
    };
    let values: Vec<Value> = call.arguments.iter().skip(1).map(as_resource_text).collect();
    match crate::ruby_core::sprintf::sprintf(format, &values) {
        Ok(text) => Ok(Value::string(text)),
        Err(message) => call.fail(interpreter, message),
    }
}

/// A reference reaches functions of the 3.x API as a resource, which prints without quotes.
fn as_resource_text(value: &Value) -> Value {
    match value {
        Value::Type(reference @ (Type::Class(Some(_)) | Type::Resource { title: Some(_), .. })) => {
            Value::string(reference_text(reference))
        }
        other => other.clone(),
    }
}

fn strftime_timespan(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Value::Timespan(nanoseconds) = call.argument(0) else {
        return Ok(Value::Undef);
    };
    match TimespanFormat::new(call.text(1)) {
        Ok(format) => Ok(Value::string(format.format(*nanoseconds))),
        Err(message) => call.fail(interpreter, message),
    }
}

fn strftime_timestamp(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Value::Timestamp(nanoseconds) = call.argument(0) else {
        return Ok(Value::Undef);
    };
    let offset = match call.optional_text(2) {
        None | Some("") => None,
        Some(zone) if zone.eq_ignore_ascii_case("current") => {
            return Ok(call.unknown(interpreter, "the server's time zone is not known"));
        }
        Some(zone) => match zone_offset_minutes(zone).and_then(|minutes| i32::try_from(minutes * 60).ok()) {
            Some(offset) => Some(offset),
            None => return call.fail(interpreter, format!("Illegal timezone '{zone}'")),
        },
    };
    match crate::ruby_core::strftime::strftime(*nanoseconds, call.text(1), offset) {
        Some(text) => Ok(Value::string(text)),
        None => Ok(call.unknown(interpreter, "the time is outside the years that a calendar shows here")),
    }
}

fn strftime_now(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    call.warn_deprecated_here(
        interpreter,
            "The argument signature (String format, [String timezone]) is deprecated for #strftime. See #strftime documentation and Timespan type for more info",
    );
    Ok(call.unknown(interpreter, "it depends on the time of the compilation"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_print_as_resources() {
        let reference = Value::Type(Type::Class(Some("a::b".into())));
        assert_eq!(as_resource_text(&reference), Value::string("Class[A::B]"));
        assert_eq!(as_resource_text(&Value::string("x")), Value::string("x"));
    }
}
