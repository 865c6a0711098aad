//! Numbers as text, the way Ruby prints them, and texts as numbers.

use super::{Value, big_integers};

/// Numbers with more digits than this before the point are printed with an exponent.
const WHOLE_DIGITS: i32 = 15;
/// Numbers with this many zeros behind the point, or more, are too.
const ZEROS_BEHIND_POINT: i32 = 4;

/// The shortest text that reads back as this float: `1.0`, `1.0e+20`, `1.0e-05`.
pub fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_string();
    }
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text.as_str(), "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let whole_digits = exponent + 1;
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    // One digit more is written out where there is something behind the point.
    let long = whole_digits == WHOLE_DIGITS + 1 && digits > 16;
    if (-ZEROS_BEHIND_POINT < whole_digits && whole_digits <= WHOLE_DIGITS) || long {
        let mut text = format!("{value}");
        if !text.contains('.') {
            text.push_str(".0");
        }
        return text;
    }
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}{point}e{sign}{:02}", exponent.abs())
}

/// A number as Puppet's coercion of strings reads it: decimal, `0x1f`, `017`, `1.5e3`, with a sign; `None` otherwise.
pub fn read_number(text: &str) -> Option<Value> {
    let blank = [' ', '\t'];
    let text = text.trim_matches(blank);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start_matches(blank)),
        None => (false, text.strip_prefix('+').unwrap_or(text).trim_start_matches(blank)),
    };
    let integer: Value = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        read_radix(hex, 16)?
    } else if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        read_radix(digits, 8)?
    } else if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        read_radix(digits, 10)?
    } else {
        return read_decimal_float(digits).map(|value| Value::Float(if negative { -value } else { value }));
    };
    Some(match integer {
        Value::Integer(number) if negative => Value::Integer(-number),
        integer if negative => big_integers::negated(&integer),
        integer => integer,
    })
}

fn read_radix(digits: &str, radix: u32) -> Option<Value> {
    let valid = !digits.is_empty() && digits.bytes().all(|byte| (byte as char).is_digit(radix));
    valid.then(|| match i128::from_str_radix(digits, radix) {
        Ok(number) => Value::Integer(number),
        Err(_) => big_integers::read(digits, radix),
    })
}

/// `1.5`, `1e3`, `0.5e-3`: digits on both sides of the point.
fn read_decimal_float(text: &str) -> Option<f64> {
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let mantissa_valid = match mantissa.split_once('.') {
        Some((whole, fraction)) => all_digits(whole) && all_digits(fraction),
        None => exponent.is_some() && all_digits(mantissa),
    };
    let exponent_valid = exponent.is_none_or(|exponent| all_digits(exponent.strip_prefix('-').unwrap_or(exponent)));
    (mantissa_valid && exponent_valid).then(|| text.parse().ok()).flatten().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_ruby_prints_them() {
        for (value, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (1.5, "1.5"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1e15 + 0.5, "1000000000000000.5"),
            (9007199254740992.0, "9.007199254740992e+15"),
            (1e16, "1.0e+16"),
            (1.25e100, "1.25e+100"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-05"),
            (f64::INFINITY, "Infinity"),
        ] {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn numbers_are_read_in_all_radixes() {
        assert_eq!(read_number("0x1f"), Some(Value::from(31)));
        assert_eq!(read_number("017"), Some(Value::from(15)));
        assert_eq!(read_number("-1.5e1"), Some(Value::Float(-15.0)));
        assert_eq!(read_number("09"), None);
        assert_eq!(read_number("5\n"), None);
        assert_eq!(read_number("1e400"), None);
        assert_eq!(read_number("a"), None);
        assert_eq!(read_number(""), None);
    }
}
