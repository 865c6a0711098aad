//! Methods of integers of any size, and of numbers that count or divide.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::MethodCall;
use crate::ruby::big_integers::{big, integer};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;
use crate::ruby_core::big_integers::{Operation, Rounding, calculate, round};

/// Numbers that a method without a block lists at most.
const MAX_LISTED: usize = 1_000_000;

impl Ruby<'_, '_> {
    /// Methods that see any size alike.
    pub(super) fn integer_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let Some(value) = big(receiver) else { return Ok(None) };
        let other = call.arguments.first().and_then(big);
        Ok(Some(match (call.name, other) {
            ("floor" | "ceil" | "round" | "truncate", Some(digits)) if digits.is_negative() => {
                let digits = digits.to_i128().unwrap_or(i128::MIN);
                let rounding = match call.name {
                    "floor" => Rounding::Floor,
                    "ceil" => Rounding::Ceiling,
                    "truncate" => Rounding::Truncate,
                    _ => half_rounding(call),
                };
                match round(&value, rounding, digits) {
                    Some(rounded) => integer(rounded),
                    None => return Ok(None),
                }
            }
            ("divmod", Some(other)) if !other.is_zero() => {
                RubyValue::array(vec![integer(value.div_floor(&other)), integer(value.mod_floor(&other))])
            }
            ("remainder", Some(other)) if !other.is_zero() => integer(&value % &other),
            ("divmod" | "remainder", Some(_)) => return self.raise("ZeroDivisionError", "divided by 0"),
            ("gcd", Some(other)) => integer(value.gcd(&other)),
            ("lcm", Some(other)) => integer(value.lcm(&other)),
            ("pow", Some(power)) if call.arguments.len() == 2 => match call.arguments.get(1).and_then(big) {
                Some(modulus) if modulus.is_positive() && !power.is_negative() => {
                    integer(value.modpow(&power, &modulus))
                }
                _ => return Ok(None),
            },
            ("bit_length", None) => {
                let bits = if value.is_negative() { (-&value - BigInt::from(1)).bits() } else { value.bits() };
                RubyValue::Integer(i128::from(bits))
            }
            ("digits", base) if !value.is_negative() => {
                let base = base.and_then(|base| base.to_u32()).unwrap_or(10);
                if !(2..=256).contains(&base) {
                    return Ok(None);
                }
                let (_, digits) = value.to_radix_le(base);
                RubyValue::array(digits.into_iter().map(|digit| RubyValue::Integer(digit.into())).collect())
            }
            ("<<" | ">>" | "&" | "|" | "^", Some(other)) => {
                match operation(call.name).and_then(|operation| calculate(operation, &value, &other)) {
                    Some(result) => integer(result),
                    None => return self.unsupported("an integer of that size", call.offset),
                }
            }
            ("-@", None) => integer(-value),
            ("abs" | "magnitude", None) => integer(value.abs()),
            ("succ" | "next", None) => integer(value + 1),
            ("pred", None) => integer(value - 1),
            ("even?", None) => RubyValue::Boolean(value.is_even()),
            ("odd?", None) => RubyValue::Boolean(value.is_odd()),
            ("zero?", None) => RubyValue::Boolean(value.is_zero()),
            ("positive?", None) => RubyValue::Boolean(value.is_positive()),
            ("negative?", None) => RubyValue::Boolean(value.is_negative()),
            ("integer?" | "finite?", None) => RubyValue::Boolean(true),
            ("to_i" | "to_int" | "ord", None) => integer(value),
            ("floor" | "ceil" | "round" | "truncate", _) => integer(value),
            ("to_f", None) => RubyValue::Float(value.to_f64().unwrap_or(f64::INFINITY)),
            ("to_s" | "inspect", radix) => {
                let radix = radix.and_then(|radix| radix.to_u32()).unwrap_or(10);
                match radix {
                    2..=36 => RubyValue::string(value.to_str_radix(radix)),
                    _ => return self.raise("ArgumentError", format!("invalid radix {radix}")),
                }
            }
            _ => return Ok(None),
        }))
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
        let mut current = receiver.clone();
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
