//! Texts read as numbers, as Ruby's `Integer()`, `Float()`, `to_i` and `to_f` do.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Reads the number that a text starts with, as `String#to_f` does: 0.0 where there is none.
pub fn to_f(text: &str) -> f64 {
    let text = text.trim_start();
    let bytes = text.as_bytes();
    let digits_from = |start: usize| {
        let mut end = start;
        while bytes.get(end).is_some_and(|byte| byte.is_ascii_digit() || (*byte == b'_' && end > start)) {
            end += 1;
        }
        end
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let mut end = digits_from(sign);
    if end == sign && bytes.get(sign) != Some(&b'.') {
        return 0.0;
    }
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits_from(end + 1);
        if fraction > end + 1 {
            end = fraction;
        }
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let start = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
        let exponent = digits_from(start);
        if exponent > start {
            end = exponent;
        }
    }
    text.get(..end).unwrap_or("").replace('_', "").parse().unwrap_or(0.0)
}

/// Reads the decimal integer that a text starts with, as `String#to_i` does; at most what an `i128` holds.
pub fn to_i(text: &str) -> i128 {
    let number = leading_integer(text, 10);
    number.to_i128().unwrap_or(if number < BigInt::ZERO { i128::MIN } else { i128::MAX })
}

/// Reads the integer that a text starts with, as `String#to_i(base)` does: zero where there is none. Base 0 goes by the
/// prefix.
pub fn leading_integer(text: &str, base: u32) -> BigInt {
    let (negative, digits) = sign(text.trim_start_matches(is_space));
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
    if negative { -value } else { value }
}

/// Reads a text as `Integer(text, base)` does: all of it must be an integer; underscores only between digits.
pub fn integer(text: &str, base: u32) -> Option<BigInt> {
    let (negative, digits) = sign(text.trim_matches(is_space));
    let (radix, digits) = without_prefix(digits, base);
    // The zero that marks octal numbers may be parted from the digits.
    let well_formed = !digits.starts_with(['_', '+', '-']) && !digits.ends_with('_') && !digits.contains("__");
    if !well_formed {
        return None;
    }
    let number = BigInt::parse_bytes(digits.replace('_', "").as_bytes(), radix)?;
    Some(if negative { -number } else { number })
}

/// Reads a text as `Integer(text)` does, where the result fits.
pub fn small_integer(text: &str) -> Option<i128> {
    integer(text, 0)?.to_i128()
}

/// Tells what `strip` takes for white space.
pub fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
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

/// Reads a text as `Float(text)` does: all of it must be a number; hexadecimal is accepted, an underscore only between
/// digits.
pub fn float(text: &str) -> Option<f64> {
    let text = text.trim();
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let sign = if negative { -1.0 } else { 1.0 };
    if let Some(digits) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        return i128::from_str_radix(digits, 16)
            .ok()
            .filter(|_| !digits.starts_with(['+', '-']))
            .map(|n| sign * n as f64);
    }
    let bytes = unsigned.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let well_formed = bytes.iter().enumerate().all(|(at, byte)| match byte {
        b'0'..=b'9' => true,
        b'.' if at == 0 => digit(1),
        b'_' | b'.' => at > 0 && digit(at - 1) && digit(at + 1),
        b'e' | b'E' => at > 0 && digit(at - 1) && (digit(at + 1) || digit(at + 2)),
        b'-' | b'+' => at > 0 && matches!(bytes.get(at - 1), Some(b'e' | b'E')) && digit(at + 1),
        _ => false,
    });
    if !well_formed || !(digit(0) || (bytes.first() == Some(&b'.') && digit(1))) {
        return None;
    }
    unsigned.replace('_', "").parse::<f64>().ok().map(|number| sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_numbers_as_ruby_reads_them() {
        assert_eq!(to_f(" -1.5e3x"), -1500.0);
        assert_eq!(to_f("1."), 1.0);
        assert_eq!(to_f("x"), 0.0);
        assert_eq!(to_i("1_000abc"), 1000);
        assert_eq!(to_i("-7"), -7);
        assert_eq!(float("1.1"), Some(1.1));
        assert_eq!(float("0x1A"), Some(26.0));
        assert_eq!(float("1."), None);
        assert_eq!(float("abc"), None);
        assert_eq!(float(""), None);
    }

    #[test]
    fn integers_of_any_base() {
        let leading = |text: &str, base: u32| leading_integer(text, base).to_string();
        assert_eq!(leading("d41d8cd98f00b204e9800998ecf8427e", 16), "281949768489412648962353822266799178366");
        for (text, base, number) in [
            ("0b11", 0, "3"),
            ("0b11", 2, "3"),
            ("0b11", 10, "0"),
            ("0x1f", 16, "31"),
            ("017", 0, "15"),
            ("1_000__0", 10, "1000"),
            (" -12ab", 10, "-12"),
        ] {
            assert_eq!(leading(text, base), number, "{text}");
        }
        for (text, base, number) in [("0x_1", 0, None), ("1__0", 0, None), ("08", 0, None), ("z", 36, Some(35))] {
            assert_eq!(integer(text, base), number.map(BigInt::from), "{text}");
        }
    }
}
