//! Calculations with integers of any size, as Ruby does them: division goes towards minus infinity.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Pow as _, Signed as _, ToPrimitive as _, Zero as _};

/// No number may take more bits: a megabyte of digits is as good as endless.
pub const MAX_BITS: u64 = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    /// Towards minus infinity, as Ruby divides.
    Divide,
    Modulo,
    Power,
    LeftShift,
    RightShift,
    And,
    Or,
    Xor,
}

/// Calculates with integers of any size. `None` where the result would have too many bits, for a divisor of zero and for
/// a power below zero.
pub fn calculate(operation: Operation, left: &BigInt, right: &BigInt) -> Option<BigInt> {
    let bits = match operation {
        Operation::Multiply => left.bits() + right.bits(),
        _ => left.bits().max(right.bits()) + 1,
    };
    Some(match operation {
        _ if bits > MAX_BITS => return None,
        Operation::Add => left + right,
        Operation::Subtract => left - right,
        Operation::Multiply => left * right,
        Operation::Divide | Operation::Modulo if right.is_zero() => return None,
        Operation::Divide => left.div_floor(right),
        Operation::Modulo => left.mod_floor(right),
        Operation::Power => {
            let power = right.to_u32()?;
            if left.bits().saturating_mul(u64::from(power)) > MAX_BITS {
                return None;
            }
            left.pow(power)
        }
        Operation::LeftShift => shifted(left.clone(), right)?,
        Operation::RightShift => shifted(left.clone(), &-right)?,
        Operation::And => left & right,
        Operation::Or => left | right,
        Operation::Xor => left ^ right,
    })
}

/// Shifts to the left by `by` bits, to the right where it is negative.
fn shifted(number: BigInt, by: &BigInt) -> Option<BigInt> {
    let places = by.magnitude().to_u64().filter(|places| *places <= MAX_BITS);
    match (by.is_negative(), places) {
        (true, Some(places)) => Some(number >> places),
        (true, None) => Some(BigInt::from(if number.is_negative() { -1 } else { 0 })),
        (false, Some(places)) if number.bits() + places <= MAX_BITS => Some(number << places),
        (false, _) => (number == BigInt::ZERO).then_some(number),
    }
}

/// How a number is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Floor,
    Ceiling,
    Truncate,
    /// To the nearest; halves go away from zero.
    HalfUp,
    /// To the nearest; halves go to the even neighbour.
    HalfEven,
    /// To the nearest; halves go towards zero.
    HalfDown,
}

/// Rounds an integer to a power of ten: `1234.round(-2)` is 1200. `None` for more digits than anybody writes.
pub fn round(value: &BigInt, rounding: Rounding, digits: i128) -> Option<BigInt> {
    if digits >= 0 {
        return Some(value.clone());
    }
    let power = u32::try_from(digits.checked_neg()?).ok().filter(|power| *power < 10_000)?;
    let unit = BigInt::from(10).pow(power);
    let down = value.div_floor(&unit) * &unit;
    let rest = value - &down;
    let up = match rounding {
        _ if rest.is_zero() => false,
        Rounding::Floor => false,
        Rounding::Ceiling => true,
        Rounding::Truncate => value.is_negative(),
        Rounding::HalfUp | Rounding::HalfEven | Rounding::HalfDown => match (&rest * 2u32).cmp(&unit) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => match rounding {
                Rounding::HalfUp => !value.is_negative(),
                Rounding::HalfDown => value.is_negative(),
                _ => (&down / &unit).is_odd(),
            },
        },
    };
    Some(if up { down + unit } else { down })
}

/// Returns the digits of a negative number in the form that `%x` prints: `f01` for -255.
pub fn complement_digits(value: &BigInt, radix: u32) -> String {
    let bits_of_digit = match radix {
        2 => 1,
        8 => 3,
        _ => 4,
    };
    let digits = value.bits() / bits_of_digit + 2;
    let modulus = BigInt::from(1) << (digits * bits_of_digit);
    let text = (modulus + value).to_str_radix(radix);
    let highest = char::from_digit(radix - 1, radix).unwrap_or('1');
    format!("{highest}{}", text.trim_start_matches(highest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_in_other_bases() {
        for (value, radix, text) in [(-255, 16, "f01"), (-5, 2, "1011"), (-8, 8, "70"), (-1, 16, "f"), (-16, 16, "f0")]
        {
            assert_eq!(complement_digits(&BigInt::from(value), radix), text, "{value}");
        }
    }

    #[test]
    fn rounding_to_powers_of_ten() {
        for (value, digits, rounded) in
            [(1234, -2, 1200), (1250, -2, 1300), (-1250, -2, -1300), (5, -1, 10), (4, -3, 0), (7, 2, 7)]
        {
            assert_eq!(round(&BigInt::from(value), Rounding::HalfUp, digits), Some(BigInt::from(rounded)));
        }
        assert_eq!(round(&BigInt::from(25), Rounding::HalfEven, -1), Some(BigInt::from(20)));
        assert_eq!(round(&BigInt::from(-19), Rounding::Truncate, -1), Some(BigInt::from(-10)));
    }

    #[test]
    fn what_would_not_end_has_no_result() {
        let (one, width) = (BigInt::from(1), BigInt::from(1_i64 << 40));
        assert_eq!(calculate(Operation::LeftShift, &one, &width), None);
        assert_eq!(calculate(Operation::RightShift, &-&one, &width), Some(-one.clone()));
        assert_eq!(calculate(Operation::Power, &BigInt::from(2), &width), None);
        assert_eq!(calculate(Operation::Divide, &one, &BigInt::ZERO), None);
    }
}
