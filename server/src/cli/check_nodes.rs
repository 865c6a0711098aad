//! `check --evaluate`: what evaluating finds, of the node in force or of each node of a fleet. What several nodes find alike is
//! reported once.

use std::collections::BTreeMap;

use analysis::inputs::NodeData;
use analysis::{Analysis, Diagnostic, FileId};
use smol_str::SmolStr;

use super::check_formats::{Finding, Style};
use super::outside_options::OutsideOptions;
use super::{interrupted, shown_path};
use crate::fleet::engine::MISTAKE;
use crate::fleet::inventory::Inventory;
use crate::fleet::options::FleetOptions;
use crate::fleet::parallel::Pool;

/// Names that are shown of the nodes with one finding.
const SHOWN_NODES: usize = 5;

/// Diagnostics of one node, or why it could not be evaluated.
type Found = Result<Vec<(FileId, Diagnostic)>, String>;

/// Returns what evaluating finds; the files that were asked for are shown as the user named them.
pub fn findings(
    analysis: &Analysis,
    options: &FleetOptions,
    targets: &[(FileId, &str)],
    style: Style,
) -> Result<Vec<Finding>, String> {
    let found = match options.open(&OutsideOptions::default(), NodeData::default(), false)? {
        None => of_context(analysis, targets)?,
        Some(fleet) => {
            let pool = |what| Pool { analysis, jobs: options.jobs, what };
            let nodes = fleet.nodes(options, &pool("selecting from"))?;
            for problem in &fleet.inventory.problems {
                eprintln!("puppet-analyzer: {}: {}", problem.node, problem.message);
            }
            of_fleet(&fleet.inventory, &pool("evaluated"), &nodes)?
        }
    };
    let shown = |file: FileId| targets.iter().find(|(target, _)| *target == file).map(|(_, shown)| shown.to_string());
    let mut findings = Vec::new();
    for (file, diagnostic) in found {
        let (Ok(Some(text)), Ok(Some(lines)), Ok(Some(path))) =
            (analysis.text(file), analysis.line_index(file), analysis.path(file))
        else {
            continue;
        };
        let shown = shown(file).unwrap_or_else(|| shown_path(&path).to_string());
        findings.push(Finding::new(analysis, &shown, file, &text, &lines, &diagnostic, style));
    }
    Ok(findings)
}

fn of_context(analysis: &Analysis, targets: &[(FileId, &str)]) -> Result<Vec<(FileId, Diagnostic)>, String> {
    let files = targets.iter().map(|(file, _)| *file).collect();
    let found = analysis.evaluation_diagnostics(files).map_err(interrupted)?;
    Ok(found.into_iter().flat_map(|(file, found)| found.into_iter().map(move |it| (file, it))).collect())
}

/// Returns each finding once, with the nodes that have it.
fn of_fleet(inventory: &Inventory, pool: &Pool<'_>, nodes: &[usize]) -> Result<Vec<(FileId, Diagnostic)>, String> {
    let mut all: BTreeMap<(FileId, u32, u32, String), (Diagnostic, Vec<SmolStr>)> = BTreeMap::new();
    let work = |analysis: &Analysis, node: usize| of_node(analysis, inventory, node);
    pool.run(
        nodes,
        work,
        |_| Err(MISTAKE.to_string()),
        |node, found| match found {
            Err(message) => eprintln!("puppet-analyzer: {}: {message}", inventory.name(node)),
            Ok(found) => {
                for (file, diagnostic) in found {
                    let (range, message) = (diagnostic.range, diagnostic.message.clone());
                    let known = all.entry((file, range.start, range.end, message)).or_insert((diagnostic, Vec::new()));
                    known.1.push(inventory.name(node).clone());
                }
            }
        },
    )?;
    let told = all.into_iter().map(|((file, ..), (mut diagnostic, nodes))| {
        let names: Vec<&str> = nodes.iter().take(SHOWN_NODES).map(SmolStr::as_str).collect();
        let more = nodes.len().saturating_sub(SHOWN_NODES);
        let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
        let on = format!("on {} of the fleet: {}{rest}", nodes.len(), names.join(", "));
        diagnostic.hint = Some(diagnostic.hint.map_or_else(|| on.clone(), |hint| format!("{hint}; {on}")));
        (file, diagnostic)
    });
    Ok(told.collect())
}

fn of_node(analysis: &Analysis, inventory: &Inventory, node: usize) -> Found {
    let node = inventory.load(node)?;
    let answer = crate::fleet::engine::evaluate(analysis, &node, None, false).map_err(interrupted)?;
    analysis.node_diagnostics(&answer.answer).map_err(interrupted)
}
