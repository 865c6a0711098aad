//! Functions that make values of types: `new` and `convert_to`.

use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::types::new_instance_with;
use crate::value::Value;

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
        ..BuiltinFunction::COMMON
    },
];

fn new_instance(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Value::Type(wanted) = call.argument(0) else {
        return Ok(Value::Undef);
    };
    let arguments = call.arguments.get(1..).unwrap_or(&[]);
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
