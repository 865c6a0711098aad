//! Integers beyond 128 bits. Whatever fits into an `i128` is a `Value::Integer`, so that two equal numbers have one form.

use std::cmp::Ordering;
use std::sync::Arc;

pub use num_bigint::BigInt;
use num_traits::{Signed as _, ToPrimitive as _};

use super::Value;
use crate::ruby_core::big_integers;
pub use crate::ruby_core::big_integers::{MAX_BITS, Operation};

/// Reads digits of a radix. Digits that are none give zero.
pub fn read(digits: &str, radix: u32) -> Value {
    BigInt::parse_bytes(digits.as_bytes(), radix).map_or(Value::Integer(0), to_value)
}

/// Returns a number in its one form.
pub fn to_value(number: BigInt) -> Value {
    match number.to_i128() {
        Some(small) => Value::Integer(small),
        None => Value::BigInteger(Arc::new(number)),
    }
}

/// Calculates with integers of any size; the divisor is not zero. `None` where the result would have too many bits.
pub fn calculate(operation: Operation, left: &Value, right: &Value) -> Option<Value> {
    big_integers::calculate(operation, &of_value(left)?, &of_value(right)?).map(to_value)
}

/// The number with the other sign.
pub fn negated(value: &Value) -> Value {
    of_value(value).map_or(Value::Undef, |number| to_value(-number))
}

pub fn is_negative(value: &Value) -> bool {
    match value {
        Value::Integer(number) => *number < 0,
        Value::BigInteger(number) => number.is_negative(),
        _ => false,
    }
}

/// The nearest float; infinite where there is none.
pub fn to_float(number: &BigInt) -> f64 {
    number.to_f64().unwrap_or(f64::INFINITY)
}

/// How a big integer sorts against a float: it has no part behind the point, nor has a float of that size.
pub fn compare_with_float(number: &BigInt, float: f64) -> Option<Ordering> {
    to_float(number).partial_cmp(&float)
}

/// `+0x1f`, `-0x1f`
pub fn signed_hexadecimal(number: &BigInt) -> String {
    format!("{}0x{}", if number.is_negative() { '-' } else { '+' }, number.magnitude().to_str_radix(16))
}

/// An integer of either form.
pub fn of_value(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(number) => Some(BigInt::from(*number)),
        Value::BigInteger(number) => Some(number.as_ref().clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_form() {
        let large = calculate(Operation::LeftShift, &Value::Integer(1), &Value::Integer(200));
        let large = large.unwrap_or_default();
        assert!(matches!(large, Value::BigInteger(_)));
        let back = calculate(Operation::RightShift, &large, &Value::Integer(199));
        assert_eq!(back, Some(Value::Integer(2)));
        assert_eq!(negated(&Value::Integer(i128::MIN)), read("170141183460469231731687303715884105728", 10));
    }

    #[test]
    fn what_would_not_end_has_no_result() {
        let width = Value::Integer(1 << 40);
        assert_eq!(calculate(Operation::LeftShift, &Value::Integer(1), &width), None);
        assert_eq!(calculate(Operation::RightShift, &Value::Integer(-1), &width), Some(Value::Integer(-1)));
        assert_eq!(calculate(Operation::LeftShift, &Value::Integer(0), &width), Some(Value::Integer(0)));
    }

    #[test]
    fn division_goes_down_as_in_ruby() {
        let large = read("ffffffffffffffffffffffffffffffffffffffff", 16);
        let quotient = calculate(Operation::Divide, &negated(&large), &Value::Integer(2));
        assert_eq!(
            quotient,
            Some(negated(&read("80000000000000000000000000000000000000 00".replace(' ', "").as_str(), 16)))
        );
    }
}
