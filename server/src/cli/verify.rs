//! `verify`: the catalogs of a fleet beside those that a PuppetDB has stored, so that a team sees how true the program is on
//! its own code.

use std::path::Path;
use std::process::ExitCode;

use analysis::Analysis;
use analysis::fleet::changes::{Change, ChangeKind, NodeChanges};
use analysis::fleet::ignore::{IgnoreRule, Subject};
use analysis::fleet::placeholders::Placeholders;
use clap::Args;
use evaluator::catalog::rich_data::parameter_to_json;
use indexmap::IndexMap;
use serde_json::{Map, Value as Json};

use super::environment_options::EnvironmentOptions;
use super::fleet_diff::{exit_code, has_color};
use super::{fail, print};
use crate::fleet::collected::Collected;
use crate::fleet::engine::{MISTAKE, failure_of};
use crate::fleet::formats::FleetFormat;
use crate::fleet::inventory::Inventory;
use crate::fleet::options::FleetOptions;
use crate::fleet::parallel::Pool;
use crate::fleet::report::{FleetReport, NodeResult, ReportBuilder, Side};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    environment: EnvironmentOptions,
    #[command(flatten)]
    fleet: FleetOptions,
    /// Differences to leave out, as Type, Type[title], Type[title]::attribute or ::attribute
    #[arg(long, value_name = "RULE")]
    ignore: Vec<String>,
    #[arg(long, value_enum, default_value_t = FleetFormat::Text)]
    format: FleetFormat,
    /// Exit with 0 where all catalogs are the same, 1 for an error, 3 for differences
    #[arg(long)]
    exit_code: bool,
}

/// Parameters by name.
type Parameters = Map<String, Json>;

pub fn run(options: &Options) -> ExitCode {
    let written = verify(options).and_then(|report| Ok((options.format.write(&report, has_color())?, report)));
    match written {
        Ok((text, report)) => {
            print(&text);
            exit_code(&report, options.exit_code)
        }
        Err(message) => fail(message),
    }
}

fn verify(options: &Options) -> Result<FleetReport, String> {
    let mut ignored = Vec::new();
    for rule in &options.ignore {
        ignored.push(IgnoreRule::parse(rule).map_err(|error| error.to_string())?);
    }
    let project = options.environment.open(Some(Path::new(".")))?;
    let keeps_environment = options.environment.environment.is_some();
    let outside = &options.environment.outside;
    let fleet = options.fleet.open(outside, project.node_data.clone(), keeps_environment)?;
    let Some(fleet) = fleet else { return Err("say which nodes with --nodes SOURCE".to_string()) };
    if !fleet.inventory.has_catalogs() {
        let words = "the source has no stored catalogs: verify wants a `puppet db export` archive, or a snapshot that \
                     `puppet-analyzer-puppetdb --catalogs` has taken";
        return Err(words.to_string());
    }
    let host = project.host();
    let analysis = host.analysis();
    let pool = |what| Pool { analysis: &analysis, jobs: options.fleet.jobs, what };
    let nodes = fleet.nodes(&options.fleet, &pool("selecting from"))?;
    let collected = Collected::new(&fleet.inventory, options.fleet.jobs);
    let mut report = ReportBuilder::default();
    let work = |analysis: &Analysis, node: usize| compare(analysis, &fleet.inventory, node, &collected, &ignored);
    let broken = |_| NodeResult::Failed(vec![(Side::To, MISTAKE.to_string())]);
    pool("verified").run(&nodes, work, broken, |node, result| report.add(fleet.inventory.name(node), result))?;
    Ok(report.finish("PuppetDB", "puppet-analyzer", fleet.shard))
}

fn compare(
    analysis: &Analysis,
    inventory: &Inventory,
    node: usize,
    collected: &Collected<'_>,
    ignored: &[IgnoreRule],
) -> NodeResult {
    let failed = |side, message: String| NodeResult::Failed(vec![(side, message)]);
    let stored = match inventory.stored_catalog(node) {
        None => return failed(Side::From, "PuppetDB has no catalog of this node".to_string()),
        Some(Err(message)) => return failed(Side::From, message),
        Some(Ok(stored)) => stored,
    };
    let mut node = match inventory.load(node) {
        Ok(node) => node,
        Err(message) => return failed(Side::To, message),
    };
    let Ok(answer) = collected.evaluate(analysis, &mut node) else { return failed(Side::To, MISTAKE.to_string()) };
    match failure_of(analysis, &answer.answer) {
        Ok(None) => {}
        Ok(Some(message)) => return failed(Side::To, message),
        Err(_) => return failed(Side::To, MISTAKE.to_string()),
    }
    let Some(catalog) = &answer.answer.outcome.catalog else { return failed(Side::To, MISTAKE.to_string()) };
    let own = catalog.realized().map(|(_, resource)| {
        let set = resource.parameters.iter().filter(|(_, parameter)| !parameter.value.is_undef());
        let parameters = set.map(|(name, parameter)| (name.to_string(), parameter_to_json(&parameter.value)));
        (resource.to_string(), parameters.collect())
    });
    let (old, new) = (stored_resources(&stored), own.collect::<IndexMap<String, Parameters>>());
    let mut changes = differences(&old, &new);
    changes.retain(|change| !is_ignored(change, ignored));
    let changes = NodeChanges { certain: changes, undecided: Vec::new() };
    let placeholders = Placeholders::of(&node.name, &node.facts);
    NodeResult::Compared { changes, placeholders, resources: [old.len(), new.len()] }
}

/// Resources in PuppetDB's forms: a list, or an answer of its query API with the list below `data`.
fn stored_resources(catalog: &Json) -> IndexMap<String, Parameters> {
    let resources = catalog["resources"].as_array().or_else(|| catalog["resources"]["data"].as_array());
    let named = resources.into_iter().flatten().filter_map(|resource| {
        let reference = format!("{}[{}]", resource["type"].as_str()?, resource["title"].as_str()?);
        Some((reference, resource["parameters"].as_object().cloned().unwrap_or_default()))
    });
    named.collect()
}

fn differences(old: &IndexMap<String, Parameters>, new: &IndexMap<String, Parameters>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (resource, before) in old {
        let Some(after) = new.get(resource) else {
            let old = Some(Json::Object(before.clone()));
            changes.push(Change {
                kind: ChangeKind::Removed,
                resource: resource.clone(),
                attribute: None,
                old,
                new: None,
            });
            continue;
        };
        let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
        for name in names.filter(|name| !is_same(before.get(*name), after.get(*name))) {
            let (old, new) = (before.get(name).cloned(), after.get(name).cloned());
            let attribute = Some(name.clone());
            changes.push(Change { kind: ChangeKind::Changed, resource: resource.clone(), attribute, old, new });
        }
    }
    for (resource, after) in new.iter().filter(|(resource, _)| !old.contains_key(*resource)) {
        let new = Some(Json::Object(after.clone()));
        changes.push(Change { kind: ChangeKind::Added, resource: resource.clone(), attribute: None, old: None, new });
    }
    changes
}

/// PuppetDB keeps one name of a list and makes texts of references; null is a value that was not set.
fn is_same(old: Option<&Json>, new: Option<&Json>) -> bool {
    match (old, new) {
        (Some(Json::Null) | None, Some(Json::Null) | None) => true,
        (Some(Json::Array(list)), Some(one)) | (Some(one), Some(Json::Array(list))) if !one.is_array() => {
            matches!(list.as_slice(), [only] if only == one)
        }
        (old, new) => old == new,
    }
}

fn is_ignored(change: &Change, ignored: &[IgnoreRule]) -> bool {
    let (type_name, title) = change.type_and_title();
    let subject = Subject { type_name, title, attribute: change.attribute.as_deref(), has_tag: &|_| false };
    ignored.iter().any(|rule| rule.matches(subject))
}
