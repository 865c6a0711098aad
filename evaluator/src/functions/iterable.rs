//! What can be walked over: arrays, hashes, strings, numbers, ranges, enumerations and iterators.
//! Ranges are walked without being built.

use std::sync::Arc;

use crate::interpreter::{Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::types::{Size, Type};
use crate::value::{HashEntries, IteratorSource, IteratorValue, Value};

/// The elements of something iterable, one after the other.
pub enum Elements {
    Values { values: Arc<Vec<Value>>, next: usize },
    Entries { entries: Arc<HashEntries>, next: usize },
    Characters { text: smol_str::SmolStr, at: usize },
    Integers { next: i128, to: i128, step: i128 },
}

impl Iterator for Elements {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match self {
            Elements::Values { values, next } => {
                let value = values.get(*next)?.clone();
                *next += 1;
                Some(value)
            }
            Elements::Entries { entries, next } => {
                let (key, value) = entries.get_index(*next)?;
                *next += 1;
                Some(Value::array([key.clone(), value.clone()]))
            }
            Elements::Characters { text, at } => {
                let character = text.get(*at..)?.chars().next()?;
                *at += character.len_utf8();
                Some(Value::string(character.encode_utf8(&mut [0; 4])))
            }
            Elements::Integers { next, to, step } => {
                let past = if *step < 0 { *next < *to } else { *next > *to };
                if past || *step == 0 {
                    return None;
                }
                let value = *next;
                *next = next.saturating_add(*step);
                Some(Value::Integer(value))
            }
        }
    }
}

/// The elements of a value; `None` where it is not iterable. Entries of a hash are pairs.
pub fn iterate(value: &Value) -> Option<Elements> {
    Some(match value {
        Value::Array(values) => Elements::Values { values: values.clone(), next: 0 },
        Value::Hash(entries) => Elements::Entries { entries: entries.clone(), next: 0 },
        Value::String(text) => Elements::Characters { text: text.clone(), at: 0 },
        Value::Integer(number) if *number >= 0 => Elements::Integers { next: 0, to: number - 1, step: 1 },
        Value::Type(value_type) => return iterate_type(value_type),
        Value::Iterator(iterator) => match &iterator.source {
            IteratorSource::Values(values) => Elements::Values { values: values.clone(), next: 0 },
            IteratorSource::Integers { from, to, step } => Elements::Integers { next: *from, to: *to, step: *step },
        },
        _ => return None,
    })
}

fn iterate_type(value_type: &Type) -> Option<Elements> {
    match value_type {
        Type::Integer { min: Some(min), max: Some(max) } => Some(Elements::Integers { next: *min, to: *max, step: 1 }),
        Type::Enum { values, .. } => {
            let values = values.iter().map(|text| Value::String(text.clone())).collect();
            Some(Elements::Values { values: Arc::new(values), next: 0 })
        }
        Type::Alias(alias) => alias.resolved.get().and_then(iterate_type),
        _ => None,
    }
}

/// After so many elements someone may not want the outcome any more.
pub const ELEMENTS_PER_CHECKPOINT: usize = 1 << 12;

/// All elements; none where the value is not iterable. A range may have more than there is room for.
pub fn elements_of(interpreter: &Interpreter<'_>, value: &Value) -> Evaluated<Vec<Value>> {
    let Some(elements) = iterate(value) else {
        return Ok(Vec::new());
    };
    let limit = interpreter.request.limits.collection_elements;
    if let Elements::Integers { next, to, step } = elements
        && step != 0
        && (to - next) / step >= limit as i128
    {
        return interpreter.limit(LimitReached::CollectionElements(limit));
    }
    let (least, _) = elements.size_hint();
    let mut values = Vec::with_capacity(least);
    for element in elements {
        if values.len() % ELEMENTS_PER_CHECKPOINT == 0 {
            interpreter.world.checkpoint();
        }
        values.push(element);
    }
    Ok(values)
}

/// The type that an iterator over this value shows for its elements.
pub fn element_type(value: &Value) -> Type {
    match value {
        Value::Iterator(iterator) => iterator.element_type.clone(),
        Value::String(_) => Type::String(Some(Size { min: 1, max: Some(1) })),
        Value::Array(elements) if elements.is_empty() => Type::Unit,
        Value::Array(elements) => one_of(elements.iter()),
        Value::Hash(entries) => {
            let pair = if entries.is_empty() {
                [Type::Any, Type::Any]
            } else {
                [one_of(entries.keys()), one_of(entries.values())]
            };
            Type::Tuple { types: Arc::new(pair), size: Some(Size { min: 2, max: Some(2) }) }
        }
        Value::Integer(0) => Type::Unit,
        Value::Integer(number) => Type::Integer { min: Some(0), max: Some(number - 1) },
        Value::Type(Type::Alias(alias)) => match alias.resolved.get() {
            Some(resolved) => element_type(&Value::Type(resolved.clone())),
            None => Type::Any,
        },
        Value::Type(value_type) => value_type.clone(),
        _ => Type::Any,
    }
}

fn one_of<'v>(values: impl Iterator<Item = &'v Value>) -> Type {
    Type::variant(values.map(crate::types::infer))
}

/// A lazy sequence over the value, from the last element to the first.
pub fn reversed(value: &Value) -> Value {
    let source = match iterate(value) {
        Some(Elements::Integers { next, to, step }) if step != 0 => {
            // The last value that the steps reach.
            let last = next + (to - next) / step * step;
            let empty = if step < 0 { next < to } else { next > to };
            if empty {
                IteratorSource::Values(Arc::default())
            } else {
                IteratorSource::Integers { from: last, to: next, step: -step }
            }
        }
        Some(elements) => {
            let mut values: Vec<Value> = elements.collect();
            values.reverse();
            IteratorSource::Values(Arc::new(values))
        }
        None => IteratorSource::Values(Arc::default()),
    };
    Value::Iterator(Arc::new(IteratorValue { source, element_type: element_type(value) }))
}

/// A lazy sequence of every n-th element.
pub fn stepped(value: &Value, step: i128) -> Value {
    let step = step.max(1);
    let mut element_type = element_type(value);
    let source = match iterate(value) {
        Some(Elements::Integers { next, to, step: inner }) => {
            let step = inner.saturating_mul(step);
            if step > 1 {
                // The range that the steps really reach is what the type shows.
                let reached = if next > to { to } else { next + (to - next) / step * step };
                element_type = Type::Integer { min: Some(next), max: Some(reached) };
            }
            IteratorSource::Integers { from: next, to, step }
        }
        Some(elements) => {
            IteratorSource::Values(Arc::new(elements.step_by(usize::try_from(step).unwrap_or(usize::MAX)).collect()))
        }
        None => IteratorSource::Values(Arc::default()),
    };
    Value::Iterator(Arc::new(IteratorValue { source, element_type }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integers(value: &Value) -> Vec<i128> {
        iterate(value).into_iter().flatten().map(|v| if let Value::Integer(n) = v { n } else { -999 }).collect()
    }

    #[test]
    fn ranges_are_walked_forwards_backwards_and_in_steps() {
        let range = Value::Type(Type::Integer { min: Some(0), max: Some(10) });
        assert_eq!(integers(&stepped(&range, 3)), [0, 3, 6, 9]);
        assert_eq!(integers(&reversed(&stepped(&range, 3))), [9, 6, 3, 0]);
        assert_eq!(integers(&stepped(&stepped(&range, 2), 2)), [0, 4, 8]);
        assert_eq!(integers(&reversed(&Value::Integer(0))), [] as [i128; 0]);
    }

    #[test]
    fn a_negative_number_and_an_open_range_are_not_iterable() {
        assert!(iterate(&Value::Integer(-1)).is_none());
        assert!(iterate(&Value::Type(Type::Integer { min: Some(1), max: None })).is_none());
    }

    #[test]
    fn a_hash_gives_pairs() {
        let hash = Value::hash([(Value::string("a"), Value::Integer(1))]);
        let pairs: Vec<Value> = iterate(&hash).into_iter().flatten().collect();
        assert_eq!(pairs, [Value::array([Value::string("a"), Value::Integer(1)])]);
    }
}
