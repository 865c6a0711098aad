//! What nodes collect that other nodes of the fleet export, where no file says it: compiled until nothing changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use analysis::fleet::evaluation::{FleetNode, NodeAnswer, exports_of};
use analysis::{Analysis, Cancelled};
use evaluator::request::ExportedResource;

use super::engine::{MAX_ROUNDS, evaluate};
use super::error::FleetError;
use super::inventory::Inventory;
use super::parallel::Pool;

/// The store of a fleet, made when the first node collects something.
pub struct Collected<'c> {
    inventory: &'c Inventory,
    jobs: usize,
    store: OnceLock<Arc<[ExportedResource]>>,
}

/// What a node exports, and whether it collects.
type Exports = (Vec<ExportedResource>, bool);

impl<'c> Collected<'c> {
    pub fn new(inventory: &'c Inventory, jobs: usize) -> Self {
        Collected { inventory, jobs, store: OnceLock::new() }
    }

    /// Evaluates a node with what other nodes export.
    pub fn evaluate(&self, analysis: &Analysis, node: &mut FleetNode) -> Result<NodeAnswer, Cancelled> {
        let is_given = node.data.exported.is_some();
        if !is_given {
            node.data.exported = Some(Arc::default());
        }
        let answer = evaluate(analysis, node, None, false)?;
        if is_given || !answer.answer.outcome.collects_exported {
            return Ok(answer);
        }
        // Threads that need the store too wait here, so that its making has all processors.
        node.data.exported = Some(self.store.get_or_init(|| self.find(analysis)).clone());
        evaluate(analysis, node, None, false)
    }

    fn find(&self, analysis: &Analysis) -> Arc<[ExportedResource]> {
        let pool = Pool { analysis, jobs: self.jobs, what: "collecting from" };
        let all: Vec<usize> = (0..self.inventory.len()).collect();
        let mut exports: BTreeMap<usize, Vec<ExportedResource>> = BTreeMap::new();
        let mut collecting = BTreeSet::new();
        let first = round(self.inventory, &pool, &all, &Arc::default(), |node, (exported, collects)| {
            if !exported.is_empty() {
                exports.insert(node, exported);
            }
            if collects {
                collecting.insert(node);
            }
        });
        let collecting: Vec<usize> = collecting.into_iter().collect();
        let mut store: Arc<[ExportedResource]> = exports.values().flatten().cloned().collect();
        for _ in 0..MAX_ROUNDS {
            let mut is_settled = true;
            let next = round(self.inventory, &pool, &collecting, &store, |node, (exported, _)| {
                if exports.get(&node).map(Vec::as_slice).unwrap_or_default() != exported {
                    is_settled = false;
                    exports.insert(node, exported);
                }
            });
            if is_settled || first.is_err() || next.is_err() {
                break;
            }
            store = exports.values().flatten().cloned().collect();
        }
        store
    }
}

fn round(
    inventory: &Inventory,
    pool: &Pool<'_>,
    nodes: &[usize],
    store: &Arc<[ExportedResource]>,
    sink: impl FnMut(usize, Exports) + Send,
) -> Result<(), FleetError> {
    let work = |analysis: &Analysis, node: usize| {
        let Ok(mut node) = inventory.load(node) else { return Exports::default() };
        node.data.exported = Some(store.clone());
        match evaluate(analysis, &node, None, false) {
            Ok(answer) => {
                let outcome = &answer.answer.outcome;
                (exports_of(outcome, &node.name), outcome.collects_exported)
            }
            Err(_) => Exports::default(),
        }
    };
    pool.run(nodes, work, |_| Exports::default(), sink)
}
