//! Methods of arrays that are not shared by all collections.

use std::cell::RefCell;
use std::rc::Rc;

use super::MethodCall;
use super::array_conversions::{pack, shelljoin};
use super::array_in_place::{fill, replace, slice_out};
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::library::Native;
use crate::ruby::value::{RubyRange, RubyValue};
use crate::ruby_core::sprintf::Argument;

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
    method("eql?", 1, is_eql),
    method("fetch", -1, fetch),
    method("fill", -1, fill),
    method("filter!", 0, change_in_place),
    method("find_index", -1, index_of),
    method("first", -1, first),
    method("flatten", -1, flatten_of),
    method("flatten!", -1, change_in_place),
    method("index", -1, index_of),
    method("insert", -1, insert),
    method("intersect?", 1, and),
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
    method("rassoc", 1, assoc),
    method("reject!", -1, change_in_place),
    method("replace", 1, replace),
    method("reverse", 0, reverse),
    method("reverse!", -1, change_in_place),
    method("rindex", -1, rindex),
    method("rotate", -1, rotate),
    method("sample", -1, sample),
    method("select!", -1, change_in_place),
    method("shelljoin", 0, shelljoin),
    method("shift", -1, pop),
    method("shuffle", -1, sample),
    method("size", 0, length),
    method("slice", -1, index),
    method("slice!", -1, slice_out),
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

/// Methods with a `!` that answer nil where they changed nothing.
const NIL_WHERE_UNCHANGED: &[&str] = &["compact!", "filter!", "flatten!", "reject!", "select!", "uniq!"];

/// Runs the method without the `!` and changes the receiver.
fn change_in_place(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Array(receiver.clone());
    let plain = call.name.trim_end_matches('!');
    let changed = ruby.send(&this, plain, call.arguments.clone(), call.block.clone(), call.offset)?;
    let RubyValue::Array(changed) = changed else { return Ok(Some(changed)) };
    let changed = changed.borrow().clone();
    let is_same = match call.name {
        "flatten!" => !receiver.borrow().iter().any(|element| matches!(element, RubyValue::Array(_))),
        _ => changed.len() == receiver.borrow().len(),
    };
    *receiver.borrow_mut() = changed;
    Ok(Some(if is_same && NIL_WHERE_UNCHANGED.contains(&call.name) { RubyValue::Nil } else { this }))
}

fn index(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    ruby.array_slice(&elements, call).map(Some)
}

/// `a[1] = x`, `a[1, 2] = x` and `a[1..2] = x`.
fn set_index(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let length = receiver.borrow().len() as i128;
    let (start, count, value) = match (call.argument(0), call.integer(0), call.arguments.len()) {
        (RubyValue::Range(range), _, 2) => match range_bounds(&range, length) {
            Some((start, count)) => (start, Some(count), call.argument(1)),
            None => return ruby.raise("RangeError", format!("{} out of range", call.argument(0).inspect())),
        },
        (_, Some(start), 2) => (start, None, call.argument(1)),
        (_, Some(start), 3) => (start, call.integer(1), call.argument(2)),
        _ => return Ok(None),
    };
    let Ok(at) = usize::try_from(if start < 0 { start + length } else { start }) else {
        let words = format!("index {start} too small for array; minimum: -{length}");
        return ruby.raise("IndexError", words);
    };
    ruby.check_size(at)?;
    let replacement = match (count, &value) {
        (Some(_), RubyValue::Array(parts)) => parts.borrow().clone(),
        _ => vec![value.clone()],
    };
    let mut elements = receiver.borrow_mut();
    if at > elements.len() {
        elements.resize(at, RubyValue::Nil);
    }
    let count = usize::try_from(count.unwrap_or(1)).unwrap_or(0);
    let end = at.saturating_add(count).min(elements.len());
    elements.splice(at..end, replacement);
    drop(elements);
    Ok(Some(value))
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
    let length = receiver.borrow().len() as i128;
    let index = call.integer(0).unwrap_or(0);
    let resolved = if index < 0 { index + length } else { index };
    let found = usize::try_from(resolved).ok().and_then(|index| receiver.borrow().get(index).cloned());
    match (found, call.arguments.get(1), &call.block) {
        (Some(value), _, _) => Ok(Some(value)),
        (None, _, Some(block)) => ruby.call_proc(block, vec![call.argument(0)]).map(Some),
        (None, Some(default), None) => Ok(Some(default.clone())),
        (None, None, None) => {
            ruby.raise("IndexError", format!("index {index} outside of array bounds: {}...{length}", -length))
        }
    }
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
    Ok(Some(RubyValue::Integer(receiver.borrow().len() as i128)))
}

fn is_empty(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Boolean(receiver.borrow().is_empty())))
}

fn push(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.check_size(receiver.borrow().len())?;
    receiver.borrow_mut().extend(call.arguments.iter().cloned());
    Ok(Some(RubyValue::Array(receiver.clone())))
}

/// `pop` and `shift`: one element, or an array of some.
fn pop(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut elements = receiver.borrow_mut();
    let is_front = call.name == "shift";
    if call.arguments.is_empty() {
        return Ok(Some(match is_front {
            true if elements.is_empty() => RubyValue::Nil,
            true => elements.remove(0),
            false => elements.pop().unwrap_or(RubyValue::Nil),
        }));
    }
    let Some(Ok(count)) = call.integer(0).map(usize::try_from) else {
        return ruby.raise("ArgumentError", "negative array size");
    };
    let count = count.min(elements.len());
    let start = if is_front { 0 } else { elements.len() - count };
    Ok(Some(RubyValue::array(elements.drain(start..start + count).collect())))
}

fn unshift(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    receiver.borrow_mut().splice(0..0, call.arguments.iter().cloned());
    Ok(Some(RubyValue::Array(receiver.clone())))
}

fn insert(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let length = receiver.borrow().len() as i128;
    let index = call.integer(0).unwrap_or(0);
    let Ok(at) = usize::try_from(if index < 0 { index + length + 1 } else { index }) else {
        let words = format!("index {index} too small for array; minimum: -{}", length + 1);
        return ruby.raise("IndexError", words);
    };
    ruby.check_size(at)?;
    let mut elements = receiver.borrow_mut();
    if at > elements.len() {
        elements.resize(at, RubyValue::Nil);
    }
    elements.splice(at..at, call.arguments.iter().skip(1).cloned());
    drop(elements);
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
    let mut joined = receiver.borrow().clone();
    joined.extend(ruby.implicit_array(&call.argument(0))?);
    ruby.check_size(joined.len())?;
    Ok(Some(RubyValue::array(joined)))
}

fn minus(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut elements = receiver.borrow().clone();
    for argument in &call.arguments {
        let other = ruby.implicit_array(argument)?;
        elements.retain(|element| !other.iter().any(|other| other.key() == element.key()));
    }
    Ok(Some(RubyValue::array(elements)))
}

fn and(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut elements = receiver.borrow().clone();
    for argument in &call.arguments {
        let other = ruby.implicit_array(argument)?;
        elements.retain(|element| other.iter().any(|other| other.key() == element.key()));
    }
    Ok(Some(match call.name {
        "intersect?" => RubyValue::Boolean(!elements.is_empty()),
        _ => unique(elements),
    }))
}

fn or(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut joined = receiver.borrow().clone();
    for argument in &call.arguments {
        joined.extend(ruby.implicit_array(argument)?);
    }
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
    let mut rotated = receiver.borrow().clone();
    if !rotated.is_empty() {
        let by = call.integer(0).unwrap_or(1).rem_euclid(rotated.len() as i128) as usize;
        rotated.rotate_left(by);
    }
    Ok(Some(RubyValue::array(rotated)))
}

fn transpose(ruby: &mut Ruby<'_, '_>, receiver: &Elements, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let rows = receiver.borrow().clone();
    let mut columns: Vec<Vec<RubyValue>> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let cells = ruby.implicit_array(row)?;
        if number == 0 {
            columns.resize(cells.len(), Vec::new());
        }
        if cells.len() != columns.len() {
            let words = format!("element size differs ({} should be {})", cells.len(), columns.len());
            return ruby.raise("IndexError", words);
        }
        columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
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

/// `assoc` and `rassoc`: the first pair with this key or value.
fn assoc(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let (wanted, part) = (call.argument(0), usize::from(call.name == "rassoc"));
    let elements = receiver.borrow();
    let found = elements.iter().find(|pair| match pair {
        RubyValue::Array(pair) => pair.borrow().get(part).is_some_and(|value| value.equals(&wanted)),
        _ => false,
    });
    Ok(Some(found.cloned().unwrap_or(RubyValue::Nil)))
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

/// `shuffle` and `sample` with a generator that is given; without one the result is chance.
fn sample(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let generator = match call.arguments.last() {
        Some(RubyValue::Hash(options)) => options.borrow().get(&RubyValue::Symbol("random".into())),
        _ => None,
    };
    let Some(RubyValue::Native(generator)) = generator else {
        return ruby.unsupported(format!("Array#{}", call.name), call.offset);
    };
    let Native::Random(generator) = &*generator else { return Ok(None) };
    let mut generator = generator.borrow_mut();
    let mut elements = receiver.borrow().clone();
    match (call.name, call.arguments.len()) {
        ("shuffle", _) => {
            for last in (1..elements.len()).rev() {
                let other = generator.below(last as u64 + 1) as usize;
                elements.swap(last, other);
            }
            Ok(Some(RubyValue::array(elements)))
        }
        ("sample", 1) => Ok(Some(at(&elements, i128::from(generator.below(elements.len() as u64))))),
        _ => Ok(None),
    }
}

fn rindex(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow().clone();
    for (index, element) in elements.iter().enumerate().rev() {
        let is_hit = match &call.block {
            Some(block) => {
                let verdict = ruby.call_proc(block, vec![element.clone()])?;
                ruby.truthy(&verdict)?
            }
            None => element.equals(&call.argument(0)),
        };
        if is_hit {
            return Ok(Some(RubyValue::Integer(index as i128)));
        }
    }
    Ok(Some(RubyValue::Nil))
}

/// `eql?`: the same length, and each element `eql?` to its counterpart.
fn is_eql(_ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Boolean(RubyValue::Array(receiver.clone()).key() == call.argument(0).key())))
}

/// `first`, with a count too.
fn first(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = receiver.borrow();
    Ok(Some(match call.integer(0).map(usize::try_from) {
        None => elements.first().cloned().unwrap_or(RubyValue::Nil),
        Some(Ok(count)) => RubyValue::array(elements.iter().take(count).cloned().collect()),
        Some(Err(_)) => return ruby.raise("ArgumentError", "negative array size"),
    }))
}

impl Ruby<'_, '_> {
    /// Returns an array where Ruby expects one without converting other values.
    pub(super) fn implicit_array(&mut self, value: &RubyValue) -> Ran<Vec<RubyValue>> {
        match value {
            RubyValue::Array(elements) => Ok(elements.borrow().clone()),
            other => {
                let name = Argument::name(other);
                self.raise("TypeError", format!("no implicit conversion of {name} into Array"))
            }
        }
    }

    pub(super) fn array_slice(&mut self, elements: &[RubyValue], call: &MethodCall<'_>) -> Ran {
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

pub(super) fn flatten(elements: &[RubyValue], depth: i128, flat: &mut Vec<RubyValue>) {
    for element in elements {
        match element {
            RubyValue::Array(inner) if depth > 0 => flatten(&inner.borrow(), depth - 1, flat),
            other => flat.push(other.clone()),
        }
    }
}
