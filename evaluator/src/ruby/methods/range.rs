//! Methods of ranges that are not shared by all collections.

use std::rc::Rc;

use super::MethodCall;
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyRange, RubyValue};

pub(super) static METHODS: &[Method<Rc<RubyRange>>] = &[
    method("%", 1, modulo),
    method("===", 1, is_include),
    method("begin", 0, first),
    method("cover?", 1, is_include),
    method("end", 0, last),
    method("exclude_end?", 0, exclude_end),
    method("first", -1, first),
    method("include?", 1, is_include),
    method("last", -1, last),
    method("max", -1, min),
    method("member?", 1, is_include),
    method("min", -1, min),
    method("size", 0, length),
    method("step", -1, step),
];

fn first(_ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    match (call.integer(0), &range.from, &range.to) {
        (None, _, _) if call.arguments.is_empty() && call.block.is_none() => Ok(Some(range.from.clone())),
        // A range without an end has as many elements as anybody asks for.
        (Some(count @ 0..=100_000), RubyValue::Integer(from), to) if is_endless(to) => {
            Ok(Some(RubyValue::array((*from..from + count).map(RubyValue::Integer).collect())))
        }
        _ => Ok(None),
    }
}

fn is_endless(end: &RubyValue) -> bool {
    matches!(end, RubyValue::Nil) || matches!(end, RubyValue::Float(end) if *end == f64::INFINITY)
}

/// `min` and `max` without a block: nil where the range is empty.
fn min(ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let is_plain = call.arguments.is_empty() && call.block.is_none();
    let (RubyValue::Integer(from), RubyValue::Integer(to), true) = (&range.from, &range.to, is_plain) else {
        return match (ruby.compare(&range.from, &range.to), is_plain && call.name == "min") {
            (Some(order), true) if order.is_le() => Ok(Some(range.from.clone())),
            _ => Ok(None),
        };
    };
    let last = if range.exclusive { to - 1 } else { *to };
    Ok(Some(match call.name {
        _ if last < *from => RubyValue::Nil,
        "min" => RubyValue::Integer(*from),
        _ => RubyValue::Integer(last),
    }))
}

fn modulo(ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.unsupported(format!("the sequence ({}).{}", RubyValue::Range(range.clone()).inspect(), call.name), call.offset)
}

fn exclude_end(_ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Boolean(range.exclusive)))
}

fn last(ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if call.arguments.is_empty() {
        return Ok(Some(range.to.clone()));
    }
    let all = RubyValue::array(ruby.elements(&RubyValue::Range(range.clone()), call.offset)?);
    ruby.send(&all, "last", call.arguments.clone(), None, call.offset).map(Some)
}

fn is_include(ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let value = call.argument(0);
    if let (RubyValue::String(_), RubyValue::String(_), "include?" | "member?") = (&range.from, &range.to, call.name) {
        let all = ruby.elements(&RubyValue::Range(range.clone()), call.offset)?;
        return Ok(Some(RubyValue::Boolean(all.iter().any(|element| element.equals(&value)))));
    }
    let is_above = matches!(range.from, RubyValue::Nil)
        || ruby.compare(&range.from, &value).is_some_and(|ordering| ordering.is_le());
    let is_below = matches!(range.to, RubyValue::Nil)
        || ruby
            .compare(&value, &range.to)
            .is_some_and(|ordering| if range.exclusive { ordering.is_lt() } else { ordering.is_le() });
    Ok(Some(RubyValue::Boolean(is_above && is_below && !matches!(value, RubyValue::Nil))))
}

fn step(ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let step = call.integer(0).unwrap_or(1).max(1) as usize;
    let all = ruby.elements(&RubyValue::Range(range.clone()), call.offset)?;
    let stepped: Vec<RubyValue> = all.into_iter().step_by(step).collect();
    Ok(Some(match &call.block {
        Some(block) => {
            for element in stepped {
                ruby.call_proc(block, vec![element])?;
            }
            RubyValue::Range(range.clone())
        }
        None => RubyValue::array(stepped),
    }))
}

/// `size`: nil for what is no range of numbers.
fn length(_ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(match (&range.from, &range.to) {
        (RubyValue::Integer(from), RubyValue::Integer(to)) => {
            let last = if range.exclusive { to - 1 } else { *to };
            Some(RubyValue::Integer((last - from + 1).max(0)))
        }
        (RubyValue::Integer(_), end) if is_endless(end) => Some(RubyValue::Float(f64::INFINITY)),
        (RubyValue::Integer(_) | RubyValue::Float(_), _) => None,
        _ => Some(RubyValue::Nil),
    })
}
