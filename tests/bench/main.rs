//! How fast each layer is: one scenario each, with the median and the 99th percentile of many rounds.
//!
//! `cargo bench -p puppet-analyzer-analysis --bench layers` runs them all, with `-- NAME` those whose name contains NAME. For
//! `tests/bench/instructions.sh`, `--list` prints what can be counted, and `--once NAME` runs it.

mod generated;
mod measure;
mod processor_time;

use analysis::features::preview_catalog::PreviewQuestion;
use analysis::{AnalysisHost, Change, FileContent, FilePosition};
use evaluator::request::Goal;
use evaluator::{MemoryWorld, Request};
use measure::{Rounds, Scenario, measure};

/// The one of the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

static SCENARIOS: &[Scenario] = &[
    Scenario { name: "syntax: read 100 lines", counted_as: None, rounds: 200, run: |rounds| read(100, rounds) },
    Scenario { name: "syntax: read 2,000 lines", counted_as: None, rounds: 50, run: |rounds| read(2_000, rounds) },
    Scenario { name: "evaluator: a catalog of 1,000 classes", counted_as: None, rounds: 5, run: compile },
    Scenario {
        name: "analysis: cold start of 500 manifests to all diagnostics",
        counted_as: Some("index"),
        rounds: 1,
        run: |rounds| cold_start(500, rounds),
    },
    Scenario {
        name: "analysis: cold start of 5,000 manifests to all diagnostics",
        counted_as: None,
        rounds: 1,
        run: |rounds| cold_start(5_000, rounds),
    },
    Scenario {
        name: "analysis: keystroke to diagnostics, 100 lines, 10 files",
        counted_as: Some("keystroke"),
        rounds: 200,
        run: |rounds| keystroke(100, 10, rounds),
    },
    Scenario {
        name: "analysis: keystroke to diagnostics, 100 lines, 500 files",
        counted_as: Some("keystroke-among-500-files"),
        rounds: 200,
        run: |rounds| keystroke(100, 500, rounds),
    },
    Scenario {
        name: "analysis: keystroke to diagnostics, 100 lines, 5,000 files",
        counted_as: None,
        rounds: 200,
        run: |rounds| keystroke(100, 5_000, rounds),
    },
    Scenario {
        name: "analysis: keystroke to diagnostics, 2,000 lines, 10 files",
        counted_as: Some("keystroke-in-2000-lines"),
        rounds: 50,
        run: |rounds| keystroke(2_000, 10, rounds),
    },
    Scenario { name: "analysis: hover with a value, warm", counted_as: Some("hover"), rounds: 50, run: hover },
    Scenario {
        name: "analysis: completion of a class, 500 files",
        counted_as: Some("completion"),
        rounds: 50,
        run: completion,
    },
    Scenario {
        name: "analysis: references of a class, 500 files",
        counted_as: Some("references"),
        rounds: 50,
        run: references,
    },
    Scenario {
        name: "analysis: preview of 1,000 classes after an edit",
        counted_as: Some("preview-cold"),
        rounds: 5,
        run: preview_after_an_edit,
    },
    Scenario {
        name: "analysis: preview of 1,000 classes from the memo",
        counted_as: Some("preview-warm"),
        rounds: 50,
        run: preview_from_memo,
    },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let counted = SCENARIOS.iter().filter_map(|scenario| Some((scenario.counted_as?, scenario)));
    if has("--list") {
        counted.for_each(|(name, _)| println!("{name}"));
    } else if has("--once") {
        counted.filter(|(name, _)| wanted.iter().any(|known| known == name)).for_each(|(_, scenario)| scenario.count());
    } else {
        let is_wanted = |scenario: &&Scenario| wanted.iter().any(|name| scenario.name.contains(name.as_str()));
        let chosen = SCENARIOS.iter().filter(|scenario| wanted.is_empty() || is_wanted(scenario));
        chosen.for_each(|scenario| println!("{}", scenario.report()));
    }
}

fn read(lines: usize, rounds: Rounds) -> Vec<f64> {
    let text = generated::manifest("a", lines);
    measure(rounds, |_| {
        std::hint::black_box(syntax::read(&text, &Default::default()));
    })
}

fn compile(rounds: Rounds) -> Vec<f64> {
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

fn cold_start(manifests: usize, rounds: Rounds) -> Vec<f64> {
    let files = generated::workspace(manifests);
    measure(rounds, |_| {
        let host = generated::host(&files);
        let analysis = host.analysis();
        for file in analysis.workspace_sources().expect("no writer") {
            std::hint::black_box(analysis.diagnostics(file).expect("no writer"));
        }
    })
}

const TYPED: &str = "/env/modules/typed/manifests/init.pp";

/// A workspace with a manifest that is typed in, all of it looked at.
fn with_typed(text: &str, files: usize) -> AnalysisHost {
    let mut host = generated::host(&generated::workspace(files));
    let mut change = Change::of_file(TYPED, FileContent::Text(text.into()));
    change.opened.push((TYPED.to_string(), true));
    host.apply_change(change);
    let analysis = host.analysis();
    for file in analysis.workspace_sources().expect("no writer") {
        analysis.diagnostics(file).expect("no writer");
    }
    drop(analysis);
    host
}

fn keystroke(lines: usize, files: usize, rounds: Rounds) -> Vec<f64> {
    let text = generated::manifest("typed", lines);
    let mut host = with_typed(&text, files);
    let file = host.file_id(TYPED).expect("the file");
    measure(rounds, |round| {
        let edited = format!("{text}# {round}\n");
        host.apply_change(Change::of_file(TYPED, FileContent::Text(edited.into())));
        std::hint::black_box(host.analysis().diagnostics(file).expect("no writer"));
    })
}

fn completion(rounds: Rounds) -> Vec<f64> {
    let text = "class typed {\n  include m1\n}\n";
    let host = with_typed(text, 500);
    let file = host.file_id(TYPED).expect("the file");
    let offset = text.find("m1").expect("the name") as u32 + 2;
    let analysis = host.analysis();
    measure(rounds, |_| {
        let found = analysis.completions(FilePosition { file, offset }).expect("no writer");
        assert!(found.items.iter().any(|item| item.label == "m1::part2"));
    })
}

fn references(rounds: Rounds) -> Vec<f64> {
    let text = "class typed {\n  include m1::part2\n}\n";
    let host = with_typed(text, 500);
    let file = host.file_id(TYPED).expect("the file");
    let offset = text.find("m1").expect("the name") as u32 + 1;
    let analysis = host.analysis();
    measure(rounds, |_| {
        let found = analysis.references(FilePosition { file, offset }, true).expect("no writer");
        assert_eq!(found.len(), 2);
    })
}

const SITE: &str = "/env/manifests/site.pp";

fn with_classes() -> AnalysisHost {
    let files = generated::chain_of_classes(1_000).into_iter().map(|(path, text)| (format!("/env/{path}"), text));
    generated::host(&files.collect::<Vec<_>>())
}

fn preview_after_an_edit(rounds: Rounds) -> Vec<f64> {
    let mut host = with_classes();
    let file = host.file_id(SITE).expect("the manifest");
    let (_, text) = generated::chain_of_classes(1_000).remove(0);
    measure(rounds, |round| {
        let edited = format!("{text}# {round}\n");
        host.apply_change(Change::of_file(SITE, FileContent::Text(edited.into())));
        let found = host.analysis().preview_catalog(file, PreviewQuestion::default()).expect("no writer");
        assert!(
            found.is_some_and(|preview| preview.view.catalog.is_some_and(|catalog| catalog.resources.len() >= 2_000))
        );
    })
}

fn preview_from_memo(rounds: Rounds) -> Vec<f64> {
    let host = with_classes();
    let analysis = host.analysis();
    let file = host.file_id(SITE).expect("the manifest");
    measure(rounds, |_| {
        let found = analysis.preview_catalog(file, PreviewQuestion::default()).expect("no writer");
        assert!(
            found.is_some_and(|preview| preview.view.catalog.is_some_and(|catalog| catalog.resources.len() >= 2_000))
        );
    })
}

fn hover(rounds: Rounds) -> Vec<f64> {
    let text = "$system = 'debian12'\nif $system =~ /(\\d+)/ { notify { \"x${1}\": } }\n";
    let host = generated::host(&[(SITE.to_string(), text.to_string())]);
    let file = host.file_id(SITE).expect("the manifest");
    let offset = text.find("${1}").expect("the variable") as u32 + 2;
    let analysis = host.analysis();
    measure(rounds, |_| {
        let hover = analysis.hover(FilePosition { file, offset }, true).expect("no writer");
        assert!(hover.is_some_and(|hover| hover.markdown.contains("12")));
    })
}
