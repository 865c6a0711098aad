//! The names that facts have, at every depth: those of the fact sets and of modules. Tells which of them a mistyped name resembles.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use evaluator::Value;
use smol_str::SmolStr;

use super::facts::{LEGACY_FACTS, custom_facts, is_top_scope_name};
use crate::db::Db;
use crate::inputs::EnvironmentInput;

/// Facts whose keys are names of the node: interfaces, disks, mount points, users.
const NAMED_BY_NODE: &[&str] =
    &["interfaces", "disks", "partitions", "mountpoints", "bindings", "bindings6", "zones", "ssh"];

/// Shorter names of facts are too often one letter away from another.
const CERTAIN_LENGTH: usize = 6;

/// The names of all facts.
pub struct FactNames<'db> {
    db: &'db dyn Db,
    environment: EnvironmentInput,
}

/// The keys of facts by the path that leads to them, parts joined with dots; the empty path has the facts themselves.
#[derive(Debug, Default, PartialEq)]
pub struct FactTree {
    keys: BTreeMap<String, Vec<SmolStr>>,
}

/// A part of a path that is mistyped.
pub struct MistypedFact {
    pub parents: Vec<String>,
    pub name: String,
    /// Where it is in the path.
    pub range: Range<usize>,
    pub similar: SmolStr,
}

impl<'db> FactNames<'db> {
    pub fn of(db: &'db dyn Db, environment: EnvironmentInput) -> Self {
        FactNames { db, environment }
    }

    /// Returns the names, which are collected for an environment when they are first asked for.
    fn tree(&self) -> Arc<FactTree> {
        fact_tree(self.db, self.environment)
    }

    /// Returns the name that `name` below `parents` probably means; `None` where it exists or resembles none.
    pub fn similar(
        &self,
        parents: &[&str],
        name: &str,
        closest: impl Fn(&str, &[SmolStr]) -> Option<SmolStr>,
    ) -> Option<SmolStr> {
        if parents.is_empty() && (name.is_empty() || is_top_scope_name(self.db, self.environment, name)) {
            return None;
        }
        let tree = self.tree();
        let known = tree.keys.get(&parents.join("."))?;
        if known.iter().any(|known| known == name) {
            return None;
        }
        let similar = closest(name, known)?;
        // A fact of a module that is not here may well be called much like another; nobody adds to Facter's own hashes.
        let is_slip = name.chars().count() >= CERTAIN_LENGTH && crate::checks::is_near(name, &similar);
        (!parents.is_empty() || is_slip).then_some(similar)
    }

    /// Returns the first part of a path with dots that is mistyped.
    pub fn similar_path(
        &self,
        path: &str,
        closest: impl Fn(&str, &[SmolStr]) -> Option<SmolStr>,
    ) -> Option<MistypedFact> {
        let mut start = 0;
        let mut parents: Vec<String> = Vec::new();
        for name in path.split('.') {
            let range = start..start + name.len();
            let before: Vec<&str> = parents.iter().map(String::as_str).collect();
            if let Some(similar) = self.similar(&before, name, &closest) {
                return Some(MistypedFact { parents, name: name.to_string(), range, similar });
            }
            start = range.end + 1;
            parents.push(name.to_string());
        }
        None
    }
}

#[salsa::tracked(returns(clone))]
fn fact_tree(db: &dyn Db, environment: EnvironmentInput) -> Arc<FactTree> {
    let mut tree = FactTree::default();
    // The sets that come with the program know what nodes of other systems have.
    let builtin = evaluator::fact_sets::names().filter_map(evaluator::fact_sets::named);
    for set in builtin {
        set.for_node("node1.example.com", false).iter().for_each(|(name, value)| tree.add("", name, value));
    }
    for set in db.workspace().fact_sets(db).iter() {
        set.facts.iter().for_each(|(name, value)| tree.add("", name, value));
    }
    let custom = custom_facts(db, environment);
    custom.iter().for_each(|name| tree.add("", name, &Value::Undef));
    LEGACY_FACTS.iter().for_each(|name| tree.add("", name, &Value::Undef));
    tree.keys.values_mut().for_each(|keys| {
        keys.sort();
        keys.dedup();
    });
    Arc::new(tree)
}

impl FactTree {
    fn add(&mut self, parent: &str, name: &str, value: &Value) {
        self.keys.entry(parent.to_string()).or_default().push(SmolStr::new(name));
        let path = if parent.is_empty() { name.to_string() } else { format!("{parent}.{name}") };
        if let Value::Hash(entries) = value
            && !NAMED_BY_NODE.contains(&name)
        {
            for (key, value) in entries.iter() {
                if let Some(key) = key.as_str() {
                    self.add(&path, key, value);
                }
            }
        }
    }
}
