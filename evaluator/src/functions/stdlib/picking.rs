//! Functions that choose a value.

use crate::functions::collections::ruby_compare;
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{
    BlockSpec, BuiltinFunction, Dispatch, FunctionCall, UnknownArguments, optional, repeated, required,
    required_repeated,
};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::{ruby_class, to_s};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        unknown: UnknownArguments::Accept,
        ..legacy(
            "pick",
            "The first argument that is neither undef nor an empty string; an error where there is none.\n\n\
                \u{20}   pick($given, 'default')",
            &[plain(&[repeated("values", "Any")], "Any", pick)],
        )
    },
    BuiltinFunction {
        unknown: UnknownArguments::Accept,
        ..legacy(
            "pick_default",
            "The first argument that is neither undef nor an empty string, or else the last one.\n\n\
                \u{20}   pick_default($given, '')",
            &[plain(&[required_repeated("values", "Any")], "Any", pick_default)],
        )
    },
    typed(
        "stdlib::ensure",
        "What a resource's `ensure` takes for `present` or `absent`, or for true or false: of a `file`, `directory`, `link`, \
            `service` or `package`.\n\n    stdlib::ensure('present', 'directory')    # 'directory'",
        &[plain(
            &[
                required("ensure", "Variant[Boolean, Enum['present', 'absent']]"),
                optional("resource", "Optional[Enum['directory', 'link', 'mounted', 'service', 'file', 'package']]"),
            ],
            "String",
            ensure,
        )],
    ),
    BuiltinFunction {
        name: "stdlib::sort_by",
        documentation: "The elements in the order of what a lambda gives for them; of a hash a hash.\n\n\
            \u{20}   ['bb', 'a'].stdlib::sort_by |$x| { $x.length }    # ['a', 'bb']",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch {
                parameters: &[required("ary", "Array")],
                block: BlockSpec::Required("Callable[1,1]"),
                returns: Some("Array"),
                run: sort_by,
            },
            Dispatch {
                parameters: &[required("ary", "Array")],
                block: BlockSpec::Required("Callable[2,2]"),
                returns: Some("Array"),
                run: sort_by,
            },
            Dispatch {
                parameters: &[required("hsh", "Hash")],
                block: BlockSpec::Required("Callable[1,1]"),
                returns: Some("Hash"),
                run: sort_by,
            },
            Dispatch {
                parameters: &[required("hsh", "Hash")],
                block: BlockSpec::Required("Callable[2,2]"),
                returns: Some("Hash"),
                run: sort_by,
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

fn is_nothing(value: &Value) -> bool {
    value.is_undef() || value.as_str() == Some("")
}

fn pick(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.arguments.iter().find(|value| !is_nothing(value)) {
        Some(value) => Ok(value.clone()),
        None => call.fail(interpreter, "pick(): must receive at least one non empty value"),
    }
}

fn pick_default(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let found = call.arguments.iter().find(|value| !is_nothing(value)).or(call.arguments.last());
    Ok(found.cloned().unwrap_or(Value::Undef))
}

fn ensure(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let present = !matches!(call.argument(0), Value::Boolean(false)) && call.text(0) != "absent";
    let resource = call.optional_text(1);
    Ok(Value::string(match (resource, present) {
        (Some("service"), true) => "running",
        (Some("service"), false) => "stopped",
        (Some("package"), true) => "installed",
        (Some(kind @ ("directory" | "link" | "file" | "mounted")), true) => kind,
        (_, true) => "present",
        (_, false) => "absent",
    }))
}

fn sort_by(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let hash = matches!(call.argument(0), Value::Hash(_));
    let block = match call.block() {
        Some(block) => block.clone(),
        None => return Ok(Value::Undef),
    };
    let two = interpreter.callable_parameter_names(&block)?.len() == 2;
    let mut keyed: Vec<(Value, Value)> = Vec::new();
    for element in crate::functions::iterable::elements_of(interpreter, call.argument(0))? {
        let arguments = match &element {
            Value::Array(pair) if two => pair.to_vec(),
            _ => vec![element.clone()],
        };
        let key = interpreter.call_block(&block, arguments, call.place)?;
        if let Value::Unknown(_) = key {
            return Ok(key);
        }
        keyed.push((key, element));
    }
    let mut failed = None;
    keyed.sort_by(|(left, _), (right, _)| {
        ruby_compare(left, right).unwrap_or_else(|| {
            failed.get_or_insert_with(|| (left.clone(), right.clone()));
            std::cmp::Ordering::Equal
        })
    });
    if let Some((left, right)) = failed {
        let (left, right) = (ruby_class(&left), to_s(&right));
        return call.fail(interpreter, format!("comparison of {left} with {right} failed"));
    }
    let values = keyed.into_iter().map(|(_, element)| element);
    if !hash {
        return Ok(Value::array(values));
    }
    Ok(Value::hash(values.filter_map(|pair| match pair {
        Value::Array(pair) => Some((pair.first()?.clone(), pair.get(1)?.clone())),
        _ => None,
    })))
}
