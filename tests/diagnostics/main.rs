//! Literate tests: each Markdown file here explains a group of problems, and its `puppet` blocks say in comments which
//! problems are reported where. Exactly those must be reported.
//!
//! In a block, `# error[code]`, `# warning[code]` or `# deprecation[code]` behind a line expects that problem on this line
//! (several may follow each other); on a line of its own, `# ^ error[code]` is about the line above, `# ^^ …` about the line above
//! that. An optional text after it must be part of the message. What follows `puppet` in the fence: `epp`, `tasks`, `puppet7`,
//! `spec4x`, `file=module/path.pp`.
//!
//! A `text` block behind it shows the problems as they are printed, and needs no comments; `UPDATE_EXPECT=1` writes it anew.

mod block;
mod expectation;

use std::path::{Path, PathBuf};

use block::{Block, blocks};
use expectation::{Expectation, expectations};
use syntax::render_problem::render_problem;
use syntax::{ColumnUnit, LineIndex, Severity, read};

#[test]
fn every_block_reports_exactly_what_it_says() {
    let mut differences = Vec::new();
    for file in markdown_files() {
        let text = content(&file);
        for block in blocks(&text).iter().filter(|block| block.rendered.is_none()) {
            let place = format!("{}:{}", file.display(), block.line);
            differences.extend(check(block).into_iter().map(|difference| format!("{place}: {difference}")));
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn problems_are_printed_as_shown() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut differences = Vec::new();
    for file in markdown_files() {
        let mut text = content(&file);
        let shown: Vec<Block> = blocks(&text).into_iter().filter(|block| block.rendered.is_some()).collect();
        for block in shown.into_iter().rev() {
            let Some(range) = block.rendered.clone() else { continue };
            let printed = print(&block);
            if text[range.clone()] == printed {
                continue;
            }
            if update {
                text.replace_range(range, &printed);
            } else {
                differences.push(format!("{}:{}:\n{printed}", file.display(), block.line));
            }
        }
        if update {
            std::fs::write(&file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
    assert!(differences.is_empty(), "printed otherwise (UPDATE_EXPECT=1 updates):\n{}", differences.join("\n"));
}

fn markdown_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/diagnostics");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no Markdown files in {}", folder.display());
    files
}

fn content(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert!(!blocks(&text).is_empty(), "{} has no puppet block", file.display());
    text
}

fn print(block: &Block) -> String {
    let line_index = LineIndex::new(&block.text);
    let problems = read(&block.text, &block.options).problems;
    let printed: Vec<String> =
        problems.iter().map(|problem| render_problem(problem, &block.text, &line_index, "example.pp", false)).collect();
    printed.join("\n")
}

fn check(block: &Block) -> Vec<String> {
    let mut expected = match expectations(&block.text) {
        Ok(expected) => expected,
        Err(mistake) => return vec![mistake],
    };
    let source = read(&block.text, &block.options);
    let line_index = LineIndex::new(&block.text);
    let mut differences = Vec::new();
    for problem in &source.problems {
        let place = line_index.line_column(&block.text, problem.anchor, ColumnUnit::CodePoints);
        let severity = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Deprecation => "deprecation",
        };
        let code = problem.code.to_string();
        let fits = |expectation: &Expectation| {
            expectation.line == place.line
                && expectation.severity == severity
                && expectation.code == code
                && problem.message.contains(&expectation.message)
        };
        match expected.iter().position(fits) {
            Some(at) => {
                expected.remove(at);
            }
            None => differences.push(format!(
                "not expected: line {}: {severity}[{code}] {}",
                place.line + 1,
                problem.message
            )),
        }
    }
    differences.extend(expected.iter().map(|missing| format!("not reported: {missing}")));
    differences
}
