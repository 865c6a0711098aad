//! Methods of floats.

use super::MethodCall;
use super::numeric::{float, float_modulo, half_rounding, whole};
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;
use crate::ruby_core::big_integers::Rounding;
use crate::value::numbers::float_text;

pub(super) static METHODS: &[Method<f64>] = &[
    method("-@", 0, |_, value, _| Ok(Some(RubyValue::Float(-value)))),
    method("abs", 0, |_, value, _| Ok(Some(RubyValue::Float(value.abs())))),
    method("ceil", -1, round_to),
    method("divmod", 1, divmod),
    method("finite?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(value.is_finite())))),
    method("floor", -1, round_to),
    method("infinite?", 0, infinite),
    method("integer?", 0, |_, _, _| Ok(Some(RubyValue::Boolean(false)))),
    method("magnitude", 0, |_, value, _| Ok(Some(RubyValue::Float(value.abs())))),
    method("nan?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(value.is_nan())))),
    method("negative?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(*value < 0.0)))),
    method("next_float", 0, |_, value, _| Ok(Some(RubyValue::Float(value.next_up())))),
    method("positive?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(*value > 0.0)))),
    method("prev_float", 0, |_, value, _| Ok(Some(RubyValue::Float(value.next_down())))),
    method("quo", 1, |_, value, call| Ok(Some(RubyValue::Float(value / float(&call.argument(0)))))),
    method("remainder", 1, |_, value, call| Ok(Some(RubyValue::Float(value % float(&call.argument(0)))))),
    method("round", -1, round_to),
    method("to_f", 0, |_, value, _| Ok(Some(RubyValue::Float(*value)))),
    method("to_i", 0, round_to),
    method("to_int", 0, round_to),
    method("truncate", -1, round_to),
    method("zero?", 0, |_, value, _| Ok(Some(RubyValue::Boolean(*value == 0.0)))),
];

fn infinite(_ruby: &mut Ruby<'_, '_>, value: &f64, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(if value.is_infinite() { RubyValue::Integer(value.signum() as i128) } else { RubyValue::Nil }))
}

fn divmod(ruby: &mut Ruby<'_, '_>, value: &f64, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let other = float(&call.argument(0));
    if other == 0.0 {
        return ruby.raise("ZeroDivisionError", "divided by 0");
    }
    let rest = float_modulo(*value, other);
    let quotient = ((value - rest) / other).round();
    match whole(quotient) {
        Some(quotient) => Ok(Some(RubyValue::array(vec![quotient, RubyValue::Float(rest)]))),
        None => ruby.raise("FloatDomainError", float_text(quotient)),
    }
}

/// `floor`, `ceil`, `round` and `truncate`, to a number of digits behind or before the point.
fn round_to(ruby: &mut Ruby<'_, '_>, value: &f64, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let digits = match call.arguments.first() {
        Some(RubyValue::Integer(digits)) => *digits,
        _ => 0,
    };
    let rounding = match call.name {
        "floor" => Rounding::Floor,
        "ceil" => Rounding::Ceiling,
        "round" => half_rounding(call),
        _ => Rounding::Truncate,
    };
    if digits > 0 {
        return Ok(Some(RubyValue::Float(rounded(*value, rounding, digits))));
    }
    if !value.is_finite() {
        return ruby.raise("FloatDomainError", float_text(*value));
    }
    if digits < 0 {
        let direction = if rounding == Rounding::Ceiling { value.ceil() } else { value.floor() };
        let direction = if rounding == Rounding::Truncate { value.trunc() } else { direction };
        let Some(number) = whole(direction) else { return Ok(None) };
        return ruby.send(&number, call.name, call.arguments.clone(), None, call.offset).map(Some);
    }
    Ok(whole(rounded(*value, rounding, 0)))
}

/// Rounds to digits behind the point, by the decimal digits of the float.
fn rounded(value: f64, rounding: Rounding, digits: i128) -> f64 {
    if !value.is_finite() || digits >= 17 {
        return value;
    }
    let scale = 10_f64.powi(digits as i32);
    let scaled = value * scale;
    if !scaled.is_finite() {
        return value;
    }
    let nearest = match rounding {
        Rounding::Floor => checked(value, scaled.floor(), scale, 1.0),
        Rounding::Ceiling => checked(value, scaled.ceil(), scale, -1.0),
        Rounding::Truncate if value < 0.0 => checked(value, scaled.ceil(), scale, -1.0),
        Rounding::Truncate => checked(value, scaled.floor(), scale, 1.0),
        Rounding::HalfUp => half_up(value, scaled, scale),
        Rounding::HalfDown => {
            let up = scaled.round();
            if (scaled - scaled.trunc()).abs() == 0.5 { scaled.trunc() } else { up }
        }
        Rounding::HalfEven => scaled.round_ties_even(),
    };
    nearest / scale
}

/// Takes the neighbour where it is as good: 0.3 has no exact form, so that a product may be a little off.
fn checked(value: f64, rounded: f64, scale: f64, step: f64) -> f64 {
    let neighbour = rounded + step;
    if neighbour / scale == value { neighbour } else { rounded }
}

/// Rounds halves away from zero, as Ruby corrects what the multiplication made of the float.
fn half_up(value: f64, scaled: f64, scale: f64) -> f64 {
    let rounded = scaled.round();
    if scale == 1.0 {
        return rounded;
    }
    let sign = if value < 0.0 { -1.0 } else { 1.0 };
    if (rounded - sign * 0.5) / scale == value && value.abs() * scale < rounded.abs() {
        return rounded;
    }
    if ((rounded + sign * 0.5) / scale).abs() <= value.abs() { rounded + sign } else { rounded }
}
