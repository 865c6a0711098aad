//! Small environments that stand for faults found in real repositories (`tests/conformance/real-faults.jsonl`), with what
//! real Puppet answers. What depends on something unknown may be unknown or possible here, never otherwise.

use evaluator::catalog::rich_data::parameter_to_json;
use evaluator::{Edition, MemoryWorld, Outcome};
use serde_json::Value as Json;

use crate::support::{self, show_error, substance, text};

#[test]
fn faults_of_real_repositories_are_answered_as_puppet_does() {
    support::with_large_stack(|| {
        let only = std::env::var("CASE").ok();
        let default_facts = support::default_facts();
        let mut found = String::new();
        let mut count = 0;
        for case in support::read_cases("real-faults.jsonl") {
            let id = text(&case, "id");
            if only.as_deref().is_some_and(|only| !id.contains(only)) {
                continue;
            }
            count += 1;
            let mut world = MemoryWorld::new();
            world.root = support::ROOT.to_string();
            world.rules = Edition::Puppet8.validation_rules();
            for (path, content) in case["files"].as_object().into_iter().flatten() {
                world.add_file(path, content.as_str().unwrap_or_default());
            }
            let request = support::request_of(&case, &default_facts, Edition::Puppet8);
            let differences = match support::compile(&world, &request) {
                Ok(outcome) => differences(&case["expect"], &world, &outcome),
                Err(panic) => vec![panic],
            };
            if !differences.is_empty() {
                found.push_str(&format!("--- {id} ({})\n{}\n", text(&case, "fault"), differences.join("\n")));
            }
        }
        assert!(count > 0, "no case has that id");
        assert!(found.is_empty(), "{found}");
    });
}

fn differences(expect: &Json, world: &MemoryWorld, outcome: &Outcome) -> Vec<String> {
    let error = outcome.errors.first().map(|error| show_error(world, error));
    match (expect["ok"] == true, error) {
        (false, Some(error)) => {
            let (expected, ours) = (substance(text(expect, "error")), substance(&error.message));
            if expected == ours {
                Vec::new()
            } else {
                vec![format!("error: expected {expected}\n            got {ours}")]
            }
        }
        (false, None) => vec![format!("expected the error {}", expect["error"])],
        (true, Some(error)) => vec![format!("expected success, got {error:?}")],
        (true, None) => compare_catalog(expect, outcome),
    }
}

fn compare_catalog(expect: &Json, outcome: &Outcome) -> Vec<String> {
    let Some(catalog) = &outcome.catalog else { return vec!["there is no catalog".to_string()] };
    let mut found = Vec::new();
    let expected: Vec<&Json> = expect["resources"].as_array().into_iter().flatten().collect();
    let reference = |entry: &Json| format!("{}[{}]", text(entry, "type"), text(entry, "title"));
    for entry in &expected {
        let Some(id) = catalog.find(text(entry, "type"), text(entry, "title")) else {
            let is_possible = outcome.possible.iter().flat_map(|undecided| &undecided.resources).any(|resource| {
                resource.type_name.as_deref() == entry["type"].as_str()
                    && resource.title.as_deref().is_none_or(|title| title == text(entry, "title"))
            });
            if !is_possible {
                found.push(format!("missing {}", reference(entry)));
            }
            continue;
        };
        let resource = catalog.get(id);
        let names = entry["parameters"].as_object().into_iter().flatten();
        for (name, value) in names {
            match resource.value(name) {
                Some(ours) if ours.first_unknown().is_some() => {}
                Some(ours) if parameter_to_json(ours) == *value => {}
                ours => found.push(format!("{}.{name}: expected {value}, got {ours:?}", reference(entry))),
            }
        }
        for (name, parameter) in &resource.parameters {
            let is_expected = entry["parameters"].get(name.as_str()).is_some();
            if !is_expected && !parameter.value.is_undef() {
                found.push(format!("{}.{name} is not expected: {:?}", reference(entry), parameter.value));
            }
        }
        let tags: Vec<&str> = entry["tags"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let mut ours: Vec<&str> = resource.tags.iter().map(|tag| tag.as_str()).collect();
        ours.sort_unstable();
        let mut wanted = tags.clone();
        wanted.sort_unstable();
        if !tags.is_empty() && wanted != ours {
            found.push(format!("{} tags: expected {wanted:?}, got {ours:?}", reference(entry)));
        }
        if entry.get("sensitive_parameters").is_some() && resource.sensitive_parameters.is_empty() {
            found.push(format!("{} has no sensitive parameters", reference(entry)));
        }
    }
    for (_, resource) in catalog.realized() {
        let shown = resource.to_string();
        let boilerplate = ["Stage[main]", "Class[Settings]", "Class[main]"].contains(&shown.as_str());
        if !boilerplate && !expected.iter().any(|entry| reference(entry) == shown) {
            found.push(format!("{shown} is not expected"));
        }
    }
    found
}
