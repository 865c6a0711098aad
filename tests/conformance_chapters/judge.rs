//! Whether an answer is what a case wants. Knows nothing of how answers come about.

use std::collections::BTreeSet;

use regex::Regex;
use serde_json::Value as Json;

pub enum Answer {
    /// In Puppet's source form.
    Value(String),
    /// What came of a compile without errors.
    Report(Json),
    /// Message and hint of each error of an evaluation.
    Errors(Vec<String>),
    /// What was found without evaluating: line, column and words.
    Findings(Vec<Json>),
}

/// What was got instead; `None` where it is what is wanted.
pub fn difference(want: &Json, answer: &Answer) -> Option<String> {
    match answer {
        Answer::Findings(found) => findings_difference(want, found),
        Answer::Errors(errors) => match want["error"].as_str() {
            Some(pattern) if errors.iter().any(|error| matches(pattern, error)) => None,
            _ => Some(format!("the error {}", errors.join(" // "))),
        },
        Answer::Value(value) => {
            let one_of = |wanted: &Json| wanted.as_str().is_some_and(|wanted| squeezed(wanted) == squeezed(value));
            let fits = match &want["value"] {
                Json::Array(several) => several.iter().any(one_of),
                single => one_of(single),
            };
            (!fits).then(|| value.clone())
        }
        Answer::Report(report) => report_difference(want, report),
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).expect("a pattern of the cases").is_match(text)
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Exactly the wanted errors, in this order.
fn findings_difference(want: &Json, found: &[Json]) -> Option<String> {
    let wanted = want["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let fits = |(wanted, found): (&Json, &Json)| {
        let same = |key: &str| wanted[key].is_null() || wanted[key] == found[key];
        let words = found["words"].as_str().unwrap_or_default();
        same("line") && same("column") && matches(wanted["message"].as_str().unwrap_or_default(), words)
    };
    let same = wanted.len() == found.len() && wanted.iter().zip(found).all(fits);
    (!same).then(|| Json::Array(found.to_vec()).to_string())
}

/// All that a case names of a catalog.
fn report_difference(want: &Json, report: &Json) -> Option<String> {
    if !want["error"].is_null() {
        return Some("a catalog".to_string());
    }
    let resources = report["catalog"]["resources"].as_array().map(Vec::as_slice).unwrap_or_default();
    let find = |reference: &str| resources.iter().find(|resource| name_of(resource) == reference);
    let mut wrong = Vec::new();
    for (reference, attributes) in want["resources"].as_object().into_iter().flatten() {
        let Some(resource) = find(reference) else {
            wrong.push(format!("no {reference}"));
            continue;
        };
        for (name, value) in attributes.as_object().into_iter().flatten() {
            let got = &resource["parameters"][name];
            if got != value {
                wrong.push(format!("{name} of {reference} is {got}"));
            }
        }
    }
    let absent = want["absent"].as_array().into_iter().flatten().filter_map(Json::as_str);
    wrong.extend(absent.filter(|reference| find(reference).is_some()).map(|reference| format!("there is {reference}")));
    if let Some(wanted) = want["notices"].as_array() {
        let logs = report["logs"].as_array().into_iter().flatten();
        let got: Vec<&Json> = logs.filter(|log| log["level"] == "notice").map(|log| &log["message"]).collect();
        if got != wanted.iter().collect::<Vec<_>>() {
            wrong.push(format!("notices {got:?}"));
        }
    }
    if let Some(wanted) = want["edges"].as_array() {
        let wanted: BTreeSet<String> = wanted.iter().filter_map(Json::as_str).map(str::to_lowercase).collect();
        let got = edges_of(resources);
        if got != wanted {
            wrong.push(format!("edges {got:?}"));
        }
    }
    (!wrong.is_empty()).then(|| wrong.join("; "))
}

fn name_of(resource: &Json) -> String {
    format!("{}[{}]", resource["type"].as_str().unwrap_or_default(), resource["title"].as_str().unwrap_or_default())
}

/// All relationships of a catalog, in small letters.
fn edges_of(resources: &[Json]) -> BTreeSet<String> {
    let mut edges = BTreeSet::new();
    for resource in resources {
        for (name, arrow, is_source) in
            [("before", "->", true), ("notify", "~>", true), ("require", "->", false), ("subscribe", "~>", false)]
        {
            let others = match &resource["parameters"][name] {
                Json::Array(others) => others.as_slice(),
                Json::Null => continue,
                single => std::slice::from_ref(single),
            };
            for other in others {
                let other = other["__pvalue"].as_str().or(other.as_str()).unwrap_or_default();
                let other = other.replace("['", "[").replace("']", "]");
                let (source, target) = if is_source { (name_of(resource), other) } else { (other, name_of(resource)) };
                edges.insert(format!("{source} {arrow} {target}").to_lowercase());
            }
        }
    }
    edges
}
