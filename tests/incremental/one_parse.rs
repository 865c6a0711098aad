//! A text is lexed and parsed once for each edit, whoever asks; only the trees of a few files are kept.

use analysis::features::code_actions::ActionRequest;
use analysis::features::formatting::FormatScope;
use analysis::fixture::Fixture;
use analysis::lint::LintSettings;
use analysis::{Change, FilePosition, Settings, TextRange};

const SITE: &str = "/env/manifests/site.pp";

/// Asks everything that needs the text of a file.
fn ask_all(fixture: &Fixture) {
    let file = fixture.file(SITE);
    let analysis = fixture.host.analysis();
    let layout = Default::default();
    let whole = TextRange::new(0, 5);
    analysis.diagnostics(file).expect("no writer");
    assert!(!analysis.semantic_tokens(file, None).expect("no writer").is_empty());
    assert!(!analysis.folds(file).expect("no writer").is_empty());
    assert!(!analysis.selection_ranges(FilePosition { file, offset: 4 }).expect("no writer").is_empty());
    assert!(!analysis.format(file, FormatScope::File, &layout).expect("no writer").is_empty());
    assert!(!analysis.format(file, FormatScope::Range(whole), &layout).expect("no writer").is_empty());
    analysis.format(file, FormatScope::Typed { key: '>', offset: 3 }, &layout).expect("no writer");
    assert!(!analysis.lint_fixes(file, TextRange::new(0, 40)).expect("no writer").is_empty());
    assert!(analysis.lint_fix_all(file).expect("no writer").is_some());
    let request = ActionRequest { range: whole, ..ActionRequest::default() };
    analysis.code_actions(file, &request).expect("no writer");
}

fn count(log: &[String], name: &str) -> usize {
    log.iter().filter(|ran| *ran == name).count()
}

fn linted(text: &str) -> Fixture {
    let mut fixture = Fixture::with_query_log(text);
    let lint = LintSettings { enabled: true, ..LintSettings::default() };
    fixture.host.apply_change(Change { settings: Some(Settings { lint, ..Settings::default() }), ..Change::default() });
    fixture
}

#[test]
fn everything_that_is_asked_after_an_edit_parses_once() {
    let mut fixture = linted("$a=\"b\"\n# one\n# two\nif $a {\n  notice(1)\n}\n");
    fixture.open(SITE);
    fixture.host.take_query_log();
    for (round, text) in ["$a=\"c\"\n# one\n# two\n", "$a=\"d\"\n# one\n# two\n$b = 1\n"].into_iter().enumerate() {
        fixture.set_text(SITE, text);
        ask_all(&fixture);
        ask_all(&fixture);
        let log = fixture.host.take_query_log();
        for once in ["parse", "lint_tokens", "source_file"] {
            assert_eq!(count(&log, once), 1, "{once} in round {round}: {log:?}");
        }
    }
}

#[test]
fn a_broken_text_is_parsed_once_too() {
    let mut fixture = linted("$a = 1\n");
    fixture.open(SITE);
    fixture.host.take_query_log();
    fixture.set_text(SITE, "class a {\n  $b = (\n}\n");
    let file = fixture.file(SITE);
    let analysis = fixture.host.analysis();
    assert!(!analysis.diagnostics(file).expect("no writer").is_empty());
    assert!(!analysis.semantic_tokens(file, None).expect("no writer").is_empty());
    assert!(analysis.format(file, FormatScope::File, &Default::default()).expect("no writer").is_empty());
    assert_eq!(count(&fixture.host.take_query_log(), "parse"), 1);
}

#[test]
fn trees_of_files_that_nobody_works_on_are_not_kept() {
    let files: String =
        (0..100).map(|n| format!("//- /env/modules/m/manifests/c{n}.pp\nclass m::c{n} {{}}\n")).collect();
    let mut fixture = Fixture::with_query_log(&files);
    let all = fixture.host.analysis().workspace_sources().expect("no writer");
    for file in &all {
        fixture.host.analysis().diagnostics(*file).expect("no writer");
    }
    assert_eq!(fixture.host.kept().get("parse"), None, "reading all files keeps no tree");
    for file in &all {
        fixture.host.analysis().semantic_tokens(*file, None).expect("no writer");
    }
    fixture.host.take_query_log();
    // A new revision lets go of the trees beyond the few that are kept.
    fixture.set_text("/env/modules/m/manifests/c0.pp", "class m::c0 { }\n");
    for file in &all {
        fixture.host.analysis().folds(*file).expect("no writer");
    }
    let again = count(&fixture.host.take_query_log(), "parse");
    assert!((80..=100).contains(&again), "{again} of 100 trees were made again");
}
