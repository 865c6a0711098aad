//! `diff`: what a change does to catalogs. Each side is a folder, or a revision of the repository around the current one.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use evaluator::catalog::diff::diff_catalogs;
use evaluator::{Outcome, World};
use serde_json::{Value as Json, json};
use smol_str::SmolStr;
use syntax::Expr;

use super::environment_options::{EnvironmentOptions, Prepared};
use super::git_revision::{self, Side};
use super::{FINDINGS, fail, print};

#[derive(Args)]
pub struct Options {
    /// A folder or a git revision
    #[arg(long, default_value = "HEAD", value_name = "REV|DIR")]
    from: String,
    /// A folder or a git revision
    #[arg(long, default_value = ".", value_name = "REV|DIR")]
    to: String,
    /// The nodes to compare; without any, the first that the manifests name
    #[arg(long, conflicts_with = "all_nodes")]
    node: Vec<String>,
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
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub fn run(options: &Options) -> ExitCode {
    match compare(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// False where a catalog could not be compiled.
fn compare(options: &Options) -> Result<bool, String> {
    let from = git_revision::side(&options.from)?;
    let to = git_revision::side(&options.to)?;
    let nodes = nodes(options, &to)?;
    let mut all_compiled = true;
    let mut text = String::new();
    let mut entries = Vec::new();
    for node in nodes {
        let before = compile(options, &from, &node)?;
        let after = compile(options, &to, &node)?;
        let diff = match (&before.catalog, &after.catalog) {
            (Some(before), Some(after)) => diff_catalogs(before, after, &|| {}),
            _ => return Err(format!("there is no catalog for {node}")),
        };
        text += &format!("node {node}\n");
        let mut errors: Vec<Json> = Vec::new();
        for (side, outcome) in [(&options.from, &before), (&options.to, &after)] {
            if let Some(error) = outcome.errors.first() {
                all_compiled = false;
                text += &format!("  {side} does not compile: {}\n", error.message());
                errors.push(json!({"side": side, "message": error.message()}));
            }
        }
        text += &if diff.is_empty() { "  no change\n".to_string() } else { diff.to_text() };
        entries.push(json!({"node": node.as_str(), "diff": diff.to_json(), "errors": errors}));
    }
    match options.format {
        Format::Text => print(&text),
        Format::Json => print(&format!("{:#}\n", Json::Array(entries))),
    }
    Ok(all_compiled)
}

fn prepare(options: &Options, side: &Side) -> Result<Prepared, String> {
    let environment = EnvironmentOptions {
        environment: Some(side.folder().to_path_buf()),
        modulepath: options.modulepath.clone(),
        edition: options.edition,
        facts: options.facts.clone(),
    };
    let mut prepared = environment.prepare(None)?;
    // The folder of a revision has a name that says nothing.
    prepared.request.environment = SmolStr::new_static("production");
    let manifest: PathBuf = prepared.manifest.clone().unwrap_or_else(|| side.folder().join("manifests"));
    let shown = manifest.display();
    prepared.world.set_manifests(Path::new(&manifest)).map_err(|error| format!("cannot read {shown}: {error}"))?;
    Ok(prepared)
}

fn compile(options: &Options, side: &Side, node: &SmolStr) -> Result<Outcome, String> {
    let mut prepared = prepare(options, side)?;
    prepared.set_node(node.clone());
    Ok(evaluator::compile(&prepared.world, &prepared.request))
}

fn nodes(options: &Options, side: &Side) -> Result<Vec<SmolStr>, String> {
    if !options.node.is_empty() {
        return Ok(options.node.iter().map(SmolStr::new).collect());
    }
    let prepared = prepare(options, side)?;
    let mut named: Vec<SmolStr> = Vec::new();
    for file in prepared.world.main_manifests() {
        let Some(parsed) = prepared.world.parsed(file) else { continue };
        let program = parsed.program;
        for id in &program.definitions {
            let Expr::Node(node) = program.expr(*id) else { continue };
            for matching in &node.matches {
                if let Expr::String(name) | Expr::QualifiedName(name) = program.expr(*matching)
                    && !named.contains(name)
                {
                    named.push(name.clone());
                }
            }
        }
    }
    if named.is_empty() {
        named.push(prepared.request.node_name.clone());
    }
    if !options.all_nodes {
        named.truncate(1);
    }
    Ok(named)
}
