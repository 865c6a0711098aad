//! Functions on hashes.

use std::sync::Arc;

use crate::functions::collections::flattened;
use crate::functions::iterable::iterate;
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{
    BlockSpec, BuiltinFunction, Dispatch, FunctionCall, UnknownArguments, optional, repeated, required,
};
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::ruby_core::numbers::to_i;
use crate::ruby_core::text::{inspect, ruby_class, to_s};
use crate::value::{HashEntries, Value};

const MERGE: BuiltinFunction = BuiltinFunction {
    name: "merge",
    documentation: "One hash of several: of equal keys the last counts. The operator `+` does the same. With a lambda, what \
        it gives for each element is merged into the result so far.\n\n    merge({'a' => 1}, {'b' => 2})    # {'a' => 1, 'b' => 2}",
    unknown: UnknownArguments::SpreadOutermost,
    dispatches: &[
        plain(&[repeated("args", "Variant[Hash[Scalar,Any], Undef, String[0,0]]")], "Hash[Scalar,Any]", merge_hashes),
        Dispatch {
            parameters: &[repeated("args", "Iterable")],
            block: BlockSpec::Required("Callable[3,3]"),
            returns: Some("Hash"),
            run: |interpreter, call| merge_by_lambda(interpreter, &call, true),
        },
        Dispatch {
            parameters: &[repeated("args", "Iterable")],
            block: BlockSpec::Required("Callable[2,2]"),
            returns: Some("Hash"),
            run: |interpreter, call| merge_by_lambda(interpreter, &call, false),
        },
    ],
    ..BuiltinFunction::COMMON
};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    MERGE,
    BuiltinFunction { name: "stdlib::merge", ..MERGE },
    BuiltinFunction {
        unknown: UnknownArguments::SpreadOutermost,
        ..legacy(
            "deep_merge",
            "One hash of several: of equal keys the last counts, but hashes under equal keys are merged in turn.\n\n\
                \u{20}   deep_merge({'a' => {'b' => 1}}, {'a' => {'c' => 2}})    # {'a' => {'b' => 1, 'c' => 2}}",
            &[plain(&[repeated("hashes", "Hash")], "Hash", deep_merge)],
        )
    },
    BuiltinFunction {
        unknown: UnknownArguments::SpreadOutermost,
        ..legacy(
            "has_key",
            "True when a hash has a key. The operator `in` does the same.\n\n    has_key({'a' => 1}, 'a')    # true",
            &[plain(&[required("hash", "Hash"), required("key", "Any")], "Boolean", has_key)],
        )
    },
    legacy(
        "hash",
        "A hash of an array of keys and values in turn; nested arrays are taken apart. `Hash($array)` does it without a \
            module.\n\n    hash(['a', 1, 'b', 2])    # {'a' => 1, 'b' => 2}",
        &[plain(&[required("array", "Array")], "Hash", hash)],
    ),
    legacy(
        "join_keys_to_values",
        "An array with each key and its value as one string with a separator between them; an array value gives one string \
            for each element.\n\n    join_keys_to_values({'a' => 1, 'b' => [2, 3]}, '=')    # ['a=1', 'b=2', 'b=3']",
        &[plain(&[required("hash", "Hash"), required("separator", "String")], "Array[String]", join_keys_to_values)],
    ),
    legacy(
        "dig44",
        "The value at the end of a path through hashes and arrays, or a default. The built-in `dig` does the same.\n\n\
            \u{20}   dig44({'a' => {'b' => 1}}, ['a', 'b'], 'none')    # 1",
        &[plain(
            &[required("data", "Variant[Hash, Array]"), required("path", "Array"), optional("default", "Any")],
            "Any",
            dig44,
        )],
    ),
    legacy(
        "try_get_value",
        "The value at a path like `'a/b/0'`, or a default. Deprecated: the built-in `get` does the same.\n\n\
            \u{20}   try_get_value({'a' => {'b' => 1}}, 'a/b')    # 1",
        &[plain(
            &[
                required("data", "Any"),
                optional("path", "String"),
                optional("default", "Any"),
                optional("separator", "String"),
            ],
            "Any",
            try_get_value,
        )],
    ),
    typed(
        "stdlib::nested_values",
        "All values of a hash, those of the hashes in it too, in one flat array.\n\n\
            \u{20}   stdlib::nested_values({'a' => 1, 'b' => {'c' => 2}})    # [1, 2]",
        &[plain(&[required("options", "Hash")], "Array", |_, call| Ok(Value::array(nested_values(&call.entries(0)))))],
    ),
];

fn merge_hashes(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut merged = HashEntries::default();
    for argument in &call.arguments {
        if let Value::Hash(entries) = argument {
            merged.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
    }
    Ok(Value::Hash(Arc::new(merged)))
}

fn merge_by_lambda(interpreter: &mut Interpreter<'_>, call: &FunctionCall, with_index: bool) -> Evaluated<Value> {
    let mut merged = HashEntries::default();
    let Some(block) = call.block().cloned() else {
        return Ok(Value::Undef);
    };
    let hash = matches!(call.argument(0), Value::Hash(_));
    for (index, element) in iterate(call.argument(0)).into_iter().flatten().enumerate() {
        let mut arguments = vec![Value::Hash(Arc::new(merged.clone()))];
        match &element {
            Value::Array(pair) if with_index && hash => arguments.extend(pair.iter().cloned()),
            _ if with_index => arguments.extend([Value::Integer(index as i128), element.clone()]),
            _ => arguments.push(element.clone()),
        }
        match interpreter.call_block(&block, arguments, call.place) {
            Ok(Value::Hash(entries)) => {
                merged.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
            }
            Ok(unknown @ Value::Unknown(_)) => return Ok(unknown),
            Ok(_) => {}
            Err(interrupt) => match *interrupt {
                Interrupt::Break(_) if with_index && !hash => break,
                other => return Err(Box::new(other)),
            },
        }
    }
    Ok(Value::Hash(Arc::new(merged)))
}

fn deep_merge(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let given = call.arguments.len();
    if given < 2 {
        let words = format!("deep_merge(): wrong number of arguments ({given}; must be at least 2)");
        return call.fail(interpreter, words);
    }
    let mut merged = HashEntries::default();
    for argument in &call.arguments {
        match argument {
            Value::Hash(entries) => deep_merge_into(&mut merged, entries),
            Value::String(text) if text.is_empty() => {}
            other => {
                let class = ruby_class(other);
                let words = format!("deep_merge: unexpected argument type {class}, only expects hash arguments");
                return call.fail(interpreter, words);
            }
        }
    }
    Ok(Value::Hash(Arc::new(merged)))
}

fn deep_merge_into(merged: &mut HashEntries, entries: &HashEntries) {
    for (key, value) in entries {
        match (merged.get_mut(key), value) {
            (Some(Value::Hash(known)), Value::Hash(new)) => deep_merge_into(Arc::make_mut(known), new),
            (Some(known), value) => *known = value.clone(),
            (None, value) => {
                merged.insert(key.clone(), value.clone());
            }
        }
    }
}

fn has_key(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Hash(entries) => Ok(Value::Boolean(entries.contains_key(call.argument(1)))),
        other => {
            let words = format!(
                "has_key(): expects the first argument to be a hash, got {} which is of type {}",
                inspect(other),
                ruby_class(other)
            );
            call.fail(interpreter, words)
        }
    }
}

fn hash(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Value::Array(elements) = call.argument(0) else {
        return call.fail(interpreter, "hash(): Requires array to work with");
    };
    let flat = flattened(elements);
    if flat.len() % 2 == 1 {
        return call.fail(interpreter, "hash(): Unable to compute hash from array given");
    }
    Ok(Value::hash(flat.chunks_exact(2).filter_map(|pair| match pair {
        [key, value] => Some((key.clone(), value.clone())),
        _ => None,
    })))
}

fn join_keys_to_values(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Value::Hash(entries) = call.argument(0) else {
        let class = ruby_class(call.argument(0));
        let words = format!("join_keys_to_values(): The first argument must be a hash, but a {class} was given.");
        return call.fail(interpreter, words);
    };
    let Value::String(separator) = call.argument(1) else {
        let class = ruby_class(call.argument(1));
        let words = format!("join_keys_to_values(): The second argument must be a string, but a {class} was given.");
        return call.fail(interpreter, words);
    };
    let mut lines = Vec::new();
    for (key, value) in entries.iter() {
        let key = to_s(key);
        match value {
            Value::Array(elements) => {
                lines.extend(elements.iter().map(|element| format!("{key}{separator}{}", to_s(element))));
            }
            Value::String(text) if text == "undef" => lines.push(key),
            other => lines.push(format!("{key}{separator}{}", to_s(other))),
        }
    }
    Ok(Value::array(lines.into_iter().map(Value::string)))
}

/// The value at a path, undef where a step finds nothing.
fn at_path(data: &Value, path: &[Value]) -> Value {
    let mut current = data.clone();
    for key in path {
        let next = match &current {
            Value::Hash(entries) => entries.get(key).cloned(),
            Value::Array(elements) => {
                let index = match key {
                    Value::Integer(index) => Some(*index),
                    Value::String(text) => crate::ruby_core::numbers::small_integer(text),
                    _ => None,
                };
                let index = index.map(|index| if index < 0 { index + elements.len() as i128 } else { index });
                index.and_then(|index| usize::try_from(index).ok()).and_then(|index| elements.get(index)).cloned()
            }
            _ => None,
        };
        match next {
            Some(value) if !value.is_undef() => current = value,
            _ => return Value::Undef,
        }
    }
    current
}

fn dig44(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (data, path) = (call.argument(0), call.argument(1));
    if !matches!(data, Value::Hash(_) | Value::Array(_)) {
        let class = ruby_class(data);
        return call.fail(interpreter, format!("dig44(): first argument must be a hash or an array, given {class}"));
    }
    let Value::Array(path) = path else {
        let class = ruby_class(path);
        return call.fail(interpreter, format!("dig44(): second argument must be an array, given {class}"));
    };
    Ok(match at_path(data, path) {
        Value::Undef => call.argument(2).clone(),
        found => found,
    })
}

fn try_get_value(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let data = call.argument(0);
    let path = call.text(1);
    let default = call.argument(2);
    if !matches!(data, Value::Hash(_) | Value::Array(_)) || path.is_empty() {
        return Ok(if default.is_undef() { data.clone() } else { default.clone() });
    }
    let separator = call.optional_text(3).unwrap_or("/");
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let path: Vec<Value> = path
        .split(separator)
        .map(|key| if number(key) { Value::Integer(to_i(key)) } else { Value::string(key) })
        .collect();
    Ok(match at_path(data, &path) {
        Value::Undef => default.clone(),
        found => found,
    })
}

fn nested_values(entries: &HashEntries) -> Vec<Value> {
    let mut values = Vec::new();
    for value in entries.values() {
        match value {
            Value::Hash(inner) => values.extend(nested_values(inner)),
            Value::Array(inner) => values.extend(flattened(inner)),
            other => values.push(other.clone()),
        }
    }
    values
}
