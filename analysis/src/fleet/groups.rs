//! Equal changes of many nodes as one group. Changes are compared with the node's own names and addresses replaced; a group whose
//! nodes all have the same texts shows these.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::changes::Change;
use super::placeholders::Placeholders;

/// A change with the nodes that have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// As it is shown.
    #[serde(flatten)]
    pub change: Change,
    /// Sorted.
    pub nodes: Vec<SmolStr>,
    /// With placeholders, where the change is shown without: what parts of one fleet are joined by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<Box<Change>>,
}

/// The groups of a fleet while they come to be.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    by_identity: HashMap<String, Parts>,
}

#[derive(Clone, Debug)]
struct Parts {
    general: Change,
    /// As all nodes so far have it; `None` where they differ.
    exact: Option<Change>,
    nodes: Vec<SmolStr>,
}

impl Groups {
    /// Adds a change of a node.
    pub fn add(&mut self, change: Change, node: &SmolStr, placeholders: &Placeholders) {
        let general = change.general(placeholders);
        self.insert(general, Some(change), std::slice::from_ref(node));
    }

    /// Adds a group of another part of the fleet.
    pub fn join(&mut self, group: Group) {
        match group.general {
            Some(general) => self.insert(*general, Some(group.change), &group.nodes),
            None => self.insert(group.change, None, &group.nodes),
        }
    }

    fn insert(&mut self, general: Change, exact: Option<Change>, nodes: &[SmolStr]) {
        match self.by_identity.entry(general.identity()) {
            std::collections::hash_map::Entry::Occupied(mut known) => {
                let parts = known.get_mut();
                if parts.exact != exact {
                    parts.exact = None;
                }
                parts.nodes.extend_from_slice(nodes);
            }
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(Parts { general, exact, nodes: nodes.to_vec() });
            }
        }
    }

    /// Returns the groups for somebody to join with those of other parts: nothing is lost.
    pub fn of_part(self) -> Vec<Group> {
        let group = |parts: Parts| match parts.exact {
            Some(exact) => Group { change: exact, nodes: parts.nodes, general: Some(Box::new(parts.general)) },
            None => Group { change: parts.general, nodes: parts.nodes, general: None },
        };
        sorted(self.by_identity.into_values().map(group).collect())
    }

    /// Returns the groups of the whole fleet, ordered by number of nodes, then resource.
    pub fn of_fleet(self) -> Vec<Group> {
        // A text of one node may be an ordinary word for another: what is shown alike is one group.
        let mut by_text: BTreeMap<String, Group> = BTreeMap::new();
        for parts in self.by_identity.into_values() {
            let change = parts.exact.unwrap_or(parts.general);
            let group = by_text.entry(change.identity());
            let group = group.or_insert_with(|| Group { change, nodes: Vec::new(), general: None });
            group.nodes.extend(parts.nodes);
        }
        sorted(by_text.into_values().collect())
    }
}

fn sorted(mut groups: Vec<Group>) -> Vec<Group> {
    for group in &mut groups {
        group.nodes.sort_unstable();
        group.nodes.dedup();
    }
    groups.sort_by_cached_key(|group| {
        (std::cmp::Reverse(group.nodes.len()), group.change.resource.clone(), group.change.identity())
    });
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::changes::ChangeKind;
    use evaluator::fact_sets::Facts;
    use serde_json::json;

    fn change(new: &str) -> Change {
        Change {
            kind: ChangeKind::Changed,
            resource: "File[/etc/motd]".to_string(),
            attribute: Some("content".to_string()),
            old: Some(json!("old")),
            new: Some(json!(new)),
        }
    }

    fn add(groups: &mut Groups, node: &str, new: &str) {
        groups.add(change(new), &SmolStr::new(node), &Placeholders::of(node, &Facts::default()));
    }

    fn shown(groups: &[Group]) -> Vec<(String, Vec<&str>)> {
        let new =
            |group: &Group| group.change.new.as_ref().and_then(|new| new.as_str()).unwrap_or_default().to_string();
        groups.iter().map(|group| (new(group), group.nodes.iter().map(SmolStr::as_str).collect())).collect()
    }

    #[test]
    fn own_names_make_no_groups() {
        let mut groups = Groups::default();
        add(&mut groups, "b.example.com", "I am b.example.com");
        add(&mut groups, "a.example.com", "I am a.example.com");
        add(&mut groups, "c.example.com", "something else");
        let groups = groups.of_fleet();
        let two = ("I am <certname>".to_string(), vec!["a.example.com", "b.example.com"]);
        assert_eq!(shown(&groups), [two, ("something else".to_string(), vec!["c.example.com"])]);
    }

    #[test]
    fn a_host_that_is_called_like_a_word_is_in_the_group_of_the_others() {
        let mut groups = Groups::default();
        for node in ["db", "web", "app"] {
            add(&mut groups, node, "connects to db");
        }
        assert_eq!(shown(&groups.of_fleet()), [("connects to db".to_string(), vec!["app", "db", "web"])]);
    }

    #[test]
    fn parts_joined_are_the_whole() {
        let nodes =
            [("a", "host a"), ("b", "host b"), ("c", "same"), ("d", "same"), ("e", "host e"), ("host", "host host")];
        let mut whole = Groups::default();
        nodes.iter().for_each(|(node, new)| add(&mut whole, node, new));
        let whole = whole.of_fleet();
        for size in 1..=nodes.len() {
            let mut joined = Groups::default();
            for part in nodes.chunks(size) {
                let mut groups = Groups::default();
                part.iter().for_each(|(node, new)| add(&mut groups, node, new));
                groups.of_part().into_iter().for_each(|group| joined.join(group));
            }
            assert_eq!(joined.of_fleet(), whole, "in parts of {size}");
        }
    }
}
