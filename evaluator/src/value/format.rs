//! `String.new($value, $formats)`: one format, or formats by type, with nested formats for what is in collections.

mod collections;
mod directive;
mod scalars;

use super::Value;
use crate::types::{self, Type, is_assignable, same_type};

pub use directive::Format;
use directive::Letters;

/// Formats by type, the narrowest types first.
pub(super) type FormatMap = Vec<(Type, Format)>;

/// The value as text. `formats` is a format for the value, a hash of formats by type, or undef or default.
pub fn format(value: &Value, formats: &Value) -> Result<String, String> {
    if let Some(reason) = formats.first_unknown() {
        return Ok(format!("<unknown: {}>", reason.reason));
    }
    let value_type = types::infer(value);
    let given: Option<FormatMap> = match formats {
        Value::Undef | Value::Default => None,
        Value::String(format) => {
            let key = if is_assignable(&Type::array_of(Type::Any), &value_type) {
                Type::array_of(Type::Any)
            } else if is_assignable(&any_hash(), &value_type) {
                any_hash()
            } else {
                value_type.clone()
            };
            Some(vec![(key, Format::parse(format)?)])
        }
        Value::Hash(_) => Some(read_formats(formats)?),
        other => {
            return Err(format!(
                "string conversion expects a Default value or a Hash of type to format mappings, got a '{}'",
                types::infer_generalized(other)
            ));
        }
    };
    let map = match given {
        Some(given) => merge_maps(default_formats(), given),
        None => default_formats(),
    };
    convert(&value_type, value, &map, Indentation::default())
}

/// How deep a value stands in a text that is broken into lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Indentation {
    level: usize,
    /// Nothing stands before it in its collection.
    later: bool,
    indenting: bool,
}

impl Indentation {
    fn deeper(self, indenting: bool) -> Indentation {
        Indentation { level: self.level + 1, later: false, indenting }
    }

    fn breaks(self) -> bool {
        self.indenting && self.level > 0 && self.later
    }

    fn padding(self) -> String {
        " ".repeat(2 * self.level)
    }
}

/// Values nest at most this deep before the text is cut.
const MAX_LEVEL: usize = 500;

pub(super) fn convert(
    value_type: &Type,
    value: &Value,
    map: &FormatMap,
    indentation: Indentation,
) -> Result<String, String> {
    if indentation.level > MAX_LEVEL {
        return Ok("...".to_string());
    }
    let format = format_for(value_type, map);
    match value {
        Value::Array(elements) => collections::format_array(elements, &format, map, indentation),
        Value::Hash(entries) => collections::format_hash(entries, &format, map, indentation),
        Value::Iterator(iterator) => {
            let values = Value::array(iterator.source.to_values());
            convert(&types::infer(&values), &values, map, indentation)
        }
        other => scalars::format_scalar(other, &format, indentation),
    }
}

/// The format of the first type that accepts the value's.
fn format_for(value_type: &Type, map: &FormatMap) -> Format {
    map.iter()
        .find(|(key, _)| is_assignable(key, value_type))
        .map_or_else(|| Format::plain(Letters::S), |(_, format)| format.clone())
}

pub(super) fn any_hash() -> Type {
    Type::hash_of(Type::Any, Type::Any)
}

/// What holds where nothing is said.
fn default_formats() -> FormatMap {
    vec![
        (Type::Object(Default::default()), Format::plain(Letters::P)),
        (Type::FLOAT, Format::plain(Letters::F)),
        (Type::Numeric, Format::plain(Letters::D)),
        (
            Type::array_of(Type::Any),
            Format {
                separator: Some(", ".to_string()),
                separator2: Some(", ".to_string()),
                inner: Some(container_formats()),
                ..Format::plain(Letters::A)
            },
        ),
        (
            any_hash(),
            Format {
                separator: Some(", ".to_string()),
                separator2: Some(" => ".to_string()),
                inner: Some(container_formats()),
                ..Format::plain(Letters::H)
            },
        ),
        (Type::Binary, Format::plain(Letters::B)),
        (Type::Any, Format::plain(Letters::S)),
    ]
}

/// What holds inside a collection.
pub(super) fn container_formats() -> FormatMap {
    vec![(Type::Any, Format::plain(Letters::P))]
}

/// A hash of formats by type; a format is a text, or a hash for a collection.
fn read_formats(formats: &Value) -> Result<FormatMap, String> {
    let Value::Hash(entries) = formats else {
        return Err(format!(
            "expected a hash with type to format mappings, got instance of '{}'",
            types::infer_generalized(formats)
        ));
    };
    let mut map = Vec::with_capacity(entries.len());
    for (key, value) in entries.iter() {
        let Value::Type(key) = key else {
            return Err(format!(
                "top level keys in the format hash must be data types, got instance of '{}'",
                types::infer_generalized(key)
            ));
        };
        let format = match value {
            Value::Hash(container) => {
                let text = |name: &str| container.get(&Value::from(name)).and_then(Value::as_str);
                let mut format = Format::parse(text("format").unwrap_or(""))?;
                format.separator = text("separator").map(str::to_string);
                format.separator2 = text("separator2").map(str::to_string);
                format.inner = match container.get(&Value::from("string_formats")) {
                    Some(inner) => Some(read_formats(inner)?),
                    None => None,
                };
                format
            }
            Value::String(text) => Format::parse(text)?,
            other => Format::parse(&super::to_display_string(other))?,
        };
        map.push((key.clone(), format));
    }
    Ok(map)
}

/// The given formats over the others: a wider type hides the narrower ones below it.
fn merge_maps(lower: FormatMap, higher: FormatMap) -> FormatMap {
    let mut merged: FormatMap = lower
        .into_iter()
        .filter(|(key, _)| !higher.iter().any(|(other, _)| !same_type(other, key) && is_assignable(other, key)))
        .collect();
    for (key, format) in higher {
        match merged.iter_mut().find(|(known, _)| same_type(known, &key)) {
            Some((_, known)) => *known = merge(known.clone(), format),
            None => merged.push((key, format)),
        }
    }
    sort_formats(merged)
}

fn merge(lower: Format, higher: Format) -> Format {
    let inner = match (lower.inner, higher.inner.clone()) {
        (Some(lower), Some(higher)) => Some(merge_maps(lower, higher)),
        (lower, higher) => higher.or(lower),
    };
    Format {
        separator: higher.separator.clone().or(lower.separator),
        separator2: higher.separator2.clone().or(lower.separator2),
        inner,
        ..higher
    }
}

/// Narrower types first. The relation is partial, so each is put before the first that accepts it.
fn sort_formats(map: FormatMap) -> FormatMap {
    let mut sorted: FormatMap = Vec::with_capacity(map.len());
    for (key, format) in map {
        let position = sorted.iter().position(|(known, _)| comes_before(&key, known)).unwrap_or(sorted.len());
        sorted.insert(position, (key, format));
    }
    sorted
}

fn comes_before(first: &Type, second: &Type) -> bool {
    let narrower = is_assignable(second, first);
    let wider = is_assignable(first, second);
    if narrower != wider {
        return narrower;
    }
    match (rank(first), rank(second)) {
        (Some(first), Some(second)) => first < second,
        _ => false,
    }
}

fn rank(ranked: &Type) -> Option<u8> {
    Some(match ranked {
        Type::Struct(_) => 1,
        Type::Hash { .. } => 2,
        Type::Tuple { .. } => 3,
        Type::Array { .. } => 4,
        Type::Pattern(_) => 10,
        Type::Enum { .. } => 11,
        Type::String(_) | Type::StringValue(_) => 12,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(value: Value, formats: &str) -> String {
        format(&value, &Value::from(formats)).unwrap_or_else(|error| error)
    }

    #[test]
    fn scalars_follow_their_letters() {
        for (value, format, text) in [
            (Value::from(255), "%#x", "0xff"),
            (Value::from(-5), "%b", "..1011"),
            (Value::from(65), "%c", "A"),
            (Value::Float(1.5), "%#s", "\"1.5\""),
            (Value::Boolean(true), "%#t", "t"),
            (Value::Boolean(true), "%-10t", "true      "),
            (Value::Undef, "%#s", "\"\""),
            (Value::from("hello::world"), "%C", "Hello::World"),
            (Value::from("  x  "), "%#t", "'x'"),
            (Value::Regexp("a.b".into()), "%p", "/a.b/"),
        ] {
            assert_eq!(by(value, format), text, "{format}");
        }
        assert_eq!(
            by(Value::from("a"), "%x"),
            "Illegal format 'x' specified for value of String type - expected one of the characters 'cCudspt'"
        );
    }

    #[test]
    fn collections_nest() {
        let nested = Value::hash([
            ("a".into(), Value::from(1)),
            ("b".into(), Value::array([Value::from(1), Value::hash([("c".into(), Value::from(2))])])),
        ]);
        assert_eq!(by(nested.clone(), "%#h"), "{\n  'a' => 1,\n  'b' => [1,\n    {\n      'c' => 2\n    }]\n}");
        assert_eq!(by(nested, "%a"), "[['a', 1], ['b', [1, [['c', 2]]]]]");
        assert_eq!(by(Value::array([Value::from(1), "a".into()]), "%(a"), "(1, 'a')");
    }
}
