//! Any program in every edition: evaluation ends within its limits, gives the same outcome twice, and never panics.

#![no_main]

use evaluator::request::Goal;
use evaluator::{Edition, MemoryWorld};
use fuzz_support::{small_request, with_stack};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let edition = Edition::ALL[text.len() % Edition::ALL.len()];
    let mut world = MemoryWorld::new();
    world.rules = edition.validation_rules();
    let file = world.add_file("expression.pp", text);
    let mut request = small_request();
    request.goal = Goal::Value(file);
    request.edition = edition;
    with_stack(move || {
        let first = evaluator::compile(&world, &request);
        let second = evaluator::compile(&world, &request);
        assert_eq!(format!("{:?}", first.errors), format!("{:?}", second.errors));
        assert_eq!(format!("{:?}", first.value), format!("{:?}", second.value));
    });
});
