//! How long evaluations take with everything read and parsed before, on one thread.
//!
//! `cargo bench -p puppet-analyzer-evaluator --bench evaluation [-- GROUP|NAME…]` prints a table. The rest is for scripts:
//! `--list` prints the programs and `--facts` the facts as JSON, `--answer` times those whose names it reads, `--once NAME`
//! compiles one for callgrind and says how much memory that took. `tests/bench/beside_puppet` compares with real Puppet.

#[allow(dead_code)] // the programs of the bench use only a part of it
mod disk_world;
#[path = "../processor_time.rs"]
mod processor_time;
mod programs;
#[path = "../../../server/src/workspace/read_limits.rs"]
#[allow(dead_code)]
mod read_limits;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use disk_world::DiskWorld;
use evaluator::catalog::rich_data::value_to_json;
use evaluator::fact_sets::{self, Facts};
use evaluator::{Edition, Outcome, Request, compile};
use processor_time::time;
use programs::Program;

/// The one of the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const NODE: &str = "node1.example.com";
const SAMPLES: usize = 7;
/// A sample is of as many compiles as take this long.
const SAMPLE_TIME: Duration = Duration::from_millis(40);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let wanted: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|argument| !argument.starts_with("--")).collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let mut programs = programs::all();
    programs.retain(|program| {
        wanted.is_empty() || wanted.iter().any(|name| *name == program.group || *name == program.name)
    });
    if has("--facts") {
        println!("{}", serde_json::Value::Object(facts_as_json()));
    } else if has("--list") {
        programs.iter().for_each(|program| println!("{}", program.to_json()));
    } else if has("--answer") {
        answer(&programs);
    } else if has("--once") {
        programs.iter().for_each(once);
    } else {
        programs.iter().for_each(report);
    }
}

const EDITION: Edition = Edition::Puppet7;

/// What a program is compiled in: nothing is read yet.
fn world(program: &Program) -> DiskWorld {
    let mut world = DiskWorld::new(EDITION);
    if program.with_modules {
        world.add_module_folder(Path::new(programs::MODULES));
    }
    let manifest = world.add_text("site.pp", program.code.as_str(), false);
    world.add_manifest(manifest);
    world
}

fn request(program: &Program) -> Request {
    let mut request = Request::catalog(NODE);
    request.edition = EDITION;
    let mut facts = facts();
    let more = serde_json::to_vec(&program.facts).expect("JSON");
    facts.extend(evaluator::fact_file::read_facts(&more).expect("facts").facts);
    request.facts = Arc::new(facts.into());
    request
}

/// A compile that shows that the program works, and reads all that it needs.
fn first_compile(program: &Program, world: &DiskWorld, request: &Request) -> Outcome {
    let outcome = compile(world, request);
    assert!(outcome.is_ok(), "{}: {:?}", program.name, outcome.errors.first().map(|error| error.message()));
    outcome
}

fn facts() -> Facts {
    fact_sets::named(fact_sets::DEFAULT).expect("the default facts").for_node(NODE, true)
}

fn facts_as_json() -> serde_json::Map<String, serde_json::Value> {
    facts().iter().map(|(name, value)| (name.to_string(), value_to_json(value))).collect()
}

struct Measured {
    /// Milliseconds of a compile with everything read before.
    warm: f64,
    /// The same with everything read and parsed anew.
    cold: f64,
    resources: usize,
}

fn measure(program: &Program) -> Measured {
    let (kept, request) = (world(program), request(program));
    let outcome = first_compile(program, &kept, &request);
    let resources = outcome.catalog.map_or(0, |catalog| catalog.resources.len());
    let warm = median(&mut || drop(black_box(compile(&kept, &request))));
    let cold = median(&mut || drop(black_box(compile(&world(program), &request))));
    Measured { warm, cold, resources }
}

/// Milliseconds of one run, the median of some samples.
fn median(run: &mut dyn FnMut()) -> f64 {
    let mut several = |count: u32| time(&mut || (0..count).for_each(|_| run()));
    let mut count = 1;
    while several(count) < SAMPLE_TIME {
        count *= 2;
    }
    let mut samples: Vec<f64> = (0..SAMPLES).map(|_| several(count).as_secs_f64() * 1e3 / f64::from(count)).collect();
    samples.sort_by(f64::total_cmp);
    samples.get(SAMPLES / 2).copied().unwrap_or_default()
}

fn report(program: &Program) {
    let Measured { warm, cold, resources } = measure(program);
    let each = warm * 1e3 / resources as f64;
    println!(
        "{:12} {:18} {warm:>9.3} ms, {cold:>9.3} ms cold {resources:>7} resources {each:>8.2} µs each",
        program.group, program.name
    );
}

/// Times the programs whose names come in, one answer a line.
fn answer(programs: &[Program]) {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let program = programs.iter().find(|program| program.name == line.trim()).expect("a name of --list");
        let Measured { warm, cold, resources } = measure(program);
        println!("{}", serde_json::json!({ "warm": warm, "cold": cold, "resources": resources }));
    }
}

/// Compiles a program three times, the second time with everything read, the third time with all of it read anew.
fn once(program: &Program) {
    let (kept, request) = (world(program), request(program));
    drop(first_compile(program, &kept, &request));
    let before = kilobytes("VmRSS:");
    black_box(warm_compile(&kept, &request));
    println!("peak {} KB, {} KB of it before the warm compile", kilobytes("VmHWM:"), before);
    black_box(cold_compile(program, &request));
}

/// What callgrind counts.
#[inline(never)]
fn warm_compile(world: &DiskWorld, request: &Request) -> Outcome {
    compile(world, request)
}

/// The same, cold.
#[inline(never)]
fn cold_compile(program: &Program, request: &Request) -> Outcome {
    compile(&world(program), request)
}

/// A number of the process's memory; 0 where the system does not say.
fn kilobytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
