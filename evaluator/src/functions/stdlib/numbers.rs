//! Functions on numbers and ranges of them.

use crate::functions::collections::flattened;
use crate::functions::iterable::ELEMENTS_PER_CHECKPOINT;
use crate::functions::stdlib::{legacy, plain};
use crate::functions::{BuiltinFunction, FunctionCall, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::ruby_core::numbers::{to_f, to_i};
use crate::ruby_core::successor::successor;
use crate::ruby_core::text::{inspect, to_s};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "clamp",
        "The middle one of three numbers: a value kept between two bounds.\n\n    clamp(16, 88, 661)    # 88",
        &[plain(&[required("first", "Any"), repeated("others", "Any")], "Integer", clamp)],
    ),
    legacy(
        "convert_base",
        "An integer written in another base from 2 to 36.\n\n    convert_base(254, 16)    # 'fe'",
        &[plain(
            &[required("number", "Variant[Integer, String]"), required("base", "Variant[Integer, String]")],
            "String",
            convert_base,
        )],
    ),
    legacy(
        "to_bytes",
        "The number of bytes that a text like `'4 kB'` means; prefixes are powers of 1024.\n\n    to_bytes('4 kB')    # 4096",
        &[plain(&[required("size", "Variant[Numeric, String]")], "Numeric", to_bytes)],
    ),
    legacy(
        "range",
        "The values from a start to an end, numbers or strings, in steps; or of one text like `'1-4'` or `'a..c'`.\n\n\
            \u{20}   range('host01', 'host03')    # ['host01', 'host02', 'host03']",
        &[plain(&[required("start", "Any"), optional("stop", "Any"), optional("step", "Any")], "Array", range)],
    ),
];

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn clamp(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let values = flattened(&call.arguments);
    if values.len() != 3 {
        return call.fail(interpreter, "clamp(): Wrong number of arguments, need three to clamp");
    }
    let mut numbers = Vec::new();
    for value in &values {
        numbers.push(match value {
            Value::Integer(number) => *number,
            Value::Float(number) => *number as i128,
            Value::String(text) if digits(text) => to_i(text),
            Value::String(text) => {
                return call.fail(interpreter, format!("clamp(): Required explicit numeric ({text}:String)"));
            }
            other => {
                let words = format!("clamp(): The Hash type is not allowed ({})", to_s(other));
                return call.fail(interpreter, words);
            }
        });
    }
    numbers.sort_unstable();
    Ok(Value::Integer(numbers.get(1).copied().unwrap_or(0)))
}

fn convert_base(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let number = |index: usize, which: &str| match call.argument(index) {
        Value::Integer(number) => Ok(*number),
        Value::String(text) if digits(text) => Ok(to_i(text)),
        Value::String(_) => {
            Err("convert_base(): First argument must be an integer or a string corresponding to an integer in base 10"
                .to_string())
        }
        _ => Err(format!("convert_base(): {which} argument must be either a string or an integer")),
    };
    match (number(0, "First"), number(1, "Second")) {
        (Ok(number), Ok(base)) if (2..=36).contains(&base) => Ok(Value::string(in_base(number, base.unsigned_abs()))),
        (Ok(_), Ok(_)) => {
            call.fail(interpreter, "convert_base(): base must be at least 2 and must not be greater than 36")
        }
        (Err(words), _) | (_, Err(words)) => call.fail(interpreter, words),
    }
}

fn in_base(number: i128, base: u128) -> String {
    let mut rest = number.unsigned_abs();
    let mut reversed = String::new();
    loop {
        let digit = u32::try_from(rest % base).unwrap_or(0);
        reversed.push(char::from_digit(digit, 36).unwrap_or('0'));
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        reversed.push('-');
    }
    reversed.chars().rev().collect()
}

fn to_bytes(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let text = match call.argument(0) {
        number @ (Value::Integer(_) | Value::Float(_)) => return Ok(number.clone()),
        Value::String(text) => text,
        other => return call.fail(interpreter, format!("to_bytes(): cannot read {}", inspect(other))),
    };
    let end = text.find(|character: char| !(character.is_ascii_digit() || ".e+-".contains(character)));
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let prefix = rest.trim_start().chars().next().filter(|prefix| !matches!(prefix, 'b' | 'B'));
    let power = match prefix {
        None => 0,
        Some('k') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        Some('P') => 50,
        Some('E') => 60,
        Some(other) => return call.fail(interpreter, format!("to_bytes(): Unknown prefix {other}")),
    };
    Ok(Value::Integer((to_f(number) * f64::from(power).exp2()) as i128))
}

/// stdlib gives no more elements than this.
const MAX_RANGE: usize = 1_000_000;
/// Making so many costs as much as evaluating one expression.
const ELEMENTS_PER_STEP: usize = 64;

fn range(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (start, stop, exclusive, step) = if call.arguments.len() > 1 {
        let step = match call.argument(2) {
            Value::Undef => 1,
            Value::Integer(step) => step.abs(),
            Value::Float(step) => step.abs() as i128,
            other => to_i(&to_s(other)).abs(),
        };
        if step == 0 {
            let words = "range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)";
            return call.fail(interpreter, words);
        }
        (to_s(call.argument(0)), to_s(call.argument(1)), false, step)
    } else {
        let text = to_s(call.argument(0));
        let word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        let parts = ["...", "..", "-"].into_iter().find_map(|separator| {
            let (start, stop) = text.split_once(separator)?;
            (word(start) && word(stop)).then(|| (start.to_string(), stop.to_string(), separator == "..."))
        });
        match parts {
            Some((start, stop, exclusive)) => (start, stop, exclusive, 1),
            None if text.is_empty() => {
                return call.fail(interpreter, format!("range(): Unknown range format: {text}"));
            }
            None => {
                return call.fail(interpreter, format!("range(): Unable to compute range from the value: {text}"));
            }
        }
    };
    let limit = interpreter.request.limits.collection_elements;
    let most = MAX_RANGE.min(limit);
    if digits(&start) {
        let (from, to) = (to_i(&start), to_i(&stop) - i128::from(exclusive));
        let count = if to < from { 0 } else { (to.saturating_sub(from) / step).saturating_add(1) };
        let count = usize::try_from(count).map_or(most, |count| count.min(most));
        interpreter.count_steps((count / ELEMENTS_PER_STEP) as u64)?;
        let mut numbers = Vec::with_capacity(count);
        let mut current = from;
        while current <= to && numbers.len() < most {
            if numbers.len() % ELEMENTS_PER_CHECKPOINT == 0 {
                interpreter.world.checkpoint();
            }
            numbers.push(Value::Integer(current));
            current += step;
        }
        if numbers.len() == limit {
            return interpreter.limit(LimitReached::CollectionElements(limit));
        }
        return Ok(Value::array(numbers));
    }
    let texts = texts_between(&start, &stop, exclusive, most);
    if texts.len() == limit {
        return interpreter.limit(LimitReached::CollectionElements(limit));
    }
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    Ok(Value::array(texts.into_iter().step_by(step).map(Value::string)))
}

/// Ruby's range of strings: one after the other until the end, or until it is longer than the end.
fn texts_between(start: &str, stop: &str, exclusive: bool, most: usize) -> Vec<String> {
    let mut texts = Vec::new();
    let single = start.chars().count() == 1 && stop.chars().count() == 1;
    if start > stop {
        return texts;
    }
    let mut current = start.to_string();
    while texts.len() < most && current.chars().count() <= stop.chars().count() {
        let last = current == stop;
        if !(last && exclusive) {
            texts.push(current.clone());
        }
        if last {
            break;
        }
        current = if single {
            match current.chars().next().and_then(|character| char::from_u32(character as u32 + 1)) {
                Some(next) => next.to_string(),
                None => break,
            }
        } else {
            successor(&current)
        };
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_counted_up_as_ruby_does() {
        assert_eq!(texts_between("a", "c", false, MAX_RANGE), ["a", "b", "c"]);
        assert_eq!(texts_between("host08", "host11", true, MAX_RANGE), ["host08", "host09", "host10"]);
        assert_eq!(texts_between("c", "a", false, MAX_RANGE), [] as [&str; 0]);
        assert_eq!(in_base(-254, 16), "-fe");
        assert_eq!(in_base(0, 2), "0");
    }
}
