//! `diff --nodes`: what a change does to a fleet.

use std::io::IsTerminal;
use std::process::ExitCode;

use analysis::fleet::ignore::IgnoreRule;
use smol_str::SmolStr;

use super::diff::{FROM, Options, host};
use super::{FINDINGS, fail, print};
use crate::fleet::engine::Comparison;
use crate::fleet::inventory::Inventory;
use crate::fleet::parallel::Pool;
use crate::fleet::report::{FleetReport, NodeResult, ReportBuilder, Side};

/// The exit code for changes, where the user asked for it.
const CHANGES: u8 = 3;

pub fn run(options: &Options) -> ExitCode {
    match compare(options) {
        Ok(report) => finish(&report, options),
        Err(message) => fail(message),
    }
}

fn finish(report: &FleetReport, options: &Options) -> ExitCode {
    match options.format.write(report, has_color()) {
        Ok(text) => print(&text),
        Err(message) => return fail(message),
    }
    exit_code(report, options.exit_code)
}

/// Returns the code for errors, for changes where that was asked for, or for success.
pub fn exit_code(report: &FleetReport, tells_changes: bool) -> ExitCode {
    if !report.failures.is_empty() {
        return ExitCode::from(FINDINGS);
    }
    ExitCode::from(if tells_changes && report.has_changes() { CHANGES } else { 0 })
}

pub fn has_color() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

fn compare(options: &Options) -> Result<FleetReport, String> {
    let mut ignored = Vec::new();
    for rule in &options.ignore {
        ignored.push(IgnoreRule::parse(rule).map_err(|error| error.to_string())?);
    }
    let states = host(options)?;
    let mut fleet_options = options.fleet.clone();
    fleet_options.select.extend(options.node.iter().map(|name| format!("node:{name}")));
    let fleet = fleet_options.open(&options.outside, states.project.node_data.clone(), false)?;
    let Some(fleet) = fleet else { return Err("--nodes is missing".to_string()) };
    for rule in &states.project.fleet_ignore {
        ignored.push(IgnoreRule::parse(rule).map_err(|error| format!("the setting 'fleet.ignore': {error}"))?);
    }
    let analysis = states.host.analysis();
    let pool = |what| Pool { analysis: &analysis, jobs: options.fleet.jobs, what };
    let nodes = fleet.nodes(&fleet_options, &pool("selecting from"))?;
    let comparison = Comparison {
        inventory: &fleet.inventory,
        from: &FROM,
        changed: &states.changed,
        uses_read_sets: !options.no_read_sets,
        ignored: &ignored,
    };
    let mut report = ReportBuilder::default();
    if fleet.tells_problems() {
        add_problems(&fleet.inventory, &mut report);
    }
    comparison.run(&pool("compared"), &nodes, &mut report)?;
    Ok(report.finish(&options.from, &options.to, fleet.shard))
}

/// What of the inventory is not a node is a failure of its own.
fn add_problems(inventory: &Inventory, report: &mut ReportBuilder) {
    for problem in &inventory.problems {
        let node: &SmolStr = &problem.node;
        report.add(node, NodeResult::Failed(vec![(Side::To, problem.message.clone())]));
    }
}
