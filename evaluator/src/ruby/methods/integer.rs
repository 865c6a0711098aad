//! Methods of integers of any size.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::MethodCall;
use super::numeric::{half_rounding, operation};
use super::table::{Method, method};
use crate::ruby::big_integers::{big, integer};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;
use crate::ruby_core::big_integers::{Rounding, calculate, round};

pub(super) static METHODS: &[Method<BigInt>] = &[
    method("&", 1, bits),
    method("-@", 0, |_, value, _| Ok(Some(integer(-value)))),
    method("<<", 1, bits),
    method(">>", 1, bits),
    method("[]", 1, bit),
    method("^", 1, bits),
    method("abs", 0, |_, value, _| Ok(Some(integer(value.abs())))),
    method("bit_length", 0, bit_length),
    method("ceil", -1, round_to),
    method("chr", -1, chr),
    method("digits", -1, digits),
    method("divmod", 1, divmod),
    method("even?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(value.is_even())))),
    method("finite?", 0, |_, _, _| Ok(Some(RubyValue::Boolean(true)))),
    method("floor", -1, round_to),
    method("gcd", 1, gcd),
    method("infinite?", 0, |_, _, _| Ok(Some(RubyValue::Nil))),
    method("inspect", -1, to_s),
    method("integer?", 0, |_, _, _| Ok(Some(RubyValue::Boolean(true)))),
    method("lcm", 1, gcd),
    method("magnitude", 0, |_, value, _| Ok(Some(integer(value.abs())))),
    method("negative?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(value.is_negative())))),
    method("next", 0, |_, value, _| Ok(Some(integer(value + 1)))),
    method("odd?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(value.is_odd())))),
    method("ord", 0, |_, value, _| Ok(Some(integer(value.clone())))),
    method("positive?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(value.is_positive())))),
    method("pow", -1, power_modulo),
    method("pred", 0, |_, value, _| Ok(Some(integer(value - 1)))),
    method("remainder", 1, remainder),
    method("round", -1, round_to),
    method("size", 0, size),
    method("succ", 0, |_, value, _| Ok(Some(integer(value + 1)))),
    method("times", 0, times),
    method("to_f", 0, |_, value, _| Ok(Some(RubyValue::Float(value.to_f64().unwrap_or(f64::INFINITY))))),
    method("to_i", 0, |_, value, _| Ok(Some(integer(value.clone())))),
    method("to_int", 0, |_, value, _| Ok(Some(integer(value.clone())))),
    method("to_s", -1, to_s),
    method("truncate", -1, round_to),
    method("zero?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(value.is_zero())))),
    method("|", 1, bits),
    method("~", 0, |_, value, _| Ok(Some(integer(-value - 1)))),
];

fn other(call: &MethodCall<'_>) -> Option<BigInt> {
    call.arguments.first().and_then(big)
}

fn bits(ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let (Some(operation), Some(other)) = (operation(call.name), other(call)) else { return Ok(None) };
    match calculate(operation, value, &other) {
        Some(result) => Ok(Some(integer(result))),
        None => ruby.unsupported("an integer of that size", call.offset),
    }
}

fn bit(_ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let Some(position) = other(call).and_then(|position| position.to_u64()) else { return Ok(None) };
    let is_set = if position > value.bits() { value.is_negative() } else { value.bit(position) };
    Ok(Some(RubyValue::Integer(i128::from(is_set))))
}

fn bit_length(_ruby: &mut Ruby<'_, '_>, value: &BigInt, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let bits = if value.is_negative() { (-value - BigInt::from(1)).bits() } else { value.bits() };
    Ok(Some(RubyValue::Integer(i128::from(bits))))
}

fn round_to(_ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let rounding = match call.name {
        "floor" => Rounding::Floor,
        "ceil" => Rounding::Ceiling,
        "truncate" => Rounding::Truncate,
        _ => half_rounding(call),
    };
    let digits = other(call).map_or(0, |digits| digits.to_i128().unwrap_or(i128::MIN));
    Ok(round(value, rounding, digits).map(integer))
}

fn chr(ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    match value.to_u32().and_then(char::from_u32) {
        Some(character) if !call.arguments.is_empty() || character.is_ascii() => {
            Ok(Some(RubyValue::string(character.to_string())))
        }
        Some(character) if u32::from(character) < 256 => ruby.unsupported("chr of this number", call.offset),
        _ => ruby.raise("RangeError", format!("{value} out of char range")),
    }
}

fn digits(ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if value.is_negative() {
        return ruby.raise("Math::DomainError", "out of domain");
    }
    let base = other(call).map_or(Some(10), |base| base.to_u32());
    let Some(base) = base.filter(|base| (2..=256).contains(base)) else { return Ok(None) };
    let (_, digits) = value.to_radix_le(base);
    Ok(Some(RubyValue::array(digits.into_iter().map(|digit| RubyValue::Integer(digit.into())).collect())))
}

fn divmod(ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    match other(call) {
        Some(other) if other.is_zero() => ruby.raise("ZeroDivisionError", "divided by 0"),
        Some(other) => {
            Ok(Some(RubyValue::array(vec![integer(value.div_floor(&other)), integer(value.mod_floor(&other))])))
        }
        None => Ok(None),
    }
}

fn remainder(ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    match other(call) {
        Some(other) if other.is_zero() => ruby.raise("ZeroDivisionError", "divided by 0"),
        Some(other) => Ok(Some(integer(value % &other))),
        None => Ok(None),
    }
}

fn gcd(_ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let Some(other) = other(call) else { return Ok(None) };
    Ok(Some(integer(if call.name == "gcd" { value.gcd(&other) } else { value.lcm(&other) })))
}

fn power_modulo(_ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    match (other(call), call.arguments.get(1).and_then(big)) {
        (Some(power), Some(modulus)) if modulus.is_positive() && !power.is_negative() => {
            Ok(Some(integer(value.modpow(&power, &modulus))))
        }
        _ => Ok(None),
    }
}

/// Returns the bytes that a 64-bit Ruby takes for a small number; those of a large one depend on how it was built.
fn size(_ruby: &mut Ruby<'_, '_>, value: &BigInt, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok((value.magnitude().bits() < 63).then_some(RubyValue::Integer(8)))
}

fn times(ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let Some(count) = value.to_i128() else { return Ok(None) };
    match &call.block {
        Some(block) => {
            for index in 0..count {
                ruby.call_proc(block, vec![RubyValue::Integer(index)])?;
            }
            Ok(Some(integer(value.clone())))
        }
        None if count < 1_000_000 => Ok(Some(RubyValue::array((0..count).map(RubyValue::Integer).collect()))),
        None => Ok(None),
    }
}

fn to_s(ruby: &mut Ruby<'_, '_>, value: &BigInt, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    match other(call).map_or(10, |radix| radix.to_u32().unwrap_or(0)) {
        radix @ 2..=36 => Ok(Some(RubyValue::string(value.to_str_radix(radix)))),
        radix => ruby.raise("ArgumentError", format!("invalid radix {radix}")),
    }
}
