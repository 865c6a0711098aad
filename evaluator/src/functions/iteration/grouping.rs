//! Functions that put elements into groups: `slice`, `partition` and `group_by`.

use indexmap::IndexMap;

use super::{Step, call_with_element, elements, step, truth};
use crate::functions::FunctionCall;
use crate::functions::iterable::elements_of;
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::{Callable, Value};

pub(super) fn slice(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let size = usize::try_from(call.integer(1)).unwrap_or(usize::MAX).max(1);
    let serving = match call.block() {
        Some(block) => serving_size(interpreter, &call, &block.clone(), size)?,
        None => 1,
    };
    let values = elements_of(interpreter, call.argument(0))?;
    if call.block().is_none() {
        return Ok(Value::array(values.chunks(size).map(|group| Value::array(group.iter().cloned()))));
    }
    let filler = if matches!(call.argument(0), Value::Hash(_)) { Value::array([]) } else { Value::Undef };
    for group in values.chunks(size) {
        let arguments = if serving == 1 {
            vec![Value::array(group.iter().cloned())]
        } else {
            let mut arguments = group.to_vec();
            arguments.resize(serving.max(arguments.len()), filler.clone());
            arguments
        };
        if let Step::Stop = step(interpreter, &call, arguments)? {
            break;
        }
    }
    Ok(call.argument(0).clone())
}

/// How many arguments the lambda of `slice` gets at a time.
fn serving_size(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    block: &Callable,
    size: usize,
) -> Evaluated<usize> {
    let shape = crate::functions::dispatch::lambda_shape(block);
    let serving = if shape.captures_rest || shape.required != shape.names.len() { size } else { shape.names.len() };
    if serving == 0 {
        return call.fail(interpreter, "slice(): block must define at least one parameter. Block has 0.");
    }
    if serving != 1 && serving != size {
        return call.fail(
            interpreter,
            format!(
                "slice(): block must define one parameter, or the same number of parameters as the given size of the slice ({size}). Block has {serving}; {}",
                shape.names.join(", ")
            ),
        );
    }
    Ok(serving)
}

pub(super) fn partition_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    partition(interpreter, call, 1)
}

pub(super) fn partition_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    partition(interpreter, call, 2)
}

fn partition(interpreter: &mut Interpreter<'_>, call: FunctionCall, parameters: usize) -> Evaluated<Value> {
    let (elements, hash) = elements(&call);
    let (mut accepted, mut rejected) = (Vec::new(), Vec::new());
    for (index, element) in elements.enumerate() {
        let verdict = call_with_element(interpreter, &call, parameters, hash, index, element.clone())?;
        match truth(&verdict) {
            Ok(true) => accepted.push(element),
            Ok(false) => rejected.push(element),
            Err(unknown) => return Ok(unknown),
        }
    }
    Ok(Value::array([Value::array(accepted), Value::array(rejected)]))
}

pub(super) fn group_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    group(interpreter, call, 1)
}

pub(super) fn group_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    group(interpreter, call, 2)
}

fn group(interpreter: &mut Interpreter<'_>, call: FunctionCall, parameters: usize) -> Evaluated<Value> {
    let (elements, hash) = elements(&call);
    let mut groups: IndexMap<Value, Vec<Value>> = IndexMap::new();
    for (index, element) in elements.enumerate() {
        let key = call_with_element(interpreter, &call, parameters, hash, index, element.clone())?;
        if key.first_unknown().is_some() {
            return Ok(key);
        }
        groups.entry(key).or_default().push(element);
    }
    Ok(Value::hash(groups.into_iter().map(|(key, elements)| (key, Value::array(elements)))))
}
