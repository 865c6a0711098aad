//! Reads the recorded cases, and reports what validation says about a text in the form of the records.

use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;
use syntax::validation::{ModuleLocation, ValidationRules, validate};
use syntax::{ColumnUnit, LineIndex, Problem, ReadOptions, Severity, SourceKind, parse, pn, read};

/// One problem as the records have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub severity: String,
    pub code: String,
    pub line: u64,
    pub column: u64,
}

impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} {}:{}", self.severity, self.code, self.line, self.column)
    }
}

pub fn show(found: &[Found]) -> String {
    let lines: Vec<String> = found.iter().map(Found::to_string).collect();
    lines.join(", ")
}

pub fn puppet7_rules() -> ValidationRules {
    ValidationRules {
        strict: false,
        literal_parameter_types: false,
        types_as_literal_keys: false,
        ..ValidationRules::default()
    }
}

/// What validation alone reports; whether the text could be read is another suite's question.
pub fn validation_problems(text: &str, options: &ReadOptions) -> Vec<Found> {
    let file = read(text, options);
    found(text, validate(&file.program, &file.source_map, options))
}

/// The words of what validation reports.
pub fn validation_messages(text: &str, options: &ReadOptions) -> Vec<String> {
    let file = read(text, options);
    let problems = validate(&file.program, &file.source_map, options);
    problems.into_iter().map(|problem| problem.message).collect()
}

/// The tree in Puppet's notation.
pub fn tree(text: &str, options: &ReadOptions) -> String {
    pn::print(&read(text, options).program)
}

/// The errors of lexer and parser.
pub fn reading_errors(text: &str, options: &ReadOptions) -> Vec<Found> {
    let problems = parse(text, &options.parse_options()).problems().to_vec();
    found(text, problems.into_iter().filter(Problem::is_error).collect())
}

fn found(text: &str, problems: Vec<Problem>) -> Vec<Found> {
    let line_index = LineIndex::new(text);
    problems
        .into_iter()
        .map(|problem| {
            let place = line_index.line_column(text, problem.anchor, ColumnUnit::CodePoints);
            let severity = match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Deprecation => "deprecation",
            };
            Found {
                severity: severity.to_string(),
                code: problem.code.puppet_name().to_string(),
                line: u64::from(place.line) + 1,
                column: u64::from(place.column) + 1,
            }
        })
        .collect()
}

/// The lines of a file under `tests/conformance`.
pub fn cases(file: &str) -> Vec<Value> {
    let path = conformance_folder().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}: {line}", path.display())))
        .collect();
    assert!(!cases.is_empty(), "{} has no cases", path.display());
    cases
}

fn conformance_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance")
}

pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The options of a case of the syntax suites: `mode`, `tasks` and `file`.
pub fn options(case: &Value, rules: ValidationRules) -> ReadOptions {
    ReadOptions {
        kind: if text(case, "mode") == "epp" { SourceKind::Template } else { SourceKind::Manifest },
        tasks: case["tasks"] == true,
        rules,
        location: case["file"]
            .as_str()
            .and_then(|file| file.split_once("/modules/"))
            .and_then(|(_, path)| module_path(path)),
    }
}

/// `oak/manifests/init.pp` as the module and the path in it.
pub fn module_path(path: &str) -> Option<ModuleLocation> {
    let (module, path) = path.split_once('/')?;
    Some(ModuleLocation { module: module.to_string(), path: path.to_string() })
}

/// Fails with all differences at once.
pub fn assert_none(differences: &[String], compared: usize) {
    assert!(differences.is_empty(), "{} of {compared} cases differ:\n{}", differences.len(), differences.join("\n"));
}
