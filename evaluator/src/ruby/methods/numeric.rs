//! Methods that integers and floats share: calculations, comparisons and counting.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use super::MethodCall;
use super::table::{Method, method};
use crate::ruby::big_integers::{big, integer};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;
use crate::ruby_core::big_integers::{Operation, Rounding, calculate};
use crate::value::numbers::float_text;

/// Numbers that a method without a block lists at most.
const MAX_LISTED: usize = 1_000_000;

pub(super) static METHODS: &[Method<RubyValue>] = &[
    method("%", 1, arithmetic),
    method("*", 1, arithmetic),
    method("**", 1, arithmetic),
    method("+", 1, arithmetic),
    method("+@", 0, itself),
    method("-", 1, arithmetic),
    method("/", 1, arithmetic),
    method("<", 1, compare_with),
    method("<=", 1, compare_with),
    method("<=>", 1, compare_with),
    method(">", 1, compare_with),
    method(">=", 1, compare_with),
    method("between?", 2, is_between),
    method("clamp", -1, clamp),
    method("coerce", 1, coerce),
    method("div", 1, arithmetic),
    method("downto", 1, count),
    method("eql?", 1, is_eql),
    method("fdiv", 1, arithmetic),
    method("modulo", 1, arithmetic),
    method("nonzero?", 0, is_nonzero),
    method("pow", -2, arithmetic),
    method("step", -1, count),
    method("upto", 1, count),
];

fn itself(_ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(receiver.clone()))
}

fn arithmetic(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if call.arguments.len() > 1 {
        return Ok(None);
    }
    ruby.arithmetic(receiver, call).map(Some)
}

fn compare_with(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let other = call.argument(0);
    Ok(Some(match (ruby.compare(receiver, &other), call.name) {
        (Some(ordering), "<=>") => RubyValue::Integer(ordering as i128),
        (None, "<=>") => RubyValue::Nil,
        (Some(ordering), "<") => RubyValue::Boolean(ordering.is_lt()),
        (Some(ordering), ">") => RubyValue::Boolean(ordering.is_gt()),
        (Some(ordering), "<=") => RubyValue::Boolean(ordering.is_le()),
        (Some(ordering), _) => RubyValue::Boolean(ordering.is_ge()),
        (None, _) => return ruby.raise("ArgumentError", super::comparison_failed(receiver, &other)),
    }))
}

fn is_between(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let above = ruby.compare(receiver, &call.argument(0)).is_some_and(|ordering| ordering.is_ge());
    let below = ruby.compare(receiver, &call.argument(1)).is_some_and(|ordering| ordering.is_le());
    Ok(Some(RubyValue::Boolean(above && below)))
}

fn is_eql(_ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let same_kind = receiver.class_name() == call.argument(0).class_name();
    Ok(Some(RubyValue::Boolean(same_kind && receiver.equals(&call.argument(0)))))
}

fn is_nonzero(_ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(if receiver.equals(&RubyValue::Integer(0)) { RubyValue::Nil } else { receiver.clone() }))
}

fn coerce(_ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let other = call.argument(0);
    let both = match (receiver, &other) {
        (RubyValue::Integer(_) | RubyValue::Big(_), RubyValue::Integer(_) | RubyValue::Big(_)) => {
            vec![other, receiver.clone()]
        }
        (_, RubyValue::Integer(_) | RubyValue::Big(_) | RubyValue::Float(_)) => {
            vec![RubyValue::Float(float(&other)), RubyValue::Float(float(receiver))]
        }
        _ => return Ok(None),
    };
    Ok(Some(RubyValue::array(both)))
}

fn count(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.counting_method(receiver, call)
}

fn clamp(ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.clamp(receiver, call)
}

impl Ruby<'_, '_> {
    pub(super) fn arithmetic(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran {
        let other = call.argument(0);
        match (receiver, &other) {
            (RubyValue::Big(_), RubyValue::Integer(_) | RubyValue::Big(_))
            | (RubyValue::Integer(_), RubyValue::Big(_)) => {
                let (Some(a), Some(b)) = (big(receiver), big(&other)) else { return Ok(RubyValue::Nil) };
                match operation(call.name).and_then(|operation| calculate(operation, &a, &b)) {
                    Some(value) => Ok(integer(value)),
                    None if call.name == "fdiv" => Ok(RubyValue::Float(float(receiver) / float(&other))),
                    None if matches!(call.name, "**" | "pow") => {
                        self.unsupported("an integer of that size", call.offset)
                    }
                    None => self.raise("ZeroDivisionError", "divided by 0"),
                }
            }
            (RubyValue::Integer(a), RubyValue::Integer(b)) => {
                if *b == 0 && matches!(call.name, "/" | "%" | "modulo" | "div") {
                    return self.raise("ZeroDivisionError", "divided by 0");
                }
                let result = match call.name {
                    "+" => a.checked_add(*b),
                    "-" => a.checked_sub(*b),
                    "*" => a.checked_mul(*b),
                    "/" | "div" => Some(a / b - i128::from(a % b != 0 && (*a < 0) != (*b < 0))),
                    "%" | "modulo" => Some(((a % b) + b) % b),
                    "fdiv" => return Ok(RubyValue::Float(*a as f64 / *b as f64)),
                    _ => match u32::try_from(*b) {
                        Ok(power) => a.checked_pow(power),
                        Err(_) if *b < 0 => return self.unsupported("a rational number", call.offset),
                        Err(_) => None,
                    },
                };
                match result {
                    Some(value) => Ok(RubyValue::Integer(value)),
                    None => match operation(call.name)
                        .and_then(|operation| calculate(operation, &BigInt::from(*a), &BigInt::from(*b)))
                    {
                        Some(value) => Ok(integer(value)),
                        None => self.unsupported("an integer of that size", call.offset),
                    },
                }
            }
            (
                RubyValue::Integer(_) | RubyValue::Float(_) | RubyValue::Big(_),
                RubyValue::Integer(_) | RubyValue::Float(_) | RubyValue::Big(_),
            ) => {
                let (a, b) = (float(receiver), float(&other));
                Ok(RubyValue::Float(match call.name {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" | "fdiv" => a / b,
                    "div" => match whole((a / b).floor()) {
                        Some(whole) => return Ok(whole),
                        None => return self.raise("FloatDomainError", float_text(a / b)),
                    },
                    "%" | "modulo" => float_modulo(a, b),
                    _ => a.powf(b),
                }))
            }
            (_, RubyValue::Nil) => {
                self.raise("TypeError", format!("nil can't be coerced into {}", receiver.class_name()))
            }
            _ => self
                .raise("TypeError", format!("{} can't be coerced into {}", other.class_name(), receiver.class_name())),
        }
    }

    /// `upto`, `downto` and `step`, with a block or as a list.
    pub(super) fn counting_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let step = match (call.name, call.argument(1)) {
            ("upto", _) => RubyValue::Integer(1),
            ("downto", _) => RubyValue::Integer(-1),
            ("step", RubyValue::Nil) => RubyValue::Integer(1),
            ("step", step @ (RubyValue::Integer(_) | RubyValue::Float(_))) => step,
            _ => return Ok(None),
        };
        let limit = call.argument(0);
        if !matches!(limit, RubyValue::Integer(_) | RubyValue::Float(_)) {
            return Ok(None);
        }
        let falls = self.compare(&step, &RubyValue::Integer(0)).is_some_and(|order| order.is_lt());
        if self.compare(&step, &RubyValue::Integer(0)).is_some_and(|order| order.is_eq()) {
            return self.raise("ArgumentError", "step can't be 0");
        }
        let mut listed = Vec::new();
        let is_float = [receiver, &limit, &step].iter().any(|part| matches!(part, RubyValue::Float(_)));
        let mut current = if is_float { RubyValue::Float(float(receiver)) } else { receiver.clone() };
        let mut count: i128 = 0;
        while let Some(order) = self.compare(&current, &limit) {
            if if falls { order.is_lt() } else { order.is_gt() } {
                break;
            }
            match &call.block {
                Some(block) => {
                    self.call_proc(block, vec![current.clone()])?;
                }
                None if listed.len() < MAX_LISTED => listed.push(current.clone()),
                None => return Ok(None),
            }
            self.step()?;
            count += 1;
            // Multiplied, not added up: sums of floats drift.
            let gone = self.send(&step, "*", vec![RubyValue::Integer(count)], None, call.offset)?;
            current = self.send(receiver, "+", vec![gone], None, call.offset)?;
        }
        Ok(Some(if call.block.is_some() { receiver.clone() } else { RubyValue::array(listed) }))
    }

    /// `5.clamp(1, 3)` and `5.clamp(1..3)`, of anything that can be compared.
    pub(super) fn clamp(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let (low, high) = match call.argument(0) {
            RubyValue::Range(range) if !range.exclusive => (range.from.clone(), range.to.clone()),
            low if call.arguments.len() == 2 => (low, call.argument(1)),
            _ => return Ok(None),
        };
        let is = |ruby: &Self, bound: &RubyValue, wanted: std::cmp::Ordering| {
            !matches!(bound, RubyValue::Nil) && ruby.compare(receiver, bound) == Some(wanted)
        };
        Ok(Some(if is(self, &low, std::cmp::Ordering::Less) {
            low
        } else if is(self, &high, std::cmp::Ordering::Greater) {
            high
        } else {
            receiver.clone()
        }))
    }
}

/// Returns a whole float as an integer; nothing for what is infinite or no number.
pub(super) fn whole(value: f64) -> Option<RubyValue> {
    BigInt::from_f64(value).map(integer)
}

/// Returns the rest of a division towards minus infinity, with the sign of the divisor.
pub(super) fn float_modulo(value: f64, divisor: f64) -> f64 {
    if divisor.is_infinite() && value.is_finite() {
        return if value == 0.0 || (value < 0.0) == (divisor < 0.0) { value } else { divisor };
    }
    let rest = value % divisor;
    if rest != 0.0 && (rest < 0.0) != (divisor < 0.0) { rest + divisor } else { rest }
}

/// Returns a number as a float.
pub(super) fn float(value: &RubyValue) -> f64 {
    match value {
        RubyValue::Integer(value) => *value as f64,
        RubyValue::Big(value) => value.to_f64().unwrap_or(f64::INFINITY),
        RubyValue::Float(value) => *value,
        _ => 0.0,
    }
}

/// Returns which way `round` takes halves.
pub(super) fn half_rounding(call: &MethodCall<'_>) -> Rounding {
    let option = call.arguments.last().and_then(|options| match options {
        RubyValue::Hash(options) => options.borrow().get(&RubyValue::Symbol("half".into())),
        _ => None,
    });
    match option.map(|half| half.to_text()).as_deref() {
        Some("even") => Rounding::HalfEven,
        Some("down") => Rounding::HalfDown,
        _ => Rounding::HalfUp,
    }
}

/// Returns what the name of a method calculates.
pub(super) fn operation(name: &str) -> Option<Operation> {
    Some(match name {
        "+" => Operation::Add,
        "-" => Operation::Subtract,
        "*" => Operation::Multiply,
        "/" | "div" => Operation::Divide,
        "%" | "modulo" => Operation::Modulo,
        "**" | "pow" => Operation::Power,
        "<<" => Operation::LeftShift,
        ">>" => Operation::RightShift,
        "&" => Operation::And,
        "|" => Operation::Or,
        "^" => Operation::Xor,
        _ => return None,
    })
}
