//! The invalid sources whose problems validation finds, and the valid ones in which it must find none.

use serde_json::Value;
use syntax::validation::ValidationRules;

use crate::support::{
    Found, assert_none, cases, options, puppet7_rules, show, text, validation_messages, validation_problems,
};

/// Cases where the answer is not Puppet's, with what it is and why. Each is asserted.
const DEVIATIONS: &[(&str, &str, &str)] = &[];

fn expected(case: &Value) -> Vec<Found> {
    let diagnostics = case["expect"]["diagnostics"].as_array().cloned().unwrap_or_default();
    diagnostics
        .iter()
        .map(|diagnostic| Found {
            severity: text(diagnostic, "severity").to_string(),
            code: text(diagnostic, "code").to_string(),
            line: diagnostic["line"].as_u64().unwrap_or_default(),
            column: diagnostic["pos"].as_u64().unwrap_or_default(),
        })
        .collect()
}

#[test]
fn problems_of_puppet_8() {
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in cases("syntax-negative.jsonl") {
        let phase = text(&case["expect"], "phase");
        if !matches!(phase, "validation" | "ok" | "evaluation") {
            continue;
        }
        compared += 1;
        let id = text(&case, "id");
        let found = validation_problems(text(&case, "source"), &options(&case, ValidationRules::default()));
        let wanted = match (DEVIATIONS.iter().find(|deviation| deviation.0 == id), phase) {
            (Some((_, wanted, _)), _) => wanted.to_string(),
            (None, "evaluation") => String::new(),
            (None, _) => show(&expected(&case)),
        };
        if show(&found) != wanted {
            differences.push(format!(
                "{id} {:?}\n    expected {wanted}\n    found    {}",
                text(&case, "source"),
                show(&found)
            ));
        }
    }
    assert_none(&differences, compared);
}

/// Messages that name a file's whole path, or quote a library's own words.
const OTHER_WORDS: &[&str] = &["ILLEGAL_DEFINITION_LOCATION", "ILLEGAL_JSON", "ILLEGAL_PP", "ILLEGAL_EPP"];

#[test]
fn messages_of_puppet_8() {
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in cases("syntax-negative.jsonl") {
        if text(&case["expect"], "phase") != "validation" {
            continue;
        }
        compared += 1;
        let diagnostics = case["expect"]["diagnostics"].as_array().cloned().unwrap_or_default();
        let found = validation_messages(text(&case, "source"), &options(&case, ValidationRules::default()));
        for (diagnostic, found) in diagnostics.iter().zip(&found) {
            let wanted = text(diagnostic, "message");
            if found != wanted && !OTHER_WORDS.contains(&text(diagnostic, "code")) {
                differences.push(format!("{}\n    expected {wanted}\n    found    {found}", text(&case, "id")));
            }
        }
    }
    assert_none(&differences, compared);
}

#[test]
fn codes_of_puppet_7() {
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in cases("syntax-negative.jsonl") {
        let Some(codes) = case["expect_p7"]["codes"].as_array() else { continue };
        compared += 1;
        let wanted: Vec<&str> = codes.iter().filter_map(Value::as_str).collect();
        let found = validation_problems(text(&case, "source"), &options(&case, puppet7_rules()));
        let mut found_codes: Vec<&str> = found.iter().map(|found| found.code.as_str()).collect();
        found_codes.dedup();
        let accepted = case["expect_p7"]["ok"] == true;
        let verdict_differs = accepted && found.iter().any(|found| found.severity == "error");
        if found_codes != wanted || verdict_differs {
            differences.push(format!("{}: expected {wanted:?}, found {}", text(&case, "id"), show(&found)));
        }
    }
    assert_none(&differences, compared);
}

#[test]
fn valid_sources_have_no_errors() {
    let mut differences = Vec::new();
    let all = cases("syntax-positive.jsonl");
    for case in &all {
        let mut found = validation_problems(text(case, "source"), &options(case, ValidationRules::default()));
        found.retain(|found| found.severity == "error");
        if !found.is_empty() {
            differences.push(format!("{} {:?}: {}", text(case, "id"), text(case, "source"), show(&found)));
        }
    }
    assert_none(&differences, all.len());
}
