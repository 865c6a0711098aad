//! How fast real files are read, on one thread, beside tree-sitter's grammar for Puppet.
//!
//! `cargo bench -p puppet-analyzer-syntax --bench parse [-- FOLDER…]`; without a folder the modules that Debian installs, or the
//! recorded sources of the tests (`--recorded` asks for these). With `--once` every stage runs once over all files and nothing is timed, for
//! callgrind.

#[path = "processor_time.rs"]
mod processor_time;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use processor_time::time;
use syntax::{Program, ReadOptions, SourceKind, SourceMap};

const DEFAULT_FOLDER: &str = "/usr/share/puppet/modules";
const ROUNDS: usize = 12;

/// What is timed, by its name.
type Stage<'a> = (&'static str, Box<dyn FnMut() + 'a>);

struct Source {
    text: String,
    kind: SourceKind,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let once = arguments.iter().any(|argument| argument == "--once");
    let folders: Vec<PathBuf> =
        arguments.iter().filter(|argument| !argument.starts_with("--")).map(PathBuf::from).collect();
    let is_recorded = arguments.iter().any(|argument| argument == "--recorded");
    let sources = if is_recorded { recorded() } else { corpus(folders) };
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    if once {
        tree(&sources);
        validate(&sources, &lowered(&sources));
        read(&sources);
        return;
    }
    println!(
        "{} files, {:.2} MB, one thread, processor time, the fastest of {ROUNDS} rounds",
        sources.len(),
        bytes as f64 / 1e6
    );
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_puppet::LANGUAGE.into()).expect("the grammar fits the library");
    let mut stages: [Stage<'_>; 4] = [
        ("tree", Box::new(|| tree(&sources))),
        ("tree and program", Box::new(|| program(&sources))),
        ("tree, program and validation", Box::new(|| read(&sources))),
        (
            "tree-sitter-puppet (tree)",
            Box::new(|| {
                for source in &sources {
                    black_box(parser.parse(&source.text, None));
                }
            }),
        ),
    ];
    // All stages in each round, so that a busy moment of the machine does not fall on one of them alone.
    let mut fastest = [Duration::MAX; 4];
    for _ in 0..ROUNDS {
        for ((_, run), fastest) in stages.iter_mut().zip(&mut fastest) {
            *fastest = (*fastest).min(time(run));
        }
    }
    for ((name, _), fastest) in stages.iter().zip(fastest) {
        println!("{name:32} {:8.1} MB/s", bytes as f64 / 1e6 / fastest.as_secs_f64());
    }
    let [tree, _, everything, theirs] = fastest;
    println!(
        "{:.1} times as fast with everything, {:.1} times with the tree alone",
        ratio(theirs, everything),
        ratio(theirs, tree)
    );
}

#[inline(never)]
fn tree(sources: &[Source]) {
    for source in sources {
        black_box(syntax::parse(&source.text, &options(source).parse_options()));
    }
}

fn program(sources: &[Source]) {
    for source in sources {
        black_box(syntax::lower(&syntax::parse(&source.text, &options(source).parse_options())));
    }
}

fn lowered(sources: &[Source]) -> Vec<(Program, SourceMap)> {
    sources.iter().map(|source| syntax::lower(&syntax::parse(&source.text, &options(source).parse_options()))).collect()
}

#[inline(never)]
fn validate(sources: &[Source], lowered: &[(Program, SourceMap)]) {
    for (source, (program, source_map)) in sources.iter().zip(lowered) {
        black_box(syntax::validation::validate(program, source_map, &options(source)));
    }
}

fn ratio(theirs: Duration, ours: Duration) -> f64 {
    theirs.as_secs_f64() / ours.as_secs_f64()
}

fn options(source: &Source) -> ReadOptions {
    ReadOptions { kind: source.kind, ..ReadOptions::default() }
}

#[inline(never)]
fn read(sources: &[Source]) {
    for source in sources {
        black_box(syntax::read(&source.text, &options(source)));
    }
}

fn corpus(folders: Vec<PathBuf>) -> Vec<Source> {
    let default = Path::new(DEFAULT_FOLDER);
    let folders = if folders.is_empty() && default.is_dir() { vec![default.to_path_buf()] } else { folders };
    if folders.is_empty() {
        return recorded();
    }
    let mut paths = Vec::new();
    for folder in folders {
        collect(&folder, &mut paths);
    }
    paths.sort();
    paths
        .into_iter()
        .filter_map(|path| {
            let kind = if path.extension()? == "epp" { SourceKind::Template } else { SourceKind::Manifest };
            Some(Source { text: std::fs::read_to_string(&path).ok()?, kind })
        })
        .collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "pp" || extension == "epp") {
            paths.push(path);
        }
    }
}

/// The programs that the catalog tests compile.
fn recorded() -> Vec<Source> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/catalog.jsonl");
    let text = std::fs::read_to_string(path).expect("the recorded cases");
    text.lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|case| Some(Source { text: case["code"].as_str()?.to_string(), kind: SourceKind::Manifest }))
        .collect()
}
