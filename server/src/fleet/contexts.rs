//! The nodes of an inventory as contexts of an editor: a fact set for each.

use std::path::Path;
use std::sync::Arc;

use analysis::FactSet;
use evaluator::Value;
use smol_str::SmolStr;

use super::inventory::Inventory;

/// The facts of more nodes take too much memory beside an editor.
const MAX_NODES: usize = 500;

/// Returns the fact sets of an inventory's nodes, and what is wrong with it.
pub fn fact_sets(source: &Path) -> (Vec<FactSet>, Vec<String>) {
    let inventory = match Inventory::open(source) {
        Ok(inventory) => inventory,
        Err(error) => return (Vec::new(), vec![format!("the setting 'nodes': {error}")]),
    };
    let mut problems: Vec<String> = inventory
        .problems
        .iter()
        .map(|problem| format!("the setting 'nodes': {}: {}", problem.node, problem.message))
        .collect();
    let mut sets = Vec::new();
    for index in 0..inventory.len().min(MAX_NODES) {
        match inventory.load(index) {
            Ok(node) => {
                let mut facts = (**node.facts).clone();
                // Says whose facts they are, as an agent does.
                facts.entry(SmolStr::new_static("clientcert")).or_insert_with(|| Value::String(node.name.clone()));
                sets.push(FactSet { name: node.name, facts: Arc::new(facts.into()), is_typical: false });
            }
            Err(message) => problems.push(format!("the setting 'nodes': {}: {message}", inventory.name(index))),
        }
    }
    if inventory.len() > MAX_NODES {
        problems.push(format!("the setting 'nodes': the first {MAX_NODES} of {} nodes are contexts", inventory.len()));
    }
    (sets, problems)
}
