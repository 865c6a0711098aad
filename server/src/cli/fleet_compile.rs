//! `compile --nodes`: the catalogs of a fleet, a line for each node.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use analysis::Analysis;
use serde_json::json;

use super::compile::{Format, Options, check_manifest};
use super::{FINDINGS, fail, print};
use crate::fleet::collected::Collected;
use crate::fleet::engine::{MISTAKE, failure_of};
use crate::fleet::inventory::Inventory;
use crate::fleet::parallel::Pool;
use crate::protocol::Report;

/// What is printed of a node.
struct Line {
    text: String,
    ok: bool,
}

pub fn run(options: &Options) -> ExitCode {
    match compile(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// False where a catalog could not be compiled.
fn compile(options: &Options) -> Result<bool, String> {
    if options.file.is_some() {
        return Err("--nodes compiles the environment's own manifests: leave the file out".to_string());
    }
    let is_text = match options.format {
        Format::Tree => true,
        Format::Jsonl | Format::Report => false,
        _ => return Err("--nodes has the formats jsonl and tree (a line for each node)".to_string()),
    };
    let project = options.environment.open(Some(Path::new(".")))?;
    check_manifest(&project, &project.change(&*project.disk))?;
    let mut fleet_options = options.fleet.clone();
    fleet_options.select.extend(options.node.iter().map(|name| format!("node:{name}")));
    let keeps_environment = options.environment.environment.is_some();
    let fleet = fleet_options.open(&options.environment.outside, project.node_data.clone(), keeps_environment)?;
    let Some(fleet) = fleet else { return Err("--nodes is missing".to_string()) };
    let host = project.host();
    let analysis = host.analysis();
    let pool = |what| Pool { analysis: &analysis, jobs: options.fleet.jobs, what };
    let nodes = fleet.nodes(&fleet_options, &pool("selecting from"))?;
    let collected = Collected::new(&fleet.inventory, options.fleet.jobs);
    let mut counts = (0, 0);
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut add = |line: Line| {
        counts = if line.ok { (counts.0 + 1, counts.1) } else { (counts.0, counts.1 + 1) };
        // A reader that went away (`| head`) is no mistake.
        let _ = writeln!(out, "{}", line.text);
    };
    if fleet.tells_problems() {
        for problem in &fleet.inventory.problems {
            add(failed(&problem.node, &problem.message, is_text));
        }
    }
    let write = |analysis: &Analysis, node: usize| line(analysis, &fleet.inventory, node, &collected, is_text);
    let broken = |node: usize| failed(fleet.inventory.name(node), MISTAKE, is_text);
    pool("compiled").run(&nodes, write, broken, |_, line| add(line))?;
    let _ = out.flush();
    drop(out);
    if is_text {
        print(&format!("{} catalogs compiled, {} failed\n", counts.0, counts.1));
    }
    Ok(counts.1 == 0)
}

fn line(analysis: &Analysis, inventory: &Inventory, node: usize, collected: &Collected<'_>, is_text: bool) -> Line {
    let name = inventory.name(node);
    let mut node = match inventory.load(node) {
        Ok(node) => node,
        Err(message) => return failed(name, &message, is_text),
    };
    let Ok(answer) = collected.evaluate(analysis, &mut node) else { return failed(name, MISTAKE, is_text) };
    let answer = answer.answer;
    let ok = answer.outcome.is_ok();
    if is_text {
        if !ok {
            let message = failure_of(analysis, &answer).ok().flatten().unwrap_or_default();
            return failed(name, &message, is_text);
        }
        let count = answer.outcome.catalog.as_ref().map_or(0, |catalog| catalog.realized().count());
        return Line { text: format!("{name}: {count} resources"), ok };
    }
    let report = analysis.report(&answer).ok().map(Report::from);
    match report.and_then(|report| serde_json::to_string(&report).ok()) {
        Some(text) => Line { text, ok },
        None => failed(name, MISTAKE, is_text),
    }
}

/// A node that was not evaluated, as a report with the error alone.
fn failed(node: &str, message: &str, is_text: bool) -> Line {
    let text = match is_text {
        true => format!("{node}: failed: {message}"),
        false => {
            let error = json!({"code": "", "message": message, "frames": []});
            json!({
                "ok": false, "catalog": null, "logs": [], "error": error.clone(), "errors": [error], "unknowns": [],
                "left_out": [], "virtual_resources": [], "undecided": 0, "possible": [], "possible_errors": [],
                "missing": [], "cycles": [], "limit": null, "node": node, "facts": "", "edition": "",
            })
            .to_string()
        }
    };
    Line { text, ok: false }
}
