//! Literate tests of the checks that know the whole workspace: each Markdown file here explains one of them, and its
//! `puppet` blocks say in comments what is reported where. Exactly that must be reported.
//!
//! A line `//- /env/path` in a block starts a file of an environment at `/env`; without one the block is
//! `/env/manifests/site.pp`. The comments are those of `tests/diagnostics`, with `hint[code]` too.

#[path = "../diagnostics/expectation.rs"]
mod expectation;

use std::path::{Path, PathBuf};

use analysis::fixture::Fixture;
use expectation::expectations;

#[test]
fn every_block_reports_exactly_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/name_diagnostics");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    let mut differences = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a Markdown file");
        let blocks = blocks(&text);
        assert!(!blocks.is_empty(), "{} has no puppet block", file.display());
        for (line, block) in blocks {
            differences.extend(check(&block).into_iter().map(|found| format!("{}:{line}: {found}", file.display())));
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn every_check_has_its_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/name_diagnostics");
    for check in analysis::checks::CHECKS {
        assert!(folder.join(format!("{}.md", check.code)).is_file(), "no page for {}", check.code);
        assert!(!check.documentation.is_empty());
    }
}

/// The texts of the `puppet` blocks with the lines that they start in.
fn blocks(markdown: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in markdown.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some("puppet")) => open = Some((number + 2, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            _ => {}
        }
    }
    blocks
}

fn check(block: &str) -> Vec<String> {
    let fixture = Fixture::without_cursor(block);
    let analysis = fixture.host.analysis();
    let mut differences = Vec::new();
    for (path, text) in &fixture.files {
        let file = fixture.file(path);
        let lines = analysis::LineIndex::new(text);
        let mut found: Vec<(u32, String, String, String)> = analysis
            .diagnostics(file)
            .expect("no writer")
            .iter()
            .map(|found| {
                let severity = found.severity.name().to_string();
                (lines.line(found.anchor), severity, found.code.to_string(), found.message.clone())
            })
            .collect();
        for expected in expectations(text).unwrap_or_else(|error| panic!("{path}: {error}")) {
            let matching = found.iter().position(|(line, severity, code, message)| {
                *line == expected.line
                    && *severity == expected.severity
                    && *code == expected.code
                    && message.contains(&expected.message)
            });
            match matching {
                Some(at) => drop(found.remove(at)),
                None => differences.push(format!("{path}: not reported: {expected}")),
            }
        }
        differences.extend(found.iter().map(|(line, severity, code, message)| {
            format!("{path}: not expected: line {}: {severity}[{code}] {message}", line + 1)
        }));
    }
    differences
}
