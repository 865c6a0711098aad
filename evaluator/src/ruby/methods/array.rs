//! Methods of arrays that are not shared by all collections.

use std::cell::RefCell;
use std::rc::Rc;

use super::MethodCall;
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyRange, RubyValue};

pub(super) type Elements = Rc<RefCell<Vec<RubyValue>>>;

pub(super) static METHODS: &[Method<Elements>] = &[
    method("&", 1, and),
    method("*", 1, times),
    method("+", 1, plus),
    method("-", 1, minus),
    method("<<", 1, push),
    method("<=>", 1, compare_with),
    method("[]", -1, index),
    method("[]=", -1, set_index),
    method("append", -1, push),
    method("assoc", 1, assoc),
    method("at", 1, at_of),
    method("clear", 0, clear),
    method("collect!", -1, change_in_place),
    method("compact", 0, compact),
    method("compact!", -1, change_in_place),
    method("concat", -1, concat),
    method("delete", 1, delete),
    method("delete_at", 1, delete_at),
    method("delete_if", 0, delete_if),
    method("difference", -1, minus),
    method("dig", -1, dig),
    method("each_index", 0, each_index),
    method("empty?", 0, is_empty),
    method("entries", -1, to_a),
    method("fetch", -1, fetch),
    method("filter!", -1, change_in_place),
    method("find_index", -1, index_of),
    method("flatten", -1, flatten_of),
    method("flatten!", -1, change_in_place),
    method("index", -1, index_of),
    method("insert", -1, insert),
    method("intersection", -1, and),
    method("join", -1, join_of),
    method("keep_if", 0, delete_if),
    method("last", -1, last),
    method("length", 0, length),
    method("map!", -1, change_in_place),
    method("pack", -2, pack),
    method("pop", -1, pop),
    method("prepend", -1, unshift),
    method("push", -1, push),
    method("reject!", -1, change_in_place),
    method("reverse", 0, reverse),
    method("reverse!", -1, change_in_place),
    method("rotate", -1, rotate),
    method("sample", -1, sample),
    method("select!", -1, change_in_place),
    method("shift", -1, shift),
    method("shuffle", -1, sample),
    method("size", 0, length),
    method("slice", -1, index),
    method("sort!", -1, change_in_place),
    method("sort_by!", -1, change_in_place),
    method("to_a", 0, to_a),
    method("to_ary", 0, to_a),
    method("transpose", 0, transpose),
    method("union", -1, or),
    method("uniq!", -1, change_in_place),
    method("unshift", -1, unshift),
    method("values_at", -1, values_at),
    method("|", 1, or),
];

/// Runs the method without the `!` and changes the receiver.
fn change_in_place(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Array(receiver.clone());
    let plain = call.name.trim_end_matches('!');
    let changed = ruby.send(&this, plain, call.arguments.clone(), call.block.clone(), call.offset)?;
    if let RubyValue::Array(changed) = changed {
        let changed = changed.borrow().clone();
        *receiver.borrow_mut() = changed;
    }
    Ok(Some(this))
}

fn index(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    ruby.array_slice(&elements, call).map(Some)
}

fn set_index(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let length = elements.len() as i128;
    let Some(index) = call.integer(0) else { return Ok(None) };
    if call.arguments.len() != 2 {
        return Ok(None);
    }
    let index = if index < 0 { index + length } else { index };
    let Ok(index) = usize::try_from(index) else { return ruby.raise("IndexError", "index too small for array") };
    ruby.check_size(index)?;
    let mut elements = receiver.borrow_mut();
    if index >= elements.len() {
        elements.resize(index + 1, RubyValue::Nil);
    }
    elements[index] = call.argument(1);
    Ok(Some(call.argument(1)))
}

fn at_of(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(at(&elements, call.integer(0).unwrap_or(0))))
}

fn dig(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let first = at(&elements, call.integer(0).unwrap_or(0));
    ruby.dig_further(first, call).map(Some)
}

fn fetch(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let length = elements.len() as i128;
    let index = call.integer(0).unwrap_or(0);
    let resolved = if index < 0 { index + length } else { index };
    Ok(Some(match (usize::try_from(resolved).ok().and_then(|index| elements.get(index)), call.arguments.get(1)) {
        (Some(value), _) => value.clone(),
        (None, Some(default)) => default.clone(),
        (None, None) => {
            return ruby.raise("IndexError", format!("index {index} outside of array bounds: {}...{length}", -length));
        }
    }))
}

fn last(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(match call.integer(0) {
        Some(count) => {
            let skip = elements.len().saturating_sub(usize::try_from(count).unwrap_or(0));
            RubyValue::array(elements[skip..].to_vec())
        }
        None => elements.last().cloned().unwrap_or(RubyValue::Nil),
    }))
}

fn length(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let length = elements.len() as i128;
    Ok(Some(RubyValue::Integer(length)))
}

fn is_empty(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(RubyValue::Boolean(elements.is_empty())))
}

fn push(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    ruby.check_size(elements.len())?;
    receiver.borrow_mut().extend(call.arguments.iter().cloned());
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn pop(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(receiver.borrow_mut().pop().unwrap_or(RubyValue::Nil)))
}

fn shift(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(if elements.is_empty() { RubyValue::Nil } else { receiver.borrow_mut().remove(0) }))
}

fn unshift(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    receiver.borrow_mut().splice(0..0, call.arguments.iter().cloned());
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn insert(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let index = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0).min(elements.len());
    receiver.borrow_mut().splice(index..index, call.arguments.iter().skip(1).cloned());
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn concat(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    for argument in &call.arguments {
        receiver.borrow_mut().extend(ruby.to_array(argument)?);
    }
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn delete(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let target = call.argument(0);
    receiver.borrow_mut().retain(|element| !element.equals(&target));
    Ok(Some(if elements.iter().any(|element| element.equals(&target)) { target } else { RubyValue::Nil }))
}

fn delete_at(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let length = elements.len() as i128;
    let index = call.integer(0).unwrap_or(0);
    let index = usize::try_from(if index < 0 { index + length } else { index }).unwrap_or(usize::MAX);
    Ok(Some(if index < elements.len() { receiver.borrow_mut().remove(index) } else { RubyValue::Nil }))
}

fn delete_if(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let Some(block) = &call.block else { return Ok(None) };
    let mut kept = Vec::new();
    for element in elements {
        let verdict = ruby.call_proc(block, vec![element.clone()])?;
        if ruby.truthy(&verdict)? == (call.name == "keep_if") {
            kept.push(element);
        }
    }
    *receiver.borrow_mut() = kept;
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn clear(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    receiver.borrow_mut().clear();
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn plus(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let mut joined = elements;
    joined.extend(ruby.to_array(&call.argument(0))?);
    ruby.check_size(joined.len())?;
    Ok(Some(RubyValue::array(joined)))
}

fn minus(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let other = ruby.to_array(&call.argument(0))?;
    Ok(Some(RubyValue::array(elements.into_iter().filter(|e| !other.iter().any(|o| o.key() == e.key())).collect())))
}

fn and(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let other = ruby.to_array(&call.argument(0))?;
    Ok(Some(unique(elements.into_iter().filter(|e| other.iter().any(|o| o.key() == e.key())).collect())))
}

fn or(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let mut joined = elements;
    joined.extend(ruby.to_array(&call.argument(0))?);
    Ok(Some(unique(joined)))
}

fn times(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(match call.argument(0) {
        RubyValue::String(separator) => {
            let separator = separator.borrow().clone();
            RubyValue::string(ruby.join(&elements, &separator)?)
        }
        RubyValue::Integer(times) => {
            let times = usize::try_from(times).unwrap_or(0);
            ruby.check_size(elements.len().saturating_mul(times))?;
            RubyValue::array(std::iter::repeat_n(elements, times).flatten().collect())
        }
        _ => return Ok(None),
    }))
}

fn join_of(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let separator = call.string(0).unwrap_or_default();
    Ok(Some(RubyValue::string(ruby.join(&elements, &separator)?)))
}

fn flatten_of(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let mut flat = Vec::new();
    flatten(&elements, call.integer(0).unwrap_or(i128::MAX), &mut flat);
    Ok(Some(RubyValue::array(flat)))
}

fn compact(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(RubyValue::array(elements.into_iter().filter(|e| !matches!(e, RubyValue::Nil)).collect())))
}

fn reverse(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(RubyValue::array(elements.into_iter().rev().collect())))
}

fn rotate(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let mut rotated = elements;
    if !rotated.is_empty() {
        let by = call.integer(0).unwrap_or(1).rem_euclid(rotated.len() as i128) as usize;
        rotated.rotate_left(by);
    }
    Ok(Some(RubyValue::array(rotated)))
}

fn transpose(ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let mut columns: Vec<Vec<RubyValue>> = Vec::new();
    for row in &elements {
        for (index, cell) in ruby.to_array(row)?.into_iter().enumerate() {
            if index >= columns.len() {
                columns.push(Vec::new());
            }
            columns[index].push(cell);
        }
    }
    Ok(Some(RubyValue::array(columns.into_iter().map(RubyValue::array).collect())))
}

fn values_at(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let picked = (0..call.arguments.len()).map(|i| at(&elements, call.integer(i).unwrap_or(0))).collect();
    Ok(Some(RubyValue::array(picked)))
}

fn index_of(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let mut found = RubyValue::Nil;
    for (index, element) in elements.iter().enumerate() {
        let hit = match &call.block {
            Some(block) => {
                let verdict = ruby.call_proc(block, vec![element.clone()])?;
                ruby.truthy(&verdict)?
            }
            None => element.equals(&call.argument(0)),
        };
        if hit {
            found = RubyValue::Integer(index as i128);
            break;
        }
    }
    Ok(Some(found))
}

fn assoc(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    Ok(Some(elements
                .iter()
                .find(|pair| matches!(pair, RubyValue::Array(pair) if pair.borrow().first().is_some_and(|k| k.equals(&call.argument(0)))))
                .cloned()
                .unwrap_or(RubyValue::Nil)))
}

fn each_index(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    let Some(block) = &call.block else {
        return Ok(Some(RubyValue::array(
            (0..elements.len()).map(|index| RubyValue::Integer(index as i128)).collect(),
        )));
    };
    for index in 0..elements.len() {
        ruby.call_proc(block, vec![RubyValue::Integer(index as i128)])?;
    }
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn compare_with(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Array(receiver.clone());
    Ok(Some(match ruby.compare(&this, &call.argument(0)) {
        Some(ordering) => RubyValue::Integer(ordering as i128),
        None => RubyValue::Nil,
    }))
}

fn to_a(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn pack(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let values = receiver.borrow().clone();
    ruby.pack_values(&values, call).map(Some)
}

fn sample(ruby: &mut Ruby<'_, '_>, _receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.unsupported(format!("Array#{}", call.name), call.offset)
}

impl Ruby<'_, '_> {
    fn array_slice(&mut self, elements: &[RubyValue], call: &MethodCall<'_>) -> Ran {
        let length = elements.len() as i128;
        let (start, count) = match (call.argument(0), call.arguments.len()) {
            (RubyValue::Range(range), _) => match range_bounds(&range, length) {
                Some(bounds) => bounds,
                None => return Ok(RubyValue::Nil),
            },
            (_, 1) => match call.integer(0) {
                Some(index) => return Ok(at(elements, index)),
                None => return self.raise("TypeError", "no implicit conversion into Integer"),
            },
            _ => match (call.integer(0), call.integer(1)) {
                (Some(start), Some(count)) => (start, count),
                _ => return self.unsupported("this index of an array", call.offset),
            },
        };
        let start = if start < 0 { start + length } else { start };
        if start < 0 || start > length || count < 0 {
            return Ok(RubyValue::Nil);
        }
        let end = start.saturating_add(count).min(length);
        Ok(RubyValue::array(elements.get(start as usize..end as usize).unwrap_or_default().to_vec()))
    }
    /// The rest of a `dig` after its first step.
    pub(super) fn dig_further(&mut self, first: RubyValue, call: &MethodCall<'_>) -> Ran {
        let rest: Vec<RubyValue> = call.arguments.iter().skip(1).cloned().collect();
        if rest.is_empty() || matches!(first, RubyValue::Nil) {
            return Ok(first);
        }
        self.send(&first, "dig", rest, None, call.offset)
    }
    pub(super) fn join(&mut self, elements: &[RubyValue], separator: &str) -> Ran<String> {
        let mut joined = String::new();
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                joined.push_str(separator);
            }
            match element {
                RubyValue::Array(inner) => {
                    let inner = inner.borrow().clone();
                    joined.push_str(&self.join(&inner, separator)?);
                }
                other => joined.push_str(&self.text(other)?),
            }
            self.check_size(joined.len())?;
        }
        Ok(joined)
    }
}

pub(super) fn at(elements: &[RubyValue], index: i128) -> RubyValue {
    let index = if index < 0 { index + elements.len() as i128 } else { index };
    usize::try_from(index).ok().and_then(|index| elements.get(index)).cloned().unwrap_or(RubyValue::Nil)
}

/// Start and count of a range over something of this length.
pub(super) fn range_bounds(range: &RubyRange, length: i128) -> Option<(i128, i128)> {
    let start = match range.from {
        RubyValue::Integer(start) => start,
        RubyValue::Nil => 0,
        _ => return None,
    };
    let end = match range.to {
        RubyValue::Integer(end) => end,
        RubyValue::Nil => -1,
        _ => return None,
    };
    let start = if start < 0 { start + length } else { start };
    let end = if end < 0 { end + length } else { end };
    let exclusive = range.exclusive && !matches!(range.to, RubyValue::Nil);
    let count = if exclusive { end - start } else { end - start + 1 };
    if start < 0 || start > length { None } else { Some((start, count.max(0))) }
}

pub(super) fn unique(elements: Vec<RubyValue>) -> RubyValue {
    let mut seen = std::collections::HashSet::new();
    RubyValue::array(elements.into_iter().filter(|element| seen.insert(element.key())).collect())
}

fn flatten(elements: &[RubyValue], depth: i128, flat: &mut Vec<RubyValue>) {
    for element in elements {
        match element {
            RubyValue::Array(inner) if depth > 0 => flatten(&inner.borrow(), depth - 1, flat),
            other => flat.push(other.clone()),
        }
    }
}
