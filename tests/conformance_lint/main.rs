//! What puppet-lint 3 finds in small sources and makes of them, recorded in `tests/conformance/syntax-lint.jsonl`.

mod documentation;
mod plugins;

use std::path::PathBuf;

use serde_json::Value;
use syntax::lint::{Finding, LintRequest, LintSeverity, Selection, check_named, fix, lint};

/// One recorded case.
struct Case {
    id: String,
    source: String,
    path: Option<String>,
    /// The one check that was asked for, or all that are on by default.
    selection: Selection,
    expected: Value,
}

fn cases() -> Vec<Case> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/syntax-lint.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<Case> = text.lines().map(case).collect();
    assert!(!cases.is_empty());
    cases
}

fn case(line: &str) -> Case {
    let value: Value = serde_json::from_str(line).expect("one JSON object a line");
    let text = |key: &str| value[key].as_str().map(str::to_string);
    let check = text("check").unwrap_or_default();
    let selection = match check_named(&check) {
        Some(check) => Selection::only(&[check.name]),
        None => Selection::default(),
    };
    Case {
        id: text("id").unwrap_or_default(),
        source: text("source").unwrap_or_default(),
        path: text("path"),
        selection,
        expected: value,
    }
}

fn kind(finding: &Finding) -> &'static str {
    match (&finding.ignored, finding.check.severity) {
        (Some(_), _) => "ignored",
        (None, LintSeverity::Error) => "error",
        (None, LintSeverity::Warning) => "warning",
    }
}

fn shown(findings: &[Finding]) -> Vec<String> {
    let show = |finding: &Finding| {
        format!("{}:{} {} {}: {}", finding.line, finding.column, kind(finding), finding.check.name, finding.message)
    };
    findings.iter().map(show).collect()
}

/// The expected problems; those of a single check do not name it.
fn expected(problems: &Value, check: &Value) -> Vec<String> {
    let show = |problem: &Value| {
        let text = |key: &str| problem[key].as_str().unwrap_or_default().to_string();
        let check = problem["check"].as_str().or_else(|| check.as_str()).unwrap_or_default();
        format!("{}:{} {} {check}: {}", problem["line"], problem["column"], text("kind"), text("message"))
    };
    problems.as_array().map(|problems| problems.iter().map(show).collect()).unwrap_or_default()
}

#[test]
fn every_case_is_answered_as_recorded() {
    let mut differences = Vec::new();
    for case in cases() {
        let request = LintRequest { selection: &case.selection, path: case.path.as_deref() };
        let mut compare = |what: &str, found: String, expected: String| {
            if found != expected {
                differences.push(format!("{} {what}\n  found    {found}\n  expected {expected}", case.id));
            }
        };
        let found = shown(&lint(&case.source, &request)).join("\n           ");
        let wanted = expected(&case.expected["problems"], &case.expected["check"]).join("\n           ");
        compare("problems", found, wanted);
        let defaults = Selection::default();
        let by_default = LintRequest { selection: &defaults, ..request };
        let found = shown(&lint(&case.source, &by_default)).join("\n           ");
        let wanted = expected(&case.expected["all_problems"], &Value::Null).join("\n           ");
        compare("problems of all checks", found, wanted);
        let fixed = fix(&case.source, &request, |_| true);
        compare("text after fixing", fixed.text, case.expected["fixed"].as_str().unwrap_or_default().to_string());
        let became: Vec<&str> = fixed
            .findings
            .iter()
            .zip(&fixed.fixed)
            .map(|(finding, fixed)| if *fixed { "fixed" } else { kind(finding) })
            .collect();
        compare("after fixing", format!("{became:?}"), format!("{:?}", strings(&case.expected["after_fix"])));
    }
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn the_table_agrees_on_what_is_on_and_what_is_fixable() {
    for case in cases() {
        let Some(check) = case.expected["check"].as_str().and_then(check_named) else { continue };
        assert_eq!(case.expected["default_on"].as_bool(), Some(check.on_by_default), "{}", check.name);
        assert_eq!(case.expected["fixable"].as_bool(), Some(check.is_fixable()), "{}", check.name);
    }
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().map(|values| values.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}
