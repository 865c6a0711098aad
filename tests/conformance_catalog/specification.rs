//! The rules and examples of the specification's chapters that are whole programs, as Puppet 8 answers them; and what
//! the chapters say otherwise, in the edition that follows them.

use evaluator::{Edition, Outcome};
use serde_json::{Value as Json, json};

use crate::{compare, deviations, support};

#[test]
fn programs_of_the_specification_are_as_puppet_8_compiles_them() {
    support::with_large_stack(|| {
        let default_facts = support::default_facts();
        let only = std::env::var("CASE").ok();
        let mut unexpected = String::new();
        let (mut passed, mut all) = (0, 0);
        for row in support::read_cases("specification.jsonl") {
            let id = support::text(&row, "id");
            if !row["input"]["code"].is_string() || only.as_deref().is_some_and(|only| only != id) {
                continue;
            }
            all += 1;
            let differences = check(&row, &default_facts);
            if differences.is_empty() {
                passed += 1;
            }
            match (differences.is_empty(), deviations::reason(id)) {
                (true, None) | (false, Some(_)) => {}
                (true, Some(_)) => {
                    unexpected.push_str(&format!("{id} is listed as a deviation and is none any more\n"));
                }
                (false, None) => {
                    let code = support::text(&row["input"], "code");
                    let says = support::text(&row, "says");
                    unexpected.push_str(&format!("--- {id}: {says}\n{code}\n{}\n\n", differences.join("\n")));
                }
            }
        }
        println!("specification {passed} of {all}");
        assert!(unexpected.is_empty(), "{unexpected}\n{passed} of {all} pass");
    });
}

fn check(row: &Json, default_facts: &Json) -> Vec<String> {
    let case = &row["input"];
    let expect = &row["puppet8"];
    let world = support::world_of(case, Edition::Puppet8);
    let request = support::request_of(case, default_facts, Edition::Puppet8);
    let outcome = match support::compile(&world, &request) {
        Ok(outcome) => outcome,
        Err(panic) => return vec![panic],
    };
    let mut found = Vec::new();
    let error = outcome.errors.first().map(|error| support::show_error(&world, error));
    match (expect["ok"] == true, &error) {
        (true, None) => compare_resources(expect, &world, &outcome, &mut found),
        (true, Some(error)) => found.push(format!("expected success, got {error:?}")),
        (false, None) => found.push(format!("expected the error {}", expect["error"])),
        (false, Some(error)) => {
            let mut expected = expect["error"].clone();
            expected["issue_code"] = expected["code"].clone();
            // Ruby's own failures have no message of Puppet's.
            let is_internal = support::text(&expected, "message").contains("SystemStackError");
            if !is_internal {
                compare::compare_error(case, &expected, error, &mut found);
            }
        }
    }
    compare_logs(expect, &outcome, &mut found);
    found
}

fn compare_logs(expect: &Json, outcome: &Outcome, found: &mut Vec<String>) {
    let wanted = |level: &str| !matches!(level, "warning" | "debug");
    let expected: Vec<String> = expect["logs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|entry| wanted(support::text(entry, "level")))
        .map(|entry| format!("{} {}", support::text(entry, "level"), support::text(entry, "message")))
        .collect();
    let ours: Vec<String> = outcome
        .logs
        .iter()
        .filter(|entry| wanted(entry.level.name()))
        .map(|entry| format!("{} {}", entry.level.name(), entry.message.text()))
        .collect();
    if expected != ours {
        found.push(format!("logs: expected {expected:#?}, got {ours:#?}"));
    }
}

/// Type, title and parameters in order.
fn compare_resources(expect: &Json, world: &evaluator::MemoryWorld, outcome: &Outcome, found: &mut Vec<String>) {
    let Some(expected) = expect["resources"].as_array() else {
        return;
    };
    let Some(catalog) = &outcome.catalog else {
        found.push("there is no catalog".to_string());
        return;
    };
    let pick = |entry: &Json| json!([entry["type"], entry["title"], entry["parameters"]]);
    let expected: Vec<Json> = expected.iter().map(pick).collect();
    let is_listed = |shown: &Json| {
        !matches!(
            (support::text(shown, "type"), support::text(shown, "title")),
            ("Stage" | "Class", "main") | ("Class", "Settings")
        ) || expected.iter().any(|entry| entry[0] == shown["type"] && entry[1] == shown["title"])
    };
    let ours: Vec<Json> = catalog
        .resources
        .iter()
        .filter(|resource| !resource.is_virtual || resource.is_exported)
        .map(|resource| compare::show_resource(world, resource))
        .filter(is_listed)
        .map(|shown| pick(&shown))
        .collect();
    if expected != ours {
        found.push(format!("resources: expected {}\n                got {}", json!(expected), json!(ours)));
    }
}

/// What a chapter says of a program.
enum Says {
    Fails,
    Succeeds,
    /// Log lines.
    Logs(&'static [&'static str]),
    /// A resource with exactly these parameters.
    Resource(&'static str, &'static str),
}

/// Rows whose verdict is that Puppet differs, with what the chapter says.
const SAID: &[(&str, Says)] = &[
    ("000-AL5b", Says::Fails),
    ("000-PL2", Says::Succeeds),
    ("000-CD4", Says::Succeeds),
    ("000-CD12", Says::Fails),
    ("000-CD12b", Says::Fails),
    ("000-RT7", Says::Succeeds),
    ("000-RE4", Says::Resource("Notify[a]", r#"{"message":"m"}"#)),
    ("000-RE4c", Says::Resource("Notify[a]", r#"{"message":"m"}"#)),
    ("000-RE4d", Says::Resource("Notify[a]", r#"{"message":"m"}"#)),
    ("000-RD2", Says::Resource("Notify[n]", r#"{"tag":["one","two"]}"#)),
    ("000-RD2b", Says::Resource("Notify[n]", r#"{"tag":"two"}"#)),
    ("000-RO3b", Says::Fails),
    ("000-RO5b", Says::Resource("Notify[n]", r#"{"message":"y"}"#)),
    ("000-RO7", Says::Resource("Notify[b]", r#"{"message":"m"}"#)),
    ("000-RO9g", Says::Resource("File[bar]", r#"{"mode":438}"#)),
    ("000-RL6", Says::Resource("Class[Apache]", r#"{"before":["Notify[a]"]}"#)),
    ("000-RL6b", Says::Resource("Class[Apache]", r#"{"before":["Notify[a]"]}"#)),
    ("000-RL6e", Says::Fails),
    ("000-RL8b", Says::Resource("Notify[a]", "{}")),
    ("000-RL12", Says::Logs(&["File['a']"])),
    ("000-RE6d", Says::Logs(&["a 2"])),
    ("000-RL12d", Says::Fails),
    ("000-RL12e", Says::Fails),
    ("000-CO2", Says::Resource("Notify[x]", "{}")),
    ("000-CO5f", Says::Fails),
    ("000-CO6b", Says::Fails),
    ("000-CO6g", Says::Fails),
    ("000-CO7", Says::Logs(&[""])),
];

#[test]
fn the_chapters_hold_in_their_own_edition() {
    support::with_large_stack(|| {
        let default_facts = support::default_facts();
        let rows = support::read_cases("specification.jsonl");
        let mut unexpected = String::new();
        for (id, says) in SAID {
            let row = rows.iter().find(|row| row["id"] == *id).expect("the row is there");
            let case = &row["input"];
            let world = support::world_of(case, Edition::Spec4x);
            let request = support::request_of(case, &default_facts, Edition::Spec4x);
            let difference = match support::compile(&world, &request) {
                Ok(outcome) => said_difference(says, &world, &outcome),
                Err(panic) => Some(panic),
            };
            if let Some(difference) = difference {
                let code = support::text(case, "code");
                unexpected.push_str(&format!("--- spec4x {id}: {}\n{code}\n{difference}\n\n", row["says"]));
            }
        }
        assert!(unexpected.is_empty(), "{unexpected}");
    });
}

fn said_difference(says: &Says, world: &evaluator::MemoryWorld, outcome: &Outcome) -> Option<String> {
    let error = outcome.errors.first().map(|error| support::show_error(world, error));
    match (says, error) {
        (Says::Fails, Some(_)) => None,
        (Says::Fails, None) => Some("expected an error".to_string()),
        (_, Some(error)) => Some(format!("expected success, got {error:?}")),
        (Says::Succeeds, None) => None,
        (Says::Logs(expected), None) => {
            let ours: Vec<&str> = outcome.logs.iter().map(|entry| entry.message.text()).collect();
            (ours != *expected).then(|| format!("expected {expected:?}, got {ours:?}"))
        }
        (Says::Resource(reference, parameters), None) => {
            let catalog = outcome.catalog.as_ref()?;
            let expected: Json = serde_json::from_str(parameters).expect("the table holds JSON");
            let found = catalog.realized().find(|(_, resource)| resource.to_string() == *reference);
            let ours = found.map(|(_, resource)| compare::show_resource(world, resource)["parameters"].clone());
            (ours.as_ref() != Some(&expected)).then(|| format!("expected {reference} {expected}, got {ours:?}"))
        }
    }
}
