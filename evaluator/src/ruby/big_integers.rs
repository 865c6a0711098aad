//! Integers beyond 128 bits, as digests read as numbers are. `RubyValue::Big` is used only where `RubyValue::Integer` cannot hold
//! the number, so that each number has one form.

use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Pow, Signed, ToPrimitive, Zero};

use super::value::RubyValue;

/// The largest result of `**` and `<<`, in bits.
const MAX_BITS: u64 = 1 << 20;

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

/// Calculates with two integers of any size; nothing where the result is no integer, or one that is too large.
pub fn calculate(operator: &str, left: &BigInt, right: &BigInt) -> Option<RubyValue> {
    Some(integer(match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" | "div" if !right.is_zero() => left.div_floor(right),
        "%" | "modulo" if !right.is_zero() => left.mod_floor(right),
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "**" | "pow" => {
            let power = right.to_u32()?;
            if left.bits().saturating_mul(u64::from(power)) > MAX_BITS {
                return None;
            }
            left.pow(power)
        }
        "<<" | ">>" => {
            let by = right.to_i64()?;
            let by = if operator == "<<" { by } else { by.checked_neg()? };
            if by.unsigned_abs() > MAX_BITS {
                return None;
            }
            if by >= 0 { left << by as u64 } else { left >> by.unsigned_abs() }
        }
        _ => return None,
    }))
}

/// Returns the number that a text begins with, as `to_i` reads it: zero where there is none. Base 0 goes by the prefix.
pub fn leading_integer(text: &str, base: u32) -> RubyValue {
    let text = text.trim_start();
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = without_prefix(digits, base);
    let mut plain = String::new();
    let mut after_separator = true;
    for c in digits.chars() {
        match c {
            '_' if !after_separator => after_separator = true,
            c if c.is_digit(radix) => {
                plain.push(c);
                after_separator = false;
            }
            _ => break,
        }
    }
    let value = BigInt::parse_bytes(plain.as_bytes(), radix).unwrap_or_default();
    integer(if is_negative { -value } else { value })
}

/// Takes `0x`, `0b` and their like away where they go with the base.
fn without_prefix(digits: &str, base: u32) -> (u32, &str) {
    const PREFIXES: [(&str, u32); 4] = [("0x", 16), ("0b", 2), ("0o", 8), ("0d", 10)];
    let marked = digits.get(..2).map(str::to_ascii_lowercase);
    for (prefix, radix) in PREFIXES {
        if marked.as_deref() == Some(prefix) && (base == 0 || base == radix) {
            return (radix, digits.get(2..).unwrap_or_default());
        }
    }
    match base {
        0 if digits.starts_with('0') => (8, digits),
        0 => (10, digits),
        base => (base.clamp(2, 36), digits),
    }
}

/// Rounds an integer to a power of ten: `1234.round(-2)` is 1200.
pub fn round(value: &BigInt, method: &str, digits: i128) -> Option<RubyValue> {
    let power = u32::try_from(digits.checked_neg()?).ok().filter(|power| *power < 10_000)?;
    let unit = BigInt::from(10).pow(power);
    let down = value.div_floor(&unit) * &unit;
    let rest = value - &down;
    Some(integer(match method {
        "floor" => down,
        "ceil" if rest.is_zero() => down,
        "ceil" => down + unit,
        "truncate" if value.is_negative() && !rest.is_zero() => down + unit,
        "truncate" => down,
        // Halves go away from zero.
        _ => match (&rest * 2u32).cmp(&unit) {
            std::cmp::Ordering::Less => down,
            std::cmp::Ordering::Equal if value.is_negative() => down,
            _ => down + unit,
        },
    }))
}

/// Returns the digits of a negative number in the form that `%x` prints: `..f01` for -255.
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

    fn read(text: &str, base: u32) -> String {
        leading_integer(text, base).to_text()
    }

    #[test]
    fn texts_are_read_as_ruby_reads_them() {
        assert_eq!(read("d41d8cd98f00b204e9800998ecf8427e", 16), "281949768489412648962353822266799178366");
        assert_eq!(read("0b11", 0), "3");
        assert_eq!(read("0b11", 2), "3");
        assert_eq!(read("0b11", 10), "0");
        assert_eq!(read("0x1f", 16), "31");
        assert_eq!(read("017", 0), "15");
        assert_eq!(read("1_000__0", 10), "1000");
        assert_eq!(read(" -12ab", 10), "-12");
        assert_eq!(read("abc", 10), "0");
    }

    #[test]
    fn negative_numbers_in_other_bases() {
        for (value, radix, text) in [(-255, 16, "f01"), (-5, 2, "1011"), (-8, 8, "70"), (-1, 16, "f"), (-16, 16, "f0")]
        {
            assert_eq!(complement_digits(&BigInt::from(value), radix), text, "{value}");
        }
    }

    #[test]
    fn rounding_to_powers_of_ten() {
        for (value, digits, text) in
            [(1234, -2, "1200"), (1250, -2, "1300"), (-1250, -2, "-1300"), (5, -1, "10"), (4, -3, "0")]
        {
            assert_eq!(
                round(&BigInt::from(value), "round", digits).map(|value| value.to_text()),
                Some(text.to_string())
            );
        }
    }
}
