//! Functions that convert to and from Booleans.

use crate::functions::stdlib::{legacy, plain};
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::numbers::{self, to_i};
use crate::ruby_core::text::to_s;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "any2bool",
        "A Boolean of anything: numbers above 0 and strings like `'yes'` and `'true'` are true, undef and `'no'` are false, \
            collections are true.\n\n    any2bool('yes')    # true",
        &[plain(&[required("value", "Any")], "Boolean", any2bool)],
    ),
    legacy(
        "bool2num",
        "1 for true and strings like `'yes'`, 0 for false and strings like `'no'`.\n\n    bool2num(true)    # 1",
        &[plain(&[required("value", "Variant[Boolean, String]")], "Integer[0, 1]", |interpreter, call| {
            let truth = truth_of_text(interpreter, &call, call.argument(0))?;
            Ok(Value::Integer(i128::from(truth)))
        })],
    ),
    legacy(
        "bool2str",
        "`'true'` or `'false'`, or one of two other strings.\n\n    bool2str(true, 'yes', 'no')    # 'yes'",
        &[plain(
            &[required("value", "Boolean"), optional("when_true", "String"), optional("when_false", "String")],
            "String",
            bool2str,
        )],
    ),
    legacy(
        "num2bool",
        "True for a number above 0, given as a number or a string.\n\n    num2bool('1')    # true",
        &[plain(&[required("number", "Variant[Numeric, String]")], "Boolean", num2bool)],
    ),
    legacy(
        "str2bool",
        "True for `1`, `t`, `y`, `true`, `yes`; false for `0`, `f`, `n`, `false`, `no`, `undef` and an empty string, in any \
            case of letters. Other strings are an error.\n\n    str2bool('yes')    # true",
        &[plain(&[required("value", "Variant[Boolean, String]")], "Boolean", |interpreter, call| {
            Ok(Value::Boolean(truth_of_text(interpreter, &call, call.argument(0))?))
        })],
    ),
];

/// What `str2bool` makes of a value.
pub(super) fn truth_of_text(interpreter: &Interpreter<'_>, call: &FunctionCall, value: &Value) -> Evaluated<bool> {
    let text = match value {
        Value::Boolean(truth) => return Ok(*truth),
        Value::String(text) => text,
        _ => return call.fail(interpreter, "str2bool(): Requires string to work with"),
    };
    // Ruby's `^` and `$` look at every line.
    let has_line = |words: &[&str]| text.split('\n').any(|line| words.contains(&line.to_ascii_lowercase().as_str()));
    if text.is_empty() || text.starts_with('\n') || text.contains("\n\n") {
        return Ok(false);
    }
    if has_line(&["1", "t", "y", "true", "yes"]) {
        return Ok(true);
    }
    if has_line(&["0", "f", "n", "false", "no"]) || text == "undef" || text == "undefined" {
        return Ok(false);
    }
    call.fail(interpreter, "str2bool(): Unknown type of boolean given")
}

fn any2bool(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let truth = match call.argument(0) {
        Value::Boolean(truth) => *truth,
        Value::Undef => false,
        Value::Integer(number) => *number > 0,
        Value::Float(number) => *number >= 1.0,
        Value::String(text) => match numbers::float(text) {
            Some(number) => number >= 1.0,
            None => truth_of_text(interpreter, &call, call.argument(0))?,
        },
        _ => true,
    };
    Ok(Value::Boolean(truth))
}

fn bool2str(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let given = call.arguments.len();
    if given != 1 && given != 3 {
        return call.fail(interpreter, format!("bool2str(): Wrong number of arguments given ({given} for 3)"));
    }
    let Value::Boolean(truth) = call.argument(0) else {
        return call.fail(interpreter, "bool2str(): Requires a boolean to work with");
    };
    if given == 1 {
        return Ok(Value::string(if *truth { "true" } else { "false" }));
    }
    if call.optional_text(1).is_none() || call.optional_text(2).is_none() {
        return call.fail(interpreter, "bool2str(): Requires strings to convert to");
    }
    Ok(Value::string(if *truth { call.text(1) } else { call.text(2) }))
}

fn num2bool(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let positive = match call.argument(0) {
        Value::Integer(number) => *number > 0,
        Value::Float(number) => *number >= 1.0,
        Value::String(text) => match numbers::float(text) {
            Some(number) => number >= 1.0,
            None => {
                let shown = crate::ruby_core::text::inspect(call.argument(0));
                let words =
                    format!("num2bool(): '{text}' does not look like a number: invalid value for Float(): {shown}");
                return call.fail(interpreter, words);
            }
        },
        other => to_i(&to_s(other)) > 0,
    };
    Ok(Value::Boolean(positive))
}
