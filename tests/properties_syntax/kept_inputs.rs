//! What fuzzing has found worth keeping (`tests/fuzz/corpus`), read again on every run.

use std::path::PathBuf;

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
fn kept_inputs_are_read() {
    for target in ["parse", "validate", "lower"] {
        for input in inputs(target) {
            crate::check(&syntax::SourceBytes::new(&input).text);
        }
    }
}

#[test]
fn kept_inputs_are_formatted() {
    for input in inputs("format") {
        crate::formatting::check(&String::from_utf8_lossy(&input));
    }
}
