//! `lookup`

use crate::program::{example, run};

#[test]
fn a_key_of_the_example_with_its_explanation() {
    let environment = example().to_string_lossy().into_owned();
    let key = "backup::server";
    let found = run(&["lookup", key, "--environment", &environment, "--node", "nobody.example.com"]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    assert_eq!(found.stdout, "'backup01.example.com'\n");
    let explained = run(&["lookup", key, "--explain", "--environment", &environment, "--node", "nobody.example.com"]);
    assert!(explained.stdout.contains("common.yaml"), "{}", explained.stdout);
}

#[test]
fn a_key_that_is_not_there_is_an_error() {
    let ran = run(&["lookup", "no::such::key", "--environment", &example().to_string_lossy()]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("no::such::key"), "{}", ran.stderr);
}
