//! `lookup --nodes`: the different values of a Hiera key across a fleet, with the nodes that have them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use analysis::Analysis;
use analysis::fleet::evaluation::NodeQuestion;
use evaluator::value::text::to_source_string;
use serde_json::{Value as Json, json};
use smol_str::SmolStr;

use super::lookup::{Format, Options};
use super::{FINDINGS, fail, print};
use crate::fleet::engine::{MISTAKE, failure_text};
use crate::fleet::inventory::Inventory;
use crate::fleet::parallel::Pool;

/// Names that are shown of the nodes with one value.
const SHOWN_NODES: usize = 8;

/// A value, or why there is none.
type Found = Result<String, String>;

pub fn run(options: &Options) -> ExitCode {
    match look_up(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// False where a node has no value.
fn look_up(options: &Options) -> Result<bool, String> {
    let project = options.environment.open(Some(Path::new(".")))?;
    let keeps_environment = options.environment.environment.is_some();
    let outside = &options.environment.outside;
    let fleet = options.fleet.open(outside, project.node_data.clone(), keeps_environment)?;
    let Some(fleet) = fleet else { return Err("--nodes is missing".to_string()) };
    let host = project.host();
    let analysis = host.analysis();
    let pool = |what| Pool { analysis: &analysis, jobs: options.fleet.jobs, what };
    let nodes = fleet.nodes(&options.fleet, &pool("selecting from"))?;
    let mut values: BTreeMap<Found, Vec<SmolStr>> = BTreeMap::new();
    if fleet.tells_problems() {
        for problem in &fleet.inventory.problems {
            values.entry(Err(problem.message.clone())).or_default().push(problem.node.clone());
        }
    }
    let work = |analysis: &Analysis, node: usize| value_of(analysis, &fleet.inventory, node, &options.key);
    pool("looked up").run(
        &nodes,
        work,
        |_| Err(MISTAKE.to_string()),
        |node, found| {
            values.entry(found).or_default().push(fleet.inventory.name(node).clone());
        },
    )?;
    let all_found = values.keys().all(Result::is_ok);
    let mut values: Vec<(Found, Vec<SmolStr>)> = values.into_iter().collect();
    values.sort_by_key(|(_, nodes)| std::cmp::Reverse(nodes.len()));
    print(&match options.format {
        Format::Text => as_text(&values),
        Format::Json => as_json(&options.key, &values),
    });
    Ok(all_found)
}

fn value_of(analysis: &Analysis, inventory: &Inventory, node: usize, key: &str) -> Found {
    let node = inventory.load(node)?;
    let question = NodeQuestion { node: &node, key: Some(key), overlay: None, keeps_reads: false };
    let Ok(answer) = analysis.evaluate_node(question) else { return Err(MISTAKE.to_string()) };
    match &answer.answer.outcome.value {
        Some(value) if answer.answer.outcome.is_ok() => Ok(to_source_string(value)),
        _ => Err(analysis.messages(&answer.answer).map_or(MISTAKE.to_string(), |view| failure_text(&view))),
    }
}

fn as_text(values: &[(Found, Vec<SmolStr>)]) -> String {
    let mut text = String::new();
    for (found, nodes) in values {
        let count = if nodes.len() == 1 { "1 node".to_string() } else { format!("{} nodes", nodes.len()) };
        text += &match found {
            Ok(value) => format!("{count}: {value}\n"),
            Err(message) => format!("{count} without a value: {message}\n"),
        };
        let shown: Vec<&str> = nodes.iter().take(SHOWN_NODES).map(SmolStr::as_str).collect();
        let more = nodes.len().saturating_sub(SHOWN_NODES);
        let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
        text += &format!("    {}{rest}\n", shown.join(", "));
    }
    text
}

fn as_json(key: &str, values: &[(Found, Vec<SmolStr>)]) -> String {
    let (mut found, mut failures) = (Vec::new(), Vec::new());
    for (value, nodes) in values {
        match value {
            Ok(value) => found.push(json!({"value": value, "nodes": nodes})),
            Err(message) => failures.extend(nodes.iter().map(|node| json!({"node": node, "message": message}))),
        }
    }
    format!("{:#}\n", Json::from_iter([("key", json!(key)), ("values", json!(found)), ("failures", json!(failures))]))
}
