//! `compile`: the catalog of a node.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use analysis::preview::report::Names;
use clap::{Args, ValueEnum};
use evaluator::catalog::{to_dot, to_json, to_mermaid, to_tree};
use evaluator::{Request, World};

use super::environment_options::{EnvironmentOptions, Prepared, first_named_node};
use super::eval::{print_errors, print_logs};
use super::node_inputs;
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

/// The version of a catalog that no server made.
const VERSION: &str = "puppet-analyzer";

pub fn run(options: &Options) -> ExitCode {
    if options.environment.lists_facts() {
        return ExitCode::SUCCESS;
    }
    let prepared = match prepare(options) {
        Ok(prepared) => prepared,
        Err(message) => return fail(message),
    };
    let outcome = evaluator::compile(&prepared.world, &prepared.request);
    let place = |place| prepared.world.describe(place);
    let path = |file| prepared.world.path(file).to_string();
    let offset = |file, offset| prepared.world.describe_offset(file, offset);
    let names = Names { place: &place, offset: &offset, path: &path };
    let describe = |place| names.describe(&outcome, place);
    let catalog = outcome.catalog.as_ref();
    let text = match options.format {
        Format::Report => {
            let mut report = names.report(&outcome);
            report["node"] = prepared.request.node_name.as_str().into();
            report["facts"] = prepared.facts.name.as_str().into();
            report["edition"] = prepared.request.edition.name().into();
            format!("{report:#}\n")
        }
        Format::Json => catalog
            .map(|catalog| format!("{:#}\n", to_json::catalog_to_json(catalog, VERSION, &describe)))
            .unwrap_or_default(),
        Format::Tree => catalog.map(|catalog| to_tree::catalog_to_tree(catalog, &describe)).unwrap_or_default(),
        Format::Dot => catalog.map(to_dot::catalog_to_dot).unwrap_or_default(),
        Format::Mermaid => catalog.map(to_mermaid::catalog_to_mermaid).unwrap_or_default(),
    };
    if options.format != Format::Report {
        let Request { node_name, edition, .. } = &prepared.request;
        eprintln!("node {node_name}, facts {}, edition {}", prepared.facts.name, edition.name());
        print_logs(&outcome, &names);
        print_errors(&outcome, &names);
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
    if let Some(path) = &options.enc {
        let answer = node_inputs::read_classifier(path)?;
        prepared.request.classification = answer.classification;
        if let Some(environment) = answer.environment {
            prepared.request.environment = environment;
        }
    }
    if let Some(path) = &options.trusted {
        prepared.request.trusted = Some(node_inputs::read_value(path)?);
    }
    if let Some(path) = &options.exported {
        prepared.request.exported = Some(node_inputs::read_exported(path)?.into());
    }
    let node = options.node.as_ref().map(Into::into).or_else(|| first_named_node(&prepared.world));
    if let Some(node) = node {
        prepared.set_node(node);
    }
    Ok(prepared)
}
