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

/// All relationships between resources that are in the catalog and realized, in the order of the resources. There may be
/// a million of them: who looks at them one by one can stop in between.
pub fn relationship_edges(catalog: &Catalog) -> impl Iterator<Item = RelationshipEdge> + '_ {
    let related =
        catalog.realized().filter(|(_, resource)| resource.parameters.keys().any(|name| is_relationship(name)));
    related.flat_map(move |(id, resource)| {
        RELATIONSHIP_PARAMETERS.into_iter().flat_map(move |(parameter, other_first, notifies)| {
            let mut others = Vec::new();
            if let Some(value) = resource.value(parameter) {
                referenced(catalog, value, &mut others);
            }
            others.into_iter().filter(|other| !catalog.get(*other).is_virtual).map(move |other| {
                let (source, target) = if other_first { (other, id) } else { (id, other) };
                RelationshipEdge { source, target, notifies }
            })
        })
    })
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
