//! What fuzzing has found worth keeping (`tests/fuzz/corpus`), for the ordinary suites of several crates.

use std::path::PathBuf;

/// The inputs of a fuzz target: lines of JSON strings whose characters are the bytes.
pub fn inputs(target: &str) -> Vec<Vec<u8>> {
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
