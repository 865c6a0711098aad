//! Methods of arrays and ranges that are not shared by all collections.

use std::cell::RefCell;
use std::rc::Rc;

use super::MethodCall;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyRange, RubyValue};

type Elements = Rc<RefCell<Vec<RubyValue>>>;

impl Ruby<'_, '_> {
    pub(super) fn array_method(&mut self, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        // `name!` changes the receiver.
        if let Some(plain) = call.name.strip_suffix('!')
            && matches!(
                plain,
                "map"
                    | "collect"
                    | "select"
                    | "filter"
                    | "reject"
                    | "sort"
                    | "sort_by"
                    | "uniq"
                    | "compact"
                    | "flatten"
                    | "reverse"
            )
        {
            let this = RubyValue::Array(receiver.clone());
            let changed = self.send(&this, plain, call.arguments.clone(), call.block.clone(), call.offset)?;
            if let RubyValue::Array(changed) = changed {
                let changed = changed.borrow().clone();
                *receiver.borrow_mut() = changed;
            }
            return Ok(Some(this));
        }
        let elements = receiver.borrow().clone();
        let length = elements.len() as i128;
        let value = match call.name {
            "[]" | "slice" => return self.array_slice(&elements, call).map(Some),
            "[]=" => {
                let Some(index) = call.integer(0) else { return Ok(None) };
                if call.arguments.len() != 2 {
                    return Ok(None);
                }
                let index = if index < 0 { index + length } else { index };
                let Ok(index) = usize::try_from(index) else { return self.raise("IndexError", "index too small for array") };
                self.check_size(index)?;
                let mut elements = receiver.borrow_mut();
                if index >= elements.len() {
                    elements.resize(index + 1, RubyValue::Nil);
                }
                elements[index] = call.argument(1);
                call.argument(1)
            }
            "at" => at(&elements, call.integer(0).unwrap_or(0)),
            "dig" => {
                let first = at(&elements, call.integer(0).unwrap_or(0));
                return self.dig_further(first, call).map(Some);
            }
            "fetch" => {
                let index = call.integer(0).unwrap_or(0);
                let resolved = if index < 0 { index + length } else { index };
                match (usize::try_from(resolved).ok().and_then(|index| elements.get(index)), call.arguments.get(1)) {
                    (Some(value), _) => value.clone(),
                    (None, Some(default)) => default.clone(),
                    (None, None) => {
                        return self.raise("IndexError", format!("index {index} outside of array bounds: {}...{length}", -length));
                    }
                }
            }
            "last" => match call.integer(0) {
                Some(count) => {
                    let skip = elements.len().saturating_sub(usize::try_from(count).unwrap_or(0));
                    RubyValue::array(elements[skip..].to_vec())
                }
                None => elements.last().cloned().unwrap_or(RubyValue::Nil),
            },
            "length" | "size" => RubyValue::Integer(length),
            "empty?" => RubyValue::Boolean(elements.is_empty()),
            "push" | "append" | "<<" => {
                self.check_size(elements.len())?;
                receiver.borrow_mut().extend(call.arguments.iter().cloned());
                RubyValue::Array(receiver.clone())
            }
            "pop" => receiver.borrow_mut().pop().unwrap_or(RubyValue::Nil),
            "shift" => {
                if elements.is_empty() {
                    RubyValue::Nil
                } else {
                    receiver.borrow_mut().remove(0)
                }
            }
            "unshift" | "prepend" => {
                receiver.borrow_mut().splice(0..0, call.arguments.iter().cloned());
                RubyValue::Array(receiver.clone())
            }
            "insert" => {
                let index = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0).min(elements.len());
                receiver.borrow_mut().splice(index..index, call.arguments.iter().skip(1).cloned());
                RubyValue::Array(receiver.clone())
            }
            "concat" => {
                for argument in &call.arguments {
                    receiver.borrow_mut().extend(self.to_array(argument)?);
                }
                RubyValue::Array(receiver.clone())
            }
            "delete" => {
                let target = call.argument(0);
                receiver.borrow_mut().retain(|element| !element.equals(&target));
                if elements.iter().any(|element| element.equals(&target)) { target } else { RubyValue::Nil }
            }
            "delete_at" => {
                let index = call.integer(0).unwrap_or(0);
                let index = usize::try_from(if index < 0 { index + length } else { index }).unwrap_or(usize::MAX);
                if index < elements.len() { receiver.borrow_mut().remove(index) } else { RubyValue::Nil }
            }
            "delete_if" | "keep_if" => {
                let Some(block) = &call.block else { return Ok(None) };
                let mut kept = Vec::new();
                for element in elements {
                    let verdict = self.call_proc(block, vec![element.clone()])?;
                    if self.truthy(&verdict)? == (call.name == "keep_if") {
                        kept.push(element);
                    }
                }
                *receiver.borrow_mut() = kept;
                RubyValue::Array(receiver.clone())
            }
            "clear" => {
                receiver.borrow_mut().clear();
                RubyValue::Array(receiver.clone())
            }
            "+" => {
                let mut joined = elements;
                joined.extend(self.to_array(&call.argument(0))?);
                self.check_size(joined.len())?;
                RubyValue::array(joined)
            }
            "-" | "difference" => {
                let other = self.to_array(&call.argument(0))?;
                RubyValue::array(elements.into_iter().filter(|e| !other.iter().any(|o| o.key() == e.key())).collect())
            }
            "&" | "intersection" => {
                let other = self.to_array(&call.argument(0))?;
                unique(elements.into_iter().filter(|e| other.iter().any(|o| o.key() == e.key())).collect())
            }
            "|" | "union" => {
                let mut joined = elements;
                joined.extend(self.to_array(&call.argument(0))?);
                unique(joined)
            }
            "*" => match call.argument(0) {
                RubyValue::String(separator) => {
                    let separator = separator.borrow().clone();
                    RubyValue::string(self.join(&elements, &separator)?)
                }
                RubyValue::Integer(times) => {
                    let times = usize::try_from(times).unwrap_or(0);
                    self.check_size(elements.len().saturating_mul(times))?;
                    RubyValue::array(std::iter::repeat_n(elements, times).flatten().collect())
                }
                _ => return Ok(None),
            },
            "join" => {
                let separator = call.string(0).unwrap_or_default();
                RubyValue::string(self.join(&elements, &separator)?)
            }
            "flatten" => {
                let mut flat = Vec::new();
                flatten(&elements, call.integer(0).unwrap_or(i128::MAX), &mut flat);
                RubyValue::array(flat)
            }
            "compact" => RubyValue::array(elements.into_iter().filter(|e| !matches!(e, RubyValue::Nil)).collect()),
            "reverse" => RubyValue::array(elements.into_iter().rev().collect()),
            "rotate" => {
                let mut rotated = elements;
                if !rotated.is_empty() {
                    let by = call.integer(0).unwrap_or(1).rem_euclid(rotated.len() as i128) as usize;
                    rotated.rotate_left(by);
                }
                RubyValue::array(rotated)
            }
            "transpose" => {
                let mut columns: Vec<Vec<RubyValue>> = Vec::new();
                for row in &elements {
                    for (index, cell) in self.to_array(row)?.into_iter().enumerate() {
                        if index >= columns.len() {
                            columns.push(Vec::new());
                        }
                        columns[index].push(cell);
                    }
                }
                RubyValue::array(columns.into_iter().map(RubyValue::array).collect())
            }
            "values_at" => {
                let picked = (0..call.arguments.len()).map(|i| at(&elements, call.integer(i).unwrap_or(0))).collect();
                RubyValue::array(picked)
            }
            "index" | "find_index" => {
                let mut found = RubyValue::Nil;
                for (index, element) in elements.iter().enumerate() {
                    let hit = match &call.block {
                        Some(block) => {
                            let verdict = self.call_proc(block, vec![element.clone()])?;
                            self.truthy(&verdict)?
                        }
                        None => element.equals(&call.argument(0)),
                    };
                    if hit {
                        found = RubyValue::Integer(index as i128);
                        break;
                    }
                }
                found
            }
            "assoc" => elements
                .iter()
                .find(|pair| matches!(pair, RubyValue::Array(pair) if pair.borrow().first().is_some_and(|k| k.equals(&call.argument(0)))))
                .cloned()
                .unwrap_or(RubyValue::Nil),
            "each_index" => {
                let Some(block) = &call.block else { return Ok(None) };
                for index in 0..elements.len() {
                    self.call_proc(block, vec![RubyValue::Integer(index as i128)])?;
                }
                RubyValue::Array(receiver.clone())
            }
            "<=>" => {
                let this = RubyValue::Array(receiver.clone());
                match self.compare(&this, &call.argument(0)) {
                    Some(ordering) => RubyValue::Integer(ordering as i128),
                    None => RubyValue::Nil,
                }
            }
            "to_a" | "to_ary" | "entries" => RubyValue::Array(receiver.clone()),
            "pack" => return self.pack_values(&receiver.borrow().clone(), call).map(Some),
            "sample" | "shuffle" => return self.unsupported(format!("Array#{}", call.name), call.offset),
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

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

    pub(super) fn range_method(&mut self, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "first" | "begin" | "min" if call.arguments.is_empty() && call.block.is_none() => range.from.clone(),
            "last" | "end" if call.arguments.is_empty() => range.to.clone(),
            "include?" | "member?" | "cover?" | "===" => {
                let value = call.argument(0);
                let above = self.compare(&range.from, &value).is_some_and(|ordering| ordering.is_le());
                let below = self
                    .compare(&value, &range.to)
                    .is_some_and(|ordering| if range.exclusive { ordering.is_lt() } else { ordering.is_le() });
                RubyValue::Boolean(above && below)
            }
            "step" => {
                let step = call.integer(0).unwrap_or(1).max(1) as usize;
                let all = self.elements(&RubyValue::Range(range.clone()), call.offset)?;
                let stepped: Vec<RubyValue> = all.into_iter().step_by(step).collect();
                match &call.block {
                    Some(block) => {
                        for element in stepped {
                            self.call_proc(block, vec![element])?;
                        }
                        RubyValue::Range(range.clone())
                    }
                    None => RubyValue::array(stepped),
                }
            }
            "length" | "size" => {
                let all = self.elements(&RubyValue::Range(range.clone()), call.offset)?;
                RubyValue::Integer(all.len() as i128)
            }
            _ => return Ok(None),
        }))
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
