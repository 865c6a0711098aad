//! What differs between two catalogs: resources added, removed and changed, attribute by attribute, and edges. As data
//! and as text.

use std::collections::HashSet;

use indexmap::IndexSet;

use super::relationship_edges::relationship_edges;
use super::to_tree::shown_value;
use super::{Catalog, Resource};
use crate::value::Value;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CatalogDiff {
    pub added: Vec<DiffResource>,
    pub removed: Vec<DiffResource>,
    pub changed: Vec<ChangedResource>,
    pub added_edges: Vec<DiffEdge>,
    pub removed_edges: Vec<DiffEdge>,
}

/// A resource that only one catalog has.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffResource {
    /// `File[/etc/motd]`
    pub reference: String,
    pub attributes: Vec<(String, AttributeValue)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ChangedResource {
    pub reference: String,
    pub attributes: Vec<AttributeChange>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AttributeChange {
    pub name: String,
    /// `None`: was not set.
    pub before: Option<AttributeValue>,
    pub after: Option<AttributeValue>,
}

/// A value, and how it may be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeValue {
    pub value: Value,
    pub shown: String,
    pub sensitive: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiffEdge {
    pub source: String,
    pub target: String,
    pub kind: EdgeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    Contains,
    Before,
    Notify,
}

impl EdgeKind {
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Contains => "contains",
            EdgeKind::Before => "before",
            EdgeKind::Notify => "notify",
        }
    }
}

/// So many edges are looked at before somebody may say that nobody waits any more.
const EDGES_PER_CHECKPOINT: usize = 4096;

/// Compares two catalogs by references; order does not count.
pub fn diff_catalogs(before: &Catalog, after: &Catalog, checkpoint: &dyn Fn()) -> CatalogDiff {
    let mut diff = CatalogDiff::default();
    let other = |catalog: &Catalog, resource: &Resource| {
        let id = catalog.find_exactly(&resource.type_name, &resource.title)?;
        Some(id).filter(|id| !catalog.get(*id).is_virtual)
    };
    for (_, resource) in before.realized() {
        checkpoint();
        match other(after, resource) {
            None => diff.removed.push(whole(resource)),
            Some(id) => {
                let attributes = changed_attributes(resource, after.get(id));
                if !attributes.is_empty() {
                    diff.changed.push(ChangedResource { reference: resource.to_string(), attributes });
                }
            }
        }
    }
    diff.added = after
        .realized()
        .filter(|(_, resource)| other(before, resource).is_none())
        .map(|(_, resource)| whole(resource))
        .collect();
    let (old, new) = (edges(before, checkpoint), edges(after, checkpoint));
    checkpoint();
    diff.removed_edges = old.difference(&new).cloned().collect();
    diff.added_edges = new.difference(&old).cloned().collect();
    diff
}

fn whole(resource: &Resource) -> DiffResource {
    let attributes = resource
        .parameters
        .iter()
        .filter(|(_, parameter)| !parameter.value.is_undef())
        .map(|(name, parameter)| (name.to_string(), attribute(resource, name, &parameter.value)))
        .collect();
    DiffResource { reference: resource.to_string(), attributes }
}

fn attribute(resource: &Resource, name: &str, value: &Value) -> AttributeValue {
    let sensitive = resource.sensitive_parameters.iter().any(|sensitive| sensitive == name);
    AttributeValue { value: value.clone(), shown: shown_value(resource, name, value), sensitive }
}

fn changed_attributes(before: &Resource, after: &Resource) -> Vec<AttributeChange> {
    let names: IndexSet<&str> =
        before.parameters.keys().chain(after.parameters.keys()).map(|name| name.as_str()).collect();
    let mut changes = Vec::new();
    for name in names {
        let old = before.value(name).map(|value| attribute(before, name, value));
        let new = after.value(name).map(|value| attribute(after, name, value));
        let same = match (&old, &new) {
            (Some(old), Some(new)) => old.value == new.value && old.sensitive == new.sensitive,
            (None, None) => true,
            _ => false,
        };
        if !same {
            changes.push(AttributeChange { name: name.to_string(), before: old, after: new });
        }
    }
    changes
}

fn edges(catalog: &Catalog, checkpoint: &dyn Fn()) -> IndexSet<DiffEdge> {
    let edge = |source: &Resource, target: &Resource, kind: EdgeKind| DiffEdge {
        source: source.to_string(),
        target: target.to_string(),
        kind,
    };
    let mut edges = IndexSet::new();
    for (source, target) in &catalog.edges {
        let (source, target) = (catalog.get(*source), catalog.get(*target));
        if !source.is_virtual && !target.is_virtual {
            edges.insert(edge(source, target, EdgeKind::Contains));
        }
    }
    for (number, relationship) in relationship_edges(catalog).enumerate() {
        if number.is_multiple_of(EDGES_PER_CHECKPOINT) {
            checkpoint();
        }
        let kind = if relationship.notifies { EdgeKind::Notify } else { EdgeKind::Before };
        edges.insert(edge(catalog.get(relationship.source), catalog.get(relationship.target), kind));
    }
    edges
}

impl CatalogDiff {
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.added_edges.is_empty()
            && self.removed_edges.is_empty()
    }

    /// How many resources differ.
    pub fn resource_count(&self) -> usize {
        self.added.len() + self.removed.len() + self.changed.len()
    }

    /// One line for each thing that differs: `+` added, `-` removed, `~` changed.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (sign, resources) in [("-", &self.removed), ("+", &self.added)] {
            for resource in resources {
                text.push_str(&format!("{sign} {}\n", resource.reference));
                for (name, value) in &resource.attributes {
                    text.push_str(&format!("{sign}   {name} => {}\n", value.shown));
                }
            }
        }
        for resource in &self.changed {
            text.push_str(&format!("~ {}\n", resource.reference));
            for change in &resource.attributes {
                for (sign, value) in [("-", &change.before), ("+", &change.after)] {
                    if let Some(value) = value {
                        text.push_str(&format!("{sign}   {} => {}\n", change.name, value.shown));
                    }
                }
            }
        }
        // An edge of a resource that came or went says nothing new.
        let gone: HashSet<&str> =
            self.removed.iter().chain(&self.added).map(|resource| resource.reference.as_str()).collect();
        for (sign, edges) in [("-", &self.removed_edges), ("+", &self.added_edges)] {
            for edge in edges {
                let is_news = !gone.contains(edge.source.as_str()) && !gone.contains(edge.target.as_str());
                if is_news {
                    let arrow = match edge.kind {
                        EdgeKind::Contains => "contains",
                        EdgeKind::Before => "->",
                        EdgeKind::Notify => "~>",
                    };
                    text.push_str(&format!("{sign} {} {arrow} {}\n", edge.source, edge.target));
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::ResourceKind;
    use crate::catalog::test_support::{parameter, resource, sample};

    #[test]
    fn a_catalog_does_not_differ_from_itself() {
        assert!(diff_catalogs(&sample(), &sample(), &|| {}).is_empty());
    }

    #[test]
    fn added_removed_changed() {
        let before = sample();
        let mut after =
            Catalog { name: before.name.clone(), environment: before.environment.clone(), ..Catalog::default() };
        for old in &before.resources {
            let mut new = old.clone();
            if new.title == "/etc/motd" {
                new.parameters.insert("mode".into(), parameter("0600"));
                new.parameters.shift_remove("ensure");
            }
            if new.title == "hello" {
                new.title = "bye".into();
            }
            after.add(new);
        }
        after.add(resource(ResourceKind::Native, "Package", "vim"));
        after.edges.clone_from(&before.edges);
        let diff = diff_catalogs(&before, &after, &|| {});
        assert_eq!(diff.resource_count(), 4);
        expect_test::expect![[r#"
            - Notify[hello]
            + Notify[bye]
            + Package[vim]
            ~ File[/etc/motd]
            -   ensure => 'file'
            +   mode => '0600'
        "#]]
        .assert_eq(&diff.to_text());
    }
}
