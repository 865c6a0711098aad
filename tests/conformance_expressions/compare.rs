//! What our outcome and the recorded answer disagree about.

use evaluator::error::EvaluationError;
use evaluator::outcome::LogEntry;
use evaluator::value::text::{to_display_string, to_source_string};
use evaluator::{Edition, MemoryWorld, Outcome, Value};
use indexmap::IndexMap;
use serde_json::Value as Json;
use smol_str::SmolStr;

use crate::case::Case;

pub fn differences(case: &Case, edition: Edition, expected: &Json, facts: &IndexMap<SmolStr, Value>) -> Vec<String> {
    let (world, value) = case.world(edition);
    let request = case.request(edition, value, facts);
    let outcome = evaluator::compile(&world, &request);
    let mut found = Vec::new();
    let text = |key: &str| expected.get(key).and_then(Json::as_str);
    match (expected.get("ok") == Some(&Json::Bool(true)), outcome.errors.first()) {
        (true, None) => compare_values(&outcome, expected, &mut found),
        (true, Some(error)) => {
            let wanted = text("value").or(text("string")).unwrap_or("no error");
            found.push(format!("wanted {wanted}, got {}", describe_error(&world, error)));
        }
        (false, None) => {
            let got = outcome.value.as_ref().map(to_source_string).unwrap_or_default();
            found.push(format!(
                "wanted {} {}, got {got}",
                text("issue_code").unwrap_or("-"),
                text("message").unwrap_or_default()
            ));
        }
        (false, Some(error)) => compare_errors(&world, error, expected, &mut found),
    }
    if let Some(limit) = &outcome.limit {
        found.push(limit.message());
    }
    // Ruby's own failures leave logs in no certain state.
    if expected.get("internal").is_none() && expected.get("any_logs").is_none() {
        compare_logs(&world, &outcome.logs, expected, &mut found);
    }
    compare_resources(&outcome, expected, &mut found);
    found
}

fn compare_values(outcome: &Outcome, expected: &Json, found: &mut Vec<String>) {
    let Some(value) = &outcome.value else {
        if expected.get("type").is_some() {
            found.push("no value".to_string());
        }
        return;
    };
    if let Value::Unknown(reason) = value {
        found.push(format!("unknown: {}", reason.reason));
        return;
    }
    let printed = [
        ("value", to_source_string(value)),
        ("string", to_display_string(value)),
        ("type", evaluator::types::infer(value).to_string()),
    ];
    for (key, got) in printed {
        if let Some(wanted) = expected.get(key).and_then(Json::as_str)
            && wanted != got
        {
            found.push(format!("{key}: wanted {wanted:?}, got {got:?}"));
        }
    }
}

fn describe_error(world: &MemoryWorld, error: &EvaluationError) -> String {
    let (line, column) = error_place(world, error).unwrap_or_default();
    format!("{} {} at {line}:{column}", error.code().puppet_name(), message(world, error))
}

fn error_place(world: &MemoryWorld, error: &EvaluationError) -> Option<(u32, u32)> {
    let described = match error.issue.source_problem() {
        Some((file, problem)) => world.describe_offset(file, problem.anchor),
        None => world.describe(error.place?),
    };
    described.map(|at| (at.line, at.column))
}

fn message(world: &MemoryWorld, error: &EvaluationError) -> String {
    error.message().render(&mut |place| world.describe(place))
}

fn compare_errors(world: &MemoryWorld, error: &EvaluationError, expected: &Json, found: &mut Vec<String>) {
    let loose = expected.get("internal").is_some() || expected.get("loose").is_some();
    if loose {
        return;
    }
    let wanted_code = expected.get("issue_code").and_then(Json::as_str).unwrap_or_default();
    let wanted_message = expected.get("message").and_then(Json::as_str).unwrap_or_default();
    let syntax_error = wanted_code == "SYNTAX_ERROR";
    // Where Puppet has no code, ours says more.
    if !wanted_code.is_empty() && wanted_code != error.code().puppet_name() {
        found.push(format!("wanted {wanted_code} {wanted_message}, got {}", describe_error(world, error)));
        return;
    }
    let place = error_place(world, error);
    if let Some(line) = expected.get("line").and_then(Json::as_u64)
        && place.map(|(line, _)| u64::from(line)) != Some(line)
    {
        found.push(format!("wanted line {line}, got {}", describe_error(world, error)));
    }
    if syntax_error {
        return;
    }
    if let Some(column) = expected.get("pos").and_then(Json::as_u64)
        && place.map(|(_, column)| u64::from(column)) != Some(column)
    {
        found.push(format!("wanted column {column}, got {}", describe_error(world, error)));
    }
    let got = message(world, error);
    if !wanted_message.is_empty() && !same_substance(wanted_message, &got) {
        found.push(format!("message: wanted {wanted_message:?}\n             got    {got:?}"));
    }
}

/// The words of a message without what stands around them: prefixes, files and lines.
fn words(message: &str) -> Vec<String> {
    let prefixes = ["Evaluation Error: ", "Could not parse for environment production: "];
    let message = prefixes.iter().find_map(|prefix| message.strip_prefix(prefix)).unwrap_or(message);
    let message = message.replace(['`', '\'', '"'], " ");
    let mut words: Vec<String> = Vec::new();
    let mut skip = false;
    for word in message.split_whitespace() {
        if word.starts_with("(file:") || word == "(file:" {
            skip = true;
        }
        if !skip {
            words.push(word.trim_matches(|c: char| ".,;:".contains(c)).to_lowercase());
        }
        if word.ends_with(')') {
            skip = false;
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Most words are the same, in the same order.
fn same_substance(wanted: &str, got: &str) -> bool {
    let (wanted, got) = (words(wanted), words(got));
    if wanted == got {
        return true;
    }
    let mut rest = got.as_slice();
    let mut common = 0;
    for word in &wanted {
        if let Some(at) = rest.iter().position(|other| other == word) {
            common += 1;
            rest = &rest[at + 1..];
        }
    }
    common * 10 >= wanted.len().max(got.len()) * 8
}

fn compare_logs(world: &MemoryWorld, logs: &[LogEntry], expected: &Json, found: &mut Vec<String>) {
    let wanted: Vec<(String, String)> = expected
        .get("logs")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .map(|log| {
            let text = |key: &str| log.get(key).and_then(Json::as_str).unwrap_or_default().to_string();
            (text("level"), text("message"))
        })
        .collect();
    let got: Vec<(String, String)> = logs
        .iter()
        .filter(|log| {
            log.level.name() != "debug" && log.level.name() != "info"
                || wanted.iter().any(|(level, _)| level == log.level.name())
        })
        .map(|log| {
            let message = log.message.render(&mut |place| world.describe(place));
            (log.level.name().to_string(), message)
        })
        .collect();
    let same = wanted.len() == got.len()
        && wanted.iter().zip(&got).all(|((wanted_level, wanted), (level, got))| {
            wanted_level == level && if level == "notice" { wanted == got } else { same_substance(wanted, got) }
        });
    if !same {
        found.push(format!("logs: wanted {wanted:?}\n          got    {got:?}"));
    }
}

fn compare_resources(outcome: &Outcome, expected: &Json, found: &mut Vec<String>) {
    let Some(wanted) = expected.get("resources").and_then(Json::as_array) else {
        return;
    };
    let wanted: Vec<String> = wanted
        .iter()
        .map(|resource| {
            let text = |key: &str| resource.get(key).and_then(Json::as_str).unwrap_or_default();
            format!("{}[{}]", text("type"), text("title"))
        })
        .collect();
    let Some(catalog) = &outcome.catalog else {
        found.push("no catalog".to_string());
        return;
    };
    let boilerplate = ["Stage[main]", "Class[Settings]", "Class[settings]", "Class[main]", "Class[Main]"];
    let got: Vec<String> = catalog
        .resources
        .iter()
        .map(|resource| (resource.is_virtual, format!("{}[{}]", resource.type_name, resource.title)))
        .filter(|(_, reference)| !boilerplate.contains(&reference.as_str()))
        // What stayed virtual is listed only where the recording kept it.
        .filter(|(is_virtual, reference)| !is_virtual || wanted.contains(reference))
        .map(|(_, reference)| reference)
        .collect();
    let mut sorted_wanted = wanted.clone();
    let mut sorted_got = got.clone();
    sorted_wanted.sort();
    sorted_got.sort();
    if sorted_wanted != sorted_got {
        found.push(format!("resources: wanted {wanted:?}\n               got    {got:?}"));
    }
}
