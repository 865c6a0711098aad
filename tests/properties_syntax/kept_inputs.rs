//! What fuzzing has found worth keeping (`tests/fuzz/corpus`), read again on every run.

use crate::fuzz_corpus::inputs;

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
