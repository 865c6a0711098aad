//! Methods that arrays, hashes and ranges share.

use std::rc::Rc;

use super::MethodCall;
use super::array::{at, unique};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyProc, RubyValue};

impl Ruby<'_, '_> {
    pub(super) fn enumerable_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        // Chains such as `each_with_index.map` walk over pairs of element and index.
        if call.block.is_none() {
            match call.name {
                "each_with_index" | "with_index" => {
                    let first = call.integer(0).unwrap_or(0);
                    let elements = self.elements(receiver, call.offset)?;
                    let pairs = elements.into_iter().enumerate().map(|(index, element)| {
                        RubyValue::array(vec![element, RubyValue::Integer(first + index as i128)])
                    });
                    return Ok(Some(RubyValue::array(pairs.collect())));
                }
                "each" | "map" | "collect" | "each_pair" | "select" | "reverse_each" | "each_entry" => {
                    let mut elements = self.elements(receiver, call.offset)?;
                    if call.name == "reverse_each" {
                        elements.reverse();
                    }
                    return Ok(Some(RubyValue::array(elements)));
                }
                _ => {}
            }
        }
        let elements = self.elements(receiver, call.offset)?;
        if matches!(call.name, "to_set" | "minmax" | "cycle" | "product" | "combination") {
            return self.combining_method(elements, receiver, call);
        }
        let value = match (call.name, call.block.as_ref()) {
            ("each" | "each_pair" | "each_entry", Some(block)) => {
                for element in elements {
                    self.call_proc(block, vec![element])?;
                }
                receiver.clone()
            }
            ("reverse_each", Some(block)) => {
                for element in elements.into_iter().rev() {
                    self.call_proc(block, vec![element])?;
                }
                receiver.clone()
            }
            ("each_with_index" | "with_index" | "each_with_index_from", Some(block)) => {
                let first = call.integer(0).unwrap_or(0);
                for (index, element) in elements.into_iter().enumerate() {
                    self.call_proc(block, vec![element, RubyValue::Integer(first + index as i128)])?;
                }
                receiver.clone()
            }
            ("each_with_object", Some(block)) => {
                let memo = call.argument(0);
                for element in elements {
                    self.call_proc(block, vec![element, memo.clone()])?;
                }
                memo
            }
            ("map" | "collect", Some(block)) => RubyValue::array(self.map(elements, block)?),
            ("flat_map" | "collect_concat", Some(block)) => {
                let mut flat = Vec::new();
                for value in self.map(elements, block)? {
                    match value {
                        RubyValue::Array(inner) => flat.extend(inner.borrow().iter().cloned()),
                        other => flat.push(other),
                    }
                }
                RubyValue::array(flat)
            }
            ("filter_map", Some(block)) => {
                RubyValue::array(self.map(elements, block)?.into_iter().filter(RubyValue::is_truthy).collect())
            }
            ("select" | "filter" | "find_all", Some(block)) => RubyValue::array(self.filter(elements, block, true)?),
            ("reject", Some(block)) => RubyValue::array(self.filter(elements, block, false)?),
            ("grep" | "grep_v", block) => {
                let mut kept = Vec::new();
                for element in elements {
                    let matched = self.send(&call.argument(0), "===", vec![element.clone()], None, call.offset)?;
                    if self.truthy(&matched)? == (call.name == "grep") {
                        kept.push(match block {
                            Some(block) => self.call_proc(block, vec![element])?,
                            None => element,
                        });
                    }
                }
                RubyValue::array(kept)
            }
            ("partition", Some(block)) => {
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                for element in elements {
                    let verdict = self.call_proc(block, vec![element.clone()])?;
                    if self.truthy(&verdict)? { yes.push(element) } else { no.push(element) }
                }
                RubyValue::array(vec![RubyValue::array(yes), RubyValue::array(no)])
            }
            ("group_by", Some(block)) => {
                let groups = RubyValue::hash([]);
                let RubyValue::Hash(hash) = &groups else { return Ok(None) };
                for element in elements {
                    let key = self.call_proc(block, vec![element.clone()])?;
                    let group = hash.borrow().get(&key);
                    match group {
                        Some(RubyValue::Array(members)) => members.borrow_mut().push(element),
                        _ => hash.borrow_mut().insert(key, RubyValue::array(vec![element])),
                    }
                }
                groups
            }
            ("find" | "detect", Some(block)) => {
                let mut found = RubyValue::Nil;
                for element in elements {
                    let verdict = self.call_proc(block, vec![element.clone()])?;
                    if self.truthy(&verdict)? {
                        found = element;
                        break;
                    }
                }
                found
            }
            ("any?" | "all?" | "none?" | "one?", block) => {
                let mut count = 0;
                let total = elements.len();
                for element in elements {
                    let verdict = match (block, call.arguments.first()) {
                        (Some(block), _) => self.call_proc(block, vec![element])?,
                        (None, Some(pattern)) => {
                            self.send(&pattern.clone(), "===", vec![element], None, call.offset)?
                        }
                        (None, None) => element,
                    };
                    count += usize::from(self.truthy(&verdict)?);
                }
                RubyValue::Boolean(match call.name {
                    "any?" => count > 0,
                    "all?" => count == total,
                    "none?" => count == 0,
                    _ => count == 1,
                })
            }
            ("count", block) => {
                let mut count = 0;
                for element in elements {
                    count += i128::from(match (block, call.arguments.first()) {
                        (Some(block), _) => {
                            let verdict = self.call_proc(block, vec![element])?;
                            self.truthy(&verdict)?
                        }
                        (None, Some(wanted)) => element.equals(wanted),
                        (None, None) => true,
                    });
                }
                RubyValue::Integer(count)
            }
            ("include?" | "member?", _) => {
                let wanted = call.argument(0);
                RubyValue::Boolean(elements.iter().any(|element| element.equals(&wanted)))
            }
            ("inject" | "reduce", block) => self.inject(elements, block, call)?,
            ("sum", block) => {
                let mut sum = call.arguments.first().cloned().unwrap_or(RubyValue::Integer(0));
                let mut all = Vec::with_capacity(elements.len());
                for element in elements {
                    let element = match block {
                        Some(block) => self.call_proc(block, vec![element])?,
                        None => element,
                    };
                    all.push(element);
                }
                match float_sum(&sum, &all) {
                    Some(total) => total,
                    None => {
                        for element in all {
                            sum = self.send(&sum, "+", vec![element], None, call.offset)?;
                        }
                        sum
                    }
                }
            }
            ("sort", block) => RubyValue::array(self.sort(elements, block, call)?),
            ("sort_by" | "min_by" | "max_by", Some(block)) => {
                let mut keyed = Vec::with_capacity(elements.len());
                for element in elements {
                    let key = self.call_proc(block, vec![element.clone()])?;
                    self.all_known(std::slice::from_ref(&key))?;
                    keyed.push((key, element));
                }
                let mut failed = false;
                keyed.sort_by(|(a, _), (b, _)| {
                    self.compare(a, b).unwrap_or_else(|| {
                        failed = true;
                        std::cmp::Ordering::Equal
                    })
                });
                if failed {
                    return self.raise("ArgumentError", "comparison of Array with Array failed");
                }
                let mut sorted = keyed.into_iter().map(|(_, element)| element);
                match call.name {
                    "min_by" => sorted.next().unwrap_or(RubyValue::Nil),
                    "max_by" => sorted.last().unwrap_or(RubyValue::Nil),
                    _ => RubyValue::array(sorted.collect()),
                }
            }
            ("min" | "max", None) => {
                let sorted = self.sort(elements, None, call)?;
                let pick = if call.name == "min" { sorted.first() } else { sorted.last() };
                pick.cloned().unwrap_or(RubyValue::Nil)
            }
            ("uniq", None) => unique(elements),
            ("uniq", Some(block)) => {
                let mut seen = std::collections::HashSet::new();
                let mut kept = Vec::new();
                for element in elements {
                    let key = self.call_proc(block, vec![element.clone()])?;
                    if seen.insert(key.key()) {
                        kept.push(element);
                    }
                }
                RubyValue::array(kept)
            }
            ("first", None) => match call.integer(0) {
                Some(count) => {
                    RubyValue::array(elements.into_iter().take(usize::try_from(count).unwrap_or(0)).collect())
                }
                None => at(&elements, 0),
            },
            ("take", None) => RubyValue::array(
                elements.into_iter().take(usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0)).collect(),
            ),
            ("drop", None) => RubyValue::array(
                elements.into_iter().skip(usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0)).collect(),
            ),
            ("take_while" | "drop_while", Some(block)) => {
                let mut split = elements.len();
                for (index, element) in elements.iter().enumerate() {
                    let verdict = self.call_proc(block, vec![element.clone()])?;
                    if !self.truthy(&verdict)? {
                        split = index;
                        break;
                    }
                }
                let (taken, left) = elements.split_at(split);
                RubyValue::array(if call.name == "take_while" { taken.to_vec() } else { left.to_vec() })
            }
            ("zip", None) => {
                let mut others = Vec::new();
                for argument in &call.arguments {
                    others.push(self.to_array(argument)?);
                }
                let zipped = elements.into_iter().enumerate().map(|(index, element)| {
                    let mut row = vec![element];
                    row.extend(others.iter().map(|other| other.get(index).cloned().unwrap_or(RubyValue::Nil)));
                    RubyValue::array(row)
                });
                RubyValue::array(zipped.collect())
            }
            ("each_slice" | "each_cons", block) => {
                let size = usize::try_from(call.integer(0).unwrap_or(1)).unwrap_or(1).max(1);
                let parts: Vec<RubyValue> = if call.name == "each_slice" {
                    elements.chunks(size).map(|part| RubyValue::array(part.to_vec())).collect()
                } else {
                    elements.windows(size).map(|part| RubyValue::array(part.to_vec())).collect()
                };
                match block {
                    Some(block) => {
                        for part in parts {
                            self.call_proc(block, vec![part])?;
                        }
                        RubyValue::Nil
                    }
                    None => RubyValue::array(parts),
                }
            }
            ("to_a" | "entries", None) => RubyValue::array(elements),
            ("to_h", block) => {
                let mut pairs = Vec::new();
                for element in elements {
                    let pair = match block {
                        Some(block) => self.call_proc(block, vec![element])?,
                        None => element,
                    };
                    let pair = self.to_array(&pair)?;
                    pairs.push((at(&pair, 0), at(&pair, 1)));
                }
                RubyValue::hash(pairs)
            }
            ("tally", None) => {
                let counts = RubyValue::hash([]);
                let RubyValue::Hash(hash) = &counts else { return Ok(None) };
                for element in elements {
                    let old = hash.borrow().get(&element);
                    let count = if let Some(RubyValue::Integer(count)) = old { count } else { 0 };
                    hash.borrow_mut().insert(element, RubyValue::Integer(count + 1));
                }
                counts
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    fn map(&mut self, elements: Vec<RubyValue>, block: &Rc<RubyProc>) -> Ran<Vec<RubyValue>> {
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
            sorted = elements;
            let mut failed = None;
            sorted.sort_by(|a, b| {
                self.compare(a, b).unwrap_or_else(|| {
                    failed = Some((a.class_name(), b.inspect()));
                    std::cmp::Ordering::Equal
                })
            });
            if let Some((class, other)) = failed {
                return self.raise("ArgumentError", format!("comparison of {class} with {other} failed"));
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
