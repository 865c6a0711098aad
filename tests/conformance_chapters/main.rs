//! The five chapters as cases in the edition that follows them (`conformance/chapters.jsonl`, and variations
//! in `chapters-more.jsonl`): each stands on a sentence or
//! table row, which it quotes. All of them hold; there is no list of deviations.
//!
//! `CASE=x.case04 cargo test -p puppet-analyzer-analysis --test conformance_chapters` asks one, and those whose id begins so.

mod judge;
mod rules;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;

use analysis::fixture::Fixture;
use analysis::{Change, DiagnosticSeverity, Edition, Settings};
use evaluator::MemoryWorld;
use evaluator::catalog::to_json::{catalog_to_json, resource_to_json};
use evaluator::request::Goal;
use evaluator::value::text::to_source_string;
use judge::Answer;
use serde_json::{Value as Json, json};

#[test]
fn the_chapters_hold() {
    support::with_large_stack(|| {
        let only = std::env::var("CASE").unwrap_or_default();
        let default_facts = support::default_facts();
        let mut chapters: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let mut differences = String::new();
        for case in cases() {
            let id = support::text(&case, "id");
            if !id.starts_with(&only) {
                continue;
            }
            let answer = answer(&case, &default_facts, Edition::Spec4x);
            let counts = chapters.entry(support::text(&case, "chapter").to_string()).or_default();
            counts.1 += 1;
            match judge::difference(&case["want"], &answer) {
                None => counts.0 += 1,
                Some(got) => {
                    let (says, code) = (support::text(&case, "says"), support::text(&case, "code"));
                    differences
                        .push_str(&format!("--- {id}: {says}\n{code}\n  wanted {}\n  got {got}\n", case["want"]));
                }
            }
        }
        for (chapter, (passed, all)) in &chapters {
            println!("{chapter} {passed} of {all}");
        }
        assert!(!chapters.is_empty(), "no case is called {only}");
        assert!(differences.is_empty(), "{differences}");
    });
}

/// The cases that came from outside, and variations of them.
fn cases() -> Vec<Json> {
    let mut cases = support::read_cases("chapters.jsonl");
    cases.extend(support::read_cases("chapters-more.jsonl"));
    cases
}

/// What we make of a case in an edition: a value, a report of a compile, or the errors of a text.
fn answer(case: &Json, default_facts: &Json, edition: Edition) -> Answer {
    match support::text(case, "kind") {
        "eval" => evaluate(case, default_facts, edition),
        "compile" => compile(case, default_facts, edition),
        "check" => check(case, edition),
        other => panic!("there is no kind {other}"),
    }
}

/// The files of a case; its code is the main manifest, or a text beside the environment.
fn world(case: &Json, code_path: &str, edition: Edition) -> (MemoryWorld, evaluator::FileId) {
    let mut world = MemoryWorld::new();
    world.root = support::ROOT.to_string();
    world.rules = edition.validation_rules();
    for (path, text) in case["files"].as_object().into_iter().flatten() {
        world.add_file(path, text.as_str().unwrap_or_default());
    }
    let code = world.add_file(code_path, support::text(case, "code"));
    (world, code)
}

fn evaluate(case: &Json, default_facts: &Json, edition: Edition) -> Answer {
    let (world, file) = world(case, "code.pp", edition);
    let mut request = support::request_of(case, default_facts, edition);
    request.goal = Goal::Value(file);
    let outcome = match support::compile(&world, &request) {
        Ok(outcome) => outcome,
        Err(panic) => return Answer::Errors(vec![panic]),
    };
    match outcome.value.as_ref().filter(|_| outcome.is_ok()) {
        Some(value) => Answer::Value(to_source_string(value)),
        None => Answer::Errors(errors_of(&world, &outcome)),
    }
}

fn compile(case: &Json, default_facts: &Json, edition: Edition) -> Answer {
    let (world, _) = world(case, "manifests/site.pp", edition);
    let request = support::request_of(case, default_facts, edition);
    let outcome = match support::compile(&world, &request) {
        Ok(outcome) => outcome,
        Err(panic) => return Answer::Errors(vec![panic]),
    };
    if !outcome.is_ok() {
        return Answer::Errors(errors_of(&world, &outcome));
    }
    let place = |place| world.describe(place);
    let resources = outcome.catalog.iter().flat_map(|catalog| &catalog.resources);
    let virtual_resources: Vec<Json> =
        resources.filter(|resource| resource.is_virtual).map(|resource| resource_to_json(resource, &place)).collect();
    let log = |entry: &evaluator::outcome::LogEntry| {
        let message = entry.message.render(&mut |place| world.describe(place));
        json!({"level": entry.level.name(), "message": message})
    };
    Answer::Report(json!({
        "catalog": outcome.catalog.as_ref().map(|catalog| catalog_to_json(catalog, "", &place)),
        "logs": outcome.logs.iter().map(log).collect::<Vec<Json>>(),
        "virtual_resources": virtual_resources,
    }))
}

/// Message and hint of each error.
fn errors_of(world: &MemoryWorld, outcome: &evaluator::Outcome) -> Vec<String> {
    let words = |error: &evaluator::EvaluationError| {
        let message = support::show_error(world, error).message;
        format!("{message} // {}", error.issue.hint().unwrap_or_default())
    };
    outcome.errors.iter().map(words).collect()
}

/// The errors that are found in a text alone, without evaluating it.
fn check(case: &Json, edition: Edition) -> Answer {
    let text = support::text(case, "code");
    let mut fixture = Fixture::without_cursor(text);
    let settings = Settings { edition, ..Settings::default() };
    fixture.host.apply_change(Change { settings: Some(settings), ..Change::default() });
    let lines = analysis::LineIndex::new(text);
    let file = fixture.file("/env/manifests/site.pp");
    let found = fixture.host.analysis().diagnostics(file).expect("no writer");
    let errors = found.iter().filter(|found| found.severity == DiagnosticSeverity::Error).map(|found| {
        let line = lines.line(found.anchor);
        let before = text.get(..found.anchor as usize).unwrap_or_default();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let words = format!("{} // {}", found.message, found.hint.as_deref().unwrap_or_default());
        json!({"line": line + 1, "column": column, "words": words})
    });
    Answer::Findings(errors.collect())
}
