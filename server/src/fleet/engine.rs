//! Compares the catalogs of many nodes in two states of a workspace, and finds which nodes are meant.
//!
//! The state that is compared with is an overlay of the same database, so nothing is parsed twice. A node whose read set does not
//! meet the changed files has the same catalog in both states, and is compiled once. Catalogs are dropped as soon as they are compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::catalog_view::{CatalogView, UndecidedDiff};
use analysis::fleet::changes::NodeChanges;
use analysis::fleet::evaluation::{FleetNode, NodeAnswer, NodeQuestion, exports_of};
use analysis::fleet::ignore::IgnoreRule;
use analysis::fleet::kinds::kind_of;
use analysis::fleet::placeholders::Placeholders;
use analysis::fleet::read_set::ChangedFiles;
use analysis::fleet::selection::Selection;
use analysis::preview::command::CommandAnswer;
use analysis::{Analysis, Cancelled};
use evaluator::request::ExportedResource;
use smol_str::SmolStr;

use super::error::FleetError;
use super::inventory::Inventory;
use super::parallel::Pool;
use super::report::{NodeResult, ReportBuilder, Side};
use crate::cli::shown_path;

/// The words for a panic, which is a result of its node alone.
pub const MISTAKE: &str = "a mistake inside puppet-analyzer; please report it";
/// Exported resources that depend on collected ones settle in a few rounds, or never.
pub const MAX_ROUNDS: usize = 6;

/// A fleet to compare.
pub struct Comparison<'c> {
    pub inventory: &'c Inventory,
    /// The overlay of the old state.
    pub from: &'c str,
    pub changed: &'c ChangedFiles,
    pub uses_read_sets: bool,
    pub ignored: &'c [IgnoreRule],
}

/// Exported resources of the old and of the new state.
type Exports = [Vec<ExportedResource>; 2];
type Stores = [Arc<[ExportedResource]>; 2];

/// What came of a node, with what it exports.
struct Compared {
    result: NodeResult,
    exports: Exports,
    /// It collects what others export.
    collects: bool,
}

impl Comparison<'_> {
    /// Compares nodes and adds them to a report.
    pub fn run(&self, pool: &Pool<'_>, nodes: &[usize], report: &mut ReportBuilder) -> Result<(), FleetError> {
        let mut exports: BTreeMap<usize, Exports> = BTreeMap::new();
        let mut collecting = BTreeSet::new();
        let is_given = self.inventory.exported.is_some() || self.inventory.outside.common.exported.is_some();
        self.compare(pool, nodes, None, |node, compared| {
            if !is_given {
                keep_exports(&mut exports, node, compared.exports);
            }
            match compared.collects && !is_given {
                true => _ = collecting.insert(node),
                false => report.add(self.inventory.name(node), compared.result),
            }
        })?;
        if collecting.is_empty() {
            return Ok(());
        }
        self.settle(pool, nodes, collecting, exports, report)
    }

    /// Compiles nodes that collect what others export until no exported resource changes any more.
    fn settle(
        &self,
        pool: &Pool<'_>,
        nodes: &[usize],
        mut collecting: BTreeSet<usize>,
        mut exports: BTreeMap<usize, Exports>,
        report: &mut ReportBuilder,
    ) -> Result<(), FleetError> {
        let own: BTreeSet<usize> = nodes.iter().copied().collect();
        let others: Vec<usize> = (0..self.inventory.len()).filter(|node| !own.contains(node)).collect();
        self.compare(pool, &others, None, |node, compared| {
            keep_exports(&mut exports, node, compared.exports);
            if compared.collects {
                collecting.insert(node);
            }
        })?;
        let collecting: Vec<usize> = collecting.into_iter().collect();
        for round in 1..=MAX_ROUNDS {
            let stores = stores_of(&exports);
            let mut results = Vec::new();
            let mut is_settled = true;
            self.compare(pool, &collecting, Some(&stores), |node, compared| {
                if exports.get(&node).unwrap_or(&Exports::default()) != &compared.exports {
                    is_settled = false;
                    keep_exports(&mut exports, node, compared.exports);
                }
                if own.contains(&node) {
                    results.push((node, compared.result));
                }
            })?;
            if is_settled || round == MAX_ROUNDS {
                if !is_settled {
                    report.note(format!("exported resources still change after {MAX_ROUNDS} rounds of collecting"));
                }
                results.into_iter().for_each(|(node, result)| report.add(self.inventory.name(node), result));
                break;
            }
        }
        Ok(())
    }

    fn compare(
        &self,
        pool: &Pool<'_>,
        nodes: &[usize],
        stores: Option<&Stores>,
        sink: impl FnMut(usize, Compared) + Send,
    ) -> Result<(), FleetError> {
        let work = |analysis: &Analysis, node: usize| {
            self.compare_node(analysis, node, stores).unwrap_or_else(|_| failed(Side::To, MISTAKE.to_string()))
        };
        pool.run(nodes, work, |_| failed(Side::To, MISTAKE.to_string()), sink)
    }

    fn compare_node(&self, analysis: &Analysis, node: usize, stores: Option<&Stores>) -> Result<Compared, Cancelled> {
        let mut node = match self.inventory.load(node) {
            Ok(node) => node,
            Err(message) => return Ok(failed(Side::To, message)),
        };
        let placeholders = Placeholders::of(&node.name, &node.facts);
        let mut with_store = |side: usize| {
            if let Some(stores) = stores {
                node.data.exported = Some(stores[side].clone());
            } else if node.data.exported.is_none() {
                node.data.exported = Some(Arc::default());
            }
            node.clone()
        };
        let (old_node, new_node) = (with_store(0), with_store(1));
        let new = evaluate(analysis, &new_node, None, self.uses_read_sets)?;
        let has_same_store = stores.is_none_or(|stores| stores[0] == stores[1]);
        let is_same = self.uses_read_sets && has_same_store && !new.reads.meets(self.changed);
        let old = if is_same { new.clone() } else { evaluate(analysis, &old_node, Some(self.from), false)? };
        let exports = [&old, &new].map(|answer| exports_of(&answer.answer.outcome, &node.name));
        let collects = [&old, &new].iter().any(|answer| answer.answer.outcome.collects_exported);
        let result = self.difference(analysis, &old.answer, &new.answer, placeholders)?;
        Ok(Compared { result, exports, collects })
    }

    fn difference(
        &self,
        analysis: &Analysis,
        old: &CommandAnswer,
        new: &CommandAnswer,
        placeholders: Placeholders,
    ) -> Result<NodeResult, Cancelled> {
        let mut failures = Vec::new();
        for (side, answer) in [(Side::From, old), (Side::To, new)] {
            if let Some(message) = failure_of(analysis, answer)? {
                failures.push((side, message));
            }
        }
        if !failures.is_empty() {
            return Ok(NodeResult::Failed(failures));
        }
        let mut changes = NodeChanges::default();
        if !Arc::ptr_eq(&old.outcome, &new.outcome)
            && let (Some(before), Some(after)) = (&old.outcome.catalog, &new.outcome.catalog)
        {
            changes = NodeChanges::between(before, after, self.ignored);
            if !old.outcome.possible.is_empty() || !new.outcome.possible.is_empty() {
                let views = (analysis.messages(old)?, analysis.messages(new)?);
                changes.add_possible(&UndecidedDiff::between(&views.0, &views.1));
            }
        }
        let count = |answer: &CommandAnswer| answer.outcome.catalog.as_ref().map_or(0, |it| it.realized().count());
        let resources = if changes.is_empty() { [0, 0] } else { [count(old), count(new)] };
        Ok(NodeResult::Compared { changes, placeholders, resources })
    }
}

fn failed(side: Side, message: String) -> Compared {
    Compared { result: NodeResult::Failed(vec![(side, message)]), exports: Exports::default(), collects: false }
}

fn keep_exports(all: &mut BTreeMap<usize, Exports>, node: usize, exports: Exports) {
    match exports.iter().all(Vec::is_empty) {
        true => _ = all.remove(&node),
        false => _ = all.insert(node, exports),
    }
}

/// Returns what all nodes export, in the order of their names.
fn stores_of(exports: &BTreeMap<usize, Exports>) -> Stores {
    [0, 1].map(|side| exports.values().flat_map(|exports| exports[side].iter().cloned()).collect())
}

/// Evaluates a node in one state.
pub fn evaluate(
    analysis: &Analysis,
    node: &FleetNode,
    overlay: Option<&str>,
    keeps_reads: bool,
) -> Result<NodeAnswer, Cancelled> {
    analysis.evaluate_node(NodeQuestion { node, key: None, overlay, keeps_reads })
}

/// Returns why a catalog could not be compiled, with the place.
pub fn failure_of(analysis: &Analysis, answer: &CommandAnswer) -> Result<Option<String>, Cancelled> {
    if answer.outcome.is_ok() {
        return Ok(None);
    }
    Ok(Some(failure_text(&analysis.messages(answer)?)))
}

/// Returns the first error of a view as one line.
pub fn failure_text(view: &CatalogView) -> String {
    match view.error() {
        None => "the catalog could not be compiled".to_string(),
        Some(error) => match error.location {
            None => error.message,
            Some(at) if at.line == 0 => format!("{} ({})", error.message, shown_path(&at.path)),
            Some(at) => format!("{} ({}:{})", error.message, shown_path(&at.path), at.line),
        },
    }
}

/// The nodes that options ask for.
pub struct Wanted<'w> {
    pub selection: &'w Selection,
    pub one_of_each: bool,
}

impl Wanted<'_> {
    /// Finds the nodes of an inventory; one that cannot be evaluated is among them, so that it is reported.
    pub fn find(&self, pool: &Pool<'_>, inventory: &Inventory) -> Result<Vec<usize>, FleetError> {
        let selection = self.selection;
        let is_node = |name: &str| inventory.index_of(name).is_some();
        let needs_catalog = selection.needs_catalog(is_node);
        let fits_name = |node: &usize| {
            let name = inventory.name(*node);
            selection.fits_name(name) && (needs_catalog || selection.fits_node_name(name))
        };
        let mut nodes: Vec<usize> = (0..inventory.len()).filter(fits_name).collect();
        if selection.needs_facts() || needs_catalog || self.one_of_each {
            let mut kept = Vec::new();
            let mut kinds = BTreeSet::new();
            let needs_catalog = needs_catalog || self.one_of_each;
            let work = |analysis: &Analysis, node: usize| self.kind(analysis, inventory, node, needs_catalog);
            pool.run(
                &nodes,
                work,
                |_| Some(MISTAKE.to_string()),
                |node, kind| {
                    if let Some(kind) = kind
                        && (!self.one_of_each || kinds.insert(kind))
                    {
                        kept.push(node);
                    }
                },
            )?;
            nodes = kept;
        }
        match nodes.is_empty() && inventory.len() > 0 {
            true => Err(FleetError::NothingSelected { nodes: inventory.len() }),
            false => Ok(nodes),
        }
    }

    /// Returns the kind of a node that is meant.
    fn kind(&self, analysis: &Analysis, inventory: &Inventory, node: usize, needs_catalog: bool) -> Option<String> {
        let node = match inventory.load(node) {
            Ok(node) => node,
            Err(message) => return Some(message),
        };
        let environment = node.data.environment.as_ref().map(SmolStr::as_str);
        if !self.selection.fits_facts(&node.facts, environment) {
            return None;
        }
        if !needs_catalog {
            return Some(String::new());
        }
        let Ok(answer) = evaluate(analysis, &node, None, false) else { return Some(MISTAKE.to_string()) };
        let outcome = &answer.answer.outcome;
        match &outcome.catalog {
            Some(catalog) if outcome.is_ok() => {
                self.selection.fits_catalog(&node.name, catalog).then(|| kind_of(catalog, &node.facts))
            }
            _ => Some(failure_of(analysis, &answer.answer).ok().flatten().unwrap_or_default()),
        }
    }
}
