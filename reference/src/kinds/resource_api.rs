//! Resource types of the Resource API: `Puppet::ResourceApi.register_type(name: …)`.

use serde_json::Value as Json;
use tree_sitter::Node;

use crate::docstring::parse;
use crate::kinds::resource_types::set_docstring;
use crate::manifest::set_api;
use crate::model::{Attribute, Origin, Reference, ResourceType};
use crate::ruby::{Argument, Call, RubyFile, children, without_percent_quotes};

/// How deep hashes and arrays may be nested.
const MAX_DEPTH: usize = 64;

pub fn read<'t>(file: &RubyFile<'t>, call: &Call<'t>, reference: &mut Reference) -> Result<(), String> {
    if call.receiver.is_none_or(|receiver| file.text(receiver) != "Puppet::ResourceApi") {
        return Ok(());
    }
    let Some(argument @ Argument::Pairs(_)) = call.arguments.iter().chain(&call.lost).next() else {
        return Err(
            "The definition of this resource type is not a list of keys and values, so it is left out".to_string()
        );
    };
    let schema = hash(file, argument.pairs(), 0)
        .map_err(|construct| format!("This resource type is left out: '{construct}' is not a literal"))?;
    let entry = |name: &str| schema.get(name).filter(|value| !value.is_null());
    let name = entry("name").and_then(Json::as_str).ok_or("This resource type has no name, so it is left out")?;
    let origin = Origin { file: file.path.to_string(), line: file.line(call.node) };
    let mut resource_type = ResourceType { name: name.to_string(), origin, ..ResourceType::default() };
    let documentation = entry("docs").and_then(Json::as_str).map(without_percent_quotes);
    let comment = file.comment(call.node).unwrap_or_default();
    set_docstring(&mut resource_type, parse(documentation.as_deref().unwrap_or(comment)));
    let attributes = entry("attributes").and_then(Json::as_object).into_iter().flatten();
    for (name, definition) in attributes {
        let (attribute, is_parameter) = attribute(name, definition);
        if is_parameter { &mut resource_type.parameters } else { &mut resource_type.properties }.push(attribute);
    }
    set_api(&mut resource_type.docstring);
    reference.resource_types.retain(|earlier| earlier.name != resource_type.name);
    reference.resource_types.push(resource_type);
    Ok(())
}

fn attribute(name: &str, definition: &Json) -> (Attribute, bool) {
    let text = |key: &str| definition.get(key).and_then(Json::as_str).map(str::to_string);
    let behaviour = text("behaviour");
    let is_namevar = behaviour.as_deref() == Some("namevar");
    let attribute = Attribute {
        name: name.to_string(),
        description: text("desc").unwrap_or_default(),
        data_type: text("type"),
        is_namevar,
        default: definition.get("default").filter(|value| !matches!(value, Json::Null | Json::Bool(false))).cloned(),
        ..Attribute::default()
    };
    (attribute, is_namevar || behaviour.as_deref() == Some("parameter"))
}

/// Reads literals; an error is the text of what is none.
fn value<'t>(file: &RubyFile<'t>, node: Node<'t>, depth: usize) -> Result<Json, String> {
    let text = file.text(node);
    let not_literal = || text.lines().next().unwrap_or_default().to_string();
    if depth > MAX_DEPTH {
        return Err(not_literal());
    }
    match node.kind() {
        "integer" => text.replace('_', "").parse::<i64>().map(Json::from).map_err(|_| not_literal()),
        "true" => Ok(Json::Bool(true)),
        "false" => Ok(Json::Bool(false)),
        "nil" => Ok(Json::Null),
        "hash" => Ok(Json::Object(hash(file, Argument::One(node).pairs(), depth + 1)?)),
        "array" => {
            let entries: Result<Vec<Json>, String> =
                children(node).into_iter().map(|entry| value(file, entry, depth + 1)).collect();
            Ok(Json::Array(entries?))
        }
        _ => file.as_string(node).map(Json::from).ok_or_else(not_literal),
    }
}

fn hash<'t>(
    file: &RubyFile<'t>,
    pairs: Vec<(Node<'t>, Node<'t>)>,
    depth: usize,
) -> Result<serde_json::Map<String, Json>, String> {
    let mut found = serde_json::Map::new();
    for (key, entry) in pairs {
        let name = file.as_string(key).ok_or_else(|| file.text(key).to_string())?;
        found.insert(name, value(file, entry, depth + 1)?);
    }
    Ok(found)
}
