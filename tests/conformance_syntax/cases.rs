//! Reads the recorded cases.

use std::path::PathBuf;

use serde_json::Value;
use syntax::{ParseOptions, SourceKind};

pub struct Case {
    pub id: String,
    pub source: String,
    pub options: ParseOptions,
    pub expect: Value,
}

pub fn read(name: &str) -> Vec<Case> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<Case> = text.lines().map(case).collect();
    assert!(!cases.is_empty());
    cases
}

fn case(line: &str) -> Case {
    let value: Value = serde_json::from_str(line).expect("one JSON object a line");
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
    let kind = if value["mode"] == "epp" { SourceKind::Template } else { SourceKind::Manifest };
    let options = ParseOptions { kind, tasks: value["tasks"] == true, ..ParseOptions::default() };
    Case { id: text("id"), source: text("source"), options, expect: value["expect"].clone() }
}

/// Fails with every difference, after the deviations that are known.
pub fn report(differences: Vec<(String, String)>, known: &[(&str, &str)]) {
    let known: Vec<&str> = known.iter().map(|(id, _)| *id).collect();
    let gone: Vec<&&str> = known.iter().filter(|id| !differences.iter().any(|(found, _)| found == **id)).collect();
    let new: Vec<&(String, String)> = differences.iter().filter(|(id, _)| !known.contains(&id.as_str())).collect();
    let mut message = String::new();
    for (id, difference) in &new {
        message.push_str(&format!("{id}\n{difference}\n\n"));
    }
    for id in gone {
        message.push_str(&format!("{id} is listed as a deviation and is none any more\n"));
    }
    assert!(message.is_empty(), "{} differences\n\n{message}", new.len());
}
