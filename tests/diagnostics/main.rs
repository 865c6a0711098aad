//! Literate tests: each Markdown file here explains a group of problems, and its `puppet` blocks say in comments which
//! problems are reported where. Exactly those must be reported.
//!
//! In a block, `# error[code]`, `# warning[code]` or `# deprecation[code]` behind a line expects that problem on this line
//! (several may follow each other); on a line of its own, `# ^ error[code]` is about the line above, `# ^^ …` about the line above
//! that. An optional text after it must be part of the message. What follows `puppet` in the fence: `epp`, `tasks`, `puppet7`, `spec4x`, `file=module/path.pp`.

mod block;
mod expectation;

use std::path::Path;

use block::{Block, blocks};
use expectation::{Expectation, expectations};
use syntax::problem::kebab_case;
use syntax::{ColumnUnit, LineIndex, Severity, read};

#[test]
fn every_block_reports_exactly_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/diagnostics");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no Markdown files in {}", folder.display());

    let mut differences = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let blocks = blocks(&text);
        assert!(!blocks.is_empty(), "{} has no puppet block", file.display());
        for block in blocks {
            let place = format!("{}:{}", file.display(), block.line);
            differences.extend(check(&block).into_iter().map(|difference| format!("{place}: {difference}")));
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
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
        let code = kebab_case(problem.code);
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
