//! `scanf`: reads values out of a text by a format, as Ruby's library of that name does.

use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[BuiltinFunction {
    name: "scanf",
    documentation: "The values that a format finds at the start of a string: `%d` a decimal number, `%i` one in any base, \
        `%o` octal, `%x` hexadecimal, `%f` a float, `%s` a word, `%c` a character, `%[…]` characters of a set. A lambda \
        gets the array.\n\n    scanf('42 apples', '%d %s')    # [42, 'apples']",
    dispatches: &[Dispatch {
        parameters: &[required("data", "String"), required("format", "String")],
        block: BlockSpec::Optional("Callable"),
        returns: Some("Array"),
        run: scanf,
    }],
    ..BuiltinFunction::COMMON
}];

fn scanf(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let found = Value::array(scan(call.text(0), call.text(1)));
    match call.block() {
        Some(block) => interpreter.call_block(&block.clone(), vec![found], call.place),
        None => Ok(found),
    }
}

/// What is read, up to the first part of the format that does not fit.
pub fn scan(data: &str, format: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut data = data;
    let mut format = format.chars().peekable();
    while let Some(character) = format.next() {
        if character.is_whitespace() {
            data = data.trim_start();
            continue;
        }
        if character != '%' {
            match data.strip_prefix(character) {
                Some(rest) => data = rest,
                None => return found,
            }
            continue;
        }
        let skipped = format.next_if_eq(&'*').is_some();
        let mut width = String::new();
        while let Some(digit) = format.next_if(char::is_ascii_digit) {
            width.push(digit);
        }
        let width = width.parse().unwrap_or(usize::MAX);
        while format.next_if(|size| matches!(size, 'h' | 'l' | 'L')).is_some() {}
        let Some(kind) = format.next() else {
            return found;
        };
        if kind == '%' {
            match data.trim_start().strip_prefix('%') {
                Some(rest) => data = rest,
                None => return found,
            }
            continue;
        }
        let set = if kind == '[' { Some(character_set(&mut format)) } else { None };
        if !matches!(kind, 'c' | '[') {
            data = data.trim_start();
        }
        let window_end = data.char_indices().nth(width).map_or(data.len(), |(at, _)| at);
        let window = data.get(..window_end).unwrap_or("");
        let length = match (kind, &set) {
            (_, Some((negated, set))) => {
                window.find(|character| set.contains(&character) == *negated).unwrap_or(window.len())
            }
            ('c', _) if width == usize::MAX => window.chars().next().map_or(0, char::len_utf8),
            ('c', _) => window.len(),
            ('s', _) => window.find(char::is_whitespace).unwrap_or(window.len()),
            ('d' | 'u', _) => number_length(window, 10),
            ('i', _) => number_length(window, base_of(window)),
            ('o', _) => number_length(window, 8),
            ('x' | 'X', _) => number_length(window, 16),
            ('f' | 'g' | 'e' | 'E' | 'a', _) => float_length(window),
            _ => return found,
        };
        if length == 0 {
            return found;
        }
        let (text, rest) = data.split_at(length);
        data = rest;
        if !skipped {
            found.push(match kind {
                'd' | 'u' => integer(text, 10),
                'i' => integer(text, base_of(text)),
                'o' => integer(text, 8),
                'x' | 'X' => integer(text, 16),
                'f' | 'g' | 'e' | 'E' | 'a' => Value::Float(crate::ruby_core::numbers::to_f(text)),
                _ => Value::string(text),
            });
        }
    }
    found
}

/// The characters of `%[…]`, and whether it takes all but them.
fn character_set(format: &mut std::iter::Peekable<std::str::Chars<'_>>) -> (bool, Vec<char>) {
    let negated = format.next_if_eq(&'^').is_some();
    let mut set: Vec<char> = Vec::new();
    let mut first = true;
    while let Some(character) = format.next() {
        if character == ']' && !first {
            break;
        }
        first = false;
        match (character, set.last().copied(), format.peek().copied()) {
            ('-', Some(from), Some(to)) if to != ']' => {
                format.next();
                set.extend((from..=to).skip(1));
            }
            _ => set.push(character),
        }
    }
    (negated, set)
}

fn base_of(text: &str) -> u32 {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
        16
    } else if unsigned.starts_with('0') {
        8
    } else {
        10
    }
}

fn number_length(text: &str, base: u32) -> usize {
    let sign = usize::from(text.starts_with(['+', '-']));
    let unsigned = text.get(sign..).unwrap_or("");
    let prefix = if base == 16 && (unsigned.starts_with("0x") || unsigned.starts_with("0X")) { 2 } else { 0 };
    let digits = unsigned.get(prefix..).unwrap_or("").chars().take_while(|digit| digit.is_digit(base)).count();
    if digits == 0 { 0 } else { sign + prefix + digits }
}

fn float_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits_from = |start: usize| start + bytes.iter().skip(start).take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(text.starts_with(['+', '-']));
    let mut end = digits_from(sign);
    let mut digits = end - sign;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits_from(end + 1);
        digits += fraction - end - 1;
        end = fraction;
    }
    if digits == 0 {
        return 0;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let start = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits_from(start);
        if exponent > start {
            end = exponent;
        }
    }
    end
}

fn integer(text: &str, base: u32) -> Value {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = if base == 16 { digits.trim_start_matches("0x").trim_start_matches("0X") } else { digits };
    let number = i128::from_str_radix(digits, base).unwrap_or(0);
    Value::Integer(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruby_core::text::inspect;

    fn scanned(data: &str, format: &str) -> String {
        inspect(&Value::array(scan(data, format)))
    }

    #[test]
    fn values_are_read_until_something_does_not_fit() {
        assert_eq!(scanned("42 abc", "%d %s"), r#"[42, "abc"]"#);
        assert_eq!(scanned("0x1f 017 9", "%i%i%i"), "[31, 15, 9]");
        assert_eq!(scanned("-1.5e3x", "%f%c"), r#"[-1500.0, "x"]"#);
        assert_eq!(scanned("abc-9", "%[a-c]-%d"), r#"["abc", 9]"#);
        assert_eq!(scanned("12345", "%2d%*1d%d"), "[12, 45]");
        assert_eq!(scanned("abc", "%d"), "[]");
    }
}
