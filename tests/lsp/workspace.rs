//! A workspace on disk: the example control repository, found without configuration.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/control-repo").canonicalize().expect("the example")
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Opens a file of the example and waits until its workspace is read.
fn opened(path: &str) -> (Client, String) {
    let root = example();
    let mut client = Client::start();
    let folders = json!([{"uri": uri(&root), "name": "control-repo"}]);
    client.initialize(json!({"capabilities": {}, "workspaceFolders": folders}));
    let file = root.join(path);
    let uri = uri(&file);
    client.open(&uri, &std::fs::read_to_string(&file).expect(path));
    client.diagnostics(&uri, 1);
    wait_until_read(&mut client);
    (client, uri)
}

fn wait_until_read(client: &mut Client) {
    let end = std::time::Instant::now() + crate::client::TIMEOUT;
    while client.request("workspace/symbol", json!({"query": "webserver"})).as_array().is_none_or(Vec::is_empty) {
        assert!(std::time::Instant::now() < end, "the workspace is not read");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

fn position_of(uri: &str, text: &str, needle: &str) -> Json {
    let at = text.find(needle).unwrap_or_else(|| panic!("no {needle}"));
    let before = &text[..at];
    let line = before.matches('\n').count() as u32;
    let column = before.rsplit('\n').next().unwrap_or_default().len() as u32;
    Client::position(uri, line, column + 1)
}

#[test]
fn names_lead_to_other_files() {
    let (mut client, uri) = opened("site-modules/profile/manifests/web.pp");
    let text = std::fs::read_to_string(example().join("site-modules/profile/manifests/web.pp")).expect("the profile");
    let params = position_of(&uri, &text, "webserver");
    let found = client.request("textDocument/definition", params);
    let target = found[0]["uri"].as_str().unwrap_or_default();
    assert!(target.contains("/modules/webserver/"), "{found}");
    assert!(client.shut_down(false).success());
}

#[test]
fn every_file_of_the_example_is_free_of_errors() {
    let (mut client, _) = opened("manifests/site.pp");
    let report = client.request("puppet/previewCatalog", json!({"uri": uri(&example().join("manifests/site.pp"))}));
    assert!(report["context"]["node"].is_string(), "{report}");
    for message in &client.notifications {
        let diagnostics = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        assert!(diagnostics.iter().all(|diagnostic| diagnostic["severity"] != 1), "{message}");
    }
    assert!(client.shut_down(false).success());
}

#[test]
fn symbols_folds_and_selections() {
    let (mut client, uri) = opened("modules/webserver/manifests/init.pp");
    let document = json!({"textDocument": {"uri": uri}});
    let symbols = client.request("textDocument/documentSymbol", document.clone());
    assert_eq!(symbols[0]["name"], "webserver", "{symbols}");
    assert!(client.request("textDocument/foldingRange", document).as_array().is_some_and(|folds| !folds.is_empty()));
    let positions = json!({"textDocument": {"uri": uri}, "positions": [{"line": 0, "character": 0}]});
    assert!(client.request("textDocument/selectionRange", positions)[0]["range"].is_object());
    assert!(client.shut_down(false).success());
}

#[test]
fn a_parameter_that_hiera_sets_shows_its_value_file_and_line() {
    let (mut client, uri) = opened("modules/webserver/manifests/init.pp");
    let text = std::fs::read_to_string(example().join("modules/webserver/manifests/init.pp")).expect("the class");
    let hover = client.request("textDocument/hover", position_of(&uri, &text, "$port "));
    let shown = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("8080"), "{shown}");
    assert!(shown.contains("data/nodes/web01.example.com.yaml:2"), "{shown}");
    let matched = client.request("textDocument/hover", position_of(&uri, &text, "1}\","));
    let shown = matched["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("'nginx'") && shown.contains(r"^(\w+)-(?:light|full)$"), "{shown}");
    assert!(client.shut_down(false).success());
}

#[test]
fn unsaved_edits_show_what_they_change_in_the_catalog() {
    let (mut client, uri) = opened("modules/webserver/manifests/init.pp");
    let text = std::fs::read_to_string(example().join("modules/webserver/manifests/init.pp")).expect("the class");
    let site = format!("file://{}", example().join("manifests/site.pp").display());
    let command = json!({"command": "puppet-analyzer.catalogDiff", "arguments": [{"uri": site, "baseline": "saved"}]});
    let same = client.request("workspace/executeCommand", command.clone());
    assert_eq!(same["changes"], 0, "{same}");
    client.change(&uri, 2, &text.replace("enable => true", "enable => false"));
    let changed = client.request("workspace/executeCommand", command);
    assert_eq!(changed["changes"], 1, "{changed}");
    assert!(changed["text"].as_str().is_some_and(|text| text.contains("Service[nginx]")), "{changed}");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_module_is_known_by_its_metadata_alone() {
    let project =
        Project::new("begun-module", &[("metadata.json", "{\"name\": \"me-begun\", \"version\": \"0.1.0\"}\n")]);
    let mut client = Client::start();
    let folders = json!([{"uri": uri(&project.root), "name": "begun"}]);
    let capabilities =
        json!({"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}}});
    client.initialize(json!({"capabilities": capabilities, "workspaceFolders": folders}));
    // The first manifest is not saved yet.
    let first = project.uri("manifests/init.pp");
    client.open(&first, "class begun {\n  include begun::service\n}\n");
    let place = json!({"line": 1, "character": 12});
    let range = json!({"start": place, "end": place});
    let params = json!({"textDocument": {"uri": first}, "range": range, "context": {"diagnostics": []}});
    let actions = client.request("textDocument/codeAction", params);
    let titles: Vec<&str> = actions.as_array().into_iter().flatten().filter_map(|a| a["title"].as_str()).collect();
    assert!(titles.contains(&"Create class begun::service"), "{titles:?}");
    let second = project.uri("manifests/service.pp");
    client.open(&second, "class begun::service {}\n");
    let found = client.request("textDocument/definition", Client::position(&first, 1, 12));
    assert_eq!(found[0]["uri"], second, "{found}");
    assert!(client.shut_down(false).success());
}
