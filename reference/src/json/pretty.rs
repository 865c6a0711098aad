//! JSON laid out as Ruby's `JSON.pretty_generate` does: an empty list has an empty line in it.

use serde_json::Value as Json;

/// Returns a value with two blanks for each level.
pub fn pretty(value: &Json) -> String {
    let mut text = String::new();
    write(&mut text, value, 0);
    text
}

fn write(text: &mut String, value: &Json, level: usize) {
    match value {
        Json::Array(entries) => {
            text.push_str("[\n");
            for (index, entry) in entries.iter().enumerate() {
                separate(text, index, level);
                write(text, entry, level + 1);
            }
            close(text, level, ']');
        }
        Json::Object(entries) if entries.is_empty() => text.push_str("{\n}"),
        Json::Object(entries) => {
            text.push_str("{\n");
            for (index, (key, entry)) in entries.iter().enumerate() {
                separate(text, index, level);
                text.push_str(&Json::from(key.as_str()).to_string());
                text.push_str(": ");
                write(text, entry, level + 1);
            }
            close(text, level, '}');
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

fn separate(text: &mut String, index: usize, level: usize) {
    if index > 0 {
        text.push_str(",\n");
    }
    text.push_str(&"  ".repeat(level + 1));
}

fn close(text: &mut String, level: usize, bracket: char) {
    text.push('\n');
    text.push_str(&"  ".repeat(level));
    text.push(bracket);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // What Ruby 3.1's json prints.
    #[test]
    fn empty_lists_have_an_empty_line() {
        assert_eq!(
            pretty(&json!({"a": [], "b": {"c": [1, "x\n\"/"]}})),
            "{\n  \"a\": [\n\n  ],\n  \"b\": {\n    \"c\": [\n      1,\n      \"x\\n\\\"/\"\n    ]\n  }\n}"
        );
    }
}
