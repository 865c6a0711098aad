//! Values as JSON and YAML, letter for letter as Ruby's libraries write them.

use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;
use crate::ruby::yaml_writer::{YamlNode, YamlOptions, write_yaml};
use crate::value::Value;
use crate::value::numbers::float_text;

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
    write_yaml(&yaml_node(value), YamlOptions::default())
}

/// A value of Puppet's as its YAML library sees it.
pub fn yaml_node(value: &Value) -> YamlNode {
    match value {
        Value::Undef => YamlNode::Null,
        Value::Boolean(value) => YamlNode::Plain(value.to_string()),
        Value::Integer(value) => YamlNode::Plain(value.to_string()),
        Value::Float(value) => YamlNode::Plain(yaml_float(*value)),
        Value::Array(elements) => YamlNode::Sequence(elements.iter().map(yaml_node).collect()),
        Value::Hash(entries) => {
            YamlNode::Mapping(entries.iter().map(|(key, value)| (yaml_node(key), yaml_node(value))).collect())
        }
        Value::Default => YamlNode::Symbol("default".into()),
        other => YamlNode::Text(crate::value::to_display_string(other)),
    }
}

/// A value of Ruby's, whose symbols are written as such; `None` for what has no such form.
pub fn ruby_yaml_node(value: &RubyValue) -> Option<YamlNode> {
    Some(match value {
        RubyValue::Symbol(name) => YamlNode::Symbol(name.clone()),
        RubyValue::Array(elements) => {
            YamlNode::Sequence(elements.borrow().iter().map(ruby_yaml_node).collect::<Option<_>>()?)
        }
        RubyValue::Hash(hash) => YamlNode::Mapping(
            hash.borrow()
                .iter()
                .map(|(key, value)| Some((ruby_yaml_node(key)?, ruby_yaml_node(value)?)))
                .collect::<Option<_>>()?,
        ),
        other => yaml_node(&other.to_puppet()?),
    })
}

impl Ruby<'_, '_> {
    /// `to_yaml`, with options for how the text looks.
    pub(super) fn yaml_text(&mut self, value: &RubyValue, options: &RubyValue, offset: u32) -> Ran<Option<RubyValue>> {
        let given: Vec<(String, Value)> = match options {
            RubyValue::Nil => Vec::new(),
            RubyValue::Hash(hash) => {
                let pairs =
                    hash.borrow().iter().map(|(key, value)| Some((key.to_text(), value.to_puppet()?))).collect();
                let Some(pairs) = pairs else { return Ok(None) };
                pairs
            }
            _ => return Ok(None),
        };
        let Some(options) = YamlOptions::read(given.into_iter()) else {
            return self.unsupported("these options of to_yaml".to_string(), offset);
        };
        Ok(ruby_yaml_node(value).map(|node| RubyValue::string(write_yaml(&node, options))))
    }
}

fn yaml_float(value: f64) -> String {
    match (value.is_nan(), value.is_infinite()) {
        (true, _) => ".nan".into(),
        (_, true) if value > 0.0 => ".inf".into(),
        (_, true) => "-.inf".into(),
        _ => float_text(value),
    }
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
