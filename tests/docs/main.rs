//! The reference of `tests/docs/module`, byte for byte what puppet-strings 5.0.0 (on YARD 0.9.28, Puppet 7.23) wrote to
//! `tests/docs/recorded`. `tests/docs/compare --record` asks the real tool again.

use std::path::{Path, PathBuf};

use reference::{Reference, SourceText, documented_paths, html, json, markdown};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/docs")
}

fn list(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(root, &path, found);
        } else {
            found.push(path.strip_prefix(root).expect("a path below").to_string_lossy().replace('\\', "/"));
        }
    }
}

fn module() -> Reference {
    let root = folder().join("module");
    let mut found = Vec::new();
    list(&root, &root, &mut found);
    let paths = documented_paths(found.iter().map(String::as_str));
    let texts: Vec<String> =
        paths.iter().map(|path| std::fs::read_to_string(root.join(path)).expect("a file")).collect();
    reference::read(paths.iter().zip(&texts).map(|(path, text)| SourceText { path, text }))
}

fn recorded(name: &str) -> String {
    std::fs::read_to_string(folder().join("recorded").join(name)).expect("a recorded file")
}

#[test]
fn markdown_is_that_of_puppet_strings() {
    assert_eq!(markdown::render(&module()), recorded("REFERENCE.md"));
}

#[test]
fn json_is_that_of_puppet_strings() {
    assert_eq!(json::render(&module()), recorded("strings.json"));
}

#[test]
fn what_is_left_out_is_named() {
    let problems: Vec<String> = module()
        .problems
        .iter()
        .map(|problem| format!("{}:{}: {}", problem.file, problem.line, problem.message))
        .collect();
    assert_eq!(
        problems,
        [
            "manifests/broken.pp:1: Syntax error at '}'",
            "lib/puppet/type/sample_bare.rb:13: This resource type is left out, as its name is not a literal",
            "lib/puppet/provider/sample_file/posix.rb:12: This provider is left out, as puppet-strings loses an argument before a \
             trailing comma: remove the comma",
        ]
    );
}

#[test]
fn the_page_has_every_thing_and_the_facts() {
    let page = html::render("sample", &module());
    let names =
        ["sample::params", "sample::join", "Sample::Port", "sample_api", "sample_version", "install", "sample::deploy"];
    for name in names {
        assert!(page.contains(&format!("<h2>{name}</h2>")), "{name}");
    }
    assert!(page.contains("<dt><code>port</code> <code>Integer[1, 65535]</code> = <code>8080</code></dt>"));
    let source = json::render(&module());
    assert!(!source.contains("sample_version"), "puppet-strings knows no facts");
}

/// Broken and hostile texts end in a reference or a problem, never in a panic.
#[test]
fn any_text_is_read() {
    let root = folder().join("module");
    let mut found = Vec::new();
    list(&root, &root, &mut found);
    for path in documented_paths(found.iter().map(String::as_str)) {
        let text = std::fs::read_to_string(root.join(path)).expect("a file");
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(7).collect();
        for end in ends {
            let reference = reference::read([SourceText { path, text: &text[..end] }]);
            let _ = (markdown::render(&reference), json::render(&reference), html::render("x", &reference));
        }
    }
}
