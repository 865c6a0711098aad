//! Evaluates the recorded expressions inside a template and compares with what real Ruby answered.
//!
//! `cargo test -p puppet-analyzer-evaluator --test conformance_ruby` fails on every difference that `deviations.txt` does
//! not name with a reason, and on every deviation there that has gone. With `-- TEXT…` it runs only the expressions that
//! contain one of the texts and prints their differences. `record.rb` asks real Ruby again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use evaluator::request::Goal;
use evaluator::{MemoryWorld, Request, Value};
use serde_json::Value as Json;

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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance_ruby")
}

/// What Ruby answered, or what came out here.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Value(String),
    Error(String),
    /// Why the template cannot be evaluated here.
    Unknown(String),
}

impl Answer {
    fn recorded(line: &Json) -> Option<Self> {
        let text = |key: &str| line.get(key).and_then(Json::as_str).map(str::to_string);
        text("v").map(Answer::Value).or(text("error").map(Answer::Error))
    }

    /// Puppet adds where the error was; Ruby's own words must be among it.
    fn agrees_with(&self, recorded: &Answer) -> bool {
        match (self, recorded) {
            (Answer::Error(ours), Answer::Error(words)) => ours.contains(words.as_str()),
            _ => self == recorded,
        }
    }
}

/// One line of `deviations.txt`: expressions that contain a text are unknown here, or one expression that differs.
struct Deviation {
    text: String,
    is_exact: bool,
}

impl Deviation {
    /// Reads lines of `unknown TEXT # reason` and `differs EXPRESSION # reason`.
    fn read_all(path: &Path) -> Vec<Deviation> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines
            .map(|line| {
                let (rule, reason) = line.split_once(" # ").unwrap_or((line, ""));
                assert!(!reason.trim().is_empty(), "a deviation without a reason: {line}");
                match rule.split_once(' ') {
                    Some(("unknown", text)) => Deviation { text: text.trim().to_string(), is_exact: false },
                    Some(("differs", text)) => Deviation { text: text.trim().to_string(), is_exact: true },
                    _ => panic!("neither `unknown` nor `differs`: {line}"),
                }
            })
            .collect()
    }

    fn covers(&self, expression: &str, ours: &Answer) -> bool {
        if self.is_exact {
            return self.text == expression;
        }
        matches!(ours, Answer::Unknown(_)) && expression.contains(&self.text)
    }
}

fn run(filters: &[String]) -> bool {
    let answers = std::fs::read_to_string(folder().join("answers.jsonl")).unwrap_or_default();
    let deviations = Deviation::read_all(&folder().join("deviations.txt"));
    let mut used = BTreeSet::new();
    let (mut passed, mut all, mut unexpected) = (0, 0, BTreeMap::<String, Vec<String>>::new());
    for line in answers.lines() {
        let Ok(line) = serde_json::from_str::<Json>(line) else { continue };
        let (Some(expression), Some(recorded)) = (line.get("e").and_then(Json::as_str), Answer::recorded(&line)) else {
            continue;
        };
        if !filters.is_empty() && !filters.iter().any(|filter| expression.contains(filter)) {
            continue;
        }
        all += 1;
        let ours = evaluate(expression);
        if ours.agrees_with(&recorded) {
            passed += 1;
            continue;
        }
        match deviations.iter().position(|deviation| deviation.covers(expression, &ours)) {
            Some(index) => drop(used.insert(index)),
            None => {
                let kind = match (&ours, &recorded) {
                    (Answer::Unknown(reason), _) => format!("unknown: {reason}"),
                    _ => "wrong".to_string(),
                };
                let shown = format!("{expression}\n    Ruby: {recorded:?}\n    here: {ours:?}");
                unexpected.entry(kind).or_default().push(shown);
            }
        }
    }
    for (kind, cases) in &unexpected {
        println!("--- {kind} ({})", cases.len());
        cases.iter().for_each(|case| println!("{case}"));
    }
    let gone: Vec<&Deviation> = deviations
        .iter()
        .enumerate()
        .filter(|(index, _)| !used.contains(index))
        .map(|(_, deviation)| deviation)
        .collect();
    let gone = if filters.is_empty() { gone } else { Vec::new() };
    gone.iter().for_each(|deviation| println!("listed as a deviation, but there is none: {}", deviation.text));
    let count: usize = unexpected.values().map(Vec::len).sum();
    println!("{passed} of {all} as Ruby answers, {count} unexpected, {} deviations gone", gone.len());
    assert!(!filters.is_empty() || all >= 1500, "the answers of Ruby are missing");
    unexpected.is_empty() && gone.is_empty()
}

/// Evaluates a Ruby expression as a template does.
fn evaluate(expression: &str) -> Answer {
    let template = format!("<%= ({expression}).inspect %>");
    let code = format!("inline_template('{}')", template.replace('\\', "\\\\").replace('\'', "\\'"));
    let mut world = MemoryWorld::new();
    let file = world.add_file("EXPR", code);
    let mut request = Request::catalog("test.example.com");
    request.goal = Goal::Value(file);
    let outcome = evaluator::compile(&world, &request);
    if let Some(error) = outcome.errors.first() {
        return Answer::Error(error.message().render(&mut |place| world.describe(place)));
    }
    match outcome.value {
        Some(Value::String(text)) => Answer::Value(text.to_string()),
        Some(Value::Unknown(reason)) => Answer::Unknown(reason.reason.to_string()),
        other => Answer::Error(format!("no text: {other:?}")),
    }
}
