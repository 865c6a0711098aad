//! The values of literals: numbers, quoted text, patterns. Knows nothing of tokens and nodes.

use smol_str::SmolStr;

use crate::lexer::{Escapes, unicode_character, unicode_escape_length};
use crate::program::{Expr, FloatLiteral, IntegerLiteral};

/// `'text'`, its quotes included; the closing one may be missing.
pub(crate) fn single_quoted(literal: &str) -> SmolStr {
    let inner = literal.get(1..).unwrap_or("");
    let inner = inner.strip_suffix('\'').unwrap_or(inner);
    if !inner.contains('\\') {
        return SmolStr::new(inner);
    }
    let mut value = String::with_capacity(inner.len());
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(next @ ('\\' | '\''))) => {
                value.push(*next);
                characters.next();
            }
            _ => value.push(character),
        }
    }
    SmolStr::new(value)
}

/// `"text"` without interpolation, its quotes included; the closing one may be missing.
pub(crate) fn double_quoted(literal: &str) -> SmolStr {
    let inner = literal.get(1..).unwrap_or("");
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    unescape(inner, Escapes::DOUBLE_QUOTED)
}

/// Text with its escapes replaced. Unicode escapes come first, so that what they give may be part of another one.
pub(crate) fn unescape(text: &str, escapes: Escapes) -> SmolStr {
    if !text.contains('\\') || !escapes.backslash {
        return SmolStr::new(text);
    }
    let replaced;
    let mut text = text;
    if escapes.unicode && text.contains("\\u") {
        replaced = unescape_unicode(text);
        text = &replaced;
    }
    let mut value = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(index) = rest.find('\\') {
        let (before, after) = rest.split_at(index);
        value.push_str(before);
        let after = after.get(1..).unwrap_or("");
        let Some(character) = after.chars().next() else {
            value.push('\\');
            rest = "";
            break;
        };
        let mut length = character.len_utf8();
        match character {
            '\\' => value.push('\\'),
            '$' if escapes.dollar => value.push('$'),
            '\'' | '"' if escapes.quotes => value.push(character),
            't' if escapes.tab => value.push('\t'),
            'r' if escapes.carriage_return => value.push('\r'),
            'n' if escapes.line_feed => value.push('\n'),
            's' if escapes.space => value.push(' '),
            '\n' if escapes.line_break => {}
            '\r' if escapes.line_break && after.starts_with("\r\n") => length = 2,
            _ => {
                value.push('\\');
                value.push(character);
            }
        }
        rest = after.get(length..).unwrap_or("");
    }
    value.push_str(rest);
    SmolStr::new(value)
}

fn unescape_unicode(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(index) = rest.find('\\') {
        let (before, after) = rest.split_at(index);
        value.push_str(before);
        let after = after.get(1..).unwrap_or("");
        if let Some(digits) = after.strip_prefix('u')
            && let Some(length) = unicode_escape_length(digits)
            && let Some(character) = unicode_character(digits, length)
        {
            value.push(character);
            rest = digits.get(length..).unwrap_or("");
            continue;
        }
        value.push('\\');
        let length = after.chars().next().map_or(0, char::len_utf8);
        value.push_str(after.get(..length).unwrap_or(""));
        rest = after.get(length..).unwrap_or("");
    }
    value.push_str(rest);
    value
}

/// `/pattern/`
pub(crate) fn pattern(literal: &str) -> SmolStr {
    let inner = literal.strip_prefix('/').unwrap_or(literal);
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    if inner.contains("\\/") { SmolStr::new(inner.replace("\\/", "/")) } else { SmolStr::new(inner) }
}

/// A number; `Missing` where the lexer has already refused it.
pub(crate) fn number(literal: &str) -> Expr {
    if let Some(digits) = literal.strip_prefix("0x").or_else(|| literal.strip_prefix("0X")) {
        return integer(digits, 16);
    }
    if literal.bytes().all(|byte| byte.is_ascii_digit()) {
        return match literal.strip_prefix('0').filter(|digits| !digits.is_empty()) {
            Some(digits) => integer(digits, 8),
            None => integer(literal, 10),
        };
    }
    let starts_with_octal = literal.starts_with('0') && !literal.starts_with("0.");
    match literal.parse::<f64>() {
        Ok(value) if value.is_finite() && !starts_with_octal => Expr::Float(FloatLiteral::new(value)),
        _ => Expr::Missing,
    }
}

fn integer(digits: &str, radix: u8) -> Expr {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix.into())) {
        return Expr::Missing;
    }
    let value = i128::from_str_radix(digits, radix.into()).ok();
    let digits = value.is_none().then(|| Box::new(SmolStr::new(digits)));
    Expr::Integer(IntegerLiteral { value, radix, digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_double_quoted_strings() {
        for (literal, value) in [
            (r#""t\tn\nr\rs\sq\"a\'d\$b\\e""#, "t\tn\nr\rs q\"a'd$b\\e"),
            (r#""caf\u00e9 \u{1f389}""#, "café 🎉"),
            ("\"one \\\r\ntwo\"", "one two"),
            (r#""odd \q here""#, "odd \\q here"),
            (r#""\u12""#, "\\u12"),
            (r#""\u005cn""#, "\n"),
        ] {
            assert_eq!(double_quoted(literal), value, "{literal}");
        }
    }

    #[test]
    fn single_quoted_strings_know_two_escapes() {
        assert_eq!(single_quoted(r"'it\'s a \\ slash and \n stays'"), r"it's a \ slash and \n stays");
    }

    #[test]
    fn a_number_beyond_128_bits_keeps_its_digits() {
        assert_eq!(number("0x10"), Expr::Integer(IntegerLiteral { value: Some(16), radix: 16, digits: None }));
        let digits = Some(Box::new(SmolStr::new("9".repeat(60))));
        assert_eq!(number(&"9".repeat(60)), Expr::Integer(IntegerLiteral { value: None, radix: 10, digits }));
        assert_eq!(number("1e400"), Expr::Missing);
    }
}
