//! `puppet-analyzer test` on a module whose specs real rspec-puppet has run: `recorded.json` holds its verdicts by example id.
//!
//! To record again: link the module into its own `spec/fixtures/modules/shop`, run `rspec --format json` in it with Puppet 7, and take the
//! statuses. `tests/rspec/compare.rb` compares whole suites of other modules.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn module() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/rspec/module")
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"))
        .current_dir(module())
        .args(["test", "--edition", "puppet7"])
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn report(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&text(&output)).unwrap_or_else(|error| panic!("{error}: {}", text(&output)))
}

fn verdicts(report: &Value) -> BTreeMap<String, String> {
    let examples = report["examples"].as_array().expect("examples");
    let field = |example: &Value, name: &str| example[name].as_str().unwrap_or_default().to_string();
    examples.iter().map(|example| (field(example, "id"), field(example, "status"))).collect()
}

const WHOLE: &[&str] = &["spec/classes/shop_spec.rb", "spec/defines", "spec/hosts", "spec/type_aliases"];

#[test]
fn verdicts_are_those_of_rspec() {
    let recorded = std::fs::read_to_string(module().join("../recorded.json")).expect("recorded verdicts");
    let recorded: BTreeMap<String, String> = serde_json::from_str(&recorded).expect("JSON");
    let ours = verdicts(&report(WHOLE));
    for (id, status) in &recorded {
        assert_eq!(ours.get(id), Some(status), "{id}");
    }
    assert_eq!(ours.len(), recorded.len());
}

#[test]
fn a_file_that_cannot_be_read_and_a_loop_without_end_leave_the_others_alone() {
    let output = run(&["spec/classes/endless_spec.rb", "spec/classes/syntax_spec.rb", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_str(&text(&output)).expect("JSON");
    let verdicts = verdicts(&report);
    let expected = [
        ("./spec/classes/endless_spec.rb[1:1]", "passed"),
        ("./spec/classes/endless_spec.rb[1:2]", "not_run"),
        ("./spec/classes/endless_spec.rb[1:3]", "not_run"),
        ("./spec/classes/syntax_spec.rb", "failed"),
    ];
    assert_eq!(verdicts, expected.map(|(id, status)| (id.to_string(), status.to_string())).into_iter().collect());
    let reasons: Vec<&str> = report["examples"]
        .as_array()
        .expect("examples")
        .iter()
        .filter_map(|example| example["reason"].as_str())
        .collect();
    assert!(
        reasons.iter().any(|reason| reason.contains("Net::HTTP") && reason.contains("endless_spec.rb:6")),
        "{reasons:?}"
    );
}

#[test]
fn a_line_and_a_pattern_choose_examples() {
    let line = report(&["spec/classes/shop_spec.rb:67"]);
    assert_eq!(verdicts(&line).keys().collect::<Vec<_>>(), ["./spec/classes/shop_spec.rb[1:35:2]"]);
    let group = report(&["spec/classes/shop_spec.rb:62"]);
    assert_eq!(group["summary"]["example_count"], 3);
    let pattern = report(&["spec/classes/shop_spec.rb", "--example", "with port 13"]);
    assert_eq!(pattern["summary"]["example_count"], 5);
}

#[test]
fn a_failure_names_both_values_and_the_line_of_the_manifest() {
    let output = run(&["spec/classes/shop_spec.rb:67"]);
    let shown = text(&output);
    assert!(shown.contains("content set to Sensitive(\"other\") but it is set to"), "{shown}");
    assert!(shown.contains("(manifests/init.pp:14)"), "{shown}");
    assert!(shown.contains("puppet-analyzer test ./spec/classes/shop_spec.rb:67"), "{shown}");
    assert!(shown.contains("1 example, 1 failure"), "{shown}");
}

#[test]
fn other_formats() {
    let junit = text(&run(&["spec/type_aliases", "--format", "junit"]));
    assert!(junit.contains("tests=\"9\" failures=\"1\" skipped=\"0\""), "{junit}");
    let github = text(&run(&["spec/type_aliases", "--format", "github"]));
    assert!(github.starts_with("::error file=spec/type_aliases/port_spec.rb,line=6::"), "{github}");
    let listing = text(&run(&["spec/hosts", "--format", "documentation"]));
    assert!(listing.contains("web1.example.com is expected to contain Notify[web1]"), "{listing}");
}

#[test]
fn shares_of_the_files_make_the_whole() {
    let whole = verdicts(&report(&[]));
    let mut parts = verdicts(&report(&["--shard", "1/2"]));
    parts.extend(verdicts(&report(&["--shard", "2/2"])));
    assert_eq!(parts, whole);
}

#[test]
fn without_a_module_it_says_what_to_do() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_puppet-analyzer")).args(["test", "/proc"]).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a folder that has spec/"));
}

/// Returns what a tracefile says of one manifest.
fn covered(example: &str, manifest: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("coverage.info");
    let coverage = format!("lcov:{}", file.display());
    run(&["spec/classes/shop_spec.rb", "--example", example, "--coverage", &coverage]);
    let text = std::fs::read_to_string(file).expect("a tracefile");
    let record = text.split("end_of_record").find(|record| record.contains(&format!("SF:manifests/{manifest}\n")));
    record.unwrap_or_else(|| panic!("{text}")).to_string()
}

#[test]
fn coverage_tells_which_lines_were_evaluated() {
    assert!(covered("with a secret", "init.pp").contains("\nDA:14,1\n"));
    assert!(covered("with facts", "init.pp").contains("\nDA:14,0\n"));
    let broken = covered("with facts", "broken.pp");
    assert!(broken.contains("\nLH:0\n"), "{broken}");
}
