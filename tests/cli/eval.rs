//! `eval`

use serde_json::json;

use crate::program::{run, run_with_input};

#[test]
fn the_value_in_all_its_forms() {
    let ran = run(&["eval", "--format", "json", "-e", "notice('hi') [1, 'a'].map |$x| { \"${x}!\" }"]);
    let json = ran.json();
    assert_eq!(json["ok"], true, "{json}");
    assert_eq!(json["value"], "['1!', 'a!']");
    assert_eq!(json["string"], "[1!, a!]");
    assert_eq!(json["type"], "Tuple[String, String]");
    assert_eq!(json["logs"], json!([{"level": "notice", "message": "hi"}]));
    assert_eq!(ran.code, 0);
}

#[test]
fn text_goes_to_stdout_and_logs_to_stderr() {
    let ran = run_with_input(&["eval", "-"], "notice('hi')\n$a = { 'k' => [1, undef] }\n$a\n");
    assert_eq!(ran.stdout, "{'k' => [1, undef]}\n");
    assert!(ran.stderr.contains("hi"), "{}", ran.stderr);
}

#[test]
fn errors_have_a_place_and_a_code() {
    let ran = run(&["eval", "--format", "json", "-e", "notice(1)\n1 / 0"]);
    let json = ran.json();
    assert_eq!(json["ok"], false);
    assert_eq!(json["error"]["code"], "div-by-zero");
    assert_eq!((&json["error"]["line"], &json["error"]["column"]), (&2.into(), &5.into()), "{json}");
    assert_eq!(ran.code, 1);
}

/// Characters for private use mean nothing to the evaluator: they come out of values, notices and errors as they went in.
#[test]
fn no_text_of_a_user_is_taken_for_a_place() {
    let text = "a\u{E000}l0:1\u{E001}b\u{E000}c\u{E001}";
    let ran = run(&["eval", "--format", "json", "-e", &format!("notice('{text}')\n'{text}'")]);
    let json = ran.json();
    assert_eq!((&json["string"], &json["logs"][0]["message"]), (&json!(text), &json!(text)), "{json}");
    let ran = run(&["eval", "-e", &format!("notice('{text}')\nfail('{text}')")]);
    assert!(ran.stderr.contains(&format!("notice: Scope(Class[main]): {text}\n")), "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("Error while evaluating a Function Call, {text}\n")), "{}", ran.stderr);
    let ran = run(&["eval", "--format", "json", "-e", &format!("fail('{text}')")]);
    let message = ran.json()["error"]["message"].clone();
    assert_eq!(message, format!("Error while evaluating a Function Call, {text}"));
    // Beside a place that the evaluator names itself.
    let code = format!("define d() {{ fail('{text}') }}\nd {{ 'x': }}");
    let ran = run_with_input(&["compile", "--format", "report", "-"], &code);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("a report");
    let message = report["error"]["message"].as_str().unwrap_or_default();
    let wanted = format!("a Function Call, {text} (file: -, line: 1, column: 14)");
    assert!(message.ends_with(&wanted), "{message}");
}

#[test]
fn facts_come_from_sets_and_files() {
    let ran = run(&["eval", "--facts", "rocky-9", "-e", "$facts['os']['family']"]);
    assert_eq!(ran.stdout, "'RedHat'\n");
    assert!(run(&["eval", "--facts", "list", "-e", "1"]).stdout.contains("debian-12\n"));
    let missing = run(&["eval", "--facts", "/no/facts.json", "-e", "1"]);
    assert_eq!(missing.code, 2);
}

#[test]
fn code_may_begin_with_a_hyphen() {
    assert_eq!(run(&["eval", "-e", "-7 + 2"]).stdout.trim(), "-5");
}

#[test]
fn mistakes_of_the_text_have_their_place() {
    let ran = run(&["eval", "--format", "json", "-e", "$a = 1\n0789"]);
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["error"]["code"], "invalid-octal-number");
    assert_eq!((&answer["error"]["line"], &answer["error"]["column"]), (&2.into(), &1.into()));
    let shown = run(&["eval", "-e", "$a = 1\n0789"]).stderr;
    assert!(shown.contains(":2:1: error: Not a valid octal number 0789"), "{shown}");
}
