//! Methods of integers and floats.

use super::MethodCall;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;

impl Ruby<'_, '_> {
    pub(super) fn numeric_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        match call.name {
            "+" | "-" | "*" | "/" | "%" | "modulo" | "**" | "pow" | "div" | "fdiv" => {
                return self.arithmetic(receiver, call).map(Some);
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
        Ok(Some(match (receiver, call.name) {
            (RubyValue::Integer(value), "to_s") => match call.integer(0) {
                Some(radix @ 2..=36) => RubyValue::string(in_radix(*value, radix as u32)),
                _ => RubyValue::string(value.to_string()),
            },
            (RubyValue::Integer(value), "to_i" | "to_int" | "floor" | "ceil" | "truncate" | "round") => {
                RubyValue::Integer(*value)
            }
            (RubyValue::Integer(value), "to_f") => RubyValue::Float(*value as f64),
            (RubyValue::Integer(value), "chr") => match u8::try_from(*value) {
                Ok(byte) if byte < 128 => RubyValue::string(char::from(byte).to_string()),
                _ => return self.unsupported("chr of this number", call.offset),
            },
            (RubyValue::Integer(value), "even?") => RubyValue::Boolean(value % 2 == 0),
            (RubyValue::Integer(value), "odd?") => RubyValue::Boolean(value % 2 != 0),
            (RubyValue::Integer(value), "succ" | "next") => RubyValue::Integer(value.saturating_add(1)),
            (RubyValue::Integer(value), "pred") => RubyValue::Integer(value.saturating_sub(1)),
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
            (RubyValue::Integer(value), "upto" | "downto") => {
                let Some(block) = &call.block else { return Ok(None) };
                let end = call.integer(0).unwrap_or(*value);
                let step = if call.name == "upto" { 1 } else { -1 };
                let mut current = *value;
                while if step > 0 { current <= end } else { current >= end } {
                    self.call_proc(block, vec![RubyValue::Integer(current)])?;
                    current += step;
                }
                receiver.clone()
            }
            (RubyValue::Integer(value), "&") => RubyValue::Integer(value & call.integer(0).unwrap_or(0)),
            (RubyValue::Integer(value), "|") => RubyValue::Integer(value | call.integer(0).unwrap_or(0)),
            (RubyValue::Integer(value), "^") => RubyValue::Integer(value ^ call.integer(0).unwrap_or(0)),
            (RubyValue::Integer(value), "<<") => match u32::try_from(call.integer(0).unwrap_or(0)) {
                Ok(by) if by < 64 => match value.checked_mul(1_i128 << by) {
                    Some(shifted) => RubyValue::Integer(shifted),
                    None => return self.unsupported("a large integer", call.offset),
                },
                _ => return self.unsupported("this shift", call.offset),
            },
            (RubyValue::Integer(value), ">>") => {
                RubyValue::Integer(value >> u32::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0).min(127))
            }
            (RubyValue::Integer(value), "~") => RubyValue::Integer(!value),
            (RubyValue::Integer(value), "-@") => RubyValue::Integer(value.saturating_neg()),
            (RubyValue::Float(value), "-@") => RubyValue::Float(-value),
            (RubyValue::Integer(value), "abs" | "magnitude") => RubyValue::Integer(value.saturating_abs()),
            (RubyValue::Float(value), "abs" | "magnitude") => RubyValue::Float(value.abs()),
            (RubyValue::Float(value), "to_f") => RubyValue::Float(*value),
            (RubyValue::Float(value), "to_i" | "to_int" | "truncate") if value.is_finite() => {
                RubyValue::Integer(value.trunc() as i128)
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
            (RubyValue::Integer(value), "zero?") => RubyValue::Boolean(*value == 0),
            (RubyValue::Float(value), "zero?") => RubyValue::Boolean(*value == 0.0),
            (RubyValue::Integer(value), "positive?") => RubyValue::Boolean(*value > 0),
            (RubyValue::Integer(value), "negative?") => RubyValue::Boolean(*value < 0),
            (RubyValue::Integer(_), "integer?") => RubyValue::Boolean(true),
            (RubyValue::Float(_), "integer?") => RubyValue::Boolean(false),
            _ => return Ok(None),
        }))
    }

    fn arithmetic(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran {
        let other = call.argument(0);
        match (receiver, &other) {
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
                        Err(_) => return Ok(RubyValue::Float((*a as f64).powf(*b as f64))),
                    },
                };
                match result {
                    Some(value) => Ok(RubyValue::Integer(value)),
                    None => self.unsupported("a large integer", call.offset),
                }
            }
            (RubyValue::Integer(_) | RubyValue::Float(_), RubyValue::Integer(_) | RubyValue::Float(_)) => {
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
        RubyValue::Float(value) => *value,
        _ => 0.0,
    }
}

fn in_radix(value: i128, radix: u32) -> String {
    if value == 0 {
        return "0".into();
    }
    let mut digits = Vec::new();
    let mut rest = value.unsigned_abs();
    while rest > 0 {
        digits.push(char::from_digit((rest % u128::from(radix)) as u32, radix).unwrap_or('0'));
        rest /= u128::from(radix);
    }
    if value < 0 {
        digits.push('-');
    }
    digits.into_iter().rev().collect()
}
