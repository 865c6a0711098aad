//! Values as JSON, the way Puppet writes them into a catalog: what JSON has no form for becomes `{"__ptype": …}`.
//!
//! A value that is not known is `{"__ptype": "Unknown", "reason": …}`, which no Puppet tool takes for a value.

use base64::Engine;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use crate::types::{CallableType, Size, Type};
use crate::value::Value;
use crate::value::numbers::float_text;
use crate::value::text::to_display_string;

/// The value of a parameter: references to resources are text, also inside arrays and hashes. Written without a tree of
/// JSON in between where JSON has a form for it.
pub struct WireParameter<'a>(pub &'a Value);

impl Serialize for WireParameter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::String(text) => serializer.serialize_str(text),
            Value::Boolean(value) => serializer.serialize_bool(*value),
            Value::Type(reference @ (Type::Resource { .. } | Type::Class(_))) => {
                serializer.serialize_str(&reference_text(reference))
            }
            Value::Array(elements) => serializer.collect_seq(elements.iter().map(WireParameter)),
            Value::Hash(entries) if is_plain(entries.iter()) => {
                let pairs = entries.iter().map(|(key, value)| (key.as_str().unwrap_or_default(), WireParameter(value)));
                serializer.collect_map(pairs)
            }
            Value::Hash(entries) => hash_to_json(entries.iter(), parameter_to_json).serialize(serializer),
            other => value_to_json(other).serialize(serializer),
        }
    }
}

/// The value of a parameter as a tree of JSON.
pub fn parameter_to_json(value: &Value) -> Json {
    // Writing into memory cannot fail, and every key is text.
    serde_json::to_value(WireParameter(value)).unwrap_or_default()
}

/// Any value, with references as types.
pub fn value_to_json(value: &Value) -> Json {
    match value {
        Value::Undef => Json::Null,
        Value::Default => json!({"__ptype": "Default"}),
        Value::Boolean(value) => json!(value),
        Value::Integer(number) => integer(*number),
        // No JSON number is as exact as its digits.
        Value::BigInteger(number) => json!(number.to_string()),
        Value::Float(number) => float(*number),
        Value::String(text) => json!(text.as_str()),
        Value::Regexp(source) => typed("Regexp", json!(source.as_str())),
        Value::Array(elements) => Json::Array(elements.iter().map(value_to_json).collect()),
        Value::Hash(entries) => hash_to_json(entries.iter(), value_to_json),
        Value::Type(value) => type_to_json(value),
        Value::Sensitive(inner) => typed("Sensitive", value_to_json(inner)),
        Value::Binary(bytes) => typed("Binary", json!(base64::engine::general_purpose::STANDARD.encode(bytes))),
        Value::Timestamp(_) => typed("Timestamp", json!(to_display_string(value))),
        Value::Timespan(_) => typed("Timespan", json!(to_display_string(value))),
        Value::SemVer(_) => typed("SemVer", json!(to_display_string(value))),
        Value::SemVerRange(_) => typed("SemVerRange", json!(to_display_string(value))),
        Value::Uri(_) => typed("URI", json!(to_display_string(value))),
        Value::Object(object) => {
            let mut map = Map::new();
            map.insert("__ptype".to_string(), json!(crate::types::object_name(&object.object_type).as_str()));
            for (name, value) in crate::types::objects::shown_attributes(object) {
                map.insert(name.to_string(), value_to_json(&value));
            }
            Json::Object(map)
        }
        Value::Callable(_) | Value::Iterator(_) => json!(to_display_string(value)),
        Value::Unknown(reason) => json!({"__ptype": "Unknown", "reason": reason.reason}),
    }
}

/// `File[/x]`, `Class[Foo]`: as a catalog names a resource.
pub fn reference_text(reference: &Type) -> String {
    match reference {
        Type::Class(Some(name)) => format!("Class[{}]", super::names::class_title(name)),
        Type::Class(None) => "Class".to_string(),
        Type::Resource { type_name, title, .. } => {
            let type_name = type_name.as_deref().unwrap_or("Resource");
            match title {
                Some(title) => format!("{type_name}[{title}]"),
                None => type_name.to_string(),
            }
        }
        other => other.to_string(),
    }
}

fn typed(name: &str, value: Json) -> Json {
    json!({"__ptype": name, "__pvalue": value})
}

fn integer(number: i128) -> Json {
    match i64::try_from(number) {
        Ok(number) => json!(number),
        Err(_) => json!(number as f64),
    }
}

fn float(number: f64) -> Json {
    if number.is_finite() { json!(number) } else { json!(float_text(number)) }
}

/// Tells whether JSON has a form for a hash: not for keys other than text, nor for the key that marks types.
fn is_plain<'a>(mut entries: impl Iterator<Item = (&'a Value, &'a Value)>) -> bool {
    entries.all(|(key, _)| key.as_str().is_some_and(|key| key != "__ptype"))
}

fn hash_to_json<'a>(
    entries: impl Iterator<Item = (&'a Value, &'a Value)> + Clone,
    convert: fn(&Value) -> Json,
) -> Json {
    if is_plain(entries.clone()) {
        let pairs = entries.map(|(key, value)| (key.as_str().unwrap_or_default().to_string(), convert(value)));
        return Json::Object(pairs.collect());
    }
    let flat = entries.flat_map(|(key, value)| [convert(key), convert(value)]).collect();
    typed("Hash", Json::Array(flat))
}

fn type_to_json(value: &Type) -> Json {
    let mut map = Map::new();
    map.insert("__ptype".to_string(), json!(format!("Pcore::{}Type", kind_name(value))));
    let mut set = |name: &str, value: Json| {
        map.insert(name.to_string(), value);
    };
    match value {
        Type::Integer { min, max } => {
            if let Some(range) = range(min.map(integer), max.map(integer)) {
                range.into_iter().for_each(|(name, value)| set(name, value));
            }
        }
        Type::Float { min, max } => {
            if let Some(range) = range(min.map(|min| float(min.value())), max.map(|max| float(max.value()))) {
                range.into_iter().for_each(|(name, value)| set(name, value));
            }
        }
        Type::Timestamp { min, max } => {
            let bound = |bound: &Option<i128>| bound.map(|bound| value_to_json(&Value::Timestamp(bound)));
            if let Some(range) = range(bound(min), bound(max)) {
                range.into_iter().for_each(|(name, value)| set(name, value));
            }
        }
        Type::Timespan { min, max } => {
            let bound = |bound: &Option<i128>| bound.map(|bound| value_to_json(&Value::Timespan(bound)));
            if let Some(range) = range(bound(min), bound(max)) {
                range.into_iter().for_each(|(name, value)| set(name, value));
            }
        }
        Type::String(Some(size)) => set("size_type_or_value", size_type(size)),
        Type::StringValue(text) => set("size_type_or_value", json!(text.as_str())),
        Type::Enum { values, case_insensitive } => {
            set("values", json!(values.iter().map(|value| value.as_str()).collect::<Vec<_>>()));
            if *case_insensitive {
                set("case_insensitive", json!(true));
            }
        }
        Type::Pattern(patterns) => {
            let regexps = patterns.iter().map(|pattern| type_to_json(&Type::Regexp(Some((**pattern).clone()))));
            set("patterns", Json::Array(regexps.collect()));
        }
        Type::Regexp(Some(source)) => set("pattern", json!(source.as_str())),
        Type::Collection(Some(size)) => set("size_type", size_type(size)),
        Type::Array { element, size } => {
            set_unless_any(&mut set, "element_type", element);
            if let Some(size) = size {
                set("size_type", size_type(size));
            }
        }
        Type::Hash { key, value, size } => {
            if **key != Type::Any || **value != Type::Any {
                set("key_type", type_to_json(key));
                set("value_type", type_to_json(value));
            }
            if let Some(size) = size {
                set("size_type", size_type(size));
            }
        }
        Type::Tuple { types, size } => {
            set("types", types_to_json(types));
            if let Some(size) = size {
                set("size_type", size_type(size));
            }
        }
        Type::Struct(members) => {
            let elements = members.iter().map(|member| {
                let name = Type::StringValue(member.name.clone());
                let key = if member.optional { Type::Optional(Some(name.into())) } else { name };
                json!({
                    "__ptype": "Pcore::StructElement",
                    "key_type": type_to_json(&key),
                    "value_type": type_to_json(&member.value),
                })
            });
            set("elements", Json::Array(elements.collect()));
        }
        Type::Optional(Some(inner))
        | Type::Type(Some(inner))
        | Type::Iterable(Some(inner))
        | Type::Iterator(Some(inner)) => {
            set("type", type_to_json(inner));
        }
        Type::NotUndef(inner) => set_unless_any(&mut set, "type", inner),
        Type::Variant(types) => set("types", types_to_json(types)),
        Type::Callable(callable) => callable_to_json(callable).into_iter().for_each(|(name, value)| set(name, value)),
        Type::Class(Some(name)) => set("class_name", json!(name.as_str())),
        Type::Resource { type_name, title, .. } => {
            for (name, value) in [("type_name", type_name), ("title", title)] {
                if let Some(value) = value {
                    set(name, json!(value.as_str()));
                }
            }
        }
        Type::SemVer(ranges) if !ranges.is_empty() => {
            let ranges = ranges.iter().map(|range| typed("SemVerRange", json!(range.text)));
            set("ranges", Json::Array(ranges.collect()));
        }
        Type::Runtime(parameters) => {
            for (name, value) in ["runtime", "name_or_pattern"].into_iter().zip(parameters.iter()) {
                set(name, value_to_json(value));
            }
        }
        Type::Init(Some(init)) => set("type", type_to_json(&init.0)),
        Type::TypeReference(name) => set("type_string", json!(name.as_str())),
        Type::Alias(alias) => {
            set("name", json!(alias.name.as_str()));
        }
        Type::Object(object) => set("_pcore_init_hash", value_to_json(&object.definition)),
        _ => {}
    }
    Json::Object(map)
}

fn set_unless_any(set: &mut impl FnMut(&str, Json), name: &str, inner: &Type) {
    if *inner != Type::Any {
        set(name, type_to_json(inner));
    }
}

fn types_to_json(types: &[Type]) -> Json {
    Json::Array(types.iter().map(type_to_json).collect())
}

/// `from` is there, as null, where only `to` is given.
fn range(from: Option<Json>, to: Option<Json>) -> Option<Vec<(&'static str, Json)>> {
    match (from, to) {
        (None, None) => None,
        (from, None) => Some(vec![("from", from.unwrap_or(Json::Null))]),
        (from, Some(to)) => Some(vec![("from", from.unwrap_or(Json::Null)), ("to", to)]),
    }
}

fn size_type(size: &Size) -> Json {
    type_to_json(&Type::Integer { min: Some(size.min), max: size.max })
}

fn callable_to_json(callable: &CallableType) -> Vec<(&'static str, Json)> {
    let parameters = callable
        .parameters
        .as_ref()
        .map_or(Json::Null, |types| type_to_json(&Type::Tuple { types: types.clone().into(), size: callable.size }));
    let optional = |value: &Option<Type>| value.as_ref().map_or(Json::Null, type_to_json);
    vec![
        ("param_types", parameters),
        ("block_type", optional(&callable.block)),
        ("return_type", optional(&callable.returns)),
    ]
}

/// The name in front of `[`: `Integer` of `Integer[1, 2]`.
fn kind_name(value: &Type) -> String {
    match value {
        Type::StringValue(_) => "String".to_string(),
        Type::Resource { .. } => "Resource".to_string(),
        Type::Object(_) => "Object".to_string(),
        Type::TypeSet(_) => "TypeSet".to_string(),
        Type::Alias(_) => "TypeAlias".to_string(),
        Type::TypeReference(_) => "TypeReference".to_string(),
        other => {
            let text = other.to_string();
            text.split('[').next().unwrap_or_default().to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_type(source: &str, expected: Json) {
        assert_eq!(value_to_json(&Value::Type(crate::types::parse(source).unwrap())), expected, "{source}");
    }

    #[test]
    fn types_are_written_with_their_parts() {
        check_type("Integer", json!({"__ptype": "Pcore::IntegerType"}));
        check_type("Integer[1, 2]", json!({"__ptype": "Pcore::IntegerType", "from": 1, "to": 2}));
        check_type("Integer[1]", json!({"__ptype": "Pcore::IntegerType", "from": 1}));
        check_type("Integer[default, 3]", json!({"__ptype": "Pcore::IntegerType", "from": null, "to": 3}));
        check_type(
            "String[1]",
            json!({"__ptype": "Pcore::StringType", "size_type_or_value": {"__ptype": "Pcore::IntegerType", "from": 1}}),
        );
        check_type("Enum['a', true]", json!({"__ptype": "Pcore::EnumType", "values": ["a"], "case_insensitive": true}));
        check_type("Array", json!({"__ptype": "Pcore::ArrayType"}));
        check_type(
            "Array[String]",
            json!({"__ptype": "Pcore::ArrayType", "element_type": {"__ptype": "Pcore::StringType"}}),
        );
        check_type(
            "Tuple[String, 1, 3]",
            json!({"__ptype": "Pcore::TupleType", "types": [{"__ptype": "Pcore::StringType"}], "size_type": {"__ptype": "Pcore::IntegerType", "from": 1, "to": 3}}),
        );
        check_type(
            "Optional[String]",
            json!({"__ptype": "Pcore::OptionalType", "type": {"__ptype": "Pcore::StringType"}}),
        );
        check_type(
            "Callable",
            json!({"__ptype": "Pcore::CallableType", "param_types": null, "block_type": null, "return_type": null}),
        );
        check_type(
            "SemVer['>1.0.0']",
            json!({"__ptype": "Pcore::SemVerType", "ranges": [{"__ptype": "SemVerRange", "__pvalue": ">1.0.0"}]}),
        );
        check_type("Regexp[/a/]", json!({"__ptype": "Pcore::RegexpType", "pattern": "a"}));
    }

    #[test]
    fn hashes_with_other_keys_have_the_long_form() {
        let hash = Value::hash([(Value::Integer(1), Value::Integer(2))]);
        assert_eq!(value_to_json(&hash), json!({"__ptype": "Hash", "__pvalue": [1, 2]}));
        let marked = Value::hash([("__ptype".into(), "x".into())]);
        assert_eq!(value_to_json(&marked), json!({"__ptype": "Hash", "__pvalue": ["__ptype", "x"]}));
        let plain = Value::hash([("a".into(), Value::Undef)]);
        assert_eq!(value_to_json(&plain), json!({"a": null}));
    }

    #[test]
    fn references_are_text_unless_something_wraps_them() {
        let file =
            Value::Type(Type::Resource { type_name: Some("File".into()), title: Some("/x".into()), given: false });
        assert_eq!(parameter_to_json(&Value::array([file.clone()])), json!(["File[/x]"]));
        assert_eq!(
            parameter_to_json(&Value::Sensitive(file.into())),
            json!({"__ptype": "Sensitive", "__pvalue": {"__ptype": "Pcore::ResourceType", "type_name": "File", "title": "/x"}})
        );
    }

    #[test]
    fn an_unknown_value_says_why() {
        let value = Value::unknown("no such fact", None);
        assert_eq!(value_to_json(&value), json!({"__ptype": "Unknown", "reason": "no such fact"}));
    }
}
