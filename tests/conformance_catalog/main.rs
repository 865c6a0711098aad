//! What real Puppet makes of whole environments, recorded in `tests/conformance/catalog.jsonl`, against our compile.
//!
//! `AREA=class cargo test …` runs one area, `CASE=catalog/class/008` one case, `CASES=file` other recorded answers. Every
//! case runs; one that we answer otherwise is in `deviations` with its reason, and must go on deviating.

mod compare;
mod deviations;
mod real_faults;
mod specification;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;

use evaluator::Edition;
use serde_json::Value as Json;

#[test]
fn catalogs_are_as_puppet_compiles_them() {
    support::with_large_stack(|| run_all(Edition::Puppet8));
}

/// Where Puppet 7 answers otherwise, that was recorded too.
#[test]
fn catalogs_are_as_puppet_7_compiles_them() {
    support::with_large_stack(|| run_all(Edition::Puppet7));
}

fn run_all(edition: Edition) {
    let area = std::env::var("AREA").ok();
    let only = std::env::var("CASE").ok();
    let default_facts = support::default_facts();
    let mut areas: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut unexpected = String::new();
    // Answers of Puppet to other programs, in the same form.
    let cases = match std::env::var_os("CASES") {
        Some(path) => support::parse_cases(&std::fs::read_to_string(path).expect("CASES names a readable file")),
        None => {
            let mut cases = support::read_cases("catalog.jsonl");
            // Variations of those, to guard what is right already: only Puppet 7 was asked about them.
            if edition == Edition::Puppet7 {
                cases.extend(support::read_cases("catalog-asked.jsonl"));
            }
            cases
        }
    };
    for case in cases {
        let id = support::text(&case, "id");
        let case_area = support::text(&case, "area");
        if area.as_deref().is_some_and(|area| area != case_area) || only.as_deref().is_some_and(|only| only != id) {
            continue;
        }
        let differences = check(&case, &default_facts, edition);
        let counts = areas.entry(case_area.to_string()).or_default();
        counts.1 += 1;
        if differences.is_empty() {
            counts.0 += 1;
        }
        let known = deviations::reason(id);
        match (differences.is_empty(), known) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(_)) => unexpected.push_str(&format!("{id} is listed as a deviation and is none any more\n")),
            (false, None) => {
                let code = support::text(&case, "code");
                let note = support::text(&case, "note");
                unexpected.push_str(&format!("--- {id}: {note}\n{code}\n{}\n\n", differences.join("\n")));
            }
        }
    }
    let (passed, all) = areas.values().fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    for (area, (passed, all)) in &areas {
        println!("{area:12} {passed:4} of {all}");
    }
    println!("{:12} {passed:4} of {all}", "all");
    assert!(unexpected.is_empty(), "{unexpected}\n{passed} of {all} pass");
}

fn check(case: &Json, default_facts: &Json, edition: Edition) -> Vec<String> {
    let expect = match (edition, &case["expect7"]) {
        (Edition::Puppet7, recorded @ Json::Object(_)) => recorded,
        _ => &case["expect"],
    };
    let world = support::world_of(case, edition);
    let request = support::request_of(case, default_facts, edition);
    match support::compile(&world, &request) {
        Ok(outcome) => compare::differences(case, expect, &world, &outcome),
        Err(panic) => vec![panic],
    }
}
