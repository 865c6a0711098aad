//! Functions that call others, or open a secret: `call` and `unwrap`.

use crate::codes;
use std::sync::Arc;

use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, UnknownArguments, repeated, required};
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::types::objects;
use crate::value::{Callable, ObjectValue, Value};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "call",
        documentation: "Calls a function by its name with the other arguments and the lambda, or resolves a \
            Deferred.\n\n    call('upcase', 'a')    # 'A'",
        unknown: UnknownArguments::Accept,
        dispatches: &[
            Dispatch {
                parameters: &[required("function_name", "String"), repeated("arguments", "Any")],
                block: BlockSpec::Optional("Callable"),
                returns: None,
                run: call_by_name,
            },
            Dispatch {
                parameters: &[required("deferred", "Deferred")],
                block: BlockSpec::None,
                returns: None,
                run: |interpreter, call| resolved(interpreter, &call, call.argument(0)),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "unwrap",
        documentation: "The value inside a Sensitive; any other value as it is. With a lambda, what the lambda gives for \
            it.\n\n    Sensitive('x').unwrap |$secret| { \"password=${secret}\" }",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch {
                parameters: &[required("arg", "Sensitive")],
                block: BlockSpec::Optional("Callable"),
                returns: None,
                run: unwrap,
            },
            Dispatch {
                parameters: &[required("arg", "Any")],
                block: BlockSpec::Optional("Callable"),
                returns: None,
                run: unwrap,
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

fn call_by_name(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if let Value::Unknown(_) = call.argument(0) {
        return Ok(call.argument(0).clone().with_nothing_certain());
    }
    let arguments = call.arguments.get(1..).unwrap_or(&[]).to_vec();
    call_named(interpreter, &call, call.text(0), arguments, call.block.clone())
}

/// Calls a function by name; that there is none is an error of this call.
fn call_named(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    name: &str,
    arguments: Vec<Value>,
    block: Option<Arc<Callable>>,
) -> Evaluated<Value> {
    let result = interpreter.call_function(name, arguments, block, call.scope, call.place);
    match result {
        Err(interrupt) => match *interrupt {
            Interrupt::Error(error) if error.code() == codes::UNKNOWN_FUNCTION && error.place == Some(call.place) => {
                call.fail(interpreter, format!("Unknown function '{name}'"))
            }
            other => Err(Box::new(other)),
        },
        value => value,
    }
}

/// A value with the Deferreds in it resolved.
fn resolved(interpreter: &mut Interpreter<'_>, call: &FunctionCall, value: &Value) -> Evaluated<Value> {
    match value {
        Value::Object(object) if objects::object_name(&object.object_type) == "Deferred" => {
            resolve(interpreter, call, object)
        }
        Value::Array(elements) => {
            let elements = elements.iter().map(|element| resolved(interpreter, call, element));
            Ok(Value::array(elements.collect::<Evaluated<Vec<Value>>>()?))
        }
        Value::Hash(entries) => {
            let mut resolved_entries = Vec::with_capacity(entries.len());
            for (key, entry) in entries.iter() {
                resolved_entries.push((resolved(interpreter, call, key)?, resolved(interpreter, call, entry)?));
            }
            Ok(Value::hash(resolved_entries))
        }
        other => Ok(other.clone()),
    }
}

fn resolve(interpreter: &mut Interpreter<'_>, call: &FunctionCall, deferred: &ObjectValue) -> Evaluated<Value> {
    let attribute = |name: &str| objects::attribute_of(deferred, name).unwrap_or(Value::Undef);
    let name = attribute("name");
    let name = name.as_str().unwrap_or("");
    let arguments = match resolved(interpreter, call, &attribute("arguments"))? {
        Value::Array(arguments) => arguments.to_vec(),
        _ => Vec::new(),
    };
    match name.strip_prefix('$') {
        Some(variable) => {
            let value = interpreter.variable(crate::scope::ScopeId::TOP, variable).unwrap_or(Value::Undef);
            if arguments.is_empty() {
                return Ok(value);
            }
            let arguments = std::iter::once(value).chain(arguments).collect();
            interpreter.call_function("dig", arguments, None, call.scope, call.place)
        }
        None => call_named(interpreter, call, name, arguments, None),
    }
}

fn unwrap(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let value = match call.argument(0) {
        Value::Sensitive(inner) => (**inner).clone(),
        other => other.clone(),
    };
    match call.block() {
        Some(block) => interpreter.call_block(&block.clone(), vec![value], call.place),
        None => Ok(value),
    }
}
