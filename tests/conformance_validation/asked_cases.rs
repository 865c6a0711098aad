//! Sources of this project's own with what OpenVox 8.28.1 and Puppet 7.23 answered: every kind of expression in every kind
//! of place, and what the other suites leave out (`tests/conformance/validation.jsonl`).

use serde_json::Value;
use syntax::validation::ValidationRules;

use crate::support::{
    assert_none, cases, options, puppet7_rules, reading_errors, show, text, tree, validation_problems,
};

/// Sources where the answer is not Puppet's, with what it is and why. Each is asserted.
const DEVIATIONS: &[(&str, &str, &str)] = &[(
    "$a = @(END:json) $B\n{\n| END\n",
    "error ILLEGAL_JSON 2:1, error ILLEGAL_VAR_NAME 1:18",
    "Puppet gives up at a text of the wrong syntax; here all problems are told",
)];

/// What lexer and parser report; validation then says nothing.
const READING_CODES: &[&str] =
    &["SYNTAX_ERROR", "HEREDOC_", "ILLEGAL_CLASS_REFERENCE", "ILLEGAL_NUMBER ", "ILLEGAL_FULLY_QUALIFIED"];

fn cannot_be_read(answer: &str) -> bool {
    READING_CODES.iter().any(|code| answer.strip_prefix("error ").is_some_and(|answer| answer.starts_with(code)))
}

fn check(rules: &ValidationRules, answer: impl Fn(&Value) -> String) {
    let mut differences = Vec::new();
    let all = cases("validation.jsonl");
    for case in &all {
        let source = text(case, "source");
        let answer = answer(case);
        if cannot_be_read(&answer) {
            continue;
        }
        let deviation = DEVIATIONS.iter().find(|deviation| deviation.0 == source);
        let wanted = deviation.map_or(answer.as_str(), |deviation| deviation.1);
        let found = show(&validation_problems(source, &options(case, rules.clone())));
        if found != wanted {
            differences.push(format!("{source:?}\n    expected {wanted}\n    found    {found}"));
        }
    }
    assert_none(&differences, all.len());
}

#[test]
fn answers_of_puppet_8() {
    check(&ValidationRules::default(), |case| text(case, "puppet8").to_string());
}

#[test]
fn answers_of_puppet_7() {
    check(&puppet7_rules(), |case| case["puppet7"].as_str().unwrap_or(text(case, "puppet8")).to_string());
}

/// What Puppet can read is read without an error, and what it cannot read has one on the same line.
#[test]
fn the_same_sources_can_be_read() {
    let mut differences = Vec::new();
    let all = cases("validation.jsonl");
    for case in &all {
        let source = text(case, "source");
        let answer = text(case, "puppet8");
        let errors = reading_errors(source, &options(case, ValidationRules::default()));
        let line = answer
            .rsplit(' ')
            .next()
            .and_then(|place| place.split(':').next())
            .and_then(|line| line.parse::<u64>().ok());
        let fits = if cannot_be_read(answer) {
            errors.iter().any(|error| line.is_none_or(|line| error.line == line))
        } else {
            errors.is_empty()
        };
        if !fits {
            differences.push(format!("{source:?}\n    Puppet {answer}\n    found  {}", show(&errors)));
        }
    }
    assert_none(&differences, all.len());
}

/// The trees of the same kinds of sources, in Puppet's notation (`tests/conformance/syntax-asked.jsonl`).
#[test]
fn trees_of_puppet_8() {
    let mut differences = Vec::new();
    let all = cases("syntax-asked.jsonl");
    for case in &all {
        let source = text(case, "source");
        let found = tree(source, &options(case, ValidationRules::default()));
        if found != text(case, "pn") {
            differences.push(format!("{source:?}\n    expected {}\n    found    {found}", text(case, "pn")));
        }
    }
    assert_none(&differences, all.len());
}
