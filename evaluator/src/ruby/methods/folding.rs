//! Methods of collections that order, sum or regroup elements.

use std::rc::Rc;

use super::MethodCall;
use super::array::{at, unique};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyProc, RubyValue};

pub(super) fn sum(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    let mut sum = call.arguments.first().cloned().unwrap_or(RubyValue::Integer(0));
    let mut all = Vec::with_capacity(elements.len());
    for element in elements {
        let element = match block {
            Some(block) => ruby.call_proc(block, vec![element])?,
            None => element,
        };
        all.push(element);
    }
    Ok(Some(match float_sum(&sum, &all) {
        Some(total) => total,
        None => {
            for element in all {
                sum = ruby.send(&sum, "+", vec![element], None, call.offset)?;
            }
            sum
        }
    }))
}

pub(super) fn sort_of(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    Ok(Some(RubyValue::array(ruby.sort(elements, block, call)?)))
}

pub(super) fn sort_by(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        let key = ruby.call_proc(block, vec![element.clone()])?;
        ruby.all_known(std::slice::from_ref(&key))?;
        keyed.push((key, element));
    }
    let mut failed = false;
    keyed.sort_by(|(a, _), (b, _)| {
        ruby.compare(a, b).unwrap_or_else(|| {
            failed = true;
            std::cmp::Ordering::Equal
        })
    });
    if failed {
        return ruby.raise("ArgumentError", "comparison of Array with Array failed");
    }
    let ends = (keyed.first().cloned(), keyed.last().cloned());
    let is_max = call.name == "max_by";
    if is_max {
        keyed.reverse();
    }
    let sorted: Vec<RubyValue> = keyed.into_iter().map(|(_, element)| element).collect();
    let end = |end: Option<(RubyValue, RubyValue)>| end.map_or(RubyValue::Nil, |(_, element)| element);
    Ok(Some(match call.name {
        "sort_by" => RubyValue::array(sorted),
        "minmax_by" => RubyValue::array(vec![end(ends.0), end(ends.1)]),
        _ => pick(sorted, call),
    }))
}

/// `min` and `max`, with a count too.
pub(super) fn min(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let mut sorted = ruby.sort(elements, call.block.as_ref(), call)?;
    if call.name == "max" {
        sorted.reverse();
    }
    Ok(Some(pick(sorted, call)))
}

/// Returns the first of what is sorted, or as many as the call asks for.
fn pick(sorted: Vec<RubyValue>, call: &MethodCall<'_>) -> RubyValue {
    match call.integer(0).map(usize::try_from) {
        Some(Ok(count)) => RubyValue::array(sorted.into_iter().take(count).collect()),
        _ => sorted.into_iter().next().unwrap_or(RubyValue::Nil),
    }
}

pub(super) fn inject_of(
    ruby: &mut Ruby<'_, '_>,
    receiver: &RubyValue,
    call: &MethodCall<'_>,
) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    Ok(Some(ruby.inject(elements, block, call)?))
}

pub(super) fn zip(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    if call.block.is_some() {
        return Ok(None);
    }
    let mut others = Vec::new();
    for argument in &call.arguments {
        others.push(ruby.to_array(argument)?);
    }
    let zipped = elements.into_iter().enumerate().map(|(index, element)| {
        let mut row = vec![element];
        row.extend(others.iter().map(|other| other.get(index).cloned().unwrap_or(RubyValue::Nil)));
        RubyValue::array(row)
    });
    Ok(Some(RubyValue::array(zipped.collect())))
}

pub(super) fn each_slice(
    ruby: &mut Ruby<'_, '_>,
    receiver: &RubyValue,
    call: &MethodCall<'_>,
) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    let size = usize::try_from(call.integer(0).unwrap_or(1)).unwrap_or(1).max(1);
    let parts: Vec<RubyValue> = if call.name == "each_slice" {
        elements.chunks(size).map(|part| RubyValue::array(part.to_vec())).collect()
    } else {
        elements.windows(size).map(|part| RubyValue::array(part.to_vec())).collect()
    };
    Ok(Some(match block {
        Some(block) => {
            for part in parts {
                ruby.call_proc(block, vec![part])?;
            }
            RubyValue::Nil
        }
        None => RubyValue::array(parts),
    }))
}

pub(super) fn tally(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    if call.block.is_some() {
        return Ok(None);
    }
    let counts = RubyValue::hash([]);
    let RubyValue::Hash(hash) = &counts else { return Ok(None) };
    for element in elements {
        let old = hash.borrow().get(&element);
        let count = if let Some(RubyValue::Integer(count)) = old { count } else { 0 };
        hash.borrow_mut().insert(element, RubyValue::Integer(count + 1));
    }
    Ok(Some(counts))
}

pub(super) fn to_h(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let block = call.block.as_ref();
    let mut pairs = Vec::new();
    for element in elements {
        let pair = match block {
            Some(block) => ruby.call_proc(block, vec![element])?,
            None => element,
        };
        let RubyValue::Array(pair) = &pair else {
            let words = format!("wrong element type {} (expected array)", pair.class_name());
            return ruby.raise("TypeError", words);
        };
        let pair = pair.borrow().clone();
        pairs.push((at(&pair, 0), at(&pair, 1)));
    }
    Ok(Some(RubyValue::hash(pairs)))
}

pub(super) fn uniq(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    Ok(Some(match call.block.as_ref() {
        None => unique(elements),
        Some(block) => {
            let mut seen = std::collections::HashSet::new();
            let mut kept = Vec::new();
            for element in elements {
                let key = ruby.call_proc(block, vec![element.clone()])?;
                if seen.insert(key.key()) {
                    kept.push(element);
                }
            }
            RubyValue::array(kept)
        }
    }))
}

pub(super) fn group_by(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let groups = RubyValue::hash([]);
    let RubyValue::Hash(hash) = &groups else { return Ok(None) };
    for element in elements {
        let key = ruby.call_proc(block, vec![element.clone()])?;
        let group = hash.borrow().get(&key);
        match group {
            Some(RubyValue::Array(members)) => members.borrow_mut().push(element),
            _ => hash.borrow_mut().insert(key, RubyValue::array(vec![element])),
        }
    }
    Ok(Some(groups))
}

pub(super) fn partition(
    ruby: &mut Ruby<'_, '_>,
    receiver: &RubyValue,
    call: &MethodCall<'_>,
) -> Ran<Option<RubyValue>> {
    let elements = ruby.elements(receiver, call.offset)?;
    let Some(block) = call.block.as_ref() else { return Ok(None) };
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for element in elements {
        let verdict = ruby.call_proc(block, vec![element.clone()])?;
        if ruby.truthy(&verdict)? { yes.push(element) } else { no.push(element) }
    }
    Ok(Some(RubyValue::array(vec![RubyValue::array(yes), RubyValue::array(no)])))
}

impl Ruby<'_, '_> {
    fn inject(&mut self, elements: Vec<RubyValue>, block: Option<&Rc<RubyProc>>, call: &MethodCall<'_>) -> Ran {
        let mut elements = elements.into_iter();
        let (initial, operator) = match (call.arguments.as_slice(), block) {
            ([], Some(_)) => (None, None),
            ([RubyValue::Symbol(operator)], None) => (None, Some(operator.clone())),
            ([initial], Some(_)) => (Some(initial.clone()), None),
            ([initial, RubyValue::Symbol(operator)], None) => (Some(initial.clone()), Some(operator.clone())),
            _ => return self.unsupported("this form of inject", call.offset),
        };
        let Some(mut memo) = initial.or_else(|| elements.next()) else { return Ok(RubyValue::Nil) };
        for element in elements {
            memo = match (&operator, block) {
                (Some(operator), _) => self.send(&memo, operator, vec![element], None, call.offset)?,
                (None, Some(block)) => self.call_proc(block, vec![memo, element])?,
                (None, None) => return Ok(RubyValue::Nil),
            };
        }
        Ok(memo)
    }

    fn sort(
        &mut self,
        elements: Vec<RubyValue>,
        block: Option<&Rc<RubyProc>>,
        call: &MethodCall<'_>,
    ) -> Ran<Vec<RubyValue>> {
        self.all_known(&elements)?;
        // Insertion by binary search: the block may fail, which a sort of the standard library cannot pass on.
        let mut sorted: Vec<RubyValue> = Vec::with_capacity(elements.len());
        if block.is_none() {
            sorted = elements.clone();
            let mut failed = false;
            sorted.sort_by(|a, b| {
                self.compare(a, b).unwrap_or_else(|| {
                    failed = true;
                    std::cmp::Ordering::Equal
                })
            });
            if failed {
                let words = first_failure(self, &elements);
                return self.raise("ArgumentError", words);
            }
            return Ok(sorted);
        }
        let Some(block) = block else { return Ok(sorted) };
        for element in elements {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                match self.call_proc(block, vec![sorted[middle].clone(), element.clone()])? {
                    RubyValue::Integer(order) if order <= 0 => low = middle + 1,
                    RubyValue::Integer(_) => high = middle,
                    _ => return self.unsupported("this comparison of sort", call.offset),
                }
            }
            sorted.insert(low, element);
        }
        Ok(sorted)
    }
}

/// Returns what Ruby says of the first two elements that have no order.
fn first_failure(ruby: &Ruby<'_, '_>, elements: &[RubyValue]) -> String {
    for (index, left) in elements.iter().enumerate() {
        for right in elements.iter().skip(index + 1) {
            if ruby.compare(left, right).is_none() {
                return super::comparison_failed(left, right);
            }
        }
    }
    String::new()
}

/// The sum of numbers of which one is a float, with the error of each step carried along, as Ruby adds them (Kahan and Babuška).
fn float_sum(first: &RubyValue, rest: &[RubyValue]) -> Option<RubyValue> {
    let number = |value: &RubyValue| match value {
        RubyValue::Integer(value) => Some(*value as f64),
        RubyValue::Float(value) => Some(*value),
        _ => None,
    };
    let mut all = std::iter::once(first).chain(rest);
    if !all.any(|value| matches!(value, RubyValue::Float(_))) {
        return None;
    }
    let (mut sum, mut error) = (0.0_f64, 0.0_f64);
    for value in std::iter::once(first).chain(rest) {
        let value = number(value)?;
        let next = sum + value;
        error += if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    Some(RubyValue::Float(if sum.is_finite() { sum + error } else { sum }))
}
