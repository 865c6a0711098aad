//! Sources that Puppet's lexer or parser refuses: the first error has Puppet's code and line.

use syntax::{LineIndex, Problem, ReadOptions, SourceFile};

use crate::cases::{self, Case};
use crate::deviations;

/// `(bytes: FE FF 00)` stands for bytes that are no text; letters and quoted text between them stand for themselves.
fn bytes(source: &str) -> Option<Vec<u8>> {
    let list = source.strip_prefix("(bytes: ")?.strip_suffix(')')?;
    if let Some(rest) = list.strip_prefix("$a = 'a FF b'") {
        let mut bytes = b"$a = 'a \xff b'".to_vec();
        bytes.extend(rest.bytes());
        return Some(bytes);
    }
    list.split(' ').map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}

fn read(case: &Case) -> SourceFile {
    let options = ReadOptions { kind: case.options.kind, tasks: case.options.tasks, ..ReadOptions::default() };
    match bytes(&case.source) {
        Some(bytes) => syntax::read_bytes(&bytes, &options),
        None => syntax::read(&case.source, &options),
    }
}

fn line(source: &str, problem: &Problem) -> u64 {
    u64::from(LineIndex::new(source).line(problem.anchor)) + 1
}

#[test]
fn refused_sources_have_the_error_that_puppet_names() {
    let mut differences = Vec::new();
    for case in cases::read("syntax-negative.jsonl") {
        if case.expect["phase"] != "syntax" {
            continue;
        }
        let expected = &case.expect["diagnostics"][0];
        let file = read(&case);
        let errors: Vec<&Problem> = file.problems.iter().filter(|problem| problem.is_error()).collect();
        let code = expected["code"].as_str().unwrap_or("SYNTAX_ERROR");
        let is_same = errors.first().is_some_and(|first| {
            first.code.puppet_name() == code
                && expected["line"].as_u64().is_none_or(|expected| expected == line(&case.source, first))
        });
        if !is_same {
            let found: Vec<String> = errors
                .iter()
                .map(|error| {
                    format!("{} line {} {}", error.code.puppet_name(), line(&case.source, error), error.message)
                })
                .collect();
            differences.push((case.id.clone(), format!("{}\nexpected {expected}\nfound    {found:#?}", case.source)));
        }
    }
    cases::report(differences, deviations::NEGATIVE);
}

/// Where Puppet itself dies we say what is wrong, or read what was meant.
#[test]
fn what_kills_puppet_is_reported_or_read() {
    let mut differences = Vec::new();
    for case in cases::read("syntax-negative.jsonl") {
        if case.expect["phase"] != "crash" {
            continue;
        }
        let has_error = read(&case).problems.iter().any(Problem::is_error);
        if !has_error {
            differences.push((case.id.clone(), format!("{}\nno error", case.source)));
        }
    }
    cases::report(differences, deviations::CRASHES);
}

/// The warnings of Puppet's lexer, with their lines.
#[test]
fn the_lexer_warns_as_puppet_does() {
    let mut differences = Vec::new();
    for name in ["syntax-negative.jsonl", "syntax-positive.jsonl"] {
        for case in cases::read(name) {
            let expected: Vec<(String, u64)> = case.expect["log"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|entry| {
                    matches!(entry["code"].as_str(), Some("UNRECOGNIZED_ESCAPE" | "ILLEGAL_UNICODE_ESCAPE"))
                })
                .map(|entry| {
                    (entry["code"].as_str().unwrap_or_default().to_string(), entry["line"].as_u64().unwrap_or_default())
                })
                .collect();
            let parse = syntax::parse(&case.source, &case.options);
            let found: Vec<(String, u64)> = parse
                .problems()
                .iter()
                .filter(|problem| !problem.is_error())
                .map(|problem| (problem.code.puppet_name().to_string(), line(&case.source, problem)))
                .collect();
            if found != expected && case.expect["phase"] == "ok" {
                differences
                    .push((case.id.clone(), format!("{}\nexpected {expected:?}\nfound    {found:?}", case.source)));
            }
        }
    }
    cases::report(differences, &[]);
}
