//! Methods that arrays, hashes and ranges share.

use std::rc::Rc;

use super::MethodCall;
use super::array::at;
use super::folding::{each_slice, group_by, inject_of, min, partition, sort_by, sort_of, sum, tally, to_h, uniq, zip};
use super::table::{Method, method, run};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::library::{Native, native};
use crate::ruby::value::{RubyProc, RubyValue};

pub(super) static METHODS: &[Method<RubyValue>] = &[
    method("all?", -1, is_any),
    method("any?", -1, is_any),
    method("collect", 0, map_of),
    method("collect_concat", 0, flat_map),
    method("combination", -1, combine),
    method("count", -1, count),
    method("cycle", -1, combine),
    method("detect", -1, find),
    method("drop", 1, drop),
    method("drop_while", 0, take_while),
    method("each", -1, each),
    method("each_cons", 1, each_slice),
    method("each_entry", -1, each),
    method("each_pair", -1, each),
    method("each_slice", 1, each_slice),
    method("each_with_index", -1, each_with_index),
    method("each_with_index_from", -1, each_with_index),
    method("each_with_object", 1, each_with_object),
    method("entries", -1, to_a),
    method("filter", 0, select),
    method("filter_map", 0, filter_map),
    method("find", -1, find),
    method("find_all", 0, select),
    method("first", -1, first),
    method("flat_map", 0, flat_map),
    method("grep", 1, grep),
    method("grep_v", 1, grep),
    method("group_by", 0, group_by),
    method("include?", 1, is_include),
    method("inject", -1, inject_of),
    method("map", 0, map_of),
    method("max", -1, min),
    method("max_by", -1, sort_by),
    method("member?", 1, is_include),
    method("min", -1, min),
    method("min_by", -1, sort_by),
    method("minmax", -1, combine),
    method("minmax_by", 0, sort_by),
    method("none?", -1, is_any),
    method("one?", -1, is_any),
    method("partition", 0, partition),
    method("product", -1, combine),
    method("reduce", -1, inject_of),
    method("reject", 0, reject),
    method("reverse_each", -1, reverse_each),
    method("select", 0, select),
    method("sort", 0, sort_of),
    method("sort_by", 0, sort_by),
    method("sum", -1, sum),
    method("take", 1, take),
    method("take_while", 0, take_while),
    method("tally", -1, tally),
    method("to_a", -1, to_a),
    method("to_h", -1, to_h),
    method("to_set", -1, combine),
    method("uniq", 0, uniq),
    method("with_index", -1, each_with_index),
    method("zip", -1, zip),
];

/// Methods that combine elements.
fn combine(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    ruby.combining_method(elements, receiver, call)
}

/// Returns what a method without its block walks over. Chains such as `each_with_index.map` see pairs of element and
/// index.
pub(super) fn enumerate(
    ruby: &mut Ruby<'_, '_>,
    receiver: &RubyValue,
    call: &MethodCall<'_>,
) -> Ran<Option<RubyValue>> {
    let mut elements = ruby.elements(receiver, call.offset)?;
    match call.name {
        "each_with_index" | "with_index" => {
            let first = call.integer(0).unwrap_or(0);
            let pairs = elements
                .into_iter()
                .enumerate()
                .map(|(index, element)| RubyValue::array(vec![element, RubyValue::Integer(first + index as i128)]));
            return Ok(Some(RubyValue::array(pairs.collect())));
        }
        "reverse_each" => elements.reverse(),
        _ => {}
    }
    Ok(Some(match call.name {
        "map" | "collect" | "select" | "filter" => native(Native::Enumerator { elements, method: call.name.into() }),
        _ => RubyValue::array(elements),
    }))
}

impl Ruby<'_, '_> {
    /// Calls a method of what `map` and its like give without a block: `map.with_index(1) { … }`.
    pub(in crate::ruby) fn enumerator_method(
        &mut self,
        elements: &[RubyValue],
        method: &str,
        call: &MethodCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        let Some(block) = call.block.as_ref() else { return Ok(None) };
        if !matches!(call.name, "with_index" | "each_with_index") {
            return Ok(None);
        }
        let first = call.integer(0).unwrap_or(0);
        let mut results = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let index = RubyValue::Integer(first + index as i128);
            let result = self.call_proc(block, vec![element.clone(), index])?;
            match method {
                "select" | "filter" if self.truthy(&result)? => results.push(element.clone()),
                "select" | "filter" => {}
                _ => results.push(result),
            }
        }
        Ok(Some(RubyValue::array(results)))
    }
}

/// Methods that give their elements where they have no block.
const ENUMERATORS: &[&str] = &[
    "collect",
    "each",
    "each_entry",
    "each_pair",
    "each_with_index",
    "filter",
    "map",
    "reverse_each",
    "select",
    "with_index",
];

/// Calls a method that arrays, hashes, ranges and sets share.
pub(super) fn call(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if call.block.is_none() && ENUMERATORS.contains(&call.name) {
        return enumerate(ruby, receiver, call);
    }
    run(METHODS, ruby, receiver, call)
}

fn each(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    for element in elements {
        ruby.call_proc(block, vec![element])?;
    }
    Ok(Some(receiver.clone()))
}

fn reverse_each(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    for element in elements.into_iter().rev() {
        ruby.call_proc(block, vec![element])?;
    }
    Ok(Some(receiver.clone()))
}

fn each_with_index(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let first = call.integer(0).unwrap_or(0);
    for (index, element) in elements.into_iter().enumerate() {
        ruby.call_proc(block, vec![element, RubyValue::Integer(first + index as i128)])?;
    }
    Ok(Some(receiver.clone()))
}

fn each_with_object(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let memo = call.argument(0);
    for element in elements {
        ruby.call_proc(block, vec![element, memo.clone()])?;
    }
    Ok(Some(memo))
}

fn map_of(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    Ok(Some(RubyValue::array(ruby.map(elements, block)?)))
}

fn flat_map(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let mut flat = Vec::new();
    for value in ruby.map(elements, block)? {
        match value {
            RubyValue::Array(inner) => flat.extend(inner.borrow().iter().cloned()),
            other => flat.push(other),
        }
    }
    Ok(Some(RubyValue::array(flat)))
}

fn filter_map(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    Ok(Some(RubyValue::array(ruby.map(elements, block)?.into_iter().filter(RubyValue::is_truthy).collect())))
}

fn select(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    Ok(Some(RubyValue::array(ruby.filter(elements, block, true)?)))
}

fn reject(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    Ok(Some(RubyValue::array(ruby.filter(elements, block, false)?)))
}

fn grep(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    let mut kept = Vec::new();
    for element in elements {
        let matched = ruby.send(&call.argument(0), "===", vec![element.clone()], None, call.offset)?;
        if ruby.truthy(&matched)? == (call.name == "grep") {
            kept.push(match block {
                Some(block) => ruby.call_proc(block, vec![element])?,
                None => element,
            });
        }
    }
    Ok(Some(RubyValue::array(kept)))
}

fn find(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let mut found = RubyValue::Nil;
    for element in elements {
        let verdict = ruby.call_proc(block, vec![element.clone()])?;
        if ruby.truthy(&verdict)? {
            found = element;
            break;
        }
    }
    Ok(Some(found))
}

fn is_any(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    let mut count = 0;
    let total = elements.len();
    for element in elements {
        let verdict = match (block, call.arguments.first()) {
            (Some(block), _) => ruby.call_proc(block, vec![element])?,
            (None, Some(pattern)) => ruby.send(&pattern.clone(), "===", vec![element], None, call.offset)?,
            (None, None) => element,
        };
        count += usize::from(ruby.truthy(&verdict)?);
    }
    Ok(Some(RubyValue::Boolean(match call.name {
        "any?" => count > 0,
        "all?" => count == total,
        "none?" => count == 0,
        _ => count == 1,
    })))
}

fn count(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    let mut count = 0;
    for element in elements {
        count += i128::from(match (block, call.arguments.first()) {
            (Some(block), _) => {
                let verdict = ruby.call_proc(block, vec![element])?;
                ruby.truthy(&verdict)?
            }
            (None, Some(wanted)) => element.equals(wanted),
            (None, None) => true,
        });
    }
    Ok(Some(RubyValue::Integer(count)))
}

fn is_include(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let wanted = call.argument(0);
    Ok(Some(RubyValue::Boolean(elements.iter().any(|element| element.equals(&wanted)))))
}

fn first(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    if call.block.is_some() {
        return Ok(None);
    }
    Ok(Some(match call.integer(0) {
        Some(count) => RubyValue::array(elements.into_iter().take(usize::try_from(count).unwrap_or(0)).collect()),
        None => at(&elements, 0),
    }))
}

fn take(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    if call.block.is_some() {
        return Ok(None);
    }
    Ok(Some(RubyValue::array(
        elements.into_iter().take(usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0)).collect(),
    )))
}

fn drop(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    if call.block.is_some() {
        return Ok(None);
    }
    Ok(Some(RubyValue::array(
        elements.into_iter().skip(usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0)).collect(),
    )))
}

fn take_while(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let mut split = elements.len();
    for (index, element) in elements.iter().enumerate() {
        let verdict = ruby.call_proc(block, vec![element.clone()])?;
        if !ruby.truthy(&verdict)? {
            split = index;
            break;
        }
    }
    let (taken, left) = elements.split_at(split);
    Ok(Some(RubyValue::array(if call.name == "take_while" { taken.to_vec() } else { left.to_vec() })))
}

fn to_a(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    if call.block.is_some() {
        return Ok(None);
    }
    Ok(Some(RubyValue::array(elements)))
}

impl Ruby<'_, '_> {
    pub(super) fn map(&mut self, elements: Vec<RubyValue>, block: &Rc<RubyProc>) -> Ran<Vec<RubyValue>> {
        let mut mapped = Vec::with_capacity(elements.len());
        for element in elements {
            mapped.push(self.call_proc(block, vec![element])?);
        }
        Ok(mapped)
    }
    fn filter(&mut self, elements: Vec<RubyValue>, block: &Rc<RubyProc>, keep_on: bool) -> Ran<Vec<RubyValue>> {
        let mut kept = Vec::new();
        for element in elements {
            let verdict = self.call_proc(block, vec![element.clone()])?;
            if self.truthy(&verdict)? == keep_on {
                kept.push(element);
            }
        }
        Ok(kept)
    }
}
