//! The catalog in Puppet's own wire format, which every tool that reads catalogs reads.

use serde_json::{Map, Value as Json, json};

use super::rich_data::parameter_to_json;
use super::{Catalog, Resource};
use crate::place::Place;

/// Finds the path, line and column (both from 1) of a place.
pub type PlaceResolver<'a> = &'a dyn Fn(Place) -> Option<(String, u32, u32)>;

/// The catalog as `puppet catalog compile` prints it. Virtual resources and parameters without a value are left out.
/// `version` is the configuration's version, which only the caller can know.
pub fn catalog_to_json(catalog: &Catalog, version: &str, places: PlaceResolver<'_>) -> Json {
    let resources: Vec<Json> = catalog.realized().map(|(_, resource)| resource_to_json(resource, places)).collect();
    let edges: Vec<Json> = catalog
        .edges
        .iter()
        .map(|(source, target)| (catalog.get(*source), catalog.get(*target)))
        .filter(|(source, target)| !source.is_virtual && !target.is_virtual)
        .map(|(source, target)| json!({"source": source.to_string(), "target": target.to_string()}))
        .collect();
    json!({
        "tags": class_tags(catalog),
        "name": catalog.name.as_str(),
        "version": version.parse::<i64>().map_or_else(|_| json!(version), |number| json!(number)),
        "code_id": null,
        "catalog_format": 2,
        "environment": catalog.environment.as_str(),
        "resources": resources,
        "edges": edges,
        "classes": catalog.classes.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
    })
}

/// One resource.
pub fn resource_to_json(resource: &Resource, places: PlaceResolver<'_>) -> Json {
    let mut map = Map::new();
    map.insert("type".to_string(), json!(resource.type_name.as_str()));
    map.insert("title".to_string(), json!(resource.title.as_str()));
    map.insert("tags".to_string(), json!(resource.tags.iter().map(|tag| tag.as_str()).collect::<Vec<_>>()));
    if let Some((path, line, _)) = resource.place.and_then(places) {
        map.insert("file".to_string(), json!(path));
        map.insert("line".to_string(), json!(line));
    }
    map.insert("exported".to_string(), json!(resource.is_exported));
    let parameters: Map<String, Json> = resource
        .parameters
        .iter()
        .filter(|(_, parameter)| !parameter.value.is_undef())
        .map(|(name, parameter)| (name.to_string(), parameter_to_json(&parameter.value)))
        .collect();
    if !parameters.is_empty() {
        map.insert("parameters".to_string(), Json::Object(parameters));
    }
    if !resource.sensitive_parameters.is_empty() {
        let names: Vec<&str> = resource.sensitive_parameters.iter().map(|name| name.as_str()).collect();
        map.insert("sensitive_parameters".to_string(), json!(names));
    }
    Json::Object(map)
}

fn class_tags(catalog: &Catalog) -> Vec<&str> {
    let mut tags: Vec<&str> = Vec::new();
    for (_, resource) in catalog.realized().filter(|(_, resource)| resource.is_class()) {
        for tag in resource.tags.iter() {
            if !tags.contains(&tag.as_str()) {
                tags.push(tag);
            }
        }
    }
    tags
}
