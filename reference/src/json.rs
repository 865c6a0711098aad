//! The JSON of puppet-strings, for tools that read it.

mod pretty;
mod things;

pub use pretty::pretty;

use serde_json::{Map, Value as Json, json};

use crate::docstring::{Docstring, Tag};
use crate::model::Reference;

/// Returns the document as puppet-strings prints it.
pub fn render(reference: &Reference) -> String {
    pretty(&document(reference)) + "\n"
}

/// Returns the document: for each kind of thing a list ordered by name.
pub fn document(reference: &Reference) -> Json {
    json!({
        "puppet_classes": things::ordered(&reference.classes, |class| &class.name, things::definition),
        "data_types": things::ordered(&reference.data_types, |data_type| &data_type.name, things::data_type),
        "data_type_aliases": things::ordered(&reference.type_aliases, |alias| &alias.name, things::type_alias),
        "defined_types": things::ordered(&reference.defined_types, |define| &define.name, things::definition),
        "resource_types": things::ordered(&reference.resource_types, |resource_type| &resource_type.name, |resource_type| {
            things::resource_type(reference, resource_type)
        }),
        "providers": things::ordered(&reference.providers, |provider| &provider.name, things::provider),
        "puppet_functions": things::ordered(&reference.functions, |function| &function.name, things::function),
        "puppet_tasks": things::ordered(&reference.tasks, |task| &task.name, things::task),
        "puppet_plans": things::ordered(&reference.plans, |plan| &plan.name, things::definition),
    })
}

/// The tags that describe a signature.
const SIGNATURE_TAGS: &[&str] = &["param", "option", "enum", "return", "example"];

/// Returns the text and the tags; only those of a signature where `of_signature` is set.
fn docstring(docstring: &Docstring, of_signature: bool) -> Json {
    let mut hash = Map::new();
    hash.insert("text".to_string(), json!(docstring.text));
    let is_public = |tag: &Tag| tag.tag == "api" && tag.text.as_deref() == Some("public");
    let tags: Vec<Json> = docstring
        .sorted_tags()
        .into_iter()
        .filter(|tag| !of_signature || SIGNATURE_TAGS.contains(&tag.tag.as_str()))
        .filter(|tag| !is_public(tag))
        .map(tag)
        .collect();
    if !tags.is_empty() {
        hash.insert("tags".to_string(), Json::Array(tags));
    }
    Json::Object(hash)
}

fn tag(tag: &Tag) -> Json {
    let mut hash = Map::new();
    let mut put = |key: &str, value: Option<Json>| {
        if let Some(value) = value {
            hash.insert(key.to_string(), value);
        }
    };
    put("tag_name", Some(json!(tag.tag)));
    if let Some(overload) = tag.overload.as_ref().filter(|overload| overload.is_dispatch) {
        put("signature", Some(json!(overload.signature)));
        put("docstring", Some(docstring(&overload.docstring, false)));
        put("defaults", things::pairs(&overload.defaults));
    }
    if let Some(pair) = &tag.pair {
        put("opt_name", Some(json!(pair.name)));
        put("opt_text", Some(json!(pair.text)));
        put("opt_types", pair.types.as_ref().map(|types| json!(types)));
        put("parent", Some(json!(tag.name)));
    }
    put("text", tag.text.as_ref().map(|text| json!(text)));
    put("types", tag.types.as_ref().map(|types| json!(types)));
    put("name", tag.name.as_ref().map(|name| json!(name)));
    Json::Object(hash)
}
