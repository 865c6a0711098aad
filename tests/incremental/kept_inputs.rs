//! The edits that fuzzing has kept (`tests/fuzz/corpus`), done again on every run.

use crate::fuzz_corpus::inputs;

#[test]
fn kept_edits_lead_to_the_diagnostics_of_a_fresh_start() {
    for input in inputs("edits") {
        if let Ok(input) = std::str::from_utf8(&input) {
            crate::typed_edits::check(input);
        }
    }
}
