//! `diff`: what a change does to catalogs. Each side is a folder, or a revision of the repository around the current one.

use std::process::ExitCode;
use std::sync::Arc;

use analysis::catalog_view::{Missing, UndecidedDiff};
use analysis::change::OverlayChange;
use analysis::file_system::FileSystem;
use analysis::fleet::read_set::ChangedFiles;
use analysis::preview::command::{CommandGoal, CommandQuestion};
use analysis::preview::contexts::DEFAULT_NODE;
use analysis::{Analysis, AnalysisHost};
use clap::Args;
use evaluator::catalog::diff::diff_catalogs;
use smol_str::SmolStr;

use super::diff_sides::Sides;
use super::environment_options::{EnvironmentOptions, Project};
use super::fleet_diff;
use super::outside_options::OutsideOptions;
use super::{FINDINGS, fail, interrupted, pretty, print};
use crate::fleet::formats::FleetFormat;
use crate::fleet::options::FleetOptions;
use crate::protocol::{CommandDifference, Difference, FailedSide, UndecidedParts};
use crate::workspace::overlay_files::OverlayFiles;

#[derive(Args)]
pub struct Options {
    /// A folder or a git revision
    #[arg(long, default_value = "HEAD", value_name = "REV|DIR")]
    pub(super) from: String,
    /// A folder or a git revision
    #[arg(long, default_value = ".", value_name = "REV|DIR")]
    pub(super) to: String,
    /// The nodes to compare; without any, the first that the manifests name
    #[arg(long, conflicts_with = "all_nodes")]
    pub(super) node: Vec<String>,
    /// Every node that the manifests name
    #[arg(long)]
    all_nodes: bool,
    /// puppet8, puppet7 or spec4x; without it what the project says
    #[arg(long, value_parser = super::edition)]
    edition: Option<analysis::Edition>,
    /// A file of facts in JSON or YAML, or a built-in set
    #[arg(long, value_name = "FILE|SET")]
    facts: Option<String>,
    /// Folders of modules, with `:` between them
    #[arg(long, value_name = "DIR:DIR")]
    modulepath: Option<String>,
    #[command(flatten)]
    pub(super) outside: OutsideOptions,
    #[command(flatten)]
    pub(super) fleet: FleetOptions,
    /// With --nodes: compile every node in both states, whatever it reads; the answer is the same
    #[arg(long, requires = "nodes")]
    pub(super) no_read_sets: bool,
    /// With --nodes: changes to leave out, as Type, Type[title], Type[title]::attribute, ::attribute or tag:name
    #[arg(long, value_name = "RULE", requires = "nodes")]
    pub(super) ignore: Vec<String>,
    /// With --nodes: exit with 0 for no change, 1 for an error, 3 for changes
    #[arg(long, requires = "nodes")]
    pub(super) exit_code: bool,
    /// All but text and json need --nodes
    #[arg(long, value_enum, default_value_t = FleetFormat::Text)]
    pub(super) format: FleetFormat,
}

pub fn run(options: &Options) -> ExitCode {
    if options.fleet.nodes.is_some() {
        return fleet_diff::run(options);
    }
    match compare(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// False where a catalog could not be compiled.
fn compare(options: &Options) -> Result<bool, String> {
    if !matches!(options.format, FleetFormat::Text | FleetFormat::Json) {
        return Err("this format is that of a fleet: name its nodes with --nodes SOURCE".to_string());
    }
    let DiffHost { host, project, .. } = host(options)?;
    if options.all_nodes {
        eprintln!("every node has the facts {}; --nodes SOURCE gives each its own", project.facts.name);
    }
    let analysis = host.analysis();
    let mut all_compiled = true;
    let mut text = String::new();
    let mut entries = Vec::new();
    for node in nodes(options, &analysis)? {
        let outcome = |overlay| {
            let node = Some(node.clone());
            let question = CommandQuestion { goal: CommandGoal::Catalog, manifests: None, node, overlay };
            analysis.command(&question).map_err(interrupted)
        };
        let (before, after) = (outcome(Some(FROM))?, outcome(None)?);
        let diff = match (&before.outcome.catalog, &after.outcome.catalog) {
            (Some(before), Some(after)) => diff_catalogs(before, after, &|| {}),
            _ => return Err(format!("there is no catalog for {node}")),
        };
        let messages = |answer| analysis.messages(answer).map_err(interrupted);
        let views = (messages(&before)?, messages(&after)?);
        let undecided = UndecidedDiff::between(&views.0, &views.1);
        text += &format!("node {node}{}\n", undecided.words());
        let mut errors = Vec::new();
        for (side, view) in [(&options.from, views.0), (&options.to, views.1)] {
            if !view.missing.is_empty() {
                let names: Vec<String> = view.missing.iter().map(Missing::text).collect();
                text += &format!("  {side} has not in the workspace: {}\n", names.join(", "));
            }
            if let Some(error) = view.errors.into_iter().next() {
                all_compiled = false;
                text += &format!("  {side} does not compile: {}\n", error.message);
                errors.push(FailedSide { side: side.clone(), message: error.message });
            }
        }
        text += &match diff.is_empty() && undecided.is_empty() {
            true => "  no change\n".to_string(),
            false => diff.to_text() + &undecided.to_text(),
        };
        let parts = UndecidedParts { from: undecided.before, to: undecided.after };
        entries.push(CommandDifference { node, undecided: parts, diff: Difference::of(diff, undecided), errors });
    }
    match options.format {
        FleetFormat::Json => print(&pretty(&entries)?),
        _ => print(&text),
    }
    Ok(all_compiled)
}

/// The overlay with the state that is compared with.
pub(super) const FROM: SmolStr = SmolStr::new_static("from");

/// A database of both states.
pub(super) struct DiffHost {
    pub host: AnalysisHost,
    pub project: Project,
    pub changed: ChangedFiles,
}

/// Makes a database of the new state, with the old one as an overlay: what is equal in both is read and parsed once.
pub(super) fn host(options: &Options) -> Result<DiffHost, String> {
    let sides = Sides::find(&options.from, &options.to)?;
    let environment = EnvironmentOptions {
        environment: Some(sides.root.clone()),
        modulepath: options.modulepath.clone(),
        edition: options.edition,
        facts: options.facts.clone(),
        outside: options.outside.clone(),
    };
    let mut project = environment.open(None)?;
    // The folder that a revision is compared in has a name that says nothing.
    project.set_environment_name("production");
    let disk: Arc<dyn FileSystem> = match sides.to.is_empty() {
        true => project.disk.clone(),
        false => Arc::new(OverlayFiles { base: project.disk.clone(), contents: sides.to }),
    };
    let old = OverlayFiles { base: disk.clone(), contents: sides.from };
    let mut change = project.change(&*disk);
    let layout = Some(project.layout(&old));
    let changed =
        ChangedFiles { paths: old.contents.keys().cloned().collect(), layout_differs: layout != change.layout };
    change.overlays.push(OverlayChange { name: FROM, files: old.contents, layout });
    let mut host = AnalysisHost::over_disk(disk);
    host.apply_change(change);
    Ok(DiffHost { host, project, changed })
}

fn nodes(options: &Options, analysis: &Analysis) -> Result<Vec<SmolStr>, String> {
    if !options.node.is_empty() {
        return Ok(options.node.iter().map(SmolStr::new).collect());
    }
    let mut named = analysis.nodes_named(None).map_err(interrupted)?;
    if named.is_empty() {
        named.push(SmolStr::new_static(DEFAULT_NODE));
    }
    if !options.all_nodes {
        named.truncate(1);
    }
    Ok(named)
}
