//! Holds JSON against a type of the tables.

use serde_json::Value as Json;

use super::{Body, Field, SHAPES, Shape};

/// Says what is wrong where a value is not of a type.
pub(super) fn check(json: &Json, kind: &str) -> Result<(), String> {
    let options: Vec<&str> = split(kind, " | ");
    if options.len() > 1 {
        let problems: Vec<String> = options.iter().filter_map(|option| check(json, option).err()).collect();
        return if problems.len() < options.len() { Ok(()) } else { Err(problems.join("; ")) };
    }
    if let Some(element) = kind.strip_suffix("[]") {
        let Json::Array(elements) = json else { return Err(format!("{json} is no list")) };
        return elements.iter().try_for_each(|each| check(each, element));
    }
    if let Some(value) = kind.strip_prefix("Record<string, ").and_then(|rest| rest.strip_suffix('>')) {
        let Json::Object(entries) = json else { return Err(format!("{json} is no object")) };
        return entries.values().try_for_each(|each| check(each, value));
    }
    let is_right = match kind {
        "string" => json.is_string(),
        "number" => json.is_number(),
        "boolean" => json.is_boolean(),
        "null" => json.is_null(),
        "unknown" => true,
        literal if literal.starts_with('"') => json.as_str() == Some(literal.trim_matches('"')),
        tuple if tuple.starts_with('[') => {
            json.as_array().is_some_and(|all| all.len() == tuple.split(',').count() && all.iter().all(Json::is_number))
        }
        object if object.starts_with('{') => json.is_object(),
        name => return check_shape(json, shape(name)?),
    };
    if is_right { Ok(()) } else { Err(format!("{json} is no {kind}")) }
}

fn shape(name: &str) -> Result<&'static Shape, String> {
    SHAPES.iter().find(|shape| shape.name == name).ok_or_else(|| format!("there is no shape {name}"))
}

fn check_shape(json: &Json, shape: &Shape) -> Result<(), String> {
    if let Body::Alias(kind) = shape.body {
        return check(json, kind);
    }
    let Json::Object(entries) = json else { return Err(format!("{json} is no {}", shape.name)) };
    let fields = fields_of(shape)?;
    for field in &fields {
        match entries.get(field.name) {
            Some(value) => {
                check(value, field.kind).map_err(|problem| format!("{}.{}: {problem}", shape.name, field.name))?
            }
            None if field.is_optional => {}
            None => return Err(format!("{} has no {}", shape.name, field.name)),
        }
    }
    match entries.keys().find(|key| !fields.iter().any(|field| field.name == key.as_str())) {
        Some(key) => Err(format!("{} is said to have no {key}", shape.name)),
        None => Ok(()),
    }
}

fn fields_of(of: &Shape) -> Result<Vec<&'static Field>, String> {
    let mut fields = Vec::new();
    for name in of.extends {
        fields.extend(fields_of(shape(name)?)?);
    }
    if let Body::Fields(own) = of.body {
        fields.extend(own);
    }
    Ok(fields)
}

/// Splits where no bracket is open.
fn split<'a>(text: &'a str, at: &str) -> Vec<&'a str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (offset, character) in text.char_indices() {
        match character {
            '{' | '[' | '<' => depth += 1,
            '}' | ']' | '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 && text[offset..].starts_with(at) {
            parts.push(&text[start..offset]);
            start = offset + at.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

#[test]
fn a_wrong_value_is_told() {
    assert!(check(&serde_json::json!({"source": "a", "target": "b"}), "Edge").is_ok());
    assert!(check(&serde_json::json!({"source": "a"}), "Edge").is_err());
    assert!(check(&serde_json::json!({"source": "a", "target": "b", "more": 1}), "Edge").is_err());
    assert!(check(&serde_json::json!({"source": "a", "target": 1}), "Edge").is_err());
    assert!(check(&serde_json::json!([0, 1]), "Spot").is_err());
    assert!(check(&serde_json::json!("heads"), "Baseline").is_err());
}
