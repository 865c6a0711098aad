//! The catalog in Puppet's own wire format, which every tool that reads catalogs reads.

use indexmap::IndexSet;
use serde_json::{Map, Value as Json};

use super::json_object::{object, texts};
use super::rich_data::parameter_to_json;
use super::{Catalog, Resource};
use crate::place::{Location, Place};

/// Says where a place is.
pub type PlaceResolver<'a> = &'a dyn Fn(Place) -> Option<Location>;

/// The catalog as `puppet catalog compile` prints it. Virtual resources and parameters without a value are left out.
/// `version` is the configuration's version, which only the caller can know.
pub fn catalog_to_json(catalog: &Catalog, version: &str, places: PlaceResolver<'_>) -> Json {
    let resources: Vec<Json> = catalog.realized().map(|(_, resource)| resource_to_json(resource, places)).collect();
    let edges: Vec<Json> = catalog
        .edges
        .iter()
        .map(|(source, target)| (catalog.get(*source), catalog.get(*target)))
        .filter(|(source, target)| !source.is_virtual && !target.is_virtual)
        .map(|(source, target)| object([("source", source.to_string().into()), ("target", target.to_string().into())]))
        .collect();
    object([
        ("tags", class_tags(catalog)),
        ("name", catalog.name.as_str().into()),
        ("version", version.parse::<i64>().map_or_else(|_| version.into(), Json::from)),
        ("code_id", Json::Null),
        ("catalog_format", 2.into()),
        ("environment", catalog.environment.as_str().into()),
        ("resources", resources.into()),
        ("edges", edges.into()),
        ("classes", texts(catalog.classes.iter().map(|name| name.as_str()))),
    ])
}

/// One resource.
pub fn resource_to_json(resource: &Resource, places: PlaceResolver<'_>) -> Json {
    let mut map = Map::with_capacity(8);
    let mut insert = |name: &str, value: Json| map.insert(name.to_string(), value);
    insert("type", resource.type_name.as_str().into());
    insert("title", resource.title.as_str().into());
    insert("tags", texts(resource.tags.iter().map(|tag| tag.as_str())));
    if let Some(Location { path, line, .. }) = resource.place.and_then(places) {
        insert("file", (*path).into());
        insert("line", line.into());
    }
    insert("exported", resource.is_exported.into());
    let parameters: Map<String, Json> = resource
        .parameters
        .iter()
        .filter(|(_, parameter)| !parameter.value.is_undef())
        .map(|(name, parameter)| (name.to_string(), parameter_to_json(&parameter.value)))
        .collect();
    if !parameters.is_empty() {
        insert("parameters", Json::Object(parameters));
    }
    if !resource.sensitive_parameters.is_empty() {
        insert("sensitive_parameters", texts(resource.sensitive_parameters.iter().map(|name| name.as_str())));
    }
    Json::Object(map)
}

/// The tags of all classes, each once, in the order in which they are met.
fn class_tags(catalog: &Catalog) -> Json {
    let classes = catalog.realized().filter(|(_, resource)| resource.is_class());
    let tags: IndexSet<&str> = classes.flat_map(|(_, class)| class.tags.iter().map(|tag| tag.as_str())).collect();
    texts(tags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Request;
    use crate::{MemoryWorld, compile};
    use serde_json::json;

    fn compiled(code: &str) -> Json {
        let mut world = MemoryWorld::new().with_file("manifests/site.pp", code);
        world.root = "/env".to_string();
        let outcome = compile(&world, &Request::catalog("web01.example.com"));
        assert!(outcome.is_ok(), "{:?}", outcome.errors);
        let catalog = outcome.catalog.unwrap_or_default();
        catalog_to_json(&catalog, "7", &|place| world.describe(place))
    }

    fn resource<'a>(catalog: &'a Json, title: &str) -> Option<&'a Json> {
        catalog["resources"].as_array()?.iter().find(|resource| resource["title"] == title)
    }

    #[test]
    fn a_resource_is_written_as_puppet_writes_it() {
        let catalog = compiled(
            "class c($pw = Sensitive('x'), $none = undef) {\n  file { '/tmp/x': ensure => file, content => $pw, require => Notify['n'], notify => [Notify['m'], File['/tmp/y']] }\n  file { '/tmp/y': mode => undef }\n}\nnotify { 'n': }\nnotify { 'm': }\n@notify { 'virtual': }\ninclude c\n",
        );
        assert_eq!(catalog["name"], "web01.example.com");
        assert_eq!(catalog["version"], 7);
        assert_eq!(catalog["classes"], json!(["settings", "c"]));
        assert_eq!(
            resource(&catalog, "/tmp/x"),
            Some(&json!({
                "type": "File", "title": "/tmp/x", "tags": ["file", "class", "c"], "file": "/env/manifests/site.pp", "line": 2,
                "exported": false,
                "parameters": {"ensure": "file", "content": "x", "require": "Notify[n]", "notify": ["Notify[m]", "File[/tmp/y]"]},
                "sensitive_parameters": ["content"],
            }))
        );
        assert_eq!(resource(&catalog, "/tmp/y").map(|resource| resource.get("parameters")), Some(None));
        assert_eq!(resource(&catalog, "C").map(|class| &class["parameters"]), Some(&json!({"pw": "x"})));
        assert_eq!(resource(&catalog, "virtual"), None);
        let edges = catalog["edges"].as_array().cloned().unwrap_or_default();
        assert!(edges.contains(&json!({"source": "Class[C]", "target": "File[/tmp/x]"})), "{edges:?}");
    }
}
