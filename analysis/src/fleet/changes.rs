//! What differs between two catalogs of a node, change by change: a resource that came or went, an attribute that has another
//! value, an order that is new or gone. What rests on something unknown is kept apart.

use std::collections::BTreeSet;

use evaluator::Value;
use evaluator::catalog::Catalog;
use evaluator::catalog::diff::{AttributeValue, CatalogDiff, ChangedResource, DiffResource, EdgeKind, diff_catalogs};
use evaluator::catalog::rich_data::parameter_to_json;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::ignore::{IgnoreRule, Subject};
use super::placeholders::Placeholders;
use crate::catalog_view::UndecidedDiff;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    Added,
    Removed,
    Changed,
}

/// One change of one resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    pub kind: ChangeKind,
    /// `File[/etc/motd]`
    pub resource: String,
    /// With dots between the keys of hashes inside of it; `None` for a whole resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// Of a whole resource: its attributes. `None` where it was not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<Json>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<Json>,
}

/// The changes of one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeChanges {
    pub certain: Vec<Change>,
    /// Those that rest on something unknown.
    pub undecided: Vec<Change>,
}

/// Attributes that say in which order resources are applied.
const ORDER_ATTRIBUTES: &[&str] = &["before", "require", "notify", "subscribe"];

impl ChangeKind {
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Changed => "changed",
        }
    }

    /// As differences are written.
    pub fn sign(self) -> char {
        match self {
            ChangeKind::Added => '+',
            ChangeKind::Removed => '-',
            ChangeKind::Changed => '~',
        }
    }
}

impl Change {
    /// Returns a text that is equal for equal changes.
    pub fn identity(&self) -> String {
        // Every key of these maps is text.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the change with a node's own names and addresses replaced.
    pub fn general(&self, placeholders: &Placeholders) -> Change {
        Change {
            kind: self.kind,
            resource: placeholders.text(&self.resource),
            attribute: self.attribute.as_ref().map(|attribute| placeholders.text(attribute)),
            old: self.old.as_ref().map(|value| placeholders.json(value)),
            new: self.new.as_ref().map(|value| placeholders.json(value)),
        }
    }

    /// Returns the type and the title of the resource.
    pub fn type_and_title(&self) -> (&str, &str) {
        let (type_name, rest) = self.resource.split_once('[').unwrap_or((&self.resource, ""));
        (type_name, rest.strip_suffix(']').unwrap_or(rest))
    }
}

impl NodeChanges {
    pub fn is_empty(&self) -> bool {
        self.certain.is_empty() && self.undecided.is_empty()
    }

    /// Compares two catalogs of a node.
    pub fn between(before: &Catalog, after: &Catalog, ignored: &[IgnoreRule]) -> Self {
        let diff = diff_catalogs(before, after, &|| {});
        let mut changes = NodeChanges::default();
        for resource in &diff.removed {
            changes.add(of_whole(ChangeKind::Removed, resource), resource.attributes.iter().map(|(_, value)| value));
        }
        for resource in &diff.added {
            changes.add(of_whole(ChangeKind::Added, resource), resource.attributes.iter().map(|(_, value)| value));
        }
        for resource in &diff.changed {
            changes.add_attributes(resource);
        }
        changes.certain.extend(order_changes(&diff));
        if !ignored.is_empty() {
            let keep = |change: &Change| !is_ignored(change, before, after, ignored);
            changes.certain.retain(keep);
            changes.undecided.retain(keep);
        }
        changes
    }

    /// Adds what differs in what is only possible.
    pub fn add_possible(&mut self, undecided: &UndecidedDiff) {
        for (kind, resources) in [(ChangeKind::Removed, &undecided.removed), (ChangeKind::Added, &undecided.added)] {
            for possible in resources {
                let resource = format!("{}[{}]", possible.type_name, possible.title);
                let why = Some(Json::String(format!("{}: {}", possible.condition, possible.reason)));
                let (old, new) = if kind == ChangeKind::Added { (None, why) } else { (why, None) };
                let change = Change { kind, resource, attribute: None, old, new };
                if !self.undecided.contains(&change) {
                    self.undecided.push(change);
                }
            }
        }
    }

    fn add<'v>(&mut self, change: Change, mut values: impl Iterator<Item = &'v AttributeValue>) {
        match values.any(|value| has_unknown(&value.value)) {
            true => self.undecided.push(change),
            false => self.certain.push(change),
        }
    }

    fn add_attributes(&mut self, resource: &ChangedResource) {
        for change in &resource.attributes {
            let sides = [&change.before, &change.after].map(|side| side.as_ref());
            let is_hidden = sides.iter().flatten().any(|side| side.sensitive);
            let mut found = Vec::new();
            match sides {
                [Some(old), Some(new)] if !is_hidden => leaves(&change.name, &old.value, &new.value, &mut found),
                [old, new] => found.push((change.name.clone(), old.map(shown), new.map(shown))),
            }
            let is_unknown = sides.iter().flatten().any(|side| has_unknown(&side.value));
            let changes = found.into_iter().map(|(attribute, old, new)| Change {
                kind: ChangeKind::Changed,
                resource: resource.reference.clone(),
                attribute: Some(attribute),
                old,
                new,
            });
            if is_unknown { self.undecided.extend(changes) } else { self.certain.extend(changes) }
        }
    }
}

/// A value as in a catalog; a sensitive one hidden.
fn shown(value: &AttributeValue) -> Json {
    if value.sensitive { Json::String(value.shown.clone()) } else { parameter_to_json(&value.value) }
}

fn of_whole(kind: ChangeKind, resource: &DiffResource) -> Change {
    let attributes = resource.attributes.iter().map(|(name, value)| (name.clone(), shown(value)));
    let whole = Some(Json::Object(attributes.collect::<Map<String, Json>>()));
    let (old, new) = if kind == ChangeKind::Added { (None, whole) } else { (whole, None) };
    Change { kind, resource: resource.reference.clone(), attribute: None, old, new }
}

type Leaf = (String, Option<Json>, Option<Json>);

/// Goes into hashes that both values have, so that one key that differs is one change.
fn leaves(path: &str, old: &Value, new: &Value, found: &mut Vec<Leaf>) {
    let (Value::Hash(before), Value::Hash(after)) = (old, new) else {
        found.push((path.to_string(), Some(parameter_to_json(old)), Some(parameter_to_json(new))));
        return;
    };
    let mut keys: Vec<&Value> = before.iter().map(|(key, _)| key).collect();
    keys.extend(after.iter().map(|(key, _)| key).filter(|key| before.get(key).is_none()));
    let Some(names) = keys.iter().map(|key| key.as_str()).collect::<Option<Vec<&str>>>() else {
        found.push((path.to_string(), Some(parameter_to_json(old)), Some(parameter_to_json(new))));
        return;
    };
    for (key, name) in keys.iter().zip(names) {
        let path = format!("{path}.{name}");
        match (before.get(key), after.get(key)) {
            (Some(old), Some(new)) if old == new => {}
            (Some(old), Some(new)) => leaves(&path, old, new, found),
            (old, new) => found.push((path, old.map(parameter_to_json), new.map(parameter_to_json))),
        }
    }
}

fn has_unknown(value: &Value) -> bool {
    match value {
        Value::Unknown(_) => true,
        Value::Array(elements) => elements.iter().any(has_unknown),
        Value::Hash(entries) => entries.iter().any(|(key, value)| has_unknown(key) || has_unknown(value)),
        Value::Sensitive(inner) => has_unknown(inner),
        _ => false,
    }
}

/// An order that no attribute of these resources says, for instance that of an arrow.
fn order_changes(diff: &CatalogDiff) -> Vec<Change> {
    let whole = diff.added.iter().chain(&diff.removed).map(|resource| resource.reference.as_str());
    let says_order = |resource: &&ChangedResource| {
        resource.attributes.iter().any(|change| ORDER_ATTRIBUTES.contains(&change.name.as_str()))
    };
    let told: BTreeSet<&str> =
        whole.chain(diff.changed.iter().filter(says_order).map(|resource| resource.reference.as_str())).collect();
    let mut changes = Vec::new();
    for (edges, is_new) in [(&diff.removed_edges, false), (&diff.added_edges, true)] {
        for edge in edges {
            let attribute = match edge.kind {
                EdgeKind::Contains => continue,
                EdgeKind::Before => "before",
                EdgeKind::Notify => "notify",
            };
            if told.contains(edge.source.as_str()) || told.contains(edge.target.as_str()) {
                continue;
            }
            let target = Some(Json::String(edge.target.clone()));
            let (old, new) = if is_new { (None, target) } else { (target, None) };
            let (kind, attribute) = (ChangeKind::Changed, Some(attribute.to_string()));
            changes.push(Change { kind, resource: edge.source.clone(), attribute, old, new });
        }
    }
    changes
}

fn is_ignored(change: &Change, before: &Catalog, after: &Catalog, ignored: &[IgnoreRule]) -> bool {
    let (type_name, title) = change.type_and_title();
    let attribute = change.attribute.as_deref().map(|path| path.split('.').next().unwrap_or(path));
    let has_tag = |tag: &str| {
        let of =
            |catalog: &Catalog| catalog.find(type_name, title).is_some_and(|id| catalog.get(id).tags.contains(tag));
        of(before) || of(after)
    };
    let subject = Subject { type_name, title, attribute, has_tag: &has_tag };
    ignored.iter().any(|rule| rule.matches(subject))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::fleet::evaluation::{FleetNode, NodeQuestion};
    use crate::inputs::NodeData;
    use std::sync::Arc;

    fn catalog(code: &str) -> Catalog {
        let fixture = Fixture::new(code);
        let node = FleetNode { name: "n".into(), facts: Arc::default(), data: NodeData::default() };
        let question = NodeQuestion { node: &node, key: None, overlay: None, keeps_reads: false };
        let answer = fixture.host.analysis().evaluate_node(question).expect("nobody writes").answer;
        assert!(answer.outcome.is_ok(), "{:?}", answer.outcome.errors);
        answer.outcome.catalog.clone().unwrap_or_default()
    }

    fn lines(before: &str, after: &str, ignored: &[&str]) -> Vec<String> {
        let ignored: Vec<_> = ignored.iter().map(|rule| IgnoreRule::parse(rule).expect("a rule")).collect();
        let changes = NodeChanges::between(&catalog(before), &catalog(after), &ignored);
        assert!(changes.undecided.is_empty());
        changes.certain.iter().map(Change::identity).collect()
    }

    #[test]
    fn whole_resources_attributes_and_keys_inside() {
        let before =
            "notify { 'gone': } file { '/a': mode => '0644' } notify { 'h': message => { 'a' => 1, 'b' => 2 } }";
        let after = "file { '/a': mode => '0600', owner => 'root' } notify { 'h': message => { 'a' => 1, 'b' => 3 } } notify { 'new': tag => 'x' }";
        expect_test::expect![[r#"
            [
                "{\"kind\":\"removed\",\"resource\":\"Notify[gone]\",\"old\":{}}",
                "{\"kind\":\"added\",\"resource\":\"Notify[new]\",\"new\":{\"tag\":\"x\"}}",
                "{\"kind\":\"changed\",\"resource\":\"File[/a]\",\"attribute\":\"mode\",\"old\":\"0644\",\"new\":\"0600\"}",
                "{\"kind\":\"changed\",\"resource\":\"File[/a]\",\"attribute\":\"owner\",\"new\":\"root\"}",
                "{\"kind\":\"changed\",\"resource\":\"Notify[h]\",\"attribute\":\"message.b\",\"old\":2,\"new\":3}",
            ]
        "#]]
        .assert_debug_eq(&lines(before, after, &[]));
        let rules = ["Notify[h]::message", "tag:x", "File[/a]", "Notify[g*]"];
        assert!(lines(before, after, &rules).is_empty(), "{:?}", lines(before, after, &rules));
    }

    #[test]
    fn an_arrow_is_a_change_and_the_place_in_a_class_is_not() {
        let resources = "notify { 'a': } notify { 'b': }";
        let arrow = format!("{resources} Notify['a'] ~> Notify['b']");
        assert_eq!(lines(resources, &arrow, &[]).len(), 1);
        let moved = (
            "class x { notify { 'a': } } class y { } include x, y",
            "class x { } class y { notify { 'a': } } include x, y",
        );
        assert!(lines(moved.0, moved.1, &[]).is_empty());
    }

    #[test]
    fn secrets_are_hidden() {
        let secret = |text: &str| format!("notify {{ 'a': message => Sensitive('{text}') }}");
        let lines = lines(&secret("one"), &secret("two"), &[]);
        assert_eq!(lines.len(), 1);
        assert!(!lines[0].contains("one") && !lines[0].contains("two"), "{lines:?}");
    }
}
