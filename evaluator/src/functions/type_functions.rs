//! Functions about types: `type` and `assert_type`.

use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::types::{Type, TypeTextError, infer, infer_generalized, infer_reduced, is_instance, parse_with};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "type",
        documentation: "The type of a value: in full detail, or with `'reduced'` as one type for all elements, or with \
            `'generalized'` without any values in it.\n\n    type([1, 2])    # Tuple[Integer[1, 1], Integer[2, 2]]",
        dispatches: &[
            Dispatch {
                parameters: &[required("value", "Any"), optional("inference_method", "Enum[detailed]")],
                block: BlockSpec::None,
                returns: Some("Type"),
                run: |_, call| Ok(Value::Type(infer(call.argument(0)))),
            },
            Dispatch {
                parameters: &[required("value", "Any"), required("inference_method", "Enum[reduced]")],
                block: BlockSpec::None,
                returns: Some("Type"),
                run: |_, call| Ok(Value::Type(infer_reduced(call.argument(0)))),
            },
            Dispatch {
                parameters: &[required("value", "Any"), required("inference_method", "Enum[generalized]")],
                block: BlockSpec::None,
                returns: Some("Type"),
                run: |_, call| Ok(Value::Type(infer_generalized(call.argument(0)))),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "assert_type",
        documentation: "The value, when it is of the type; otherwise an error, or what a lambda gives for the expected and \
            the actual type.\n\n    assert_type(Integer, $port) |$expected, $actual| { 80 }",
        dispatches: &[
            Dispatch {
                parameters: &[required("type", "Type"), required("value", "Any")],
                block: BlockSpec::Optional("Callable[Type, Type]"),
                returns: None,
                run: assert_type,
            },
            Dispatch {
                parameters: &[required("type_string", "String"), required("value", "Any")],
                block: BlockSpec::Optional("Callable[Type, Type]"),
                returns: None,
                run: assert_type_by_text,
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

fn assert_type(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Type(expected) => assert_instance(interpreter, &call, expected),
        _ => Ok(Value::Undef),
    }
}

fn assert_type_by_text(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let parsed = type_of_text(interpreter, call.text(0))?;
    match parsed {
        Ok(expected) => assert_instance(interpreter, &call, &expected),
        Err(error) => interpreter.fail(error, call.place),
    }
}

fn assert_instance(interpreter: &mut Interpreter<'_>, call: &FunctionCall, expected: &Type) -> Evaluated<Value> {
    let value = call.argument(1);
    if is_instance(expected, value) {
        return Ok(value.clone());
    }
    let actual = infer(value);
    match call.block() {
        Some(block) => {
            let types = vec![Value::Type(expected.clone()), Value::Type(actual)];
            interpreter.call_block(&block.clone(), types, call.place)
        }
        None => {
            let message = crate::types::mismatch::describe_type_mismatch("assert_type():", expected, &actual);
            call.fail(interpreter, message)
        }
    }
}

/// The type that a text names, with the aliases and resource types that the program knows.
pub(super) fn type_of_text(interpreter: &mut Interpreter<'_>, text: &str) -> Evaluated<Result<Type, TypeTextError>> {
    let mut failed = None;
    let parsed = parse_with(text, &mut |name| match interpreter.type_named(name) {
        Ok(found) => found,
        Err(interrupt) => {
            failed = Some(interrupt);
            None
        }
    });
    match failed {
        Some(interrupt) => Err(interrupt),
        None => Ok(parsed),
    }
}
