//! Functions on numbers, and the greatest and least of values.

use std::cmp::Ordering;

use crate::edition::Rule;
use crate::functions::{
    BlockSpec, BuiltinFunction, Dispatch, FunctionCall, ParameterSpec, UnknownArguments, repeated, required,
};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::numbers::{self, to_f, to_i};
use crate::ruby_core::text::to_s;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "abs",
        documentation: "The absolute value of a number. A string with a decimal number is converted, which is \
            deprecated.\n\n    abs(-3)    # 3",
        dispatches: &[
            Dispatch {
                parameters: &[required("val", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Numeric"),
                run: abs_of_number,
            },
            Dispatch {
                parameters: &[required("val", "String")],
                block: BlockSpec::None,
                returns: Some("Numeric"),
                run: abs_of_string,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "ceiling",
        documentation: "The smallest integer that is not below the number.\n\n    ceiling(1.2)    # 2",
        dispatches: &[
            Dispatch {
                parameters: &[required("val", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Integer"),
                run: ceiling_of_number,
            },
            Dispatch {
                parameters: &[required("val", "String")],
                block: BlockSpec::None,
                returns: Some("Integer"),
                run: ceiling_of_string,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "floor",
        documentation: "The largest integer that is not above the number.\n\n    floor(1.8)    # 1",
        dispatches: &[
            Dispatch {
                parameters: &[required("val", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Integer"),
                run: floor_of_number,
            },
            Dispatch {
                parameters: &[required("val", "String")],
                block: BlockSpec::None,
                returns: Some("Integer"),
                run: floor_of_string,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "round",
        documentation: "The nearest integer; a half is rounded away from zero.\n\n    round(2.5)    # 3",
        dispatches: &[Dispatch {
            parameters: &[required("val", "Numeric")],
            block: BlockSpec::None,
            returns: Some("Integer"),
            run: round,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "max",
        documentation: "The greatest of the arguments, or of the elements of one array. Numbers are compared as \
            numbers, strings as strings; a lambda that gives -1, 0 or 1 decides otherwise.\n\n    max(1, 5, 3)    # 5",
        unknown: UnknownArguments::Spread,
        dispatches: &extremes(greatest_of_arguments, greatest_of_array),
        older_dispatches: Some(&older_extremes(greatest_of_arguments, greatest_of_array)),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "min",
        documentation: "The least of the arguments, or of the elements of one array. Numbers are compared as numbers, \
            strings as strings; a lambda that gives -1, 0 or 1 decides otherwise.\n\n    min([4, 2, 9])    # 2",
        unknown: UnknownArguments::Spread,
        dispatches: &extremes(least_of_arguments, least_of_array),
        older_dispatches: Some(&older_extremes(least_of_arguments, least_of_array)),
        ..BuiltinFunction::COMMON
    },
];

type Run = fn(&mut Interpreter<'_>, FunctionCall) -> Evaluated<Value>;

const NUMBERS: &[ParameterSpec] = &[repeated("values", "Numeric")];
const STRINGS: &[ParameterSpec] = &[repeated("values", "String")];
const SEMVERS: &[ParameterSpec] = &[repeated("values", "SemVer")];
const TIMESPANS: &[ParameterSpec] = &[repeated("values", "Timespan")];
const TIMESTAMPS: &[ParameterSpec] = &[repeated("values", "Timestamp")];
const NUMBER_ARRAY: &[ParameterSpec] = &[required("values", "Array[Numeric]")];
const STRING_ARRAY: &[ParameterSpec] = &[required("values", "Array[String]")];
const SEMVER_ARRAY: &[ParameterSpec] = &[required("values", "Array[SemVer]")];
const TIMESPAN_ARRAY: &[ParameterSpec] = &[required("values", "Array[Timespan]")];
const TIMESTAMP_ARRAY: &[ParameterSpec] = &[required("values", "Array[Timestamp]")];
const ANY_ARRAY: &[ParameterSpec] = &[required("values", "Array")];
const ANYTHING: &[ParameterSpec] = &[repeated("values", "Any")];

/// The signatures of `max` and `min` before Puppet 8.
const fn older_extremes(arguments: Run, array: Run) -> [Dispatch; 7] {
    const OPTIONAL: BlockSpec = BlockSpec::Optional("Callable[2,2]");
    [
        Dispatch { parameters: NUMBERS, block: BlockSpec::None, returns: Some("Numeric"), run: arguments },
        Dispatch { parameters: STRINGS, block: BlockSpec::None, returns: Some("String"), run: arguments },
        Dispatch { parameters: NUMBER_ARRAY, block: OPTIONAL, returns: Some("Numeric"), run: array },
        Dispatch { parameters: STRING_ARRAY, block: OPTIONAL, returns: Some("String"), run: array },
        Dispatch { parameters: ANY_ARRAY, block: OPTIONAL, returns: None, run: array },
        Dispatch { parameters: ANYTHING, block: BlockSpec::Required("Callable[2,2]"), returns: None, run: arguments },
        Dispatch { parameters: ANYTHING, block: BlockSpec::None, returns: None, run: arguments },
    ]
}

/// `max` and `min` have the same signatures.
const fn extremes(arguments: Run, array: Run) -> [Dispatch; 13] {
    const OPTIONAL: BlockSpec = BlockSpec::Optional("Callable[2,2]");
    [
        Dispatch { parameters: NUMBERS, block: BlockSpec::None, returns: Some("Numeric"), run: arguments },
        Dispatch { parameters: STRINGS, block: BlockSpec::None, returns: Some("String"), run: arguments },
        Dispatch { parameters: SEMVERS, block: BlockSpec::None, returns: Some("SemVer"), run: arguments },
        Dispatch { parameters: TIMESPANS, block: BlockSpec::None, returns: Some("Timespan"), run: arguments },
        Dispatch { parameters: TIMESTAMPS, block: BlockSpec::None, returns: Some("Timestamp"), run: arguments },
        Dispatch { parameters: NUMBER_ARRAY, block: OPTIONAL, returns: Some("Numeric"), run: array },
        Dispatch { parameters: STRING_ARRAY, block: OPTIONAL, returns: Some("String"), run: array },
        Dispatch { parameters: SEMVER_ARRAY, block: OPTIONAL, returns: Some("SemVer"), run: array },
        Dispatch { parameters: TIMESPAN_ARRAY, block: OPTIONAL, returns: Some("Timespan"), run: array },
        Dispatch { parameters: TIMESTAMP_ARRAY, block: OPTIONAL, returns: Some("Timestamp"), run: array },
        Dispatch { parameters: ANY_ARRAY, block: OPTIONAL, returns: None, run: array },
        Dispatch { parameters: ANYTHING, block: BlockSpec::Required("Callable[2,2]"), returns: None, run: arguments },
        Dispatch { parameters: ANYTHING, block: BlockSpec::None, returns: None, run: arguments },
    ]
}

fn abs_of_number(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    Ok(match call.argument(0) {
        Value::Integer(number) => Value::Integer(number.saturating_abs()),
        Value::Float(number) => Value::Float(number.abs()),
        other => other.clone(),
    })
}

fn abs_of_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    call.warn_deprecated(
        interpreter,
        "The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before calling",
    );
    // Ruby's `^` and `$` accept a number on any line of the text, and `to_f`, `to_i` then read the first line.
    let text = call.text(0);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |line: &str| line.strip_prefix('-').unwrap_or(line).to_string();
    let float_line =
        |line: &str| unsigned(line).split_once('.').is_some_and(|(whole, part)| is_digits(whole) && is_digits(part));
    if text.split('\n').any(float_line) {
        return Ok(Value::Float(to_f(text).abs()));
    }
    if text.split('\n').any(|line| is_digits(&unsigned(line))) {
        return Ok(Value::Integer(to_i(text).saturating_abs()));
    }
    call.fail(interpreter, "abs(): Requires float or integer to work with - was given non decimal string")
}

fn whole(number: f64, interpreter: &mut Interpreter<'_>, call: &FunctionCall) -> Evaluated<Value> {
    if number.is_finite() {
        return Ok(Value::Integer(number as i128));
    }
    let text = crate::ruby_core::text::float_text(number);
    call.fail(interpreter, text)
}

fn ceiling_of_number(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Float(number) => whole(number.ceil(), interpreter, &call),
        other => Ok(other.clone()),
    }
}

fn floor_of_number(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Float(number) => whole(number.floor(), interpreter, &call),
        other => Ok(other.clone()),
    }
}

fn ceiling_of_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let number = number_of_string(interpreter, &call)?;
    whole(number.ceil(), interpreter, &call)
}

fn floor_of_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let number = number_of_string(interpreter, &call)?;
    whole(number.floor(), interpreter, &call)
}

fn number_of_string(interpreter: &mut Interpreter<'_>, call: &FunctionCall) -> Evaluated<f64> {
    let name = call.name;
    call.warn_deprecated(
        interpreter,
        &format!(
            "The {name}() function's auto conversion of String to Float is deprecated - change to convert input before calling"
        ),
    );
    match numbers::float(call.text(0)) {
        Some(number) => Ok(number),
        None => call.fail(interpreter, format!("{name}(): cannot convert given value to a floating point value.")),
    }
}

fn round(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let number = match call.argument(0) {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => 0.0,
    };
    // Adding a half and truncating is what Puppet does, so 0.49999999999999994 gives 1.
    let shifted = if number > 0.0 { number + 0.5 } else { number - 0.5 };
    whole(shifted.trunc(), interpreter, &call)
}

fn greatest_of_arguments(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let values = call.arguments.clone();
    extreme(interpreter, &call, values, Ordering::Greater)
}

fn greatest_of_array(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let values = call.elements(0).to_vec();
    extreme(interpreter, &call, values, Ordering::Greater)
}

fn least_of_arguments(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let values = call.arguments.clone();
    extreme(interpreter, &call, values, Ordering::Less)
}

fn least_of_array(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let values = call.elements(0).to_vec();
    extreme(interpreter, &call, values, Ordering::Less)
}

/// The first value that no other one beats.
fn extreme(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    values: Vec<Value>,
    wanted: Ordering,
) -> Evaluated<Value> {
    let by_kind = !interpreter.rules.holds(Rule::OlderFunctionSignatures);
    let ordered = values.iter().all(|value| matches!(value, Value::Integer(_) | Value::Float(_)))
        || (by_kind
            && (values.iter().all(|value| matches!(value, Value::SemVer(_)))
                || values.iter().all(|value| matches!(value, Value::Timespan(_)))
                || values.iter().all(|value| matches!(value, Value::Timestamp(_)))));
    let all_strings = values.iter().all(|value| matches!(value, Value::String(_)));
    let mut values = values.into_iter();
    let Some(mut best) = values.next() else {
        if call.block.is_some() {
            return Ok(Value::Undef);
        }
        return call.fail(interpreter, format!("{}(): Wrong number of arguments need at least one", call.name));
    };
    for value in values {
        let order = match call.block() {
            Some(block) => {
                let verdict = interpreter.call_block(block, vec![value.clone(), best.clone()], call.place)?;
                match super::collections::verdict_of_block(interpreter, call, &verdict)? {
                    Ok(order) => order,
                    Err(unknown) => return Ok(unknown),
                }
            }
            None if ordered => super::collections::ruby_compare(&value, &best).unwrap_or(Ordering::Equal),
            None => compare_texts(interpreter, call, &value, &best, all_strings),
        };
        if order == wanted {
            best = value;
        }
    }
    Ok(best)
}

fn compare_texts(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    left: &Value,
    right: &Value,
    strings: bool,
) -> Ordering {
    let name = call.name;
    let (left, right) = (to_s(left), to_s(right));
    if looks_numeric(&left) && looks_numeric(&right) {
        call.warn_deprecated(
            interpreter,
            &format!(
                "The {name}() function's auto conversion of String to Numeric is deprecated - change to convert input before calling, or use lambda"
            ),
        );
        return to_f(&left).partial_cmp(&to_f(&right)).unwrap_or(Ordering::Equal);
    }
    if !strings {
        call.warn_deprecated(
            interpreter,
            &format!(
                "The {name}() function's auto conversion of Any to String is deprecated - change to convert input before calling, or use lambda"
            ),
        );
    }
    left.cmp(&right)
}

/// Digits, perhaps with a minus, and one more group of digits after `.`, `_` or an exponent letter.
fn looks_numeric(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    match text.split_once(['.', '_', 'e', 'E']) {
        Some((first, second)) => digits(first) && digits(second),
        None => digits(text),
    }
}
