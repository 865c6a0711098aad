//! The relationships that `before`, `notify`, `require` and `subscribe` ask for, as edges between resources.

use super::names;
use super::{Catalog, ResourceId};
use crate::types::Type;
use crate::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelationshipEdge {
    /// Applied first.
    pub source: ResourceId,
    pub target: ResourceId,
    /// A change of the source refreshes the target.
    pub notifies: bool,
}

/// The metaparameters with what they say: does the other resource come first, and is it about refreshing?
pub const RELATIONSHIP_PARAMETERS: [(&str, bool, bool); 4] =
    [("before", false, false), ("notify", false, true), ("require", true, false), ("subscribe", true, true)];

/// Whether a parameter is one of them.
pub fn is_relationship(parameter: &str) -> bool {
    matches!(parameter, "before" | "notify" | "require" | "subscribe")
}

/// All relationships between resources that are in the catalog and realized, in the order of the resources.
pub fn relationship_edges(catalog: &Catalog) -> Vec<RelationshipEdge> {
    let mut edges = Vec::new();
    for (id, resource) in catalog.realized() {
        if !resource.parameters.keys().any(|name| is_relationship(name)) {
            continue;
        }
        for (parameter, other_first, notifies) in RELATIONSHIP_PARAMETERS {
            let Some(value) = resource.value(parameter) else {
                continue;
            };
            let mut others = Vec::new();
            referenced(catalog, value, &mut others);
            for other in others.into_iter().filter(|other| !catalog.get(*other).is_virtual) {
                let (source, target) = if other_first { (other, id) } else { (id, other) };
                edges.push(RelationshipEdge { source, target, notifies });
            }
        }
    }
    edges
}

/// The resources that a value refers to, arrays included.
pub fn referenced(catalog: &Catalog, value: &Value, into: &mut Vec<ResourceId>) {
    let found = match value {
        Value::Array(elements) => {
            elements.iter().for_each(|element| referenced(catalog, element, into));
            None
        }
        Value::Type(Type::Class(Some(name))) => catalog.find("Class", &names::class_title(name)),
        Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title), .. }) => {
            catalog.find(type_name, title)
        }
        Value::String(text) => {
            names::split_reference(text).and_then(|(type_name, title)| catalog.find(&type_name, &title))
        }
        _ => None,
    };
    into.extend(found);
}
