//! The recorded evaluations: what Puppet refused before evaluating, validation refuses at the same place, and nothing else.

use serde_json::Value;
use syntax::ReadOptions;
use syntax::validation::ValidationRules;

use crate::support::{Found, assert_none, cases, module_path, show, text, validation_problems};

/// Programs that are judged otherwise, and why. Each is asserted to be judged otherwise.
const DEVIATIONS: &[(&str, &str)] = &[];

/// What other parts report before evaluation: not validation's.
const OTHER_CODES: &[&str] = &[
    "SYNTAX_ERROR",
    "ILLEGAL_CLASS_REFERENCE",
    "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
    "ILLEGAL_FULLY_QUALIFIED_NAME",
    "ILLEGAL_NUMBER",
    "INVALID_HEX_NUMBER",
    "INVALID_OCTAL_NUMBER",
    "INVALID_DECIMAL_NUMBER",
    "UNCLOSED_QUOTE",
    "UNCLOSED_MLCOMMENT",
    "ILLEGAL_BOM",
];

/// What a record says about one program.
enum Recorded {
    /// Evaluation began.
    Accepted,
    /// Refused by validation, with this code and place.
    Refused { code: String, line: u64, column: u64 },
    /// Refused by validation with several errors.
    RefusedWithSeveral(usize),
    /// Refused by lexer or parser, or in a way that says nothing about validation.
    Other,
}

fn recorded(answer: &Value) -> Recorded {
    if answer["ok"] == true {
        return Recorded::Accepted;
    }
    let error = if answer["error"].is_object() { &answer["error"] } else { answer };
    let message = text(error, "message");
    let code = error["issue_code"].as_str().or(error["code"].as_str()).unwrap_or_default();
    if message.starts_with("Evaluation Error") {
        return Recorded::Accepted;
    }
    if let Some(rest) = message.strip_prefix("Language validation logged ") {
        return Recorded::RefusedWithSeveral(rest.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0));
    }
    if code.is_empty()
        || OTHER_CODES.contains(&code)
        || code.starts_with("HEREDOC_")
        || code.starts_with("EPP_")
        || code.starts_with("HIERA_")
    {
        return Recorded::Other;
    }
    let column = error["pos"].as_u64().or(error["column"].as_u64()).unwrap_or_default();
    Recorded::Refused { code: code.to_string(), line: error["line"].as_u64().unwrap_or_default(), column }
}

/// The manifest and the module files of a program.
fn errors(program: &Value, with_modules: bool) -> Vec<Found> {
    let source = program["code"].as_str().or(program["expr"].as_str()).unwrap_or_default();
    let strict = program["settings"]["strict"] != "warning";
    let rules = ValidationRules { strict, ..ValidationRules::default() };
    let mut found = validation_problems(source, &ReadOptions { rules, ..ReadOptions::default() });
    if with_modules && let Some(files) = program["modules"].as_object() {
        for (path, content) in files.iter().filter(|(path, _)| path.ends_with(".pp")) {
            let options = ReadOptions { location: module_path(path), ..ReadOptions::default() };
            found.extend(validation_problems(content.as_str().unwrap_or_default(), &options));
        }
    }
    found.retain(|found| found.severity == "error");
    found
}

fn difference(program: &Value, answer: &Value) -> Option<String> {
    let (found, fits) = match recorded(answer) {
        Recorded::Other => return None,
        Recorded::Accepted => {
            let found = errors(program, false);
            let fits = found.is_empty();
            (found, fits)
        }
        Recorded::Refused { code, line, column } => {
            let found = errors(program, true);
            let fits = found
                .iter()
                .any(|found| found.code == code && found.line == line && (column == 0 || found.column == column));
            (found, fits)
        }
        Recorded::RefusedWithSeveral(count) => {
            let found = errors(program, true);
            let fits = found.len() == count;
            (found, fits)
        }
    };
    (!fits).then(|| format!("{program} found {}: recorded {answer}", show(&found)))
}

fn check(file: &str, program: fn(&Value) -> &Value, answer: &str) {
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in cases(file) {
        compared += 1;
        let id = text(&case, "id");
        let difference = difference(program(&case), &case[answer]);
        match (DEVIATIONS.iter().find(|deviation| deviation.0 == id), difference) {
            (None, Some(difference)) => differences.push(format!("{id}: {difference}")),
            (Some(_), None) => differences.push(format!("{id}: is no deviation any more")),
            _ => {}
        }
    }
    assert_none(&differences, compared);
}

#[test]
fn expressions() {
    check("expressions.jsonl", |case| case, "expect");
}

#[test]
fn specification() {
    check("specification.jsonl", |case| &case["input"], "puppet8");
}

#[test]
fn catalogs() {
    check("catalog.jsonl", |case| case, "expect");
}
