//! What holds for any program: evaluation ends within its limits, never panics, and values print as what they are.

mod checkpoints;
#[path = "../support/fuzz_corpus.rs"]
mod fuzz_corpus;
mod hiera_data;
#[path = "../support/hiera_files.rs"]
mod hiera_files;
mod kept_inputs;
mod programs;
mod refused_capabilities;
mod ruby_templates;
mod values;
mod watched;

use evaluator::request::{Goal, Request};
use evaluator::{Edition, MemoryWorld, Outcome};
use proptest::test_runner::{Config, RngSeed};

/// The stack of a worker thread of the server.
const STACK_BYTES: usize = 64 << 20;

/// Evaluates a text in one edition, with small limits.
pub fn evaluate(text: &str, edition: Edition) -> Outcome {
    let mut world = MemoryWorld::new();
    world.rules = edition.validation_rules();
    let file = world.add_file("expression.pp", text);
    let mut request = small_request();
    request.goal = Goal::Value(file);
    request.edition = edition;
    evaluator::compile(&world, &request)
}

/// A catalog with limits that are reached soon.
pub fn small_request() -> Request {
    let mut request = Request::catalog("test.example.com");
    request.limits.steps = 20_000;
    request.limits.depth = 60;
    request.limits.string_bytes = 1 << 20;
    request.limits.collection_elements = 20_000;
    request.limits.resources = 200;
    request
}

/// So many cases, the same in every run: a failure is one to fix, not to see once.
pub fn seeded(cases: u32) -> Config {
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..Config::default() }
}

/// Runs a test with the stack that evaluation is meant to have.
pub fn with_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
