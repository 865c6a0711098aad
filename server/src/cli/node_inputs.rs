//! Files that say more of a node: what a classifier prints, its trusted facts, what other nodes export.

use std::path::Path;

use evaluator::Value;
use evaluator::request::{Classification, ExportedResource};
use indexmap::IndexMap;
use smol_str::SmolStr;

use crate::workspace::fact_sets;

/// What a node classifier said.
pub struct Classified {
    pub classification: Classification,
    pub environment: Option<SmolStr>,
}

/// Any JSON or YAML file as a value.
pub fn read_value(path: &Path) -> Result<Value, String> {
    let name = path.to_string_lossy();
    let bytes = super::read_input(&name)?;
    fact_sets::read_data(&bytes, fact_sets::is_json(&name)).map_err(|error| format!("{name}: {error}"))
}

/// `classes` is a list of names, or a hash of names with their parameters.
pub fn read_classifier(path: &Path) -> Result<Classified, String> {
    let value = read_value(path)?;
    let mut classification = Classification::default();
    match field(&value, "classes") {
        Some(Value::Array(names)) => {
            classification.classes.extend(names.iter().filter_map(|name| Some((SmolStr::new(name.as_str()?), None))));
        }
        Some(Value::Hash(entries)) => {
            for (name, parameters) in entries.iter() {
                let Some(name) = name.as_str() else { continue };
                let parameters = match parameters {
                    Value::Hash(_) => Some(entries_of(parameters)),
                    _ => None,
                };
                classification.classes.insert(SmolStr::new(name), parameters);
            }
        }
        Some(Value::String(name)) => {
            classification.classes.insert(name.clone(), None);
        }
        _ => {}
    }
    classification.parameters = field(&value, "parameters").map(entries_of).unwrap_or_default();
    let environment = field(&value, "environment").and_then(Value::as_str).map(SmolStr::new);
    Ok(Classified { classification, environment })
}

/// A list of `{"type","title","parameters","tags","certname"}`.
pub fn read_exported(path: &Path) -> Result<Vec<ExportedResource>, String> {
    let Value::Array(entries) = read_value(path)? else {
        return Err(format!("{}: the exported resources are no list", path.display()));
    };
    let text = |entry: &Value, name: &str| field(entry, name).and_then(Value::as_str).map(SmolStr::new);
    entries
        .iter()
        .map(|entry| {
            let (Some(type_name), Some(title)) = (text(entry, "type"), text(entry, "title")) else {
                return Err(format!("{}: an exported resource has no type or no title", path.display()));
            };
            let tags = match field(entry, "tags") {
                Some(Value::Array(tags)) => tags.iter().filter_map(|tag| Some(SmolStr::new(tag.as_str()?))).collect(),
                _ => Vec::new(),
            };
            Ok(ExportedResource {
                type_name,
                title,
                parameters: field(entry, "parameters").map(entries_of).unwrap_or_default(),
                tags,
                certname: text(entry, "certname").unwrap_or_default(),
            })
        })
        .collect()
}

/// The resources that a catalog in PuppetDB's form says its node exports.
pub fn exported_in_catalog(catalog: &serde_json::Value, node: &str) -> Vec<ExportedResource> {
    let resources = match &catalog["resources"] {
        serde_json::Value::Array(resources) => resources.as_slice(),
        // Answers of the query API have them one level below.
        other => other["data"].as_array().map(Vec::as_slice).unwrap_or_default(),
    };
    let exported = resources.iter().filter(|resource| resource["exported"].as_bool() == Some(true));
    let read = |resource: &serde_json::Value| {
        let bytes = serde_json::to_vec(&resource["parameters"]).ok()?;
        let parameters = fact_sets::read_data(&bytes, true).ok()?;
        let tags =
            resource["tags"].as_array().into_iter().flatten().filter_map(|tag| Some(SmolStr::new(tag.as_str()?)));
        Some(ExportedResource {
            type_name: SmolStr::new(resource["type"].as_str()?),
            title: SmolStr::new(resource["title"].as_str()?),
            parameters: entries_of(&parameters),
            tags: tags.collect(),
            certname: SmolStr::new(node),
        })
    };
    exported.filter_map(read).collect()
}

fn field<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Hash(entries) => entries.get(&Value::string(name)),
        _ => None,
    }
}

fn entries_of(value: &Value) -> IndexMap<SmolStr, Value> {
    match value {
        Value::Hash(entries) => {
            entries.iter().filter_map(|(key, value)| Some((SmolStr::new(key.as_str()?), value.clone()))).collect()
        }
        _ => IndexMap::new(),
    }
}
