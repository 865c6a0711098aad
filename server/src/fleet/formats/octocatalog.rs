//! The report as octocatalog-diff's JSON: its object for one node, a list of them with `node` for several.

use analysis::fleet::changes::{Change, ChangeKind};
use serde_json::{Value as Json, json};

use crate::fleet::report::FleetReport;

pub fn write(report: &FleetReport) -> Result<String, String> {
    let mut nodes: Vec<Json> = Vec::new();
    for (node, changes) in report.by_node() {
        let header = format!("diff {}/{node} {}/{node}", report.from, report.to);
        nodes.push(json!({"diff": changes.iter().map(entry).collect::<Vec<_>>(), "header": header, "node": node}));
    }
    for failure in &report.failures {
        let header = format!("diff {}/{node} {}/{node}", report.from, report.to, node = failure.node);
        let error = format!("{}: {}", failure.side.name(), failure.message);
        nodes.push(json!({"diff": [], "header": header, "node": failure.node, "error": error}));
    }
    let whole = match (report.nodes.total, nodes.len()) {
        (1, 1) => nodes.remove(0),
        (1, 0) => json!({"diff": [], "node": report.unchanged.first()}),
        _ => Json::Array(nodes),
    };
    Ok(format!("{whole:#}\n"))
}

fn entry(change: &Change) -> Json {
    let (type_name, title) = change.type_and_title();
    let is_nested = |value: &Option<Json>| !matches!(value, Some(Json::String(_) | Json::Number(_) | Json::Bool(_)));
    let diff_type = match change.kind {
        ChangeKind::Added => "+",
        ChangeKind::Removed => "-",
        // A value inside of an attribute that came or went, or a list.
        ChangeKind::Changed if is_nested(&change.old) || is_nested(&change.new) => "!",
        ChangeKind::Changed => "~",
    };
    let mut structure: Vec<&str> = Vec::new();
    if let Some(attribute) = &change.attribute {
        structure.push("parameters");
        structure.extend(attribute.split('.'));
    }
    let whole = |parameters: &Option<Json>| match (change.kind, parameters) {
        (ChangeKind::Changed, value) => value.clone(),
        (_, Some(parameters)) => Some(json!({"type": type_name, "title": title, "parameters": parameters})),
        (_, None) => None,
    };
    json!({
        "diff_type": diff_type, "type": type_name, "title": title, "structure": structure,
        "old_value": whole(&change.old), "new_value": whole(&change.new),
        "old_file": null, "old_line": null, "new_file": null, "new_line": null,
        "old_location": null, "new_location": null,
    })
}
