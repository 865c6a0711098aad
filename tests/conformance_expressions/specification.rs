//! The rules and examples of the specification's chapters about expressions, as cases.
//!
//! `puppet8` and `puppet7` are what real Puppet answers. A row that holds as the chapter writes it is asked in `spec4x`
//! too; what the chapter writes where Puppet differs, or where the row trips over another rule, is in `spec4x.jsonl`.

use std::collections::BTreeMap;
use std::path::Path;

use evaluator::Edition;
use serde_json::{Map, Value as Json};

use crate::case::Case;

const CHAPTERS: [&str; 4] = ["expressions.md", "evaluator4.md", "parameters.md", "puppet-functions.md"];

pub fn read_all(path: &Path, spec4x: &Path) -> Vec<Case> {
    let written: BTreeMap<String, Json> = lines(spec4x)
        .into_iter()
        .map(|row| (row.get("id").and_then(Json::as_str).unwrap_or_default().to_string(), row))
        .collect();
    lines(path).into_iter().filter_map(|row| read(&row, &written)).collect()
}

fn lines(path: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn read(row: &Json, written: &BTreeMap<String, Json>) -> Option<Case> {
    let text = |key: &str| row.get(key).and_then(Json::as_str).unwrap_or_default();
    if !CHAPTERS.contains(&text("chapter")) {
        return None;
    }
    let id = format!("spec/{}", text("id"));
    let verdict = text("verdict");
    let puppet8 = expectation(row.get("puppet8")?);
    let puppet7 = row.get("puppet7").map_or_else(|| puppet8.clone(), expectation);
    let mut expected = vec![(Edition::Puppet8, puppet8.clone()), (Edition::Puppet7, puppet7)];
    if let Some(written) = written.get(text("id")) {
        expected.push((Edition::Spec4x, written.clone()));
    } else if verdict == "same" && !asks_for_a_type(row.get("input")?) {
        expected.push((Edition::Spec4x, puppet8));
    }
    let mut json = row.get("input")?.clone();
    if let (Json::Object(entries), true) = (&mut json, row.get("input")?.get("parse").is_some()) {
        let parse = entries.remove("parse").unwrap_or(Json::Null);
        entries.insert("code".to_string(), parse);
    }
    Some(Case { id, area: format!("spec_{}", text("chapter").trim_end_matches(".md")), json, expected })
}

/// An answer of this file in the shape of those of the others.
fn expectation(answer: &Json) -> Json {
    let mut expected = answer.as_object().cloned().unwrap_or_default();
    if let Some(Json::Object(error)) = expected.remove("error") {
        let renamed: Map<String, Json> = error
            .into_iter()
            .map(|(key, value)| {
                let key = match key.as_str() {
                    "code" => "issue_code",
                    "column" => "pos",
                    other => other,
                };
                (key.to_string(), value)
            })
            .collect();
        expected.extend(renamed);
    }
    Json::Object(expected)
}

/// Rows that show a value with `$x =~ Undef`, which is no question in an edition whose `=~` takes no types.
fn asks_for_a_type(input: &Json) -> bool {
    let source = ["expr", "code"].iter().find_map(|key| input.get(key)).and_then(Json::as_str).unwrap_or_default();
    source.split("=~ ").skip(1).any(|right| right.starts_with(|first: char| first.is_ascii_uppercase()))
}
