//! Values as text: as interpolation prints them, and as they are written in source.

use crate::types::Type;

use super::{IteratorValue, ObjectValue, Value, numbers, quoting, timespan, timestamp};

/// As interpolation and `notice` print it: strings bare, at any depth.
pub fn to_display_string(value: &Value) -> String {
    let mut text = String::new();
    write_display(value, &mut text);
    text
}

/// The same with regular expressions as their patterns, which read back.
pub fn to_display_string_with_patterns(value: &Value) -> String {
    to_display_string(&with_patterns(value))
}

/// The value with the texts of patterns instead of regular expressions, at any depth.
fn with_patterns(value: &Value) -> Value {
    match value {
        Value::Regexp(source) => {
            let quoted = quoting::quote_regexp(source);
            Value::string(quoted.strip_prefix('/').and_then(|text| text.strip_suffix('/')).unwrap_or(&quoted))
        }
        Value::Array(elements) => Value::array(elements.iter().map(with_patterns)),
        Value::Hash(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (with_patterns(key), with_patterns(value))))
        }
        other => other.clone(),
    }
}

/// As `String.new($x, '%p')` prints it: what is written in source to get the value.
pub fn to_source_string(value: &Value) -> String {
    let mut text = String::new();
    write_source(value, &mut text);
    text
}

/// The first letter in upper case, the others in lower case.
pub fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters.flat_map(char::to_lowercase)).collect(),
        None => String::new(),
    }
}

fn write_display(value: &Value, text: &mut String) {
    match value {
        Value::Undef => {}
        Value::Default => text.push_str("default"),
        Value::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => text.push_str(&value.to_string()),
        Value::BigInteger(value) => text.push_str(&value.to_string()),
        Value::Float(value) => text.push_str(&numbers::float_text(*value)),
        Value::String(value) => text.push_str(value),
        Value::Regexp(source) => text.push_str(&quoting::quote_regexp(source)),
        Value::Array(elements) => write_joined(text, "[", elements.iter(), "]", write_display),
        Value::Hash(entries) => write_joined(text, "{", entries.iter(), "}", |(key, value), text| {
            write_display(key, text);
            text.push_str(" => ");
            write_display(value, text);
        }),
        Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title), given: true }) => {
            text.push_str(&format!("{type_name}[{title}]"));
        }
        Value::Type(value) => text.push_str(&value.to_string()),
        Value::Sensitive(_) => text.push_str("Sensitive [value redacted]"),
        Value::Binary(bytes) => text.push_str(&base64_text(bytes)),
        Value::Timestamp(value) => text.push_str(&timestamp::timestamp_text(*value)),
        Value::Timespan(value) => text.push_str(&timespan::timespan_text(*value)),
        Value::SemVer(version) => text.push_str(&version.to_string()),
        Value::SemVerRange(range) => text.push_str(&range.text),
        Value::Uri(uri) => text.push_str(uri),
        Value::Callable(_) => text.push_str("Callable"),
        Value::Object(object) => write_object(object, text),
        Value::Iterator(iterator) => text.push_str(&iterator_label(iterator)),
        Value::Unknown(reason) => text.push_str(&format!("<unknown: {}>", reason.reason)),
    }
}

fn write_source(value: &Value, text: &mut String) {
    match value {
        Value::Undef => text.push_str("undef"),
        Value::String(value) => text.push_str(&quoting::quote(value)),
        Value::Array(elements) => write_joined(text, "[", elements.iter(), "]", write_source),
        Value::Hash(entries) => write_joined(text, "{", entries.iter(), "}", |(key, value), text| {
            write_source(key, text);
            text.push_str(" => ");
            write_source(value, text);
        }),
        Value::Sensitive(_) => text.push_str("#<Sensitive [value redacted]>"),
        Value::Binary(bytes) => text.push_str(&format!("Binary(\"{}\")", base64_text(bytes))),
        Value::Timestamp(value) => text.push_str(&format!("Timestamp('{}')", timestamp::timestamp_text(*value))),
        Value::Timespan(value) => text.push_str(&format!("Timespan('{}')", timespan::timespan_text(*value))),
        Value::SemVerRange(range) => text.push_str(&range.normalized()),
        Value::Uri(uri) => text.push_str(&format!("URI({})", quoting::quote(uri))),
        Value::Iterator(iterator) => {
            let values = iterator.source.to_values();
            write_joined(text, "[", values.iter(), "]", write_source);
        }
        other => write_display(other, text),
    }
}

/// `Car({'reg' => 'ABC'})`: attributes that have their default are left out.
fn write_object(object: &ObjectValue, text: &mut String) {
    text.push_str(&crate::types::object_name(&object.object_type));
    text.push('(');
    let shown = crate::types::objects::shown_attributes(object);
    write_joined(text, "{", shown.into_iter(), "}", |(name, value), text| {
        text.push_str(&quoting::quote(&name));
        text.push_str(" => ");
        write_source(&value, text);
    });
    text.push(')');
}

fn iterator_label(iterator: &IteratorValue) -> String {
    format!("Iterator[{}]-Value", iterator.element_type.generalize())
}

pub(crate) fn base64_text(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn write_joined<T>(
    text: &mut String,
    open: &str,
    parts: impl Iterator<Item = T>,
    close: &str,
    write: impl Fn(T, &mut String),
) {
    text.push_str(open);
    for (index, part) in parts.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        write(part, text);
    }
    text.push_str(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpolation_prints_strings_bare_and_source_quotes_them() {
        let value = Value::array([
            Value::from(1),
            Value::from("it's"),
            Value::Undef,
            Value::hash([(Value::from("k"), Value::Float(1.5))]),
        ]);
        assert_eq!(to_display_string(&value), "[1, it's, , {k => 1.5}]");
        assert_eq!(to_source_string(&value), "[1, 'it\\'s', undef, {'k' => 1.5}]");
    }
}
