//! `Array.new`, `Hash.new` (and of tuples and structs).

use std::sync::Arc;

use super::constructor::{Constructor, optional, required, value_of_type};
use crate::types::{Type, is_instance};
use crate::value::{HashEntries, Value};

/// A number or range is listed up to here.
const MAX_LISTED: i128 = 1_000_000;

pub(super) fn array() -> Constructor {
    Constructor::new(
        "new_array",
        &[],
        &[
            (
                &[required("from", "Variant[Array,Hash,Binary,Iterable]"), optional("wrap", "Boolean[false]")],
                |arguments| match arguments.first() {
                    Some(Value::Binary(bytes)) => {
                        Ok(Value::array(bytes.iter().map(|byte| Value::Integer(i128::from(*byte)))))
                    }
                    Some(from) => elements_of(from).map(Value::array),
                    None => Ok(Value::array([])),
                },
            ),
            (&[required("from", "Any"), required("wrap", "Boolean[true]")], |arguments| match arguments.first() {
                Some(array @ Value::Array(_)) => Ok(array.clone()),
                Some(other) => Ok(Value::array([other.clone()])),
                None => Ok(Value::array([])),
            }),
        ],
    )
    .explained_by(|arguments| match arguments {
        [from] | [from, Value::Boolean(_)] => Some(Ok(format!("{} cannot be converted to Array", value_of_type(from)))),
        _ => None,
    })
}

/// What iterating over the value gives.
fn elements_of(from: &Value) -> Result<Vec<Value>, String> {
    Ok(match from {
        Value::Array(elements) => elements.to_vec(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
        Value::String(text) => text.chars().map(|c| Value::string(c.encode_utf8(&mut [0; 4]))).collect(),
        Value::Integer(count) => integers(0, count.saturating_sub(1))?,
        Value::Iterator(iterator) => iterator.source.to_values(),
        Value::Type(iterated) => match iterated.resolved() {
            Type::Integer { min: Some(min), max: Some(max) } => integers(*min, *max)?,
            Type::Enum { values, .. } => values.iter().cloned().map(Value::String).collect(),
            _ => return Err(format!("{} cannot be converted to Array", value_of_type(from))),
        },
        other => return Err(format!("{} cannot be converted to Array", value_of_type(other))),
    })
}

fn integers(from: i128, to: i128) -> Result<Vec<Value>, String> {
    if to.saturating_sub(from) >= MAX_LISTED {
        return Err(format!("more than {MAX_LISTED} elements"));
    }
    Ok((from..=to).map(Value::Integer).collect())
}

pub(super) fn hash() -> Constructor {
    Constructor::new(
        "new_hash",
        &[
            ("KeyValueArray", "Array[Tuple[Any,Any],1]"),
            ("TreeArray", "Array[Tuple[Array,Any],1]"),
            ("NewHashOption", "Enum[tree, hash_tree]"),
        ],
        &[
            (&[required("from", "TreeArray"), optional("build_option", "NewHashOption")], |arguments| {
                let pairs = arguments.first().map(pairs_of).unwrap_or_default();
                match arguments.get(1).and_then(Value::as_str) {
                    None => Ok(Value::hash(pairs)),
                    Some(option) => Ok(tree_of(pairs, option == "hash_tree")),
                }
            }),
            (&[required("from", "KeyValueArray")], |arguments| {
                Ok(Value::hash(arguments.first().map(pairs_of).unwrap_or_default()))
            }),
            (&[required("from", "Any")], |arguments| hash_from(arguments.first().unwrap_or(&Value::Undef))),
        ],
    )
}

fn pairs_of(array: &Value) -> Vec<(Value, Value)> {
    let Value::Array(elements) = array else {
        return Vec::new();
    };
    elements
        .iter()
        .filter_map(|element| match element {
            Value::Array(pair) => Some((pair.first()?.clone(), pair.get(1)?.clone())),
            _ => None,
        })
        .collect()
}

fn hash_from(from: &Value) -> Result<Value, String> {
    let elements = match from {
        Value::Hash(_) => return Ok(from.clone()),
        Value::Array(elements) => elements.to_vec(),
        other if is_instance(&Type::Iterable(None), other) => elements_of(other)?,
        other => return Err(format!("{} cannot be converted to Hash", value_of_type(other))),
    };
    if elements.len() % 2 != 0 {
        return Err("odd number of arguments for Hash".to_string());
    }
    let mut entries = HashEntries::default();
    for pair in elements.chunks(2) {
        if let [key, value] = pair {
            entries.insert(key.clone(), value.clone());
        }
    }
    Ok(Value::Hash(Arc::new(entries)))
}

/// A tree from the paths to its leaves.
fn tree_of(pairs: Vec<(Value, Value)>, all_hashes: bool) -> Value {
    let mut root = Value::hash([]);
    for (path, leaf) in pairs {
        let Value::Array(path) = path else {
            continue;
        };
        if path.is_empty() {
            match leaf {
                Value::Array(elements) => {
                    for (index, element) in elements.iter().enumerate() {
                        insert(&mut root, &[index_key(index)], element.clone());
                    }
                }
                Value::Hash(entries) => {
                    for (key, value) in entries.iter() {
                        insert(&mut root, std::slice::from_ref(key), value.clone());
                    }
                }
                _ => {}
            }
        } else {
            insert(&mut root, &path, if all_hashes { as_hashes(leaf) } else { leaf });
        }
    }
    root
}

fn index_key(index: usize) -> Value {
    Value::Integer(i128::try_from(index).unwrap_or(i128::MAX))
}

fn as_hashes(value: Value) -> Value {
    match value {
        Value::Array(elements) => Value::hash(
            elements.iter().enumerate().map(|(index, element)| (index_key(index), as_hashes(element.clone()))),
        ),
        other => other,
    }
}

/// Sets what is at the path, with hashes on the way where nothing is there.
fn insert(target: &mut Value, path: &[Value], leaf: Value) {
    let Some((key, rest)) = path.split_first() else {
        *target = leaf;
        return;
    };
    match target {
        Value::Array(elements) => {
            let index = match key {
                Value::Integer(index) => usize::try_from(*index).ok(),
                _ => None,
            };
            if let Some(index) = index.filter(|index| *index <= elements.len()) {
                let elements = Arc::make_mut(elements);
                if index == elements.len() {
                    elements.push(Value::Undef);
                }
                if let Some(slot) = elements.get_mut(index) {
                    insert(slot, rest, leaf);
                }
            }
        }
        Value::Hash(entries) => {
            let slot = Arc::make_mut(entries).get_or_insert_with(key.clone(), || Value::hash([]));
            insert(slot, rest, leaf);
        }
        other => {
            let mut fresh = Value::hash([]);
            insert(&mut fresh, path, leaf);
            *other = fresh;
        }
    }
}
