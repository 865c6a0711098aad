//! What is said about mistaken texts: one error for one mistake, where it is, what was expected there, and nothing about the
//! good lines around it.
//!
//! In `cases.jsonl` and `more.jsonl` each line has one text. `want` says how many `errors` there are, the places (`at`) one of which has an
//! error, the `words` one of which its hint has (in backticks: a token), the `lines` with errors and the lines that are `clean`. The places
//! of `more.jsonl` are those of Puppet's own parser; where ours is another, that one stands behind it.
//!
//! In `fixes.jsonl` each line has a text with a usual slip, and the text after its quick fix.

mod case;

use std::path::Path;

use analysis::features::code_actions::{ActionKind, ActionRequest};
use analysis::fixture::Fixture;
use analysis::{DiagnosticSeverity, TextRange};
use case::{Case, diagnostics};
use serde_json::Value;

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/syntax_errors").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_string).collect()
}

fn check(name: &str) {
    let cases: Vec<Case> = lines(name).iter().map(|line| Case::read(line)).collect();
    assert!(!cases.is_empty());
    let mut report = String::new();
    let mut failed = 0;
    for case in &cases {
        let errors = case.errors();
        let differences = case.differences(&errors);
        if differences.is_empty() {
            continue;
        }
        failed += 1;
        report.push_str(&format!("{}\n{}\n  {}\n", case.id, case.code.trim_end(), differences.join("; ")));
        errors.iter().for_each(|error| report.push_str(&format!("  found {error}\n")));
    }
    assert!(report.is_empty(), "{failed} of {}:\n\n{report}", cases.len());
}

#[test]
fn one_mistake_is_one_error_that_helps() {
    check("cases.jsonl");
}

#[test]
fn mistakes_in_every_rule_of_the_grammar_are_one_error_that_helps() {
    check("more.jsonl");
}

/// The text after the quick fix that is offered at the only error, and the errors that are left.
fn fixed(code: &str) -> Result<(String, usize), String> {
    let fixture = Fixture::without_cursor(code);
    let file = fixture.file("/env/manifests/site.pp");
    let found = diagnostics(code);
    let [error] = found.as_slice() else { return Err(format!("{} errors", found.len())) };
    let request = ActionRequest { range: TextRange::empty(error.range.start), ..ActionRequest::default() };
    let actions = fixture.host.analysis().code_actions(file, &request).expect("no writer");
    let fixes: Vec<_> = actions.iter().filter(|action| action.kind == ActionKind::QuickFix).collect();
    let [fix] = fixes.as_slice() else {
        return Err(format!("offered: {:?}", fixes.iter().map(|fix| &fix.title).collect::<Vec<_>>()));
    };
    let (_, edits) = fix.change.as_ref().and_then(|change| change.edits.first()).ok_or("no edit")?;
    let mut text = code.to_string();
    for edit in edits.iter().rev() {
        text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.new_text);
    }
    let left = diagnostics(&text).iter().filter(|left| left.code == error.code).count();
    Ok((text, left))
}

#[test]
fn usual_slips_have_a_quick_fix() {
    let mut report = String::new();
    for line in lines("fixes.jsonl") {
        let case: Value = serde_json::from_str(&line).expect("one JSON object a line");
        let (code, wanted) = (case["code"].as_str().unwrap_or_default(), case["fixed"].as_str().unwrap_or_default());
        match fixed(code) {
            Ok((text, 0)) if text == wanted => {}
            other => report.push_str(&format!("{code}  {other:?}\n")),
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn the_place_where_a_bracket_was_opened_is_told() {
    let found = diagnostics("class a {\n  $x = [1,\n}\n");
    let related =
        found.first().and_then(|error| error.related.first()).map(|place| (place.range.start, &*place.message));
    assert_eq!(related, Some((17, "this `[` is never closed")));
    assert_eq!(found.first().map(|error| error.severity), Some(DiagnosticSeverity::Error));
}
