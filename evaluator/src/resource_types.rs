//! The resource types that Puppet brings along, and those of its `*_core` modules, read from one table of data.
//!
//! Knows what attributes a type has and what they accept; declaring and checking resources is the catalog's.

use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::fast_hash::FastMap;
use crate::regex_dialect::Regexp;

static TABLE: &str = include_str!("../data/resource_types.json");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// Something of the system that is read and set.
    Property,
    /// How the resource is managed.
    Parameter,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeInfo {
    pub name: String,
    pub kind: AttributeKind,
    /// The words that it accepts; with `patterns` empty, the only ones.
    pub values: Vec<String>,
    /// Regular expressions of further values.
    pub patterns: Vec<String>,
    pub documentation: String,
}

/// How a title becomes attributes: the groups of the pattern, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitlePattern {
    pub pattern: Regexp,
    pub attributes: Vec<String>,
}

impl TitlePattern {
    /// Makes one from the source of a pattern whose dots match newlines.
    pub fn new(pattern: &str, attributes: Vec<String>) -> Self {
        TitlePattern { pattern: Regexp::new(format!("(?m:{pattern})")), attributes }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceTypeInfo {
    /// In lower case, for instance `file`.
    pub name: String,
    /// The module that the type moved to, where it left Puppet itself.
    pub module: Option<String>,
    pub documentation: String,
    /// The attributes that make a resource the one it is, the first being what the title stands for.
    pub namevars: Vec<String>,
    pub title_patterns: Vec<TitlePattern>,
    /// Types whose resources are required without being named.
    pub autorequires: Vec<String>,
    pub attributes: Vec<AttributeInfo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaparameterInfo {
    pub name: String,
    pub values: Vec<String>,
    pub documentation: String,
}

impl ResourceTypeInfo {
    pub fn attribute(&self, name: &str) -> Option<&AttributeInfo> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    pub fn namevar(&self) -> Option<&str> {
        self.namevars.first().map(String::as_str)
    }
}

struct Table {
    types: Vec<ResourceTypeInfo>,
    by_name: FastMap<String, usize>,
    metaparameters: Vec<MetaparameterInfo>,
}

static PARSED: LazyLock<Table> = LazyLock::new(|| {
    let json: Json = serde_json::from_str(TABLE).unwrap_or(Json::Null);
    let types: Vec<ResourceTypeInfo> = objects(&json, "types").map(read_type).collect();
    // As references print it too: most questions are about resources of a catalog.
    let names = |entry: &ResourceTypeInfo| [entry.name.clone(), crate::value::text::capitalize(&entry.name)];
    let by_name = types.iter().enumerate().flat_map(|(index, entry)| names(entry).map(|name| (name, index))).collect();
    let metaparameters = objects(&json, "metaparameters")
        .map(|entry| MetaparameterInfo {
            name: text(entry, "name"),
            values: texts(entry, "values"),
            documentation: text(entry, "documentation"),
        })
        .collect();
    Table { types, by_name, metaparameters }
});

/// The built-in type of this name; the case of letters does not matter.
pub fn builtin(name: &str) -> Option<&'static ResourceTypeInfo> {
    let table = &*PARSED;
    let index = match table.by_name.get(name) {
        Some(index) => *index,
        None => *table.by_name.get(&name.to_ascii_lowercase())?,
    };
    table.types.get(index)
}

pub fn all() -> &'static [ResourceTypeInfo] {
    &PARSED.types
}

/// The attributes that every resource has.
pub fn metaparameters() -> &'static [MetaparameterInfo] {
    &PARSED.metaparameters
}

pub fn is_metaparameter(name: &str) -> bool {
    PARSED.metaparameters.iter().any(|entry| entry.name == name)
}

fn read_type(entry: &Json) -> ResourceTypeInfo {
    ResourceTypeInfo {
        name: text(entry, "name"),
        module: entry.get("module").and_then(Json::as_str).map(str::to_string),
        documentation: text(entry, "documentation"),
        namevars: texts(entry, "namevars"),
        title_patterns: objects(entry, "title_patterns")
            .map(|pattern| TitlePattern::new(&text(pattern, "pattern"), texts(pattern, "attributes")))
            .collect(),
        autorequires: texts(entry, "autorequires"),
        attributes: objects(entry, "attributes")
            .map(|attribute| AttributeInfo {
                name: text(attribute, "name"),
                kind: match attribute.get("kind").and_then(Json::as_str) {
                    Some("property") => AttributeKind::Property,
                    _ => AttributeKind::Parameter,
                },
                values: texts(attribute, "values"),
                patterns: texts(attribute, "patterns"),
                documentation: text(attribute, "documentation"),
            })
            .collect(),
    }
}

fn objects<'a>(json: &'a Json, key: &str) -> impl Iterator<Item = &'a Json> + use<'a> {
    json.get(key).and_then(Json::as_array).into_iter().flatten()
}

fn text(json: &Json, key: &str) -> String {
    json.get(key).and_then(Json::as_str).unwrap_or_default().to_string()
}

fn texts(json: &Json, key: &str) -> Vec<String> {
    objects(json, key).filter_map(Json::as_str).map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert!(all().len() >= 25, "the table did not parse");
        for entry in all() {
            assert!(!entry.documentation.is_empty(), "{} has no documentation", entry.name);
            assert!(!entry.namevars.is_empty(), "{} has no namevar", entry.name);
            for namevar in &entry.namevars {
                assert!(entry.attribute(namevar).is_some(), "{}: namevar {namevar} is no attribute", entry.name);
            }
            for attribute in &entry.attributes {
                assert!(!attribute.documentation.is_empty(), "{}::{} has no documentation", entry.name, attribute.name);
                assert!(!is_metaparameter(&attribute.name), "{}::{} is a metaparameter", entry.name, attribute.name);
            }
        }
    }

    #[test]
    fn a_type_is_found_in_any_case() {
        assert_eq!(builtin("File").and_then(ResourceTypeInfo::namevar), Some("path"));
        assert!(builtin("no_such_type").is_none());
    }

    #[test]
    fn metaparameters_belong_to_every_type() {
        assert!(is_metaparameter("require") && is_metaparameter("tag"));
        assert!(!is_metaparameter("ensure"));
    }
}
