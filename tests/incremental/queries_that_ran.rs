//! Body edits, comment edits, edits in other files, renames and new files.

use analysis::features::preview_catalog::PreviewQuestion;
use analysis::fixture::Fixture;
use analysis::{Change, FileContent};

const SITE: &str = "/env/manifests/site.pp";
const WEB: &str = "/env/modules/web/manifests/init.pp";
const OTHER: &str = "/env/modules/other/manifests/init.pp";
const FILES: &str = "\
//- /env/manifests/site.pp
node 'n' { include web }
//- /env/modules/web/manifests/init.pp
# Serves.
class web($port = 80) { notify { \"port ${port}\": } }
//- /env/modules/other/manifests/init.pp
class other { notify { 'other': } }
";

/// The queries that ran, each once, in the order of their names.
fn ran(fixture: &Fixture) -> Vec<String> {
    let mut names = fixture.host.take_query_log();
    names.sort();
    names.dedup();
    names
}

fn diagnose_all(fixture: &Fixture) {
    for path in [SITE, WEB, OTHER] {
        fixture.host.analysis().diagnostics(fixture.file(path)).expect("no writer");
    }
}

fn preview(fixture: &Fixture) -> String {
    let analysis = fixture.host.analysis();
    let answer = analysis.preview_catalog(fixture.file(SITE), PreviewQuestion::default()).expect("no writer");
    answer.expect("the file is known").markdown()
}

fn warm() -> Fixture {
    let fixture = Fixture::with_query_log(FILES);
    diagnose_all(&fixture);
    preview(&fixture);
    ran(&fixture);
    fixture
}

#[test]
fn nothing_runs_twice() {
    let fixture = warm();
    diagnose_all(&fixture);
    preview(&fixture);
    assert_eq!(ran(&fixture), Vec::<String>::new());
}

#[test]
fn an_edit_in_a_comment_reads_one_file_again_and_evaluates_nothing() {
    let mut fixture = warm();
    let text = fixture.text(WEB).replace("# Serves.", "# Serves pages, and more.\n");
    fixture.set_text(WEB, &text);
    diagnose_all(&fixture);
    let ran_names = ran(&fixture);
    assert!(ran_names.contains(&"source_file".to_string()), "{ran_names:?}");
    for untouched in ["module_index", "file_mentions", "file_scopes", "environment_index", "catalog_preview"] {
        assert!(!ran_names.contains(&untouched.to_string()), "{untouched} ran: {ran_names:?}");
    }
    preview(&fixture);
    assert!(!ran(&fixture).contains(&"catalog_preview".to_string()), "a comment evaluates nothing");
}

#[test]
fn an_edit_in_a_body_leaves_indexes_and_other_files_alone() {
    let mut fixture = warm();
    let text = fixture.text(WEB).replace("port ${port}", "listens on ${port}");
    fixture.set_text(WEB, &text);
    let analysis = fixture.host.analysis();
    analysis.diagnostics(fixture.file(SITE)).expect("no writer");
    analysis.diagnostics(fixture.file(OTHER)).expect("no writer");
    drop(analysis);
    let ran_names = ran(&fixture);
    assert!(!ran_names.contains(&"module_index".to_string()), "{ran_names:?}");
    assert!(!ran_names.contains(&"diagnostics".to_string()), "other files were checked again: {ran_names:?}");
    assert!(preview(&fixture).contains("listens on 80"));
    assert!(ran(&fixture).contains(&"catalog_preview".to_string()));
}

#[test]
fn an_edit_in_a_file_that_the_catalog_never_read_evaluates_nothing() {
    let mut fixture = warm();
    fixture.set_text(OTHER, "class other { notify { 'changed': } }\n");
    preview(&fixture);
    assert!(!ran(&fixture).contains(&"catalog_preview".to_string()));
}

#[test]
fn an_equal_text_runs_nothing() {
    let mut fixture = warm();
    let text = fixture.text(WEB).to_string();
    fixture.set_text(WEB, &text);
    diagnose_all(&fixture);
    preview(&fixture);
    assert_eq!(ran(&fixture), Vec::<String>::new());
}

#[test]
fn a_renamed_class_is_missed_where_it_is_used() {
    let mut fixture = warm();
    fixture.set_text(WEB, "class web::renamed {}\n");
    let diagnostics = fixture.host.analysis().diagnostics(fixture.file(SITE)).expect("no writer");
    assert_eq!(diagnostics.iter().map(|found| found.code.as_str()).collect::<Vec<_>>(), ["unknown-class"]);
    assert!(ran(&fixture).contains(&"module_index".to_string()));
}

#[test]
fn a_new_file_is_seen_at_once() {
    let mut fixture = warm();
    fixture.set_text(SITE, "node 'n' { include web::extra }\n");
    let analysis = fixture.host.analysis();
    assert_eq!(analysis.diagnostics(fixture.file(SITE)).expect("no writer").len(), 1);
    drop(analysis);
    fixture.set_text("/env/modules/web/manifests/extra.pp", "class web::extra { notify { 'extra': } }\n");
    assert!(fixture.host.analysis().diagnostics(fixture.file(SITE)).expect("no writer").is_empty());
    assert!(preview(&fixture).contains("Notify[extra]"));
}

#[test]
fn what_is_known_of_a_file_goes_with_it() {
    let mut fixture = warm();
    fixture.host.apply_change(Change::of_file(OTHER, FileContent::Absent));
    let ran_names = ran(&fixture);
    for large in ["source_file", "program", "line_index", "file_scopes", "file_mentions"] {
        assert!(ran_names.contains(&large.to_string()), "{large} still holds the old file: {ran_names:?}");
    }
}
