//! Evaluates the recorded expressions and programs, and compares with what real Puppet answered.
//!
//! `cargo test -p puppet-analyzer-evaluator --test conformance_expressions` runs all cases and fails on any difference
//! that `deviations.txt` does not name with a reason, and on any deviation there that has gone.
//! With `-- AREA…` (or parts of case ids) it runs only those and prints every difference; with `CASES=FILE` it runs
//! the cases of that file instead, for answers that a real Puppet has just given.

mod case;
mod compare;
mod specification;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use case::Case;
use evaluator::Edition;

/// Evaluation needs the stack that a worker thread of the server has.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let run = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || run(&filters));
    match run.map(std::thread::JoinHandle::join) {
        Ok(Ok(true)) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

#[derive(Default)]
struct Count {
    passed: usize,
    all: usize,
}

fn run(filters: &[String]) -> bool {
    let facts = case::read_facts(&folder().join("conformance/default-facts.json"));
    let cases = match std::env::var_os("CASES") {
        Some(path) => Case::read_all(Path::new(&path)),
        None => {
            let written = folder().join("conformance_expressions/spec4x.jsonl");
            let mut cases = Case::read_all(&folder().join("conformance/expressions.jsonl"));
            cases.extend(Case::read_all(&folder().join("conformance/stdlib.jsonl")));
            // What Puppet 7 gives with the modules; here they are not at hand.
            cases.extend(Case::read_all(&folder().join("conformance/module-functions.jsonl")));
            // Variations of those, which only Puppet 7 was asked about.
            cases.extend(Case::read_all(&folder().join("conformance/expressions-asked.jsonl")));
            cases.extend(specification::read_all(&folder().join("conformance/specification.jsonl"), &written));
            cases
        }
    };
    let deviations = read_deviations(&folder().join("conformance_expressions/deviations.txt"));
    let verbose = !filters.is_empty();
    let complete = filters.is_empty() && std::env::var_os("CASES").is_none();
    let mut areas: BTreeMap<String, Count> = BTreeMap::new();
    let mut editions: BTreeMap<&'static str, Count> = BTreeMap::new();
    let mut unexpected = Vec::new();
    let mut gone = Vec::new();
    let mut seen = BTreeSet::new();
    for case in &cases {
        let wanted =
            filters.is_empty() || filters.iter().any(|filter| case.area == *filter || case.id.contains(filter));
        if !wanted {
            continue;
        }
        for edition in Edition::ALL {
            let Some(expected) = case.expected(edition) else { continue };
            let key = format!("{} {}", case.id, edition.name());
            seen.insert(key.clone());
            let differences = compare::differences(case, edition, expected, &facts);
            let count = areas.entry(case.area.clone()).or_default();
            let in_edition = editions.entry(edition.name()).or_default();
            count.all += 1;
            in_edition.all += 1;
            match (differences.is_empty(), deviations.contains_key(&key)) {
                (true, false) => {
                    count.passed += 1;
                    in_edition.passed += 1;
                }
                (true, true) => gone.push(key),
                (false, true) if !verbose => {}
                (false, _) => unexpected.push((key, case.source().to_string(), differences)),
            }
        }
    }
    for (area, count) in &areas {
        if verbose || count.passed != count.all {
            println!("{area:28} {:5} of {:5}", count.passed, count.all);
        }
    }
    for (edition, count) in &editions {
        let percent = 100.0 * count.passed as f64 / count.all.max(1) as f64;
        println!("{edition}: {} of {} ({percent:.2} %)", count.passed, count.all);
    }
    for (key, source, differences) in &unexpected {
        println!("\n--- {key}\n{source}");
        for difference in differences {
            println!("    {difference}");
        }
    }
    for key in &gone {
        println!("listed as a deviation, but passes: {key}");
    }
    let unknown: Vec<&String> = deviations.keys().filter(|key| complete && !seen.contains(*key)).collect();
    for key in &unknown {
        println!("listed as a deviation, but there is no such case: {key}");
    }
    println!("\n{} unexpected, {} listed deviations, {} gone", unexpected.len(), deviations.len(), gone.len());
    unexpected.is_empty() && gone.is_empty() && unknown.is_empty()
}

/// Lines of `id edition: reason`.
fn read_deviations(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (key, reason) = line.split_once(": ").unwrap_or_else(|| panic!("a deviation needs a reason: {line}"));
            (key.to_string(), reason.to_string())
        })
        .collect()
}
