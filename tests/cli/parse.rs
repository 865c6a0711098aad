//! `parse`

use serde_json::json;

use crate::program::{run, run_with_input};

#[test]
fn pn_is_puppets_own() {
    let ran = run_with_input(&["parse", "-"], "class a { notify { 'x': } }\n");
    assert_eq!(
        ran.stdout,
        "(class {:name \"a\" :body [(resource {:type (qn \"notify\") :bodies [{:title \"x\" :ops []}]})]})\n"
    );
    assert_eq!(ran.code, 0);
}

#[test]
fn the_tree_is_the_text() {
    let ran = run_with_input(&["parse", "--format", "tree", "-"], "$a  = 1 # one\n");
    assert!(ran.stdout.contains("\"# one\""), "{}", ran.stdout);
}

#[test]
fn json_lists_definitions_and_errors_of_broken_code() {
    let ran = run_with_input(&["parse", "--format", "json", "-"], "class a { }\ndefine b($x { }\nclass c {}\n");
    let json = ran.json();
    let names: Vec<_> =
        json["definitions"].as_array().into_iter().flatten().map(|entry| entry["name"].clone()).collect();
    assert!(names.contains(&json!("a")) && names.contains(&json!("c")), "{json}");
    assert_eq!(json["errors"][0]["line"], 2, "{json}");
    assert_eq!(ran.code, 1);
}

#[test]
fn templates_and_missing_files() {
    assert_eq!(run_with_input(&["parse", "--epp", "-"], "a <%= $b %>\n").code, 0);
    let ran = run(&["parse", "/no/such/file.pp"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("/no/such/file.pp"), "{}", ran.stderr);
}

#[test]
fn plans_are_read_where_they_are_asked_for() {
    let ran = run_with_input(&["parse", "-", "--tasks"], "plan oak() { apply('all', '_noop' => true,) { } }");
    let recorded = r#"(plan {:name "oak" :body [(apply {:args ["all" (hash (=> "_noop" true))] :body []})]})"#;
    assert_eq!(ran.stdout.trim(), recorded);
}
