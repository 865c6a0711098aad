//! Values as Ruby prints them, where Puppet shows Ruby's own text: inside interpolated data, and in explanations.

use std::fmt::Write;

use crate::value::Value;
use crate::value::numbers::float_text;
use crate::value::text::to_display_string;

/// As `to_s` gives it: what a value becomes inside an interpolated string.
pub fn to_s(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Hash(_) => inspect(value),
        other => to_display_string(other),
    }
}

/// As `inspect` gives it.
pub fn inspect(value: &Value) -> String {
    let mut text = String::new();
    write_inspect(value, &mut text);
    text
}

fn write_inspect(value: &Value, text: &mut String) {
    match value {
        Value::Undef => text.push_str("nil"),
        Value::Default => text.push_str(":default"),
        Value::String(string) => write_string(string, text),
        Value::Float(number) => text.push_str(&float_text(*number)),
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write_inspect(element, text);
            }
            text.push(']');
        }
        Value::Hash(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write_inspect(key, text);
                text.push_str("=>");
                write_inspect(value, text);
            }
            text.push('}');
        }
        Value::Sensitive(_) => text.push_str("#<Sensitive [value redacted]>"),
        other => text.push_str(&to_display_string(other)),
    }
}

fn write_string(string: &str, text: &mut String) {
    text.push('"');
    let mut characters = string.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '\u{1b}' => text.push_str("\\e"),
            '\u{7}' => text.push_str("\\a"),
            '\u{8}' => text.push_str("\\b"),
            '\u{b}' => text.push_str("\\v"),
            '\u{c}' => text.push_str("\\f"),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => text.push_str("\\#"),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = if (c as u32) < 0x80 {
                    write!(text, "\\x{:02X}", c as u32)
                } else {
                    write!(text, "\\u{:04X}", c as u32)
                };
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_print_as_ruby_literals() {
        let value = Value::hash([("a".into(), Value::array([1.into(), Value::Undef, "x\"#{y}\n".into()]))]);
        assert_eq!(to_s(&value), "{\"a\"=>[1, nil, \"x\\\"\\#{y}\\n\"]}");
        assert_eq!(to_s(&Value::string("bare")), "bare");
        assert_eq!(to_s(&Value::Undef), "");
    }
}
