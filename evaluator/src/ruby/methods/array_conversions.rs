//! Methods that make bytes or a command line of an array.

use super::MethodCall;
use super::array::Elements;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::library::string_of;
use crate::ruby::value::RubyValue;
use crate::ruby_core::pack::Field;
use crate::ruby_core::{pack as packing, shell_words};
use crate::value::Value;

pub(super) fn pack(ruby: &mut Ruby<'_, '_>, receiver: &Elements, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let values: Option<Vec<Field>> = receiver.borrow().iter().map(field_of).collect();
    match values.and_then(|values| packing::pack(&call.string(0)?, &values)) {
        Some(bytes) => Ok(Some(string_of(bytes))),
        None => ruby.unsupported("Array#pack of this form", call.offset),
    }
}

fn field_of(value: &RubyValue) -> Option<Field> {
    match value {
        RubyValue::Integer(number) => Some(Field::Integer(*number)),
        RubyValue::String(text) => Some(Field::Bytes(text.borrow().as_bytes().to_vec())),
        RubyValue::Puppet(Value::Binary(bytes)) => Some(Field::Bytes(bytes.to_vec())),
        _ => None,
    }
}

pub(super) fn shelljoin(
    ruby: &mut Ruby<'_, '_>,
    receiver: &Elements,
    _call: &MethodCall<'_>,
) -> Ran<Option<RubyValue>> {
    let mut words = Vec::new();
    for word in receiver.borrow().iter() {
        words.push(ruby.text(word)?);
    }
    Ok(Some(RubyValue::string(shell_words::join(words))))
}
