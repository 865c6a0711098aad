//! The Markdown files of this folder, checked block by block.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::fixture::Fixture;
use analysis::{Change, FactSet, FilePosition};
use evaluator::Value;
use evaluator::fact_sets::Facts;

/// What hover shows must hold these lines, at an offset of a file.
struct Expectation {
    path: String,
    offset: u32,
    lines: Vec<String>,
    text: String,
}

const NOTHING_ABOUT: &str = "nothing about ";

#[test]
fn hover_shows_what_the_pages_say() {
    let mut differences = Vec::new();
    for file in markdown_files() {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for (line, block) in blocks(&text) {
            for difference in check(&block) {
                differences.push(format!("{}:{line}: {difference}", file.display()));
            }
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

fn markdown_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/hover");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    assert!(!files.is_empty(), "no Markdown files in {}", folder.display());
    files
}

/// The `puppet` blocks with the number of their first line.
fn blocks(markdown: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in markdown.split_inclusive('\n').enumerate() {
        match (&mut open, line.starts_with("```")) {
            (None, true) if line.trim_end() == "```puppet" => open = Some((number + 2, String::new())),
            (None, _) => {}
            (Some(_), true) => blocks.extend(open.take()),
            (Some((_, text)), false) => text.push_str(line),
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn check(block: &str) -> Vec<String> {
    let mut fixture = Fixture::without_cursor(block);
    let change = Change { fact_sets: Some(vec![facts()]), ..Change::default() };
    fixture.host.apply_change(change);
    let expectations: Vec<Expectation> =
        fixture.files.iter().flat_map(|(path, text)| expectations(path, text)).collect();
    if expectations.is_empty() {
        return vec!["the block expects nothing".to_string()];
    }
    let analysis = fixture.host.analysis();
    let mut differences = Vec::new();
    for expectation in expectations {
        let file = fixture.host.file_id(&expectation.path).expect("a file of the fixture");
        let position = FilePosition { file, offset: expectation.offset };
        let hover = analysis.hover(position, true).expect("nobody writes");
        let shown = hover.map(|hover| hover.markdown).unwrap_or_else(|| "nothing".to_string());
        let shown = analysis::features::links::plain(&shown);
        let has = |wanted: &str| shown.lines().any(|line| line.trim() == wanted);
        let is_met = |wanted: &String| match wanted.strip_prefix(NOTHING_ABOUT) {
            Some(unwanted) => !has(unwanted),
            None => has(wanted),
        };
        let missing: Vec<&String> = expectation.lines.iter().filter(|wanted| !is_met(wanted)).collect();
        if !missing.is_empty() {
            differences.push(format!("`{}`: {missing:?} is not as said in:\n{shown}", expectation.text));
        }
    }
    differences
}

/// The facts that the pages speak of.
fn facts() -> FactSet {
    let text = |text: &str| Value::string(text);
    let release = Value::hash([(text("major"), text("12")), (text("full"), text("12.5"))]);
    let os = Value::hash([(text("family"), text("Debian")), (text("release"), release)]);
    let facts = [("os".into(), os), ("disks".into(), Value::array([text("sda"), text("sdb")]))];
    FactSet { name: "example".into(), facts: Arc::new(facts.into_iter().collect::<Facts>().into()), is_typical: false }
}

fn expectations(path: &str, text: &str) -> Vec<Expectation> {
    let mut found = Vec::new();
    let mut above: (usize, &str) = (0, "");
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let marked = line.strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix("^ "));
        match marked {
            Some(lines) => {
                let column = line.find('^').unwrap_or_default();
                let offset = above.1.char_indices().nth(column).map_or(above.1.len(), |(at, _)| at);
                found.push(Expectation {
                    path: path.to_string(),
                    offset: (above.0 + offset) as u32,
                    lines: lines.trim().split(" | ").map(str::to_string).collect(),
                    text: lines.trim().to_string(),
                });
            }
            None => above = (start, line),
        }
        start += line.len();
    }
    found
}
