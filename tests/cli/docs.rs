//! `docs`

use std::path::Path;

use crate::program::run_with_input;

const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/docs/module");
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/docs/recorded");

fn recorded(name: &str) -> String {
    std::fs::read_to_string(Path::new(RECORDED).join(name)).expect("a recorded file")
}

#[test]
fn a_module_is_documented_as_by_puppet_strings() {
    let markdown = run_with_input(&["docs", MODULE], "");
    assert_eq!(markdown.code, 0);
    assert_eq!(markdown.stdout, recorded("reference.txt"));
    assert!(markdown.stderr.contains("manifests/broken.pp:1: Syntax error at '}'"), "{}", markdown.stderr);
    assert_eq!(run_with_input(&["docs", MODULE, "--format", "json"], "").stdout, recorded("strings.json"));
    let page = run_with_input(&["docs", MODULE, "--format", "html"], "").stdout;
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>example-sample</title>"));
}

#[test]
fn a_stale_file_is_found_and_written() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-docs-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("manifests")).expect("a folder");
    std::fs::write(folder.join("manifests/init.pp"), "# A class\nclass web { }\n").expect("a file");
    let module = folder.to_string_lossy().into_owned();
    let missing = run_with_input(&["docs", &module, "--check"], "");
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("REFERENCE.md does not exist"), "{}", missing.stderr);
    let file = folder.join("REFERENCE.md").to_string_lossy().into_owned();
    assert_eq!(run_with_input(&["docs", &module, "--out", &file], "").code, 0);
    assert_eq!(run_with_input(&["docs", &module, "--check"], "").code, 0);
    std::fs::write(folder.join("manifests/init.pp"), "# Another text\nclass web { }\n").expect("a file");
    let stale = run_with_input(&["docs", &module, "--check"], "");
    assert_eq!(stale.code, 1);
    assert!(stale.stderr.contains("is not up to date"), "{}", stale.stderr);
    assert_eq!(run_with_input(&["docs", &module, "--format", "json", "--check"], "").code, 2);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(run_with_input(&["docs", &module], "").code, 2);
}
