//! `compile`: the catalog of a node.

use std::path::Path;
use std::process::ExitCode;

use analysis::catalog_view::{VERSION, ViewContext};
use analysis::file_system::FileSystem;
use analysis::preview::command::{CommandAnswer, CommandGoal, CommandQuestion};
use analysis::{Analysis, AnalysisHost, Change, FileContent};
use clap::{Args, ValueEnum};
use evaluator::catalog::{to_dot, to_json, to_mermaid, to_tree};

use super::environment_options::{EnvironmentOptions, Project};
use super::fleet_compile;
use super::outcome_text::{print_errors, print_logs, print_missing};
use super::{FINDINGS, fail, interrupted, pretty, print, read_input, shown_path};
use crate::fleet::options::FleetOptions;
use crate::protocol::Report;
use crate::workspace::read_limits::path_text;

#[derive(Args)]
pub struct Options {
    /// A manifest, or `-` for standard input; without it the environment's own
    pub(super) file: Option<String>,
    /// The node; without it the first that the manifest names
    #[arg(long)]
    pub(super) node: Option<String>,
    #[command(flatten)]
    pub(super) environment: EnvironmentOptions,
    #[command(flatten)]
    pub(super) fleet: FleetOptions,
    #[arg(long, value_enum, default_value_t = Format::Tree)]
    pub(super) format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Tree,
    Json,
    Report,
    /// With --nodes: the report of each node on a line of its own
    Jsonl,
    Dot,
    Mermaid,
}

pub fn run(options: &Options) -> ExitCode {
    if options.environment.lists_facts() {
        return ExitCode::SUCCESS;
    }
    if options.fleet.nodes.is_some() {
        return fleet_compile::run(options);
    }
    if options.format == Format::Jsonl {
        return fail("jsonl is the format of a fleet: name its nodes with --nodes SOURCE");
    }
    match compile(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// False where the catalog could not be compiled.
fn compile(options: &Options) -> Result<bool, String> {
    let (host, question) = prepare(options)?;
    let analysis = host.analysis();
    let answer = analysis.command(&question).map_err(interrupted)?;
    if options.format != Format::Report {
        let ViewContext { node, fact_set, edition, .. } = &answer.context;
        eprintln!("node {node}, facts {fact_set}, edition {edition}");
        let messages = analysis.messages(&answer).map_err(interrupted)?;
        print_logs(&messages);
        print_errors(&messages);
        print_missing(&messages);
    }
    print(&written(options.format, &analysis, &answer)?);
    Ok(answer.outcome.is_ok())
}

/// Returns the catalog in a format; nothing where there is no catalog.
fn written(format: Format, analysis: &Analysis, answer: &CommandAnswer) -> Result<String, String> {
    if format == Format::Report {
        return pretty(&Report::from(analysis.report(answer).map_err(interrupted)?));
    }
    let Some(catalog) = &answer.outcome.catalog else { return Ok(String::new()) };
    let undecided = to_tree::undecided_words(answer.outcome.possible.len(), answer.outcome.missing.len());
    let note = Some(format!("catalog of {}{undecided}", catalog.name)).filter(|_| !undecided.is_empty());
    let written = analysis.with_locator(&answer.outcome, |locator| match format {
        Format::Tree => {
            let place = |place| locator.place(place).map(|at| (shown_path(&at.path).into(), at.line, at.column));
            to_tree::catalog_to_tree(catalog, &answer.outcome.possible, &answer.outcome.missing, &place)
        }
        Format::Dot => to_dot::catalog_to_dot(catalog, note.as_deref()),
        Format::Mermaid => to_mermaid::catalog_to_mermaid(catalog, note.as_deref()),
        Format::Json | Format::Report | Format::Jsonl => {
            format!("{:#}\n", to_json::catalog_to_json(catalog, VERSION, &|place| locator.named(place)))
        }
    });
    written.map_err(interrupted)
}

fn prepare(options: &Options) -> Result<(AnalysisHost, CommandQuestion), String> {
    let near = match options.file.as_deref() {
        Some("-") => None,
        Some(file) => Some(Path::new(file)),
        None => Some(Path::new(".")),
    };
    let project = options.environment.open(near)?;
    let mut change = project.change(&*project.disk);
    let manifests = match options.file.as_deref() {
        None => {
            check_manifest(&project, &change)?;
            None
        }
        Some("-") => {
            change.set_file("-", FileContent::from_bytes(read_input("-")?));
            Some(vec!["-".to_string()])
        }
        Some(file) => {
            let paths = manifests_at(&project, file)?;
            paths.iter().for_each(|path| change.set_file(path, FileContent::Unread));
            Some(paths)
        }
    };
    let mut host = AnalysisHost::over_disk(project.disk.clone());
    host.apply_change(change);
    let ids = |paths: Vec<String>| paths.iter().filter_map(|path| host.file_id(path)).collect();
    let question = CommandQuestion {
        goal: CommandGoal::Catalog,
        manifests: manifests.map(ids),
        node: options.node.as_ref().map(Into::into),
        overlay: None,
    };
    Ok((host, question))
}

/// Refuses an environment without manifests.
pub(super) fn check_manifest(project: &Project, change: &Change) -> Result<(), String> {
    let found = change.layout.as_ref().and_then(|layout| layout.environments.first());
    match (&project.root, found) {
        (Some(root), Some(found)) => {
            if let Some(module) = found.modules.iter().find(|module| module.root == *root) {
                let (name, shown) = (&module.name, shown_path(root));
                return Err(format!(
                    "{shown} is a module, not an environment: say what to declare, for example \
                     `echo 'include {name}' | puppet-analyzer compile - --environment {shown}`"
                ));
            }
            let manifest = if found.manifest.is_empty() { "manifests" } else { &found.manifest };
            let path = format!("{root}/{manifest}");
            std::fs::metadata(&path).map_err(|error| format!("cannot read {}: {error}", shown_path(&path)))?;
            Ok(())
        }
        _ => Err("there is no environment here: give a manifest or --environment DIR".to_string()),
    }
}

/// The manifests that a path means: a file, or all that a folder has.
fn manifests_at(project: &Project, named: &str) -> Result<Vec<String>, String> {
    let path = Path::new(named);
    let metadata = std::fs::metadata(path).map_err(|error| format!("cannot read {named}: {error}"))?;
    let full = path_text(path);
    if !metadata.is_dir() {
        return Ok(vec![full]);
    }
    project.disk.allow(path);
    let below = project.disk.files_below(&full).into_iter().filter(|path| path.ends_with(".pp"));
    let mut paths: Vec<String> = below.map(|below| format!("{full}/{below}")).collect();
    paths.sort();
    Ok(paths)
}
