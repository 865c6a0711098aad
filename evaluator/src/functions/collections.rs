//! Functions on arrays, hashes and strings as collections: their size, their parts, their order.

use std::cmp::Ordering;

use indexmap::IndexMap;

use crate::fast_hash::FastState;
use crate::functions::iterable::elements_of;
use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, UnknownArguments, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::{inspect, ruby_class};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "length",
        documentation: "The number of elements of an array, entries of a hash, characters of a string, or bytes of a \
            Binary.\n\n    length('åäö')    # 3",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: LENGTHS,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "size",
        documentation: "The number of elements of an array, entries of a hash, characters of a string, or bytes of a \
            Binary; the same as `length`.\n\n    size([1, 2])    # 2",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: LENGTHS,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "empty",
        documentation: "True for an empty array, hash, string or Binary, and for undef. A number is never empty, and \
            asking is deprecated.\n\n    empty([])    # true",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[
            Dispatch {
                parameters: &[required("coll", "Collection")],
                block: BlockSpec::None,
                returns: Some("Boolean"),
                run: |_, call| Ok(Value::Boolean(length_of(call.argument(0)) == 0)),
            },
            Dispatch {
                parameters: &[required("str", "Sensitive[String]")],
                block: BlockSpec::None,
                returns: Some("Boolean"),
                run: empty_sensitive,
            },
            Dispatch {
                parameters: &[required("str", "String")],
                block: BlockSpec::None,
                returns: Some("Boolean"),
                run: |_, call| Ok(Value::Boolean(call.text(0).is_empty())),
            },
            Dispatch {
                parameters: &[required("num", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Boolean"),
                run: empty_number,
            },
            Dispatch {
                parameters: &[required("bin", "Binary")],
                block: BlockSpec::None,
                returns: Some("Boolean"),
                run: |_, call| Ok(Value::Boolean(length_of(call.argument(0)) == 0)),
            },
            Dispatch {
                parameters: &[required("x", "Undef")],
                block: BlockSpec::None,
                returns: Some("Boolean"),
                run: |_, _| Ok(Value::Boolean(true)),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "keys",
        documentation: "The keys of a hash, in order.\n\n    keys({a => 1, b => 2})    # ['a', 'b']",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[required("hsh", "Hash")],
            block: BlockSpec::None,
            returns: Some("Array"),
            run: |_, call| Ok(Value::array(call.entries(0).keys().cloned())),
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "values",
        documentation: "The values of a hash, in the order of its keys.\n\n    values({a => 1, b => 2})    # [1, 2]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[required("hsh", "Hash")],
            block: BlockSpec::None,
            returns: Some("Array"),
            run: |_, call| Ok(Value::array(call.entries(0).values().cloned())),
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "flatten",
        documentation: "One array of all arguments, with nested arrays taken apart at every depth. Hashes stay as they \
            are.\n\n    flatten([1, [2, [3]]])    # [1, 2, 3]",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[repeated("args", "Any")],
            block: BlockSpec::None,
            returns: Some("Array"),
            run: |_, call| Ok(Value::array(flattened(&call.arguments))),
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "unique",
        documentation: "The elements or characters without repetition, the first of each kept. With a lambda, what it \
            gives for an element decides what counts as equal. Of a hash, keys with equal values are put together.\n\n\
            \u{20}   unique(['a', 'b', 'a'])    # ['a', 'b']",
        dispatches: &[
            Dispatch {
                parameters: &[required("string", "String")],
                block: BlockSpec::Optional("Callable[String]"),
                returns: Some("String"),
                run: unique_characters,
            },
            Dispatch {
                parameters: &[required("hash", "Hash")],
                block: BlockSpec::Optional("Callable[Any]"),
                returns: Some("Hash"),
                run: unique_entries,
            },
            Dispatch {
                parameters: &[required("array", "Array")],
                block: BlockSpec::Optional("Callable[Any]"),
                returns: Some("Array"),
                run: unique_elements,
            },
            Dispatch {
                parameters: &[required("iterable", "Iterable")],
                block: BlockSpec::Optional("Callable[Any]"),
                returns: Some("Array"),
                run: unique_elements,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "sort",
        documentation: "The elements of an array, or the characters of a string, in ascending order. A lambda with two \
            parameters that gives -1, 0 or 1 decides otherwise; `compare` is of use there.\n\n    sort([3, 1, 2])    # [1, 2, 3]",
        dispatches: &[
            Dispatch {
                parameters: &[required("string_value", "String")],
                block: BlockSpec::Optional("Callable[2,2]"),
                returns: Some("String"),
                run: sort_characters,
            },
            Dispatch {
                parameters: &[required("array_value", "Array")],
                block: BlockSpec::Optional("Callable[2,2]"),
                returns: Some("Array"),
                run: sort_elements,
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

const LENGTHS: &[Dispatch] = &[
    Dispatch {
        parameters: &[required("arg", "Collection")],
        block: BlockSpec::None,
        returns: Some("Integer[0]"),
        run: length,
    },
    Dispatch {
        parameters: &[required("arg", "String")],
        block: BlockSpec::None,
        returns: Some("Integer[0]"),
        run: length,
    },
    Dispatch {
        parameters: &[required("arg", "Binary")],
        block: BlockSpec::None,
        returns: Some("Integer[0]"),
        run: length,
    },
];

fn length(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    Ok(Value::Integer(length_of(call.argument(0)) as i128))
}

fn length_of(value: &Value) -> usize {
    match value {
        Value::Array(elements) => elements.len(),
        Value::Hash(entries) => entries.len(),
        Value::String(text) => text.chars().count(),
        Value::Binary(bytes) => bytes.len(),
        _ => 0,
    }
}

fn empty_sensitive(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Sensitive(inner) => match &**inner {
            Value::String(text) => Ok(Value::Boolean(text.is_empty())),
            _ => Ok(call.unknown(interpreter, "the secret is not known")),
        },
        _ => Ok(Value::Boolean(false)),
    }
}

fn empty_number(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    call.warn_deprecated_here(interpreter, "Calling function empty() with Numeric value is deprecated.");
    Ok(Value::Boolean(false))
}

/// Arrays inside arrays taken apart.
pub fn flattened(values: &[Value]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(values.len());
    flatten_into(values, &mut flat);
    flat
}

fn flatten_into(values: &[Value], flat: &mut Vec<Value>) {
    for value in values {
        match value {
            Value::Array(inner) => flatten_into(inner, flat),
            other => flat.push(other.clone()),
        }
    }
}

/// The first of each, by what the lambda gives for it where there is one.
fn unique_of(interpreter: &mut Interpreter<'_>, call: &FunctionCall, values: Vec<Value>) -> Evaluated<Vec<Value>> {
    let mut seen: IndexMap<Value, Value, FastState> =
        IndexMap::with_capacity_and_hasher(values.len(), FastState::default());
    for value in values {
        let key = match call.block() {
            Some(block) => interpreter.call_block(block, vec![value.clone()], call.place)?,
            None => value.clone(),
        };
        seen.entry(key).or_insert(value);
    }
    Ok(seen.into_values().collect())
}

fn unique_characters(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let characters = elements_of(interpreter, call.argument(0))?;
    let kept = unique_of(interpreter, &call, characters)?;
    Ok(joined_characters(&kept))
}

fn unique_elements(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let elements = elements_of(interpreter, call.argument(0))?;
    Ok(Value::array(unique_of(interpreter, &call, elements)?))
}

fn unique_entries(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut groups: IndexMap<Value, (Vec<Value>, Vec<Value>), FastState> = IndexMap::default();
    for (key, value) in call.entries(0).iter() {
        let group = match call.block() {
            Some(block) => interpreter.call_block(block, vec![value.clone()], call.place)?,
            None => value.clone(),
        };
        let (keys, values) = groups.entry(group).or_default();
        keys.push(key.clone());
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    Ok(Value::hash(groups.into_values().map(|(keys, values)| (Value::array(keys), Value::array(values)))))
}

fn joined_characters(characters: &[Value]) -> Value {
    Value::string(characters.iter().filter_map(Value::as_str).collect::<String>())
}

fn sort_characters(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let characters = elements_of(interpreter, call.argument(0))?;
    Ok(sorted(interpreter, &call, characters)?.map_or_else(|unknown| unknown, |kept| joined_characters(&kept)))
}

fn sort_elements(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let elements = call.elements(0).to_vec();
    Ok(sorted(interpreter, &call, elements)?.map_or_else(|unknown| unknown, Value::array))
}

/// A result, or the unknown value that it hangs on.
pub(super) type Known<T> = Result<T, Value>;

/// A merge sort, since a comparison may fail or call a lambda.
fn sorted(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    mut values: Vec<Value>,
) -> Evaluated<Known<Vec<Value>>> {
    if values.len() < 2 {
        return Ok(Ok(values));
    }
    let second = values.split_off(values.len() / 2);
    let first = match sorted(interpreter, call, values)? {
        Ok(first) => first,
        unknown => return Ok(unknown),
    };
    let second = match sorted(interpreter, call, second)? {
        Ok(second) => second,
        unknown => return Ok(unknown),
    };
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let mut first = first.into_iter().peekable();
    let mut second = second.into_iter().peekable();
    while let (Some(left), Some(right)) = (first.peek(), second.peek()) {
        let order = match call.block() {
            Some(block) => {
                let verdict = interpreter.call_block(block, vec![left.clone(), right.clone()], call.place)?;
                match verdict_of_block(interpreter, call, &verdict)? {
                    Ok(order) => order,
                    Err(unknown) => return Ok(Err(unknown)),
                }
            }
            None => match ruby_compare(left, right) {
                Some(order) => order,
                None => return call.fail(interpreter, comparison_failure(left, right)),
            },
        };
        let next = if order == Ordering::Greater { second.next() } else { first.next() };
        merged.extend(next);
    }
    merged.extend(first);
    merged.extend(second);
    Ok(Ok(merged))
}

/// What a comparing lambda gave, as an order.
pub(super) fn verdict_of_block(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    verdict: &Value,
) -> Evaluated<Known<Ordering>> {
    match verdict {
        Value::Integer(number) => Ok(Ok(number.cmp(&0))),
        Value::Float(number) => Ok(Ok(number.partial_cmp(&0.0).unwrap_or(Ordering::Equal))),
        Value::Unknown(_) => Ok(Err(verdict.clone().with_nothing_certain())),
        other => call.fail(interpreter, format!("comparison of {} with 0 failed", ruby_class(other))),
    }
}

/// Ruby's `<=>`: `None` where the two cannot be ordered.
pub fn ruby_compare(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => compare_numbers(left, right),
        (Value::String(left), Value::String(right)) => Some(left.as_bytes().cmp(right.as_bytes())),
        (Value::Array(left), Value::Array(right)) => {
            for (one, other) in left.iter().zip(right.iter()) {
                match ruby_compare(one, other)? {
                    Ordering::Equal => {}
                    order => return Some(order),
                }
            }
            Some(left.len().cmp(&right.len()))
        }
        (Value::Timestamp(left), Value::Timestamp(right)) | (Value::Timespan(left), Value::Timespan(right)) => {
            Some(left.cmp(right))
        }
        (Value::SemVer(left), Value::SemVer(right)) => Some(left.precedence(right)),
        (left, right) if left == right => Some(Ordering::Equal),
        _ => None,
    }
}

/// Integers exactly, and with floats as Ruby compares them.
pub fn compare_numbers(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::Integer(left), Value::Float(right)) => (*left as f64).partial_cmp(right),
        (Value::Float(left), Value::Integer(right)) => left.partial_cmp(&(*right as f64)),
        (Value::Float(left), Value::Float(right)) => left.partial_cmp(right),
        _ => None,
    }
}

/// Ruby names the right value where it is a number or nil, true, false, and its class otherwise.
fn comparison_failure(left: &Value, right: &Value) -> String {
    let right = match right {
        Value::Integer(_) | Value::Float(_) | Value::Undef | Value::Boolean(_) => inspect(right),
        other => ruby_class(other),
    };
    format!("comparison of {} with {right} failed", ruby_class(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_ordered_by_their_first_difference() {
        let array = |numbers: &[i128]| Value::array(numbers.iter().map(|number| Value::Integer(*number)));
        assert_eq!(ruby_compare(&array(&[1, 2]), &array(&[1, 3])), Some(Ordering::Less));
        assert_eq!(ruby_compare(&array(&[1]), &array(&[1, 3])), Some(Ordering::Less));
        assert_eq!(ruby_compare(&Value::Undef, &Value::Integer(1)), None);
    }

    #[test]
    fn failures_to_compare_are_worded_as_ruby_words_them() {
        assert_eq!(
            comparison_failure(&Value::Integer(1), &Value::string("a")),
            "comparison of Integer with String failed"
        );
        assert_eq!(comparison_failure(&Value::Undef, &Value::Integer(1)), "comparison of NilClass with 1 failed");
    }
}
