//! `Array#pack` and `String#unpack`: bytes by directives. A directive that is not listed is unsupported.

use super::{bytes_of, string_of};
use crate::ruby::value::RubyValue;

/// One directive of a template.
struct Directive {
    letter: char,
    /// How often or how long; `None` is `*`.
    count: Option<usize>,
    has_count: bool,
}

fn directives(template: &str) -> Option<Vec<Directive>> {
    let mut found = Vec::new();
    let mut characters = template.chars().filter(|c| !c.is_whitespace()).peekable();
    while let Some(letter) = characters.next() {
        if !letter.is_ascii_alphabetic() {
            return None;
        }
        let mut digits = String::new();
        while let Some(digit) = characters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let is_all = digits.is_empty() && characters.next_if_eq(&'*').is_some();
        let count = if is_all { None } else { Some(digits.parse().unwrap_or(1)) };
        found.push(Directive { letter, count, has_count: is_all || !digits.is_empty() });
    }
    Some(found)
}

/// The width of an integer in bytes, and whether the most significant byte is first.
fn integer_form(letter: char) -> Option<(usize, bool)> {
    Some(match letter {
        'C' | 'c' => (1, false),
        'S' | 's' | 'v' => (2, false),
        'n' => (2, true),
        'L' | 'l' | 'V' | 'I' | 'i' => (4, false),
        'N' => (4, true),
        'Q' | 'q' => (8, false),
        _ => return None,
    })
}

fn is_signed(letter: char) -> bool {
    matches!(letter, 'c' | 's' | 'l' | 'i' | 'q')
}

/// Returns the bytes that a template makes of values; `None` where it cannot be done here.
pub(super) fn pack(values: &[RubyValue], template: &str, limit: usize) -> Option<RubyValue> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut values = values.iter();
    let mut is_text = false;
    for directive in directives(template)? {
        match directive.letter {
            'a' | 'A' | 'Z' => {
                let text = bytes_of(values.next()?);
                let length = directive.count.unwrap_or(text.len() + usize::from(directive.letter == 'Z'));
                if length > limit {
                    return None;
                }
                let fill = if directive.letter == 'A' { b' ' } else { 0 };
                bytes.extend((0..length).map(|index| text.get(index).copied().unwrap_or(fill)));
            }
            'H' => bytes.extend(from_hexadecimal(&values.next()?.to_text(), &directive)?),
            'U' => {
                is_text = true;
                for value in take(&mut values, directive.count) {
                    let RubyValue::Integer(code) = value else { return None };
                    let character = u32::try_from(*code).ok().and_then(char::from_u32)?;
                    bytes.extend(character.to_string().bytes());
                }
            }
            letter => {
                let (width, big_endian) = integer_form(letter)?;
                for value in take(&mut values, directive.count) {
                    let RubyValue::Integer(number) = value else { return None };
                    let all = number.to_le_bytes();
                    let mut one = all.get(..width)?.to_vec();
                    if big_endian {
                        one.reverse();
                    }
                    bytes.extend(one);
                }
            }
        }
    }
    match is_text {
        true => String::from_utf8(bytes).ok().map(RubyValue::string),
        false => Some(string_of(bytes)),
    }
}

fn take<'v>(values: &mut std::slice::Iter<'v, RubyValue>, count: Option<usize>) -> Vec<&'v RubyValue> {
    values.by_ref().take(count.unwrap_or(usize::MAX)).collect()
}

fn from_hexadecimal(text: &str, directive: &Directive) -> Option<Vec<u8>> {
    let wanted = if directive.has_count { directive.count.unwrap_or(text.len()) } else { 1 };
    let digits: Vec<u8> =
        text.chars().take(wanted).map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or_default()).collect())
}

/// Returns the values that a template reads from bytes; `None` where it cannot be done here.
pub(super) fn unpack(bytes: &[u8], template: &str) -> Option<Vec<RubyValue>> {
    let mut rest = bytes;
    let mut values = Vec::new();
    for directive in directives(template)? {
        let whole = directive.count.is_none();
        match directive.letter {
            'a' | 'A' | 'Z' => {
                let length = directive.count.unwrap_or(rest.len()).min(rest.len());
                let (own, after) = rest.split_at(length);
                rest = after;
                values.push(string_of(trimmed(own, directive.letter).to_vec()));
            }
            'H' => {
                let digits = directive.count.unwrap_or(rest.len() * 2).min(rest.len() * 2);
                let (own, after) = rest.split_at(digits.div_ceil(2));
                rest = after;
                let mut text = crate::ruby_core::digests::hexadecimal(own);
                text.truncate(digits);
                values.push(RubyValue::string(text));
            }
            'U' => {
                let text = std::str::from_utf8(rest).ok()?;
                let characters: Vec<char> = text.chars().take(directive.count.unwrap_or(usize::MAX)).collect();
                rest = rest.get(characters.iter().map(|c| c.len_utf8()).sum::<usize>()..)?;
                values.extend(characters.into_iter().map(|c| RubyValue::Integer(i128::from(u32::from(c)))));
            }
            letter => {
                let (width, big_endian) = integer_form(letter)?;
                let count = directive.count.unwrap_or(rest.len() / width);
                for _ in 0..count.min(bytes.len() + 1) {
                    if rest.len() < width {
                        if !whole {
                            values.push(RubyValue::Nil);
                        }
                        continue;
                    }
                    let (own, after) = rest.split_at(width);
                    rest = after;
                    values.push(RubyValue::Integer(integer(own, big_endian, is_signed(letter))));
                }
            }
        }
    }
    Some(values)
}

fn trimmed(bytes: &[u8], letter: char) -> &[u8] {
    match letter {
        'A' => {
            let end = bytes.iter().rposition(|byte| !matches!(byte, b' ' | 0)).map_or(0, |last| last + 1);
            bytes.get(..end).unwrap_or(bytes)
        }
        'Z' => bytes.split(|byte| *byte == 0).next().unwrap_or(bytes),
        _ => bytes,
    }
}

fn integer(bytes: &[u8], big_endian: bool, signed: bool) -> i128 {
    let fold = |number: i128, byte: &u8| number << 8 | i128::from(*byte);
    let number = if big_endian { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) };
    let size = 1_i128 << (bytes.len() * 8);
    if signed && number >= size / 2 { number - size } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> RubyValue {
        RubyValue::string(text)
    }

    fn unpacked(bytes: &[u8], template: &str) -> String {
        RubyValue::array(unpack(bytes, template).expect("a template that is known")).inspect()
    }

    /// What Ruby 3.1 says.
    #[test]
    fn directives_as_ruby_reads_them() {
        assert_eq!(unpacked(b"\xa6\xa0\xf2\xc1", "L"), "[3253903526]");
        assert_eq!(unpacked(b"\xa6\xa0\xf2\xc1", "l"), "[-1041063770]");
        assert_eq!(unpacked(b"abc", "C*"), "[97, 98, 99]");
        assert_eq!(unpacked(b"a", "H*"), "[\"61\"]");
        assert_eq!(unpacked(b"ab", "H3"), "[\"616\"]");
        assert_eq!(unpacked(b"ab  ", "A*"), "[\"ab\"]");
        assert_eq!(unpacked(b"\x01\x02\x03\x04", "nN"), "[258, nil]");
        assert_eq!(unpacked(b"a", "S*"), "[]");
    }

    #[test]
    fn values_are_packed() {
        let packed = |values: &[RubyValue], template: &str| pack(values, template, 100).map(|value| value.to_text());
        assert_eq!(packed(&[text("616263")], "H*").as_deref(), Some("abc"));
        assert_eq!(packed(&[RubyValue::Integer(65), RubyValue::Integer(233)], "U*").as_deref(), Some("Aé"));
        assert_eq!(packed(&[text("ab")], "A4").as_deref(), Some("ab  "));
        assert_eq!(packed(&[RubyValue::Integer(65), RubyValue::Integer(66)], "C2").as_deref(), Some("AB"));
        assert_eq!(packed(&[text("x")], "m"), None);
    }
}
