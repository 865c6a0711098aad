//! Literate tests of the checks that know the whole workspace: each Markdown file here explains one of them, and its
//! `puppet` blocks say in comments what is reported where. Exactly that must be reported.
//!
//! A line `//- /env/path` in a block starts a file of an environment at `/env`; without one the block is
//! `/env/manifests/site.pp`. The comments are those of `tests/diagnostics`, with `info[code]` and `hint[code]` too. An edition
//! may follow `puppet` in the fence. A block `puppet fixed` behind it is its first file after the first fix of each finding;
//! `UPDATE_EXPECT=1` writes these blocks, and `docs/diagnostics.md`, anew.

#[path = "../diagnostics/expectation.rs"]
mod expectation;
mod literate;
mod manual_page;

use std::path::{Path, PathBuf};

use analysis::fixture::Fixture;
use analysis::{Change, Edition, Fix, Settings};
use expectation::expectations;
use literate::{Block, blocks};

#[test]
fn every_block_reports_exactly_what_it_says() {
    let mut differences = Vec::new();
    for file in pages("name_diagnostics") {
        let text = std::fs::read_to_string(&file).expect("a Markdown file");
        let blocks = blocks(&text);
        assert!(!blocks.is_empty(), "{} has no puppet block", file.display());
        for block in blocks {
            let place = format!("{}:{}", file.display(), block.line);
            differences.extend(check(&block).into_iter().map(|found| format!("{place}: {found}")));
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn fixes_make_what_is_shown() {
    let mut differences = Vec::new();
    for file in pages("name_diagnostics") {
        let mut text = std::fs::read_to_string(&file).expect("a Markdown file");
        for block in blocks(&text).into_iter().rev() {
            let Some(range) = block.fixed.clone() else { continue };
            let fixed = apply_fixes(&block);
            if text[range.clone()] == fixed {
                continue;
            }
            if is_update() {
                text.replace_range(range, &fixed);
                std::fs::write(&file, &text).expect("the page is written");
            } else {
                differences.push(format!("{}:{}:\n{fixed}", file.display(), block.line));
            }
        }
    }
    assert!(differences.is_empty(), "fixed otherwise (UPDATE_EXPECT=1 updates):\n{}", differences.join("\n"));
}

#[test]
fn every_check_has_its_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/name_diagnostics");
    for check in analysis::checks::CHECKS {
        let page = std::fs::read_to_string(folder.join(format!("{}.md", check.code))).unwrap_or_default();
        let reported = format!("[{}]", check.code);
        assert!(page.contains(&reported), "no page for {} that reports it", check.code);
        assert!(!check.code.documentation().is_empty());
    }
}

#[test]
fn the_manual_lists_every_diagnostic() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/diagnostics.md");
    let page = manual_page::page(&pages("diagnostics"));
    if is_update() {
        std::fs::write(&path, &page).expect("the page is written");
    }
    assert_eq!(manual_page::unknown_codes(&pages("diagnostics")), Vec::<String>::new(), "codes that no table has");
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/diagnostics.md is stale: UPDATE_EXPECT=1 writes it");
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// The Markdown files of a folder of tests.
fn pages(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    files
}

fn fixture(block: &Block) -> Fixture {
    let mut fixture = Fixture::without_cursor(&block.text);
    if let Some(edition) = block.edition.as_deref() {
        let edition = Edition::from_name(edition).unwrap_or_else(|| panic!("there is no edition {edition}"));
        let settings = Settings { edition, ..Settings::default() };
        fixture.host.apply_change(Change { settings: Some(settings), ..Change::default() });
    }
    fixture
}

fn check(block: &Block) -> Vec<String> {
    let fixture = fixture(block);
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

/// The first file of a block after the first fix of each finding.
fn apply_fixes(block: &Block) -> String {
    let fixture = fixture(block);
    let (path, text) = fixture.files.first().expect("a file");
    let found = fixture.host.analysis().diagnostics(fixture.file(path)).expect("no writer");
    let fixes: Vec<&Fix> = found.iter().filter_map(|diagnostic| diagnostic.fixes.first()).collect();
    let mut edits: Vec<_> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.range);
    let mut fixed = text.clone();
    for edit in edits.into_iter().rev() {
        fixed.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.new_text);
    }
    fixed
}
