//! The report as puppet-catalog_diff's JSON, which its viewer reads. Its date is left out: a report is a function of what it compares.

use std::collections::{BTreeMap, BTreeSet};

use analysis::fleet::changes::{Change, ChangeKind};
use serde_json::{Map, Value as Json, json};

use crate::fleet::line_diff::{Line, line_diff};
use crate::fleet::report::FleetReport;

/// Entries of the lists of nodes that changed most.
const MOST: usize = 10;

pub fn write(report: &FleetReport) -> Result<String, String> {
    let mut all = Map::new();
    let mut percentages: Vec<(String, f64)> = Vec::new();
    let mut differences: Vec<(String, usize)> = Vec::new();
    for (node, changes) in report.by_node() {
        let [old, new] = report.resources.get(node).copied().unwrap_or_default();
        let summary = Summary::of(&changes, old, new);
        percentages.push((node.to_string(), summary.percentage));
        differences.push((node.to_string(), summary.differences));
        all.insert(node.to_string(), summary.json);
    }
    for failure in &report.failures {
        let message = format!("{}: {}", failure.side.name(), failure.message);
        all.insert(failure.node.to_string(), json!({"error": message, "node_percentage": 0.0, "node_differences": 0}));
    }
    let total: f64 = percentages.iter().map(|(_, percentage)| percentage).sum();
    let names: Vec<&String> = percentages.iter().map(|(node, _)| node).collect();
    let entries = [
        ("total_percentage", json!(total / report.nodes.total.max(1) as f64)),
        ("with_changes", json!(percentages.len())),
        ("most_changed", most(percentages.clone())),
        ("most_differences", most(differences)),
        ("total_nodes", json!(report.nodes.total)),
        ("all_changed_nodes", json!(names)),
    ];
    all.extend(entries.map(|(name, value)| (name.to_string(), value)));
    Ok(format!("{:#}\n", Json::Object(all)))
}

fn most<N: PartialOrd + serde::Serialize>(mut nodes: Vec<(String, N)>) -> Json {
    nodes.sort_by(|one, other| other.1.partial_cmp(&one.1).unwrap_or(std::cmp::Ordering::Equal));
    nodes.iter().take(MOST).map(|(node, number)| json!({node.as_str(): number})).collect()
}

struct Summary {
    percentage: f64,
    differences: usize,
    json: Json,
}

/// What changed inside of the resources that both catalogs have.
#[derive(Default)]
struct Parameters {
    old: BTreeMap<String, Map<String, Json>>,
    new: BTreeMap<String, Map<String, Json>>,
    contents: BTreeMap<String, String>,
}

impl Summary {
    fn of(changes: &[Change], old: usize, new: usize) -> Summary {
        let of_kind = |kind: ChangeKind| changes.iter().filter(move |change| change.kind == kind);
        let names = |kind: ChangeKind| of_kind(kind).map(|change| change.resource.as_str()).collect::<Vec<_>>();
        let (removed, added) = (names(ChangeKind::Removed), names(ChangeKind::Added));
        let resources: BTreeSet<&str> = names(ChangeKind::Changed).into_iter().collect();
        let parameters = Parameters::of(of_kind(ChangeKind::Changed));
        let share = |part: usize, of: usize| if of == 0 { 0.0 } else { 100.0 * part as f64 / of as f64 };
        let shares = [share(resources.len(), old), share(added.len(), new), share(removed.len(), old)];
        let parts = shares.iter().filter(|share| **share > 0.0).count().max(1);
        let percentage = if shares[1] == 100.0 { 100.0 } else { shares.iter().sum::<f64>() / parts as f64 };
        let differences = added.len() + removed.len() + resources.len();
        let signed = |sign: char, number: usize| if number == 0 { "0".to_string() } else { format!("{sign}{number}") };
        let json = json!({
            "total_resources_in_old": old,
            "total_resources_in_new": new,
            "only_in_old": removed,
            "only_in_new": added,
            "differences_in_old": parameters.whole(&parameters.old),
            "differences_in_new": parameters.whole(&parameters.new),
            "differences_as_diff": {},
            "params_in_old": parameters.old,
            "params_in_new": parameters.new,
            "content_differences": parameters.contents,
            // Spelled as catalog_diff spells it.
            "catalag_percentage_added": format!("{:.2}", shares[1]),
            "catalog_percentage_removed": format!("{:.2}", shares[2]),
            "catalog_percentage_changed": format!("{:.2}", shares[0]),
            "added_and_removed_resources": format!("{} / {}", signed('+', added.len()), signed('-', removed.len())),
            "node_percentage": percentage,
            "node_differences": differences,
        });
        Summary { percentage, differences, json }
    }
}

impl Parameters {
    fn of<'c>(changes: impl Iterator<Item = &'c Change>) -> Self {
        let mut all = Parameters::default();
        for change in changes {
            let Some(attribute) = &change.attribute else { continue };
            for (side, value) in [(&mut all.old, &change.old), (&mut all.new, &change.new)] {
                let parameters = side.entry(change.resource.clone()).or_default();
                if let Some(value) = value {
                    parameters.insert(attribute.clone(), value.clone());
                }
            }
            if let ("content", Some(Json::String(old)), Some(Json::String(new))) =
                (attribute.as_str(), &change.old, &change.new)
            {
                all.contents.insert(change.resource.clone(), content_difference(old, new));
            }
        }
        all
    }

    /// Resources as catalog_diff writes them, with the parameters that differ.
    fn whole(&self, side: &BTreeMap<String, Map<String, Json>>) -> Map<String, Json> {
        let resource = |(reference, parameters): (&String, &Map<String, Json>)| {
            let (type_name, rest) = reference.split_once('[').unwrap_or((reference, ""));
            let title = rest.strip_suffix(']').unwrap_or(rest);
            let whole = json!({"type": type_name.to_lowercase(), "title": title, "resource_id": reference, "parameters": parameters});
            (reference.clone(), whole)
        };
        side.iter().map(resource).collect()
    }
}

fn content_difference(old: &str, new: &str) -> String {
    let line = |line: Line<'_>| match line {
        Line::Same(text) => format!(" {text}\n"),
        Line::Old(text) => format!("-{text}\n"),
        Line::New(text) => format!("+{text}\n"),
        Line::Skipped(_) => "@@\n".to_string(),
    };
    line_diff(old, new).into_iter().map(line).collect()
}
