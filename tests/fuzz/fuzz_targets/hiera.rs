//! Any bytes as Hiera's data, and as its configuration (what stands before a line `%%%%`): lookups end, and nothing panics.

#![no_main]

use evaluator::MemoryWorld;
use evaluator::request::Goal;
use fuzz_support::{small_request, with_stack};
use hiera_files::{CONFIGURATION, SITE};
use libfuzzer_sys::fuzz_target;

#[path = "../../support/hiera_files.rs"]
mod hiera_files;

const SEPARATOR: &[u8] = b"\n%%%%\n";

fuzz_target!(|bytes: &[u8]| {
    let at = bytes.windows(SEPARATOR.len()).position(|part| part == SEPARATOR);
    let (configuration, data) = match at {
        Some(at) => (&bytes[..at], &bytes[at + SEPARATOR.len()..]),
        None => (CONFIGURATION.as_bytes(), bytes),
    };
    let world = MemoryWorld::new()
        .with_file("manifests/site.pp", SITE)
        .with_file("hiera.yaml", configuration)
        .with_file("data/one.yaml", data)
        .with_file("data/two.yaml", "lookup_options:\n  a:\n    merge: deep\na:\n  b: [1, \"%{lookup('c')}\"]\nc: [\"%{facts.x}\"]\n");
    with_stack(move || {
        let mut request = small_request();
        evaluator::compile(&world, &request);
        request.goal = Goal::Lookup { key: "a".to_string() };
        evaluator::compile(&world, &request);
    });
});
