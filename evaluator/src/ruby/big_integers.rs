//! Integers beyond 128 bits as values of Ruby. `RubyValue::Big` is used only where `RubyValue::Integer` cannot hold the
//! number, so that each number has one form.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::value::RubyValue;

/// Returns a number in the form that fits it.
pub fn integer(value: BigInt) -> RubyValue {
    match value.to_i128() {
        Some(value) => RubyValue::Integer(value),
        None => RubyValue::Big(Rc::new(value)),
    }
}

/// Returns an integer of any size; nothing for other values.
pub fn big(value: &RubyValue) -> Option<BigInt> {
    match value {
        RubyValue::Integer(value) => Some(BigInt::from(*value)),
        RubyValue::Big(value) => Some((**value).clone()),
        _ => None,
    }
}
