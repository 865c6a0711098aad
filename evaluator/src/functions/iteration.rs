//! Functions that call a lambda for each element. `break()` ends those that build or walk; the others pass it on.

mod grouping;
mod searching;

use grouping::{group_one, group_two, partition_one, partition_two, slice};
pub(super) use searching::ruby_equal;
use searching::{all_one, all_two, any_one, any_two, index_in_string, index_of_value, index_one, index_two};

use crate::functions::collections::Known;
use crate::functions::iterable::{Elements, iterate, reversed, stepped};
use crate::functions::{
    BlockSpec, BuiltinFunction, Dispatch, FunctionCall, ParameterSpec, UnknownArguments, repeated, required,
};
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::limits::LimitReached;
use crate::value::Value;

type Run = fn(&mut Interpreter<'_>, FunctionCall) -> Evaluated<Value>;

const HASH: &[ParameterSpec] = &[required("hash", "Hash[Any, Any]")];
const ENUMERABLE: &[ParameterSpec] = &[required("enumerable", "Iterable")];
const COLLECTION: &[ParameterSpec] = &[required("collection", "Collection")];
const ARRAY: &[ParameterSpec] = &[required("array", "Array")];
const ONE: BlockSpec = BlockSpec::Required("Callable[1,1]");
const TWO: BlockSpec = BlockSpec::Required("Callable[2,2]");

/// The four signatures of functions that walk: a hash or anything iterable, with a lambda of two or one parameters.
const fn walking(returns: Option<&'static str>, two: Run, one: Run) -> [Dispatch; 4] {
    [
        Dispatch { parameters: HASH, block: TWO, returns, run: two },
        Dispatch { parameters: HASH, block: ONE, returns, run: one },
        Dispatch { parameters: ENUMERABLE, block: TWO, returns, run: two },
        Dispatch { parameters: ENUMERABLE, block: ONE, returns, run: one },
    ]
}

/// The three signatures of `partition` and `group_by`.
const fn grouping(returns: Option<&'static str>, one: Run, two: Run) -> [Dispatch; 3] {
    [
        Dispatch { parameters: COLLECTION, block: ONE, returns, run: one },
        Dispatch { parameters: ARRAY, block: TWO, returns, run: two },
        Dispatch { parameters: COLLECTION, block: TWO, returns, run: two },
    ]
}

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "each",
        documentation: "Calls a lambda with each element and gives the argument back. With two parameters it gets \
            index and element, or key and value.\n\n    ['a', 'b'].each |$i, $x| { notice(\"${i} ${x}\") }",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &walking(None, each_two, each_one),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "map",
        documentation: "The array of what a lambda gives for each element. With two parameters it gets index and \
            element, or key and value.\n\n    [1, 2].map |$x| { $x * 10 }    # [10, 20]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &walking(Some("Array"), map_two, map_one),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "filter",
        documentation: "The elements for which a lambda gives neither false nor undef; of a hash a hash, otherwise an \
            array.\n\n    [1, 2, 3].filter |$x| { $x > 1 }    # [2, 3]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &walking(None, filter_two, filter_one),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "any",
        documentation: "True when a lambda gives something true for at least one element; the rest is not looked \
            at.\n\n    [1, 2].any |$x| { $x > 1 }    # true",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &walking(Some("Boolean"), any_two, any_one),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "all",
        documentation: "True when a lambda gives something true for every element; the first other one ends the \
            walk.\n\n    [1, 2].all |$x| { $x > 0 }    # true",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &walking(Some("Boolean"), all_two, all_one),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "index",
        documentation: "The index or key of the first element that equals a value or satisfies a lambda, or undef. In \
            a string it finds a text or a regular expression.\n\n    ['a', 'b'].index('b')    # 1",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch { parameters: HASH, block: TWO, returns: None, run: index_two },
            Dispatch { parameters: HASH, block: ONE, returns: None, run: index_one },
            Dispatch { parameters: ENUMERABLE, block: TWO, returns: None, run: index_two },
            Dispatch { parameters: ENUMERABLE, block: ONE, returns: None, run: index_one },
            Dispatch {
                parameters: &[required("str", "String"), required("match", "Variant[String,Regexp]")],
                block: BlockSpec::None,
                returns: Some("Optional[Integer]"),
                run: index_in_string,
            },
            Dispatch {
                parameters: &[required("enumerable", "Iterable"), required("match", "Any")],
                block: BlockSpec::None,
                returns: None,
                run: index_of_value,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "reduce",
        documentation: "Combines the elements to one value: a lambda gets what came before and the next element. \
            Without a start value the first element is it; nothing at all gives undef.\n\n\
            \u{20}   [1, 2, 3].reduce |$sum, $x| { $sum + $x }    # 6",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch { parameters: ENUMERABLE, block: TWO, returns: None, run: reduce },
            Dispatch {
                parameters: &[required("enumerable", "Iterable"), required("memo", "Any")],
                block: TWO,
                returns: None,
                run: reduce,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "slice",
        documentation: "The elements in groups of a given size, the last one perhaps smaller. With a lambda each group \
            is passed to it, as one array or as separate arguments, and the argument comes back.\n\n\
            \u{20}   [1, 2, 3].slice(2)    # [[1, 2], [3]]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch {
                parameters: &[required("hash", "Hash[Any, Any]"), required("slice_size", "Integer[1, default]")],
                block: BlockSpec::Optional("Callable"),
                returns: None,
                run: slice,
            },
            Dispatch {
                parameters: &[required("enumerable", "Iterable"), required("slice_size", "Integer[1, default]")],
                block: BlockSpec::Optional("Callable"),
                returns: None,
                run: slice,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "with",
        documentation: "Calls a lambda with the arguments and gives its result: a scope for variables of its own.\n\n\
            \u{20}   with(1, 2) |$a, $b| { $a + $b }    # 3",
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[repeated("arg", "Any")],
            block: BlockSpec::Required("Callable"),
            returns: None,
            run: with,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "then",
        documentation: "Undef for undef; otherwise what a lambda gives for the value.\n\n\
            \u{20}   $hash['a'].then |$x| { $x['b'] }",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch { parameters: &[required("arg", "Any")], block: ONE, returns: None, run: then }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "lest",
        documentation: "The value itself, or what a lambda without parameters gives where it is undef.\n\n\
            \u{20}   $hash['a'].lest || { 'default' }",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[required("arg", "Any")],
            block: BlockSpec::Required("Callable[0,0]"),
            returns: None,
            run: lest,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "reverse_each",
        documentation: "The elements from last to first: to a lambda, or without one as an iterator for another \
            function.\n\n    [1, 2].reverse_each.map |$x| { $x }    # [2, 1]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch {
                parameters: &[required("iterable", "Iterable")],
                block: BlockSpec::None,
                returns: Some("Iterator"),
                run: |_, call| Ok(reversed(call.argument(0))),
            },
            Dispatch {
                parameters: &[required("iterable", "Iterable")],
                block: ONE,
                returns: Some("Undef"),
                run: |interpreter, call| walk(interpreter, &call, reversed(call.argument(0))),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "step",
        documentation: "Every n-th element, starting with the first: to a lambda, or without one as an iterator for \
            another function.\n\n    Integer[0, 10].step(5).map |$x| { $x }    # [0, 5, 10]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch {
                parameters: &[required("iterable", "Iterable"), required("step", "Integer[1]")],
                block: BlockSpec::None,
                returns: Some("Iterator"),
                run: |_, call| Ok(stepped(call.argument(0), call.integer(1))),
            },
            Dispatch {
                parameters: &[required("iterable", "Iterable"), required("step", "Integer[1]")],
                block: ONE,
                returns: Some("Undef"),
                run: |interpreter, call| walk(interpreter, &call, stepped(call.argument(0), call.integer(1))),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "partition",
        documentation: "Two arrays: the elements for which a lambda gives something true, and the others.\n\n\
            \u{20}   [1, 2, 3].partition |$x| { $x > 1 }    # [[2, 3], [1]]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &grouping(Some("Tuple[Array, Array]"), partition_one, partition_two),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "group_by",
        documentation: "A hash of the elements by what a lambda gives for them, each key with an array.\n\n\
            \u{20}   ['a', 'bb', 'c'].group_by |$x| { $x.length }    # {1 => ['a', 'c'], 2 => ['bb']}",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &grouping(Some("Hash"), group_one, group_two),
        ..BuiltinFunction::COMMON
    },
];

/// What a call of the lambda came to.
enum Step {
    Value(Value),
    /// `break()`
    Stop,
}

fn call_lambda(interpreter: &mut Interpreter<'_>, call: &FunctionCall, arguments: Vec<Value>) -> Evaluated<Value> {
    match call.block() {
        Some(block) => interpreter.call_block(block, arguments, call.place),
        None => Ok(Value::Undef),
    }
}

fn step(interpreter: &mut Interpreter<'_>, call: &FunctionCall, arguments: Vec<Value>) -> Evaluated<Step> {
    until_break(call_lambda(interpreter, call, arguments))
}

/// What a call says to the loop that made it.
fn until_break(result: Evaluated<Value>) -> Evaluated<Step> {
    match result {
        Ok(value) => Ok(Step::Value(value)),
        Err(interrupt) => match *interrupt {
            Interrupt::Break(_) => Ok(Step::Stop),
            other => Err(Box::new(other)),
        },
    }
}

/// Calls the lambda with the element alone, or with index and element, or key and value.
fn call_with_element(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    parameters: usize,
    hash: bool,
    index: usize,
    element: Value,
) -> Evaluated<Value> {
    let Some(block) = call.block() else { return Ok(Value::Undef) };
    match (parameters, &element) {
        (1, _) => interpreter.call_block_with(block, [element], call.place),
        (_, Value::Array(pair)) if hash => match pair.as_slice() {
            [key, value] => interpreter.call_block_with(block, [key.clone(), value.clone()], call.place),
            _ => interpreter.call_block(block, pair.to_vec(), call.place),
        },
        _ => interpreter.call_block_with(block, [Value::Integer(index as i128), element], call.place),
    }
}

/// The same with the next element, where there is one. The entries of a hash need not become pairs on the way.
fn call_with_next(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    parameters: usize,
    hash: bool,
    index: usize,
    elements: &mut Elements,
) -> Option<Evaluated<Value>> {
    if let (2, true, Some(block), Elements::Entries { entries, next }) =
        (parameters, hash, call.block(), &mut *elements)
    {
        let (key, value) = entries.get_index(*next)?;
        *next += 1;
        return Some(interpreter.call_block_with(block, [key.clone(), value.clone()], call.place));
    }
    let element = elements.next()?;
    Some(call_with_element(interpreter, call, parameters, hash, index, element))
}

fn elements(call: &FunctionCall) -> (Elements, bool) {
    let value = call.argument(0);
    let elements = iterate(value).unwrap_or(Elements::Integers { next: 1, to: 0, step: 1 });
    (elements, matches!(value, Value::Hash(_)))
}

/// Only false and undef are false; what an unknown value is cannot be said.
fn truth(value: &Value) -> Known<bool> {
    match value {
        Value::Unknown(reason) if reason.is_text() => Ok(true),
        Value::Unknown(_) => Err(value.clone()),
        Value::Boolean(truth) => Ok(*truth),
        Value::Undef => Ok(false),
        _ => Ok(true),
    }
}

fn each_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    each(interpreter, call, 1)
}

fn each_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    each(interpreter, call, 2)
}

fn each(interpreter: &mut Interpreter<'_>, call: FunctionCall, parameters: usize) -> Evaluated<Value> {
    let (mut elements, hash) = elements(&call);
    let mut index = 0;
    while let Some(called) = call_with_next(interpreter, &call, parameters, hash, index, &mut elements) {
        if let Step::Stop = until_break(called)? {
            break;
        }
        index += 1;
    }
    Ok(call.argument(0).clone())
}

fn map_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    map(interpreter, call, 1)
}

fn map_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    map(interpreter, call, 2)
}

fn map(interpreter: &mut Interpreter<'_>, call: FunctionCall, parameters: usize) -> Evaluated<Value> {
    let (mut elements, hash) = elements(&call);
    let mut results = Vec::new();
    while let Some(called) = call_with_next(interpreter, &call, parameters, hash, results.len(), &mut elements) {
        match until_break(called)? {
            Step::Value(value) => push(interpreter, &mut results, value)?,
            Step::Stop => break,
        }
    }
    Ok(Value::array(results))
}

fn push(interpreter: &Interpreter<'_>, results: &mut Vec<Value>, value: Value) -> Evaluated<()> {
    let limit = interpreter.request.limits.collection_elements;
    if results.len() >= limit {
        return interpreter.limit(LimitReached::CollectionElements(limit));
    }
    results.push(value);
    Ok(())
}

fn filter_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    filter(interpreter, call, 1)
}

fn filter_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    filter(interpreter, call, 2)
}

fn filter(interpreter: &mut Interpreter<'_>, call: FunctionCall, parameters: usize) -> Evaluated<Value> {
    let (elements, hash) = elements(&call);
    let mut kept = Vec::new();
    for (index, element) in elements.enumerate() {
        let called = call_with_element(interpreter, &call, parameters, hash, index, element.clone());
        // Puppet lets a break() out of a hash go on to whoever is outside.
        let verdict = if hash {
            called?
        } else {
            match until_break(called)? {
                Step::Value(verdict) => verdict,
                Step::Stop => break,
            }
        };
        match truth(&verdict) {
            Ok(true) => push(interpreter, &mut kept, element)?,
            Ok(false) => {}
            Err(unknown) => return Ok(unknown),
        }
    }
    if !hash {
        return Ok(Value::array(kept));
    }
    Ok(Value::hash(kept.iter().filter_map(|pair| match pair {
        Value::Array(pair) => Some((pair.first()?.clone(), pair.get(1)?.clone())),
        _ => None,
    })))
}

fn reduce(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (mut elements, _) = elements(&call);
    let mut memo = match call.arguments.get(1) {
        Some(start) => start.clone(),
        None => match elements.next() {
            Some(first) => first,
            None => return Ok(Value::Undef),
        },
    };
    let Some(block) = call.block() else { return Ok(memo) };
    let is_text = interpreter.grow_text(block, &memo);
    let is_taken = is_text || interpreter.takes_memo(block, &memo);
    for element in elements {
        let before = if is_taken { std::mem::take(&mut memo) } else { memo.clone() };
        match until_break(interpreter.call_block_with(block, [before, element], call.place)) {
            Ok(Step::Value(value)) => memo = value,
            Ok(Step::Stop) => break,
            Err(interrupt) => {
                interpreter.grown_text();
                return Err(interrupt);
            }
        }
    }
    if is_text && let Some(text) = interpreter.grown_text() {
        return Ok(text);
    }
    Ok(memo)
}

fn with(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let arguments = call.arguments.clone();
    call_lambda(interpreter, &call, arguments)
}

fn then(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Undef => Ok(Value::Undef),
        value => call_lambda(interpreter, &call, vec![value.clone()]),
    }
}

fn lest(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Undef => call_lambda(interpreter, &call, Vec::new()),
        value => Ok(value.clone()),
    }
}

/// Calls the lambda with each element and gives undef.
fn walk(interpreter: &mut Interpreter<'_>, call: &FunctionCall, over: Value) -> Evaluated<Value> {
    for element in iterate(&over).into_iter().flatten() {
        if let Step::Stop = step(interpreter, call, vec![element])? {
            break;
        }
    }
    Ok(Value::Undef)
}
