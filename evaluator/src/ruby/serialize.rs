//! Values as JSON and YAML, letter for letter as Ruby's libraries write them.

use crate::ruby::value::float_text;
use crate::value::Value;

/// `to_json`, or `JSON.pretty_generate`.
pub fn to_json(value: &Value, pretty: bool) -> String {
    let mut text = String::new();
    write_json(value, pretty, 0, &mut text);
    text
}

fn write_json(value: &Value, pretty: bool, depth: usize, text: &mut String) {
    let line = |text: &mut String, depth: usize| {
        if pretty {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        }
    };
    match value {
        Value::Undef => text.push_str("null"),
        Value::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => text.push_str(&value.to_string()),
        Value::Float(value) => text.push_str(&float_text(*value)),
        // The library that comes with Ruby 3 breaks the line in what is empty too.
        Value::Array(elements) if elements.is_empty() => {
            text.push('[');
            if pretty {
                text.push('\n');
            }
            line(text, depth);
            text.push(']');
        }
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                line(text, depth + 1);
                write_json(element, pretty, depth + 1, text);
            }
            line(text, depth);
            text.push(']');
        }
        Value::Hash(entries) if entries.is_empty() => {
            text.push('{');
            line(text, depth);
            text.push('}');
        }
        Value::Hash(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                line(text, depth + 1);
                json_string(&crate::value::to_display_string(key), text);
                text.push_str(if pretty { ": " } else { ":" });
                write_json(value, pretty, depth + 1, text);
            }
            line(text, depth);
            text.push('}');
        }
        other => json_string(&crate::value::to_display_string(other), text),
    }
}

fn json_string(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            character if (character as u32) < 0x20 => text.push_str(&format!("\\u{:04x}", character as u32)),
            character => text.push(character),
        }
    }
    text.push('"');
}

/// `to_yaml`: a document with its `---`.
pub fn to_yaml(value: &Value) -> String {
    let mut text = String::from("---");
    write_yaml(value, 0, Position::Document, &mut text);
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Document,
    /// After `key:`.
    Entry,
    /// After `-`.
    Item,
}

fn write_yaml(value: &Value, indent: usize, position: Position, text: &mut String) {
    match value {
        Value::Array(elements) if !elements.is_empty() => {
            // A sequence in a mapping stands at the mapping's own indentation.
            let indent = if position == Position::Entry { indent.saturating_sub(2) } else { indent };
            for (index, element) in elements.iter().enumerate() {
                if index == 0 && position == Position::Item {
                    text.push(' ');
                } else {
                    text.push('\n');
                    text.push_str(&" ".repeat(indent));
                }
                text.push('-');
                write_yaml(element, indent + 2, Position::Item, text);
            }
            if position == Position::Document {
                text.push('\n');
            }
        }
        Value::Hash(entries) if !entries.is_empty() => {
            for (index, (key, value)) in entries.iter().enumerate() {
                if index == 0 && position == Position::Item {
                    text.push(' ');
                } else {
                    text.push('\n');
                    text.push_str(&" ".repeat(indent));
                }
                text.push_str(&yaml_scalar(key, indent + 2));
                text.push(':');
                write_yaml(value, indent + 2, Position::Entry, text);
            }
            if position == Position::Document {
                text.push('\n');
            }
        }
        Value::Array(_) => finish(" []", position, text),
        Value::Hash(_) => finish(" {}", position, text),
        Value::Undef => finish("", position, text),
        scalar => {
            let written = yaml_scalar(scalar, indent.max(2));
            finish(&format!(" {written}"), position, text);
        }
    }
}

fn finish(scalar: &str, position: Position, text: &mut String) {
    text.push_str(scalar);
    if position == Position::Document {
        text.push('\n');
    }
}

fn yaml_scalar(value: &Value, indent: usize) -> String {
    match value {
        Value::Undef => String::new(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => float_text(*value),
        other => yaml_string(&crate::value::to_display_string(other), indent),
    }
}

/// The style that Psych chooses for a string.
fn yaml_string(string: &str, indent: usize) -> String {
    let body = string.strip_suffix('\n').unwrap_or(string);
    if body.contains('\n') {
        let keep = match (string.ends_with("\n\n"), string.ends_with('\n')) {
            (true, _) => "+",
            (false, true) => "",
            (false, false) => "-",
        };
        let hint = if string.starts_with([' ', '\n']) { "2" } else { "" };
        let pad = " ".repeat(indent);
        let lines: Vec<String> =
            body.split('\n').map(|line| if line.is_empty() { String::new() } else { format!("{pad}{line}") }).collect();
        return format!("|{hint}{keep}\n{}", lines.join("\n"));
    }
    if string.is_empty() {
        return "''".into();
    }
    if string.chars().any(|c| c.is_control() || c == '\u{7f}') {
        return double_quoted(string);
    }
    if matches!(string, "y" | "Y" | "n" | "N") {
        return double_quoted(string);
    }
    let first_is_word = string.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if !first_is_word && !string[first_length(string)..].contains('"') {
        return double_quoted(string);
    }
    if reads_as_something_else(string) || !plain_is_safe(string) {
        return format!("'{}'", string.replace('\'', "''"));
    }
    string.to_string()
}

fn first_length(string: &str) -> usize {
    string.chars().next().map_or(0, char::len_utf8)
}

fn double_quoted(string: &str) -> String {
    let mut text = String::from("\"");
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '\u{1b}' => text.push_str("\\e"),
            '\0' => text.push_str("\\0"),
            character if (character as u32) < 0x20 => text.push_str(&format!("\\x{:02X}", character as u32)),
            character => text.push(character),
        }
    }
    text.push('"');
    text
}

/// A plain scalar that YAML would not read back as the same string.
pub fn reads_as_something_else(string: &str) -> bool {
    let lower = string.to_ascii_lowercase();
    if matches!(
        lower.as_str(),
        "~" | "null" | "true" | "false" | "yes" | "no" | "on" | "off" | ".inf" | "-.inf" | ".nan"
    ) {
        return true;
    }
    let digits = string.trim_start_matches(['-', '+']);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return string.starts_with(':');
    }
    let number_like = digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '_' | ',' | '.' | ':'))
        && digits.contains(|c: char| c.is_ascii_digit());
    let hexadecimal = digits.starts_with("0x") && digits[2..].chars().all(|c| c.is_ascii_hexdigit());
    let exponent = digits.parse::<f64>().is_ok();
    let date = digits.len() >= 8
        && digits.chars().take(4).all(|c| c.is_ascii_digit())
        && digits.chars().nth(4) == Some('-')
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | ':' | 'T' | 'Z' | ' ' | '.' | '+'));
    let versions = digits.matches('.').count() > 1;
    (number_like && !versions) || hexadecimal || exponent || date
}

fn plain_is_safe(string: &str) -> bool {
    let starts_badly = string.starts_with([
        '-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', ' ',
    ]);
    !starts_badly
        && !string.ends_with([' ', ':'])
        && !string.contains(": ")
        && !string.contains(" #")
        && !string.contains(":\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested() -> Value {
        Value::hash([
            (Value::string("a"), Value::array([Value::Integer(1), Value::string("x: y"), Value::Undef])),
            (Value::string("b"), Value::hash([(Value::string("c"), Value::string("yes"))])),
            (
                Value::string("d"),
                Value::array([Value::hash([
                    (Value::string("k"), Value::string("v")),
                    (Value::string("l"), Value::Boolean(true)),
                ])]),
            ),
        ])
    }

    #[test]
    fn yaml_as_psych_writes_it() {
        let expected = "---\na:\n- 1\n- 'x: y'\n-\nb:\n  c: 'yes'\nd:\n- k: v\n  l: true\n";
        assert_eq!(to_yaml(&nested()), expected);
        assert_eq!(to_yaml(&Value::string("one\ntwo")), "--- |-\n  one\n  two\n");
        assert_eq!(to_yaml(&Value::string("1.5")), "--- '1.5'\n");
        assert_eq!(to_yaml(&Value::string("/etc/x")), "--- \"/etc/x\"\n");
    }

    #[test]
    fn json_as_ruby_writes_it() {
        assert_eq!(to_json(&nested(), false), r#"{"a":[1,"x: y",null],"b":{"c":"yes"},"d":[{"k":"v","l":true}]}"#);
        assert_eq!(to_json(&Value::array([]), true), "[\n\n]");
    }
}
