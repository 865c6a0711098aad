//! What a change does to a fleet. `diff --format json` is this as JSON; every other format is made of it, so parts that were joined
//! give the same bytes as the whole.

use std::collections::{BTreeMap, BTreeSet};

use analysis::fleet::changes::{Change, NodeChanges};
use analysis::fleet::groups::{Group, Groups};
use analysis::fleet::placeholders::{Placeholders, filled_in, filled_in_json};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::shard::Shard;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FleetReport {
    pub nodes: Counts,
    /// Ordered by number of nodes, then resource.
    pub groups: Vec<Group>,
    pub failures: Vec<Failure>,
    /// Changes that rest on something unknown.
    #[serde(default)]
    pub undecided: Vec<Group>,
    /// The names of the states that were compared.
    pub from: String,
    pub to: String,
    /// What each node has in the place of a placeholder that a group shows.
    #[serde(default)]
    pub placeholders: BTreeMap<SmolStr, BTreeMap<String, String>>,
    /// How many resources the catalogs of a changed node have in each state.
    #[serde(default)]
    pub resources: BTreeMap<SmolStr, [usize; 2]>,
    #[serde(default)]
    pub unchanged: Vec<SmolStr>,
    /// What the whole run has to say.
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub total: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub failed: usize,
}

/// A node that could not be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Failure {
    pub node: SmolStr,
    pub side: Side,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    From,
    To,
}

/// What came of one node.
pub enum NodeResult {
    Compared { changes: NodeChanges, placeholders: Placeholders, resources: [usize; 2] },
    Failed(Vec<(Side, String)>),
}

/// A report that comes to be.
#[derive(Default)]
pub struct ReportBuilder {
    groups: Groups,
    undecided: Groups,
    failures: Vec<Failure>,
    changed: BTreeSet<SmolStr>,
    unchanged: Vec<SmolStr>,
    placeholders: BTreeMap<SmolStr, BTreeMap<String, String>>,
    resources: BTreeMap<SmolStr, [usize; 2]>,
    notes: BTreeSet<String>,
}

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::From => "from",
            Side::To => "to",
        }
    }
}

impl ReportBuilder {
    pub fn add(&mut self, node: &SmolStr, result: NodeResult) {
        let (changes, placeholders, resources) = match result {
            NodeResult::Failed(sides) => {
                let failure = |(side, message)| Failure { node: node.clone(), side, message };
                self.failures.extend(sides.into_iter().map(failure));
                return;
            }
            NodeResult::Compared { changes, placeholders, resources } => (changes, placeholders, resources),
        };
        if changes.is_empty() {
            self.unchanged.push(node.clone());
            return;
        }
        self.changed.insert(node.clone());
        self.resources.insert(node.clone(), resources);
        let own = self.placeholders.entry(node.clone()).or_default();
        for change in changes.certain.iter().chain(&changes.undecided) {
            placeholders.used_in(&change.general(&placeholders).identity(), own);
        }
        changes.certain.into_iter().for_each(|change| self.groups.add(change, node, &placeholders));
        changes.undecided.into_iter().for_each(|change| self.undecided.add(change, node, &placeholders));
    }

    pub fn note(&mut self, note: String) {
        self.notes.insert(note);
    }

    /// Adds the report of a part.
    pub fn join(&mut self, part: FleetReport) {
        let named = part.groups.iter().chain(&part.undecided).flat_map(|group| group.nodes.iter().cloned());
        self.changed.extend(named);
        part.groups.into_iter().for_each(|group| self.groups.join(group));
        part.undecided.into_iter().for_each(|group| self.undecided.join(group));
        self.failures.extend(part.failures);
        self.unchanged.extend(part.unchanged);
        self.placeholders.extend(part.placeholders);
        self.resources.extend(part.resources);
        self.notes.extend(part.notes);
    }

    /// Returns the report of a part, from which the whole can be made, or of the whole.
    pub fn finish(mut self, from: &str, to: &str, shard: Option<Shard>) -> FleetReport {
        self.failures.sort();
        self.failures.dedup();
        self.unchanged.sort_unstable();
        let failed: BTreeSet<&SmolStr> = self.failures.iter().map(|failure| &failure.node).collect();
        let (changed, unchanged, failed) = (self.changed.len(), self.unchanged.len(), failed.len());
        let (groups, undecided) = match shard {
            Some(_) => (self.groups.of_part(), self.undecided.of_part()),
            None => (self.groups.of_fleet(), self.undecided.of_fleet()),
        };
        if shard.is_none() {
            keep_used(&mut self.placeholders, groups.iter().chain(&undecided));
        }
        FleetReport {
            nodes: Counts { total: changed + unchanged + failed, changed, unchanged, failed },
            groups,
            failures: self.failures,
            undecided,
            from: from.to_string(),
            to: to.to_string(),
            placeholders: self.placeholders,
            resources: self.resources,
            unchanged: self.unchanged,
            notes: self.notes.into_iter().collect(),
            shard,
        }
    }
}

/// Leaves only what somebody needs to read the groups.
fn keep_used<'g>(own: &mut BTreeMap<SmolStr, BTreeMap<String, String>>, groups: impl Iterator<Item = &'g Group>) {
    let mut used: BTreeMap<&SmolStr, BTreeSet<String>> = BTreeMap::new();
    for group in groups {
        let text = group.change.identity();
        if !text.contains('<') {
            continue;
        }
        for node in &group.nodes {
            let placeholders = own.get(node).into_iter().flatten().map(|(placeholder, _)| placeholder);
            let named = placeholders.filter(|placeholder| text.contains(placeholder.as_str())).cloned();
            used.entry(node).or_default().extend(named);
        }
    }
    let used: BTreeMap<SmolStr, BTreeSet<String>> =
        used.into_iter().map(|(node, names)| (node.clone(), names)).collect();
    own.retain(|node, placeholders| {
        placeholders.retain(|placeholder, _| used.get(node).is_some_and(|names| names.contains(placeholder)));
        !placeholders.is_empty()
    });
}

impl FleetReport {
    pub fn has_changes(&self) -> bool {
        self.nodes.changed > 0
    }

    /// Returns the changes of each node that has some, in the node's own words.
    pub fn by_node(&self) -> BTreeMap<&SmolStr, Vec<Change>> {
        let mut nodes: BTreeMap<&SmolStr, Vec<Change>> = BTreeMap::new();
        let nothing = BTreeMap::new();
        for group in &self.groups {
            for node in &group.nodes {
                let own = self.placeholders.get(node).unwrap_or(&nothing);
                nodes.entry(node).or_default().push(own_words(&group.change, own));
            }
        }
        for changes in nodes.values_mut() {
            changes.sort_by_cached_key(|change| (change.resource.clone(), change.attribute.clone()));
        }
        nodes
    }

    /// Returns failures with the same message together.
    pub fn failures_by_message(&self) -> BTreeMap<(Side, &str), Vec<&SmolStr>> {
        let mut messages: BTreeMap<(Side, &str), Vec<&SmolStr>> = BTreeMap::new();
        for failure in &self.failures {
            messages.entry((failure.side, &failure.message)).or_default().push(&failure.node);
        }
        messages
    }

    pub fn side_name(&self, side: Side) -> &str {
        match side {
            Side::From => &self.from,
            Side::To => &self.to,
        }
    }
}

fn own_words(change: &Change, own: &BTreeMap<String, String>) -> Change {
    if own.is_empty() {
        return change.clone();
    }
    Change {
        kind: change.kind,
        resource: filled_in(&change.resource, own),
        attribute: change.attribute.as_ref().map(|attribute| filled_in(attribute, own)),
        old: change.old.as_ref().map(|value| filled_in_json(value, own)),
        new: change.new.as_ref().map(|value| filled_in_json(value, own)),
    }
}
