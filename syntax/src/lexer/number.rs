//! Numbers: where they end, and what is wrong with one. Knows nothing of their values.

use super::is_word_byte;
use crate::code::{self, Code};

/// The end of the number at `start`, or `None` where the digits there are not a number.
pub(super) fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    if at(start) == b'0' && matches!(at(start + 1), b'x' | b'X') {
        let end = run(bytes, start + 2, u8::is_ascii_hexdigit);
        if end > start + 2 && !is_word_byte(at(end)) {
            return Some(end);
        }
    }
    let integer = run(bytes, start, u8::is_ascii_digit);
    let fraction = if at(integer) == b'.' { run(bytes, integer + 1, u8::is_ascii_digit) } else { integer };
    let with_fraction = if fraction > integer + 1 { fraction } else { integer };
    let ends = [exponent_end(bytes, with_fraction), with_fraction, exponent_end(bytes, integer), integer];
    ends.into_iter().find(|end| !is_word_byte(at(*end)))
}

fn run(bytes: &[u8], start: usize, accept: fn(&u8) -> bool) -> usize {
    let mut end = start;
    while bytes.get(end).is_some_and(accept) {
        end += 1;
    }
    end
}

fn exponent_end(bytes: &[u8], start: usize) -> usize {
    if !matches!(bytes.get(start), Some(b'e' | b'E')) {
        return start;
    }
    let digits = if bytes.get(start + 1) == Some(&b'-') { start + 2 } else { start + 1 };
    let end = run(bytes, digits, u8::is_ascii_digit);
    if end > digits { end } else { start }
}

/// Puppet's issue code and message for a text that begins with a digit and is no valid number.
pub(super) fn number_problem(value: &str) -> Option<(Code, String)> {
    let bytes = value.as_bytes();
    let digits = |from: usize, accept: fn(&u8) -> bool| bytes.len() > from && bytes.iter().skip(from).all(accept);
    match bytes {
        [b'0', b'x' | b'X', ..] => (!digits(2, u8::is_ascii_hexdigit))
            .then(|| (code::INVALID_HEX_NUMBER, format!("Not a valid hex number {value}"))),
        [b'0', second, ..] if *second != b'.' => (!digits(1, |byte| (b'0'..=b'7').contains(byte)))
            .then(|| (code::INVALID_OCTAL_NUMBER, format!("Not a valid octal number {value}"))),
        _ => {
            let integer = run(bytes, 0, u8::is_ascii_digit);
            if matches!(bytes.get(integer), Some(b'e' | b'E' | b'.')) {
                let is_finite = value.parse::<f64>().is_ok_and(f64::is_finite);
                (number_end(bytes, 0) != Some(bytes.len()) || !is_finite)
                    .then(|| (code::INVALID_DECIMAL_NUMBER, format!("Not a valid decimal number {value}")))
            } else {
                (integer != bytes.len()).then(|| (code::ILLEGAL_NUMBER, format!("Illegal number '{value}'")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends() {
        let cases = [
            ("12", Some(2)),
            ("12.5", Some(4)),
            ("1.e5", Some(1)),
            ("1.5e3", Some(5)),
            ("1.5e-3 ", Some(6)),
            ("1.5x", Some(1)),
            ("1e+5", None),
            ("0x1F", Some(4)),
            ("0x", None),
            ("5x", None),
            ("1..3", Some(1)),
        ];
        for (text, end) in cases {
            assert_eq!(number_end(text.as_bytes(), 0), end, "{text}");
        }
    }

    #[test]
    fn problems() {
        for (text, code) in [
            ("0xZZ", "INVALID_HEX_NUMBER"),
            ("08", "INVALID_OCTAL_NUMBER"),
            ("00.5", "INVALID_OCTAL_NUMBER"),
            ("0e1", "INVALID_OCTAL_NUMBER"),
            ("1e", "INVALID_DECIMAL_NUMBER"),
            ("12abc", "ILLEGAL_NUMBER"),
        ] {
            assert_eq!(number_problem(text).map(|(code, _)| code.puppet_name()), Some(code), "{text}");
        }
        for text in ["0", "0.5", "1e5", "0x1f", "0644", "7"] {
            assert_eq!(number_problem(text), None, "{text}");
        }
    }
}
