//! Compares an outcome with what Puppet answered: logs, resources in order with their parameters, tags as sets, edges,
//! or the error.

use std::collections::BTreeSet;

use evaluator::catalog::rich_data::parameter_to_json;
use evaluator::catalog::{Catalog, Resource};
use evaluator::outcome::LogLevel;
use evaluator::{MemoryWorld, Outcome};
use serde_json::{Map, Value as Json, json};

use crate::support::{ShownError, show_error, substance, text};

pub fn differences(case: &Json, expect: &Json, world: &MemoryWorld, outcome: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    let error = outcome.errors.first().map(|error| show_error(world, error));
    if let Some(limit) = &outcome.limit {
        found.push(limit.message());
    }
    match (expect["ok"] == true, &error) {
        (true, None) => compare_catalog(expect, world, outcome, &mut found),
        (false, Some(error)) => compare_error(case, expect, error, &mut found),
        (true, Some(error)) => found.push(format!("expected success, got {error:?}")),
        (false, None) => found.push(format!("expected the error {} {}", expect["issue_code"], expect["message"])),
    }
    if case["loose"] != true {
        compare_logs(expect, world, outcome, &mut found);
    }
    if !found.is_empty() && !outcome.unknowns.is_empty() {
        let unknowns: Vec<&String> = outcome.unknowns.iter().map(|unknown| &unknown.reason).collect();
        found.push(format!("unknown: {unknowns:?}"));
    }
    found
}

pub fn compare_error(case: &Json, expect: &Json, error: &ShownError, found: &mut Vec<String>) {
    // Where Ruby itself fails there is no message of Puppet's to compare with.
    if case["loose"] == true || expect["internal"] == true || expect["message"].as_str().is_none_or(str::is_empty) {
        return;
    }
    let code = text(expect, "issue_code");
    if !code.is_empty() && code != error.code {
        found.push(format!("code: expected {code}, got {}", error.code));
    }
    if let Some(line) = expect["line"].as_u64()
        && error.line.map(u64::from) != Some(line)
    {
        found.push(format!("line: expected {line}, got {:?}", error.line));
    }
    // The quoted token of a syntax error is that of another kind of parser.
    let (expected, actual) = (substance(text(expect, "message")), substance(&error.message));
    if code != "SYNTAX_ERROR" && expected != actual {
        found.push(format!("message: expected {expected}\n              got {actual}"));
    }
}

fn compare_logs(expect: &Json, world: &MemoryWorld, outcome: &Outcome, found: &mut Vec<String>) {
    let mut describe = |place| world.describe(place);
    let ours: Vec<(LogLevel, String, String)> = outcome
        .logs
        .iter()
        .filter(|entry| entry.level > LogLevel::Debug)
        .map(|entry| (entry.level, entry.message.render(&mut describe), entry.source.to_string()))
        .collect();
    let expected: Vec<&Json> = expect["logs"].as_array().into_iter().flatten().collect();
    let is_warning = |entry: &Json| text(entry, "level") == "warning";
    let expected_logs: Vec<String> = expected
        .iter()
        .filter(|entry| !is_warning(entry))
        .map(|entry| format!("{} {} {}", text(entry, "level"), text(entry, "source"), text(entry, "message")))
        .collect();
    let our_logs: Vec<String> = ours
        .iter()
        .filter(|(level, _, _)| *level != LogLevel::Warning)
        .map(|(level, message, source)| format!("{} {source} {message}", level.name()))
        .collect();
    if expected_logs != our_logs {
        found.push(format!("logs: expected {expected_logs:#?}, got {our_logs:#?}"));
    }
    let warnings = |all: Vec<String>| -> BTreeSet<String> { all.iter().map(|warning| substance(warning)).collect() };
    let expected_warnings = warnings(
        expected.iter().filter(|entry| is_warning(entry)).map(|entry| text(entry, "message").to_string()).collect(),
    );
    let our_warnings = warnings(
        ours.iter().filter(|(level, _, _)| *level == LogLevel::Warning).map(|(_, text, _)| text.clone()).collect(),
    );
    if expected_warnings != our_warnings {
        found.push(format!("warnings: expected {expected_warnings:#?}, got {our_warnings:#?}"));
    }
}

fn compare_catalog(expect: &Json, world: &MemoryWorld, outcome: &Outcome, found: &mut Vec<String>) {
    let Some(catalog) = &outcome.catalog else {
        found.push("there is no catalog".to_string());
        return;
    };
    let expected: Vec<&Json> = expect["resources"].as_array().into_iter().flatten().collect();
    let is_listed = |resource: &Resource| {
        let reference = resource.to_string();
        !is_boilerplate(resource)
            || expected.iter().any(|entry| format!("{}[{}]", text(entry, "type"), text(entry, "title")) == reference)
    };
    let ours: Vec<Json> = catalog
        .resources
        .iter()
        .filter(|resource| (!resource.is_virtual || resource.is_exported) && is_listed(resource))
        .map(|resource| show_resource(world, resource))
        .collect();
    compare_resources(&expected, &ours, found);
    let classes = |names: Vec<&str>| names.into_iter().filter(|name| *name != "settings").map(str::to_string).collect();
    let expected_classes: Vec<String> =
        classes(expect["classes"].as_array().into_iter().flatten().filter_map(Json::as_str).collect());
    let our_classes: Vec<String> = classes(catalog.classes.iter().map(|name| name.as_str()).collect());
    if expected_classes != our_classes {
        found.push(format!("classes: expected {expected_classes:?}, got {our_classes:?}"));
    }
    let expected_edges: BTreeSet<(String, String)> = expect["edges"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|edge| {
            (edge[0].as_str().unwrap_or_default().to_string(), edge[1].as_str().unwrap_or_default().to_string())
        })
        .collect();
    let our_edges = edges(catalog);
    if expected_edges != our_edges {
        found.push(format!(
            "edges: missing {:?}, too many {:?}",
            expected_edges.difference(&our_edges).collect::<Vec<_>>(),
            our_edges.difference(&expected_edges).collect::<Vec<_>>()
        ));
    }
}

fn compare_resources(expected: &[&Json], ours: &[Json], found: &mut Vec<String>) {
    let references = |all: &mut dyn Iterator<Item = &Json>| -> Vec<String> {
        all.map(|entry| format!("{}[{}]", text(entry, "type"), text(entry, "title"))).collect()
    };
    let expected_order = references(&mut expected.iter().copied());
    let our_order = references(&mut ours.iter());
    if expected_order != our_order {
        found.push(format!("resources: expected {expected_order:?}\n                got {our_order:?}"));
        return;
    }
    for (expected, ours) in expected.iter().zip(ours) {
        for key in ["parameters", "exported", "virtual", "line", "file", "sensitive"] {
            if expected[key] != ours[key] {
                let reference = format!("{}[{}]", text(ours, "type"), text(ours, "title"));
                found.push(format!("{reference} {key}: expected {}, got {}", expected[key], ours[key]));
            }
        }
        let tags = |entry: &Json| -> BTreeSet<String> {
            entry["tags"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_string).collect()
        };
        if tags(expected) != tags(ours) {
            let reference = format!("{}[{}]", text(ours, "type"), text(ours, "title"));
            found.push(format!("{reference} tags: expected {:?}, got {:?}", tags(expected), tags(ours)));
        }
    }
}

fn is_boilerplate(resource: &Resource) -> bool {
    matches!(resource.to_string().as_str(), "Stage[main]" | "Class[Settings]" | "Class[main]")
        && resource.parameters.keys().all(|name| name == "name")
}

fn edges(catalog: &Catalog) -> BTreeSet<(String, String)> {
    let is_kept = |resource: &Resource| !resource.is_virtual || resource.is_exported;
    catalog
        .edges
        .iter()
        .map(|(container, content)| (catalog.get(*container), catalog.get(*content)))
        .filter(|(container, content)| is_kept(container) && is_kept(content))
        .map(|(container, content)| (container.to_string(), content.to_string()))
        .filter(|(container, content)| {
            container != "Stage[main]" || !matches!(content.as_str(), "Class[main]" | "Class[Settings]")
        })
        .collect()
}

pub fn show_resource(world: &MemoryWorld, resource: &Resource) -> Json {
    let mut parameters = Map::new();
    for (name, parameter) in &resource.parameters {
        if !parameter.value.is_undef() {
            parameters.insert(name.to_string(), parameter_to_json(&parameter.value));
        }
    }
    let mut shown = json!({
        "type": resource.type_name.as_str(),
        "title": resource.title.as_str(),
        "parameters": parameters,
        "exported": resource.is_exported,
        "virtual": resource.is_virtual,
        "tags": resource.tags.iter().map(|tag| tag.as_str()).collect::<Vec<_>>(),
    });
    if let Some(at) = resource.place.and_then(|place| world.describe(place)) {
        shown["file"] = json!(at.path);
        shown["line"] = json!(at.line);
    }
    if !resource.sensitive_parameters.is_empty() {
        let names: Vec<&str> = resource.sensitive_parameters.iter().map(|name| name.as_str()).collect();
        shown["sensitive"] = json!(names);
    }
    shown
}
