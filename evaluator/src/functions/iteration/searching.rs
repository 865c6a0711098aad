//! Functions that look for an element: `any`, `all` and `index`.

use super::{call_with_element, elements, truth};
use crate::functions::FunctionCall;
use crate::interpreter::{Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::value::Value;

pub(super) fn any_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    find_verdict(interpreter, call, 1, true)
}

pub(super) fn any_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    find_verdict(interpreter, call, 2, true)
}

pub(super) fn all_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    find_verdict(interpreter, call, 1, false)
}

pub(super) fn all_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    find_verdict(interpreter, call, 2, false)
}

/// `any` looks for true, `all` for false. An unknown verdict counts only where no known one decides.
fn find_verdict(
    interpreter: &mut Interpreter<'_>,
    call: FunctionCall,
    parameters: usize,
    wanted: bool,
) -> Evaluated<Value> {
    let (elements, hash) = elements(&call);
    let mut unknown = None;
    for (index, element) in elements.enumerate() {
        let verdict = call_with_element(interpreter, &call, parameters, hash, index, element)?;
        match truth(&verdict) {
            Ok(truth) if truth == wanted => return Ok(Value::Boolean(wanted)),
            Ok(_) => {}
            Err(value) => unknown = unknown.or(Some(value)),
        }
    }
    Ok(unknown.unwrap_or(Value::Boolean(!wanted)))
}

pub(super) fn index_one(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    index_by_lambda(interpreter, call, 1)
}

pub(super) fn index_two(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    index_by_lambda(interpreter, call, 2)
}

/// What `index` answers for an element: its index, or the key of an entry.
fn position(hash: bool, index: usize, element: &Value) -> Value {
    match element {
        Value::Array(pair) if hash => pair.first().cloned().unwrap_or(Value::Undef),
        _ => Value::Integer(index as i128),
    }
}

fn index_by_lambda(interpreter: &mut Interpreter<'_>, call: FunctionCall, parameters: usize) -> Evaluated<Value> {
    let (elements, hash) = elements(&call);
    for (index, element) in elements.enumerate() {
        let given = match (&element, parameters) {
            // A lambda with one parameter gets the value of an entry, not the pair.
            (Value::Array(pair), 1) if hash => pair.get(1).cloned().unwrap_or(Value::Undef),
            _ => element.clone(),
        };
        let verdict = call_with_element(interpreter, &call, parameters, hash, index, given)?;
        match truth(&verdict) {
            Ok(true) => return Ok(position(hash, index, &element)),
            Ok(false) => {}
            Err(unknown) => return Ok(unknown),
        }
    }
    Ok(Value::Undef)
}

pub(super) fn index_in_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let text = call.text(0);
    let found = match call.argument(1) {
        Value::Regexp(pattern) => match crate::functions::regexps::compiled(interpreter, &call, pattern)? {
            Ok(regex) => match regex.find(text) {
                Ok(found) => found.map(|found| found.start()),
                Err(_) => return Ok(call.unknown(interpreter, "the pattern backtracks without end")),
            },
            Err(unknown) => return Ok(unknown),
        },
        _ => text.find(call.text(1)),
    };
    let characters = |bytes: usize| text.get(..bytes).map_or(0, |before| before.chars().count());
    Ok(found.map_or(Value::Undef, |bytes| Value::Integer(characters(bytes) as i128)))
}

pub(super) fn index_of_value(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (elements, hash) = elements(&call);
    let wanted = call.argument(1);
    let most = interpreter.request.limits.steps;
    for (index, element) in elements.enumerate() {
        // A range may go on for ever, and no lambda counts the steps.
        interpreter.steps += 1;
        if interpreter.steps > most {
            return interpreter.limit(LimitReached::Steps(most));
        }
        let value = match &element {
            Value::Array(pair) if hash => pair.get(1).cloned().unwrap_or(Value::Undef),
            other => other.clone(),
        };
        if value.first_unknown().is_some() {
            return Ok(value);
        }
        if ruby_equal(&value, wanted) {
            return Ok(position(hash, index, &element));
        }
    }
    Ok(Value::Undef)
}

/// Ruby's `==`: 1 equals 1.0, case counts.
pub(in crate::functions) fn ruby_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Integer(integer), Value::Float(float)) | (Value::Float(float), Value::Integer(integer)) => {
            *integer as f64 == *float
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(one, other)| ruby_equal(one, other))
        }
        (Value::Hash(left), Value::Hash(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, one)| right.get(key).is_some_and(|other| ruby_equal(one, other)))
        }
        _ => left == right,
    }
}
