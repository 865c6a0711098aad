//! What fuzzing has found worth keeping (`tests/fuzz/corpus`), evaluated again on every run.

use std::path::PathBuf;

use evaluator::Edition;

use crate::{evaluate, hiera_data, ruby_templates, with_stack};

/// The inputs of a fuzz target: lines of JSON strings whose characters are the bytes.
fn inputs(target: &str) -> Vec<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/fuzz/corpus/{target}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let bytes = |line: &str| {
        let input: String = serde_json::from_str(line).expect("a JSON string");
        input.chars().map(|character| character as u32 as u8).collect()
    };
    let inputs: Vec<Vec<u8>> = text.lines().map(bytes).collect();
    assert!(!inputs.is_empty(), "{target} has no kept inputs");
    inputs
}

#[test]
fn kept_programs_end() {
    with_stack(|| {
        for input in inputs("evaluate") {
            evaluate(&String::from_utf8_lossy(&input), Edition::ALL[input.len() % Edition::ALL.len()]);
        }
    });
}

#[test]
fn kept_templates_end() {
    with_stack(|| {
        for input in inputs("render") {
            ruby_templates::render_and_call(&String::from_utf8_lossy(&input));
        }
    });
}

#[test]
fn kept_data_ends() {
    with_stack(|| {
        for input in inputs("hiera") {
            let text = String::from_utf8_lossy(&input).into_owned();
            match text.split_once("\n%%%%\n") {
                Some((configuration, data)) => drop(hiera_data::look_up(configuration, data)),
                None => drop(hiera_data::look_up(hiera_data::CONFIGURATION, input)),
            }
        }
    });
}
