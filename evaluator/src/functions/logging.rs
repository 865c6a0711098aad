//! Functions that write to the log, one for each level.

use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, ParameterSpec, UnknownArguments, repeated};
use crate::interpreter::{Evaluated, Interpreter};
use crate::outcome::LogLevel;
use crate::value::Value;

const fn level(name: &'static str, documentation: &'static str, dispatches: &'static [Dispatch]) -> BuiltinFunction {
    BuiltinFunction {
        name,
        documentation,
        statement: true,
        unknown: UnknownArguments::Accept,
        dispatches,
        ..BuiltinFunction::COMMON
    }
}

const VALUES: &[ParameterSpec] = &[repeated("values", "Any")];

const fn writing(run: fn(&mut Interpreter<'_>, FunctionCall) -> Evaluated<Value>) -> Dispatch {
    Dispatch { parameters: VALUES, block: BlockSpec::None, returns: Some("Undef"), run }
}

pub static FUNCTIONS: &[BuiltinFunction] = &[
    level(
        "debug",
        "Logs the arguments, with blanks between them, at level debug.\n\n    debug('looked at', $x)",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Debug))],
    ),
    level(
        "info",
        "Logs the arguments, with blanks between them, at level info.\n\n    info(\"port ${port}\")",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Info))],
    ),
    level(
        "notice",
        "Logs the arguments, with blanks between them, at level notice, which is shown by default.\n\n\
            \u{20}   notice('x is', $x)",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Notice))],
    ),
    level(
        "warning",
        "Logs the arguments, with blanks between them, at level warning.\n\n    warning('deprecated')",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Warning))],
    ),
    level(
        "err",
        "Logs the arguments, with blanks between them, at level err. The compilation goes on; `fail` ends it.\n\n\
            \u{20}   err('no such port')",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Err))],
    ),
    level(
        "alert",
        "Logs the arguments, with blanks between them, at level alert.\n\n    alert('look here')",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Alert))],
    ),
    level(
        "crit",
        "Logs the arguments, with blanks between them, at level crit.\n\n    crit('cannot go on')",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Crit))],
    ),
    level(
        "emerg",
        "Logs the arguments, with blanks between them, at level emerg.\n\n    emerg('the house burns')",
        &[writing(|interpreter, call| log(interpreter, call, LogLevel::Emerg))],
    ),
];

fn log(interpreter: &mut Interpreter<'_>, call: FunctionCall, level: LogLevel) -> Evaluated<Value> {
    let words: Vec<String> = call.arguments.iter().map(shown).collect();
    interpreter.log(level, words.join(" "), call.scope, Some(call.place));
    Ok(Value::Undef)
}

/// As interpolation writes it; what is unknown says why.
fn shown(value: &Value) -> String {
    match value.first_unknown() {
        Some(reason) => format!("(unknown: {})", reason.reason),
        None => crate::ruby_core::text::interpolated(value),
    }
}
