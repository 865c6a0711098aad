//! Methods that change an array in place by position.

use super::MethodCall;
use super::array::{Elements, range_bounds};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;

pub(super) fn fill(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if call.block.is_some() || call.arguments.is_empty() || matches!(call.argument(1), RubyValue::Range(_)) {
        return Ok(None);
    }
    let length = receiver.borrow().len() as i128;
    let start = call.integer(1).unwrap_or(0);
    let start = usize::try_from(if start < 0 { start + length } else { start }).unwrap_or(0);
    let end = match call.integer(2) {
        Some(count) => start.saturating_add(usize::try_from(count).unwrap_or(0)),
        None => length as usize,
    };
    ruby.check_size(end)?;
    let mut elements = receiver.borrow_mut();
    if end > elements.len() {
        elements.resize(end, RubyValue::Nil);
    }
    elements.iter_mut().take(end).skip(start).for_each(|element| *element = call.argument(0));
    drop(elements);
    Ok(Some(RubyValue::Array(receiver.clone())))
}

pub(super) fn replace(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let elements = ruby.implicit_array(&call.argument(0))?;
    *receiver.borrow_mut() = elements;
    Ok(Some(RubyValue::Array(receiver.clone())))
}

/// `slice!(index)` and `slice!(start, count)`: takes elements out.
pub(super) fn slice_out(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let length = receiver.borrow().len() as i128;
    let elements = receiver.borrow().clone();
    let taken = ruby.array_slice(&elements, call)?;
    let (start, count) = match (call.argument(0), call.integer(0), call.integer(1)) {
        (RubyValue::Range(range), _, _) => range_bounds(&range, length).unwrap_or((length, 0)),
        (_, Some(start), count) => (start, count.unwrap_or(1)),
        _ => return Ok(None),
    };
    let start = if start < 0 { start + length } else { start };
    if let (Ok(start), Ok(count)) = (usize::try_from(start), usize::try_from(count)) {
        let end = start.saturating_add(count).min(elements.len());
        if start < end {
            receiver.borrow_mut().drain(start..end);
        }
    }
    Ok(Some(taken))
}
