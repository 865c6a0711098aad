//! Functions that make values of types: `new` and `convert_to`.

use std::sync::Arc;

use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, UnknownArguments, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::types::{Type, new_instance_with};
use crate::value::{Value, to_display_string};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "new",
        documentation: "A new value of a type, made from the other arguments: `Integer.new('0x1F')`, `String.new(255, '%x')`, \
            `Timestamp.new('2020-01-01')`. A type called like a function is the same. A lambda gets the result.\n\n\
            \u{20}   new(Integer, '42')    # 42",
        dispatches: &[Dispatch {
            parameters: &[required("type", "Type"), repeated("args", "Any")],
            block: BlockSpec::Optional("Callable"),
            returns: None,
            run: new_instance,
        }],
        unknown: UnknownArguments::Accept,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "convert_to",
        documentation: "The value converted to a type, as `new` does it: good at the end of a chain of calls. A lambda gets \
            the result.\n\n    '42'.convert_to(Integer)    # 42",
        dispatches: &[Dispatch {
            parameters: &[required("value", "Any"), required("type", "Type"), repeated("args", "Any")],
            block: BlockSpec::Optional("Callable[1,1]"),
            returns: None,
            run: convert_to,
        }],
        unknown: UnknownArguments::Accept,
        ..BuiltinFunction::COMMON
    },
];

fn new_instance(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let unknown = call.arguments.iter().find_map(Value::first_unknown).cloned();
    let Value::Type(wanted) = call.argument(0) else {
        return Ok(unknown.map_or(Value::Undef, Value::Unknown));
    };
    let arguments = call.arguments.get(1..).unwrap_or(&[]);
    if let Some(unknown) = unknown {
        // A secret is one, known or not.
        return Ok(match (wanted.resolved(), arguments) {
            (Type::Sensitive(_), [secret @ Value::Sensitive(_)]) => secret.clone(),
            (Type::Sensitive(_), [secret]) => Value::Sensitive(Arc::new(secret.clone())),
            _ => Value::Unknown(unknown),
        });
    }
    if let [number @ Value::BigInteger(_), ..] = arguments {
        return match (wanted, arguments.len()) {
            (Type::String(None), 1) => Ok(Value::string(to_display_string(number))),
            (Type::Integer { min: None, max: None } | Type::Numeric, 1) => Ok(number.clone()),
            _ => Ok(interpreter.unknown("new() of an integer beyond 128 bits", Some(call.place))),
        };
    }
    let mut failed = None;
    let made = new_instance_with(wanted, arguments, &mut |name| {
        interpreter.type_named(name).unwrap_or_else(|interrupt| {
            failed = Some(interrupt);
            None
        })
    });
    if let Some(interrupt) = failed {
        return Err(interrupt);
    }
    let value = match made {
        Ok(value) => value,
        Err(error) => return interpreter.fail(error, call.place),
    };
    match call.block() {
        Some(block) => interpreter.call_block(&block.clone(), vec![value], call.place),
        None => Ok(value),
    }
}

fn convert_to(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut arguments = vec![call.argument(1).clone(), call.argument(0).clone()];
    arguments.extend(call.arguments.get(2..).unwrap_or(&[]).iter().cloned());
    let value = interpreter.call_function("new", arguments, None, call.scope, call.place)?;
    match call.block() {
        Some(block) => interpreter.call_block(&block.clone(), vec![value], call.place),
        None => Ok(value),
    }
}
