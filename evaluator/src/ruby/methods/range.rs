//! Methods of ranges that are not shared by all collections.

use std::rc::Rc;

use super::MethodCall;
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyRange, RubyValue};

pub(super) static METHODS: &[Method<Rc<RubyRange>>] = &[
    method("===", 1, is_include),
    method("begin", 0, first),
    method("cover?", 1, is_include),
    method("end", 0, last),
    method("first", -1, first),
    method("include?", 1, is_include),
    method("last", -1, last),
    method("length", -1, length),
    method("member?", 1, is_include),
    method("min", -1, first),
    method("size", 0, length),
    method("step", -1, step),
];

fn first(_ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if !(call.arguments.is_empty() && call.block.is_none()) {
        return Ok(None);
    }
    Ok(Some(range.from.clone()))
}

fn last(_ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if !(call.arguments.is_empty()) {
        return Ok(None);
    }
    Ok(Some(range.to.clone()))
}

fn is_include(ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let value = call.argument(0);
    let above = ruby.compare(&range.from, &value).is_some_and(|ordering| ordering.is_le());
    let below = ruby
        .compare(&value, &range.to)
        .is_some_and(|ordering| if range.exclusive { ordering.is_lt() } else { ordering.is_le() });
    Ok(Some(RubyValue::Boolean(above && below)))
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

fn length(ruby: &mut Ruby<'_, '_>, range: &Rc<RubyRange>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let all = ruby.elements(&RubyValue::Range(range.clone()), call.offset)?;
    Ok(Some(RubyValue::Integer(all.len() as i128)))
}
