//! How fast each layer is: one scenario each, with the median and the 99th percentile of many rounds.
//!
//! `cargo bench -p puppet-analyzer` runs them all, `cargo bench -p puppet-analyzer -- NAME` those whose name contains NAME.

mod generated;
mod measure;
mod processor_time;

use analysis::features::preview_catalog::PreviewQuestion;
use analysis::{Change, FileContent, FilePosition};
use evaluator::request::Goal;
use evaluator::{MemoryWorld, Request};
use measure::{Scenario, measure};

static SCENARIOS: &[Scenario] = &[
    Scenario { name: "syntax: read 100 lines", rounds: 200, run: |rounds| read(100, rounds) },
    Scenario { name: "syntax: read 2,000 lines", rounds: 50, run: |rounds| read(2_000, rounds) },
    Scenario { name: "evaluator: a catalog of 1,000 classes", rounds: 5, run: compile },
    Scenario { name: "analysis: cold start of 5,000 manifests to all diagnostics", rounds: 1, run: cold_start },
    Scenario {
        name: "analysis: keystroke to diagnostics, 100 lines, 10 files",
        rounds: 200,
        run: |rounds| keystroke(100, 10, rounds),
    },
    Scenario {
        name: "analysis: keystroke to diagnostics, 100 lines, 5,000 files",
        rounds: 200,
        run: |rounds| keystroke(100, 5_000, rounds),
    },
    Scenario {
        name: "analysis: keystroke to diagnostics, 2,000 lines, 10 files",
        rounds: 50,
        run: |rounds| keystroke(2_000, 10, rounds),
    },
    Scenario { name: "analysis: preview of 1,000 classes from the memo", rounds: 50, run: preview_from_memo },
    Scenario { name: "analysis: hover with a value, warm", rounds: 50, run: hover },
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for scenario in SCENARIOS {
        if wanted.is_empty() || wanted.iter().any(|name| scenario.name.contains(name.as_str())) {
            println!("{}", scenario.report());
        }
    }
}

fn read(lines: usize, rounds: usize) -> Vec<f64> {
    let text = generated::manifest("a", lines);
    measure(rounds, |_| {
        std::hint::black_box(syntax::read(&text, &Default::default()));
    })
}

fn compile(rounds: usize) -> Vec<f64> {
    let mut world = MemoryWorld::new();
    for (path, text) in generated::chain_of_classes(1_000) {
        world.add_file(&path, text);
    }
    let mut request = Request::catalog("bench.example.com");
    request.goal = Goal::Catalog;
    measure(rounds, |_| {
        std::hint::black_box(evaluator::compile(&world, &request));
    })
}

fn cold_start(rounds: usize) -> Vec<f64> {
    let files = generated::workspace(5_000);
    measure(rounds, |_| {
        let host = generated::host(&files);
        let analysis = host.analysis();
        for file in analysis.workspace_sources().expect("no writer") {
            std::hint::black_box(analysis.diagnostics(file).expect("no writer"));
        }
    })
}

fn keystroke(lines: usize, files: usize, rounds: usize) -> Vec<f64> {
    let mut host = generated::host(&generated::workspace(files));
    let path = "/env/modules/typed/manifests/init.pp";
    let text = generated::manifest("typed", lines);
    host.apply_change(Change::of_file(path, FileContent::Text(text.as_str().into())));
    let file = host.file_id(path).expect("the file");
    for file in host.analysis().workspace_sources().expect("no writer") {
        host.analysis().diagnostics(file).expect("no writer");
    }
    measure(rounds, |round| {
        let edited = format!("{text}# {round}\n");
        host.apply_change(Change::of_file(path, FileContent::Text(edited.into())));
        std::hint::black_box(host.analysis().diagnostics(file).expect("no writer"));
    })
}

fn preview_from_memo(rounds: usize) -> Vec<f64> {
    let files: Vec<(String, String)> =
        generated::chain_of_classes(1_000).into_iter().map(|(path, text)| (format!("/env/{path}"), text)).collect();
    let host = generated::host(&files);
    let analysis = host.analysis();
    let file = host.file_id("/env/manifests/site.pp").expect("the manifest");
    let position = FilePosition { file, offset: 1 };
    analysis.preview_catalog(file, PreviewQuestion::default()).expect("no writer");
    measure(rounds, |_| {
        std::hint::black_box(analysis.hover(position, true).expect("no writer"));
    })
}

fn hover(rounds: usize) -> Vec<f64> {
    let text = "$system = 'debian12'\nif $system =~ /(\\d+)/ { notify { \"x${1}\": } }\n";
    let host = generated::host(&[("/env/manifests/site.pp".to_string(), text.to_string())]);
    let file = host.file_id("/env/manifests/site.pp").expect("the manifest");
    let offset = text.find("${1}").expect("the variable") as u32 + 2;
    let analysis = host.analysis();
    measure(rounds, |_| {
        let hover = analysis.hover(FilePosition { file, offset }, true).expect("no writer");
        assert!(hover.is_some_and(|hover| hover.markdown.contains("12")));
    })
}
