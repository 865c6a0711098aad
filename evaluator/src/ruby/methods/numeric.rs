//! Methods of integers and floats.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use super::MethodCall;
use super::integer::operation;
use crate::ruby::big_integers::{big, integer};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;
use crate::ruby_core::big_integers::calculate;

impl Ruby<'_, '_> {
    pub(super) fn numeric_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        match call.name {
            "pow" if call.arguments.len() == 2 => return self.integer_method(receiver, call),
            "+" | "-" | "*" | "/" | "%" | "modulo" | "**" | "pow" | "div" | "fdiv" => {
                return self.arithmetic(receiver, call).map(Some);
            }
            "upto" | "downto" | "step" => return self.counting_method(receiver, call),
            "clamp" => return self.clamp(receiver, call),
            "eql?" => {
                let same_kind = receiver.class_name() == call.argument(0).class_name();
                return Ok(Some(RubyValue::Boolean(same_kind && receiver.equals(&call.argument(0)))));
            }
            "<" | ">" | "<=" | ">=" | "<=>" => {
                let other = call.argument(0);
                return match (self.compare(receiver, &other), call.name) {
                    (Some(ordering), "<=>") => Ok(Some(RubyValue::Integer(ordering as i128))),
                    (None, "<=>") => Ok(Some(RubyValue::Nil)),
                    (Some(ordering), name) => Ok(Some(RubyValue::Boolean(match name {
                        "<" => ordering.is_lt(),
                        ">" => ordering.is_gt(),
                        "<=" => ordering.is_le(),
                        _ => ordering.is_ge(),
                    }))),
                    (None, _) => self.raise(
                        "ArgumentError",
                        format!("comparison of {} with {} failed", receiver.class_name(), other.inspect()),
                    ),
                };
            }
            "between?" => {
                let above = self.compare(receiver, &call.argument(0)).is_some_and(|ordering| ordering.is_ge());
                let below = self.compare(receiver, &call.argument(1)).is_some_and(|ordering| ordering.is_le());
                return Ok(Some(RubyValue::Boolean(above && below)));
            }
            _ => {}
        }
        if let Some(value) = self.integer_method(receiver, call)? {
            return Ok(Some(value));
        }
        Ok(Some(match (receiver, call.name) {
            (RubyValue::Integer(value), "chr") if call.arguments.len() == 1 => {
                match u32::try_from(*value).ok().and_then(char::from_u32) {
                    Some(c) => RubyValue::string(c.to_string()),
                    None => return self.raise("RangeError", format!("{value} out of char range")),
                }
            }
            (RubyValue::Integer(value), "chr") => match u8::try_from(*value) {
                Ok(byte) if byte < 128 => RubyValue::string(char::from(byte).to_string()),
                _ => return self.unsupported("chr of this number", call.offset),
            },
            (RubyValue::Integer(value), "times") => match &call.block {
                Some(block) => {
                    for index in 0..*value {
                        self.call_proc(block, vec![RubyValue::Integer(index)])?;
                    }
                    receiver.clone()
                }
                None if *value < 1_000_000 => RubyValue::array((0..*value).map(RubyValue::Integer).collect()),
                None => return Ok(None),
            },
            (RubyValue::Integer(value), "~") => RubyValue::Integer(!value),
            (RubyValue::Float(value), "-@") => RubyValue::Float(-value),
            (RubyValue::Float(value), "abs" | "magnitude") => RubyValue::Float(value.abs()),
            (RubyValue::Float(value), "to_f") => RubyValue::Float(*value),
            (RubyValue::Float(value), "to_i" | "to_int" | "truncate") if value.is_finite() => {
                BigInt::from_f64(value.trunc()).map_or(RubyValue::Integer(0), integer)
            }
            (RubyValue::Float(value), "divmod") => {
                let other = float(&call.argument(0));
                if other == 0.0 {
                    return self.raise("ZeroDivisionError", "divided by 0");
                }
                let quotient = (value / other).floor();
                let whole = BigInt::from_f64(quotient).map_or(RubyValue::Nil, integer);
                RubyValue::array(vec![whole, RubyValue::Float(value - other * quotient)])
            }
            (RubyValue::Float(value), "floor" | "ceil" | "round") if value.is_finite() => {
                let digits = call.integer(0).unwrap_or(0).clamp(-15, 15) as i32;
                let scale = 10_f64.powi(digits);
                let scaled = value * scale;
                let rounded = match call.name {
                    "floor" => scaled.floor(),
                    "ceil" => scaled.ceil(),
                    _ => scaled.round(),
                };
                if digits > 0 {
                    RubyValue::Float(rounded / scale)
                } else {
                    RubyValue::Integer((rounded / scale) as i128)
                }
            }
            (RubyValue::Float(value), "nan?") => RubyValue::Boolean(value.is_nan()),
            (RubyValue::Float(value), "infinite?") => {
                if value.is_infinite() {
                    RubyValue::Integer(value.signum() as i128)
                } else {
                    RubyValue::Nil
                }
            }
            (RubyValue::Float(value), "zero?") => RubyValue::Boolean(*value == 0.0),
            (RubyValue::Float(_), "integer?") => RubyValue::Boolean(false),
            _ => return Ok(None),
        }))
    }

    fn arithmetic(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran {
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
                    "div" => return Ok(RubyValue::Integer((a / b).floor() as i128)),
                    "%" | "modulo" => a - b * (a / b).floor(),
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
}

fn float(value: &RubyValue) -> f64 {
    match value {
        RubyValue::Integer(value) => *value as f64,
        RubyValue::Big(value) => value.to_f64().unwrap_or(f64::INFINITY),
        RubyValue::Float(value) => *value,
        _ => 0.0,
    }
}
