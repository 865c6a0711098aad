//! What an edit does to the nodes of the inventory, for a lens: as many nodes as there is time for.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use super::changes::NodeChanges;
use super::evaluation::{FleetNode, NodeQuestion};
use super::groups::Groups;
use super::placeholders::Placeholders;
use super::read_set::ChangedFiles;
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::NodeData;
use crate::preview::contexts::node_of_facts;

/// How much an edit changes in a fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditImpact {
    /// Different changes.
    pub changes: usize,
    /// Nodes with changes, nodes that were compared, and all of them.
    pub changed: usize,
    pub compared: usize,
    pub total: usize,
}

impl EditImpact {
    /// Returns it as lenses say it, for instance `3 changes on 37 of 412 nodes`.
    pub fn text(&self) -> String {
        let changes = match self.changes {
            0 => "no change".to_string(),
            1 => "1 change".to_string(),
            count => format!("{count} changes"),
        };
        match (self.changed, self.compared == self.total) {
            (0, true) => format!("{changes} on {} nodes", self.total),
            (changed, true) => format!("{changes} on {changed} of {} nodes", self.total),
            (changed, false) => format!(
                "{changes} on {changed} of {} nodes, {} not compared",
                self.compared,
                self.total - self.compared
            ),
        }
    }
}

impl Analysis {
    /// Compares the nodes that facts are known of with another state of the workspace; `None` where there are not several, or one
    /// of the states does not compile on any. `has_time` is asked before each node.
    pub fn edit_impact(&self, overlay: &str, has_time: impl Fn() -> bool) -> Cancellable<Option<EditImpact>> {
        let (nodes, changed) = self.read(|db| (fleet_nodes(db), changed_files(db, overlay)))?;
        if nodes.len() < 2 {
            return Ok(None);
        }
        let mut impact = EditImpact { changes: 0, changed: 0, compared: 0, total: nodes.len() };
        let mut groups = Groups::default();
        for node in &nodes {
            if !has_time() {
                break;
            }
            self.checkpoint()?;
            let Some(changes) = self.changes_of(node, overlay, &changed)? else { continue };
            impact.compared += 1;
            if !changes.certain.is_empty() {
                impact.changed += 1;
                let placeholders = Placeholders::of(&node.name, &node.facts);
                changes.certain.into_iter().for_each(|change| groups.add(change, &node.name, &placeholders));
            }
        }
        impact.changes = groups.of_fleet().len();
        Ok((impact.compared > 0).then_some(impact))
    }

    fn changes_of(&self, node: &FleetNode, overlay: &str, changed: &ChangedFiles) -> Cancellable<Option<NodeChanges>> {
        let question = NodeQuestion { node, key: None, overlay: None, keeps_reads: true };
        let now = self.evaluate_node(question)?;
        if !now.answer.outcome.is_ok() {
            return Ok(None);
        }
        if !now.reads.meets(changed) {
            return Ok(Some(NodeChanges::default()));
        }
        let before = self.evaluate_node(NodeQuestion { overlay: Some(overlay), keeps_reads: false, ..question })?;
        let catalogs = AssertUnwindSafe((&before.answer.outcome.catalog, &now.answer.outcome.catalog));
        Ok(match *catalogs {
            (Some(before_catalog), Some(now)) if before.answer.outcome.is_ok() => {
                Some(NodeChanges::between(before_catalog, now, &[]))
            }
            _ => None,
        })
    }
}

/// The nodes that facts are known of.
fn fleet_nodes(db: &dyn Db) -> Vec<FleetNode> {
    let workspace = db.workspace();
    let data = NodeData { trusted: None, ..(*workspace.node_data(db)).clone() };
    let sets = workspace.fact_sets(db);
    let nodes = sets.iter().filter_map(|set| {
        Some(FleetNode { name: node_of_facts(set)?, facts: Arc::clone(&set.facts), data: data.clone() })
    });
    nodes.collect()
}

fn changed_files(db: &dyn Db, overlay: &str) -> ChangedFiles {
    let overlays = db.workspace().overlays(db);
    let files = overlays.get(overlay).map(|overlay| overlay.files(db));
    let paths = files.iter().flat_map(|files| files.keys().cloned()).collect();
    ChangedFiles { paths, layout_differs: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::Change;
    use crate::fixture::Fixture;
    use crate::inputs::{FactSet, FileContent};
    use evaluator::Value;
    use smol_str::SmolStr;

    fn facts(name: &str, role: &str) -> FactSet {
        let facts =
            [("clientcert", name), ("role", role)].map(|(key, value)| (SmolStr::new(key), Value::string(value)));
        let facts: evaluator::fact_sets::Facts = facts.into_iter().collect();
        FactSet { name: SmolStr::new(name), facts: Arc::new(facts.into()), is_typical: false }
    }

    #[test]
    fn an_edit_is_counted_across_nodes() {
        let site = "/env/manifests/site.pp";
        let mut fixture = Fixture::new(
            "//- /env/manifests/site.pp\nif $facts['role'] == 'web' { notify { \"new ${facts['clientcert']}\": } }\n",
        );
        let sets = vec![facts("a", "web"), facts("b", "db"), facts("c", "web")];
        fixture.host.apply_change(Change { fact_sets: Some(sets), ..Change::default() });
        let old = "if $facts['role'] == 'web' { notify { \"old ${facts['clientcert']}\": } }\n";
        fixture.set_overlay("saved", &[(site, FileContent::Text(old.into()))]);
        let analysis = fixture.host.analysis();
        let impact = analysis.edit_impact("saved", || true).expect("nobody writes").expect("several nodes");
        assert_eq!((impact.changed, impact.compared, impact.total), (2, 3, 3));
        assert!(impact.text().ends_with("changes on 2 of 3 nodes"), "{}", impact.text());
        let none = analysis.edit_impact("saved", || false).expect("nobody writes");
        assert_eq!(none, None);
    }
}
