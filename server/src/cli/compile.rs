//! `compile`: the catalog of a node.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use analysis::preview::report::report;
use clap::{Args, ValueEnum};

use super::environment_options::{EnvironmentOptions, Prepared, first_named_node};
use super::eval::{print_errors, print_logs};
use super::{FINDINGS, fail, print, read_input};

#[derive(Args)]
pub struct Options {
    /// A manifest, or `-` for standard input; without it the environment's own
    file: Option<String>,
    /// The node; without it the first that the manifest names
    #[arg(long)]
    node: Option<String>,
    #[command(flatten)]
    environment: EnvironmentOptions,
    #[arg(long, value_enum, default_value_t = Format::Tree)]
    format: Format,
    /// What a node classifier prints: YAML with classes, parameters, environment
    #[arg(long, value_name = "FILE")]
    enc: Option<PathBuf>,
    /// The `$trusted` hash, JSON or YAML
    #[arg(long, value_name = "FILE")]
    trusted: Option<PathBuf>,
    /// Resources that other nodes export: a JSON list
    #[arg(long, value_name = "FILE")]
    exported: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Tree,
    Json,
    Report,
    Dot,
    Mermaid,
}

pub fn run(options: &Options) -> ExitCode {
    if options.environment.lists_facts() {
        return ExitCode::SUCCESS;
    }
    let prepared = match prepare(options) {
        Ok(prepared) => prepared,
        Err(message) => return fail(message),
    };
    let outcome = evaluator::compile(&prepared.world, &prepared.request);
    let describe = |place| prepared.world.describe(place);
    let text = match options.format {
        Format::Report => {
            let mut report = report(&outcome, &describe);
            report["node"] = prepared.request.node_name.as_str().into();
            report["facts"] = prepared.facts_name.as_str().into();
            report["edition"] = prepared.request.edition.name().into();
            format!("{report:#}\n")
        }
        Format::Json | Format::Tree | Format::Dot | Format::Mermaid => String::new(),
    };
    if options.format != Format::Report {
        eprintln!("node {}, facts {}", prepared.request.node_name, prepared.facts_name);
        print_logs(&outcome, &describe);
        print_errors(&outcome, &describe);
    }
    print(&text);
    ExitCode::from(if outcome.is_ok() { 0 } else { FINDINGS })
}

fn prepare(options: &Options) -> Result<Prepared, String> {
    let near = match options.file.as_deref() {
        Some("-") => None,
        Some(file) => Some(Path::new(file)),
        None => Some(Path::new(".")),
    };
    let mut prepared = options.environment.prepare(near)?;
    match options.file.as_deref() {
        Some("-") => {
            let file = prepared.world.add_text("-", read_input("-")?, false);
            prepared.world.add_manifest(file);
        }
        Some(file) => {
            prepared.world.set_manifests(Path::new(file)).map_err(|error| format!("cannot read {file}: {error}"))?;
        }
        None => {
            let Some(manifest) = prepared.manifest.clone() else {
                return Err("there is no environment here: give a manifest or --environment DIR".to_string());
            };
            let shown = manifest.display();
            prepared.world.set_manifests(&manifest).map_err(|error| format!("cannot read {shown}: {error}"))?;
        }
    }
    let node = options.node.as_ref().map(Into::into).or_else(|| first_named_node(&prepared.world));
    if let Some(node) = node {
        prepared.request.node_name = node;
    }
    Ok(prepared)
}
