//! Edits of a small workspace: whatever was typed in whatever order, diagnostics are those of a fresh start.

#![no_main]

#[path = "../../support/typed_edits.rs"]
mod typed_edits;

use fuzz_support::with_stack;
use libfuzzer_sys::fuzz_target;

const MOST_BYTES: usize = 2_000;

fuzz_target!(|bytes: &[u8]| {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    if input.len() > MOST_BYTES {
        return;
    }
    let input = input.to_string();
    with_stack(move || typed_edits::check(&input));
});
