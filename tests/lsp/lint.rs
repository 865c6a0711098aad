//! Lint in the editor: findings as diagnostics, fixes as code actions.

use serde_json::{Value as Json, json};

use crate::client::Client;

const URI: &str = "file:///nowhere/manifests/style.pp";
const ALL: &[&str] = &["double-quoted-strings", "double-quoted-strings", "single-quote-string-with-variables"];
const TEXT: &str = "$a = \"x\"\n$b = [\"y\", '${z}']\n";

fn started(options: Json) -> Client {
    let mut client = Client::start();
    client.initialize(json!({"capabilities": {}, "initializationOptions": options}));
    client
}

/// Waits until the diagnostics of a document have these codes: settings count once the workspace has been read.
fn wait_for(client: &mut Client, uri: &str, expected: &[&str]) -> Vec<Json> {
    let end = std::time::Instant::now() + crate::client::TIMEOUT;
    loop {
        let report = client.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
        let items = report["items"].as_array().cloned().unwrap_or_default();
        if codes(&items) == expected {
            return items;
        }
        assert!(std::time::Instant::now() < end, "{items:?}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

fn codes(diagnostics: &[Json]) -> Vec<&str> {
    diagnostics.iter().filter_map(|found| found["code"].as_str()).collect()
}

fn actions(client: &mut Client, line: u32, only: Option<&str>) -> Vec<Json> {
    let range = json!({"start": {"line": line, "character": 7}, "end": {"line": line, "character": 7}});
    let mut context = json!({"diagnostics": []});
    if let Some(kind) = only {
        context["only"] = json!([kind]);
    }
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": context});
    client.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

#[test]
fn findings_are_information_of_their_own_source() {
    let mut client = started(json!({"lint": {"enabled": true}}));
    client.open(URI, TEXT);
    let found = wait_for(&mut client, URI, ALL);
    assert!(
        found.iter().all(|found| found["severity"] == 3 && found["source"] == "puppet-analyzer (lint)"),
        "{found:?}"
    );
    client.change(URI, 2, "# lint:ignore:double_quoted_strings why\n$a = \"x\"\n# lint:endignore\n");
    wait_for(&mut client, URI, &[]);
    assert!(client.shut_down(false).success());
}

#[test]
fn settings_choose_the_checks() {
    let mut client =
        started(json!({"lint": {"double_quoted_strings": "warning", "single-quote-string-with-variables": false}}));
    client.open(URI, TEXT);
    let found = wait_for(&mut client, URI, &["double-quoted-strings", "double-quoted-strings"]);
    assert_eq!(found[0]["severity"], 2, "{found:?}");
    let settings = json!({"settings": {"puppet-analyzer": {"lint": {"enabled": false}}}});
    client.notify("workspace/didChangeConfiguration", settings);
    wait_for(&mut client, URI, &[]);
    assert!(client.shut_down(false).success());
}

#[test]
fn a_finding_has_a_fix_and_can_be_ignored_and_all_can_be_fixed() {
    let mut client = started(json!({"lint": {"enabled": true}}));
    client.open(URI, TEXT);
    wait_for(&mut client, URI, ALL);
    let offered = actions(&mut client, 1, Some("quickfix"));
    let titles: Vec<&str> = offered.iter().filter_map(|action| action["title"].as_str()).collect();
    let expected = ["Fix: double quoted string containing no variables", "Ignore double-quoted-strings on this line"];
    assert_eq!(titles, expected);
    let edit = &offered[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "$b = ['y', '${z}']\n", "{edit}");
    let comment = &offered[1]["edit"]["changes"][URI][0];
    assert_eq!(comment["newText"], " # lint:ignore:double_quoted_strings", "{comment}");
    assert_eq!(comment["range"]["start"], json!({"line": 1, "character": 18}));
    let all = actions(&mut client, 0, Some("source.fixAll"));
    let [all] = &all[..] else { panic!("one action, not {all:?}") };
    let edits = all["edit"]["changes"][URI].as_array().cloned().unwrap_or_default();
    let texts: Vec<&str> = edits.iter().filter_map(|edit| edit["newText"].as_str()).collect();
    assert_eq!(texts.concat(), "$a = 'x'\n$b = ['y', '${z}']\n");
    // Without being asked for, nothing changes a whole file.
    assert!(actions(&mut client, 1, None).iter().all(|action| action["kind"] != all["kind"]));
    assert!(client.shut_down(false).success());
}

#[test]
fn findings_that_puppet_lint_leaves_to_people_have_fixes_too() {
    let mut client = started(json!({"lint": {"enabled": true}}));
    client.open(URI, "$a = 'on ${z}'\ncase $a {\n  'b': { notice(1) }\n}\n");
    wait_for(&mut client, URI, &["single-quote-string-with-variables", "case-without-default"]);
    let offered = actions(&mut client, 0, Some("quickfix"));
    let fix = offered.iter().find(|action| action["title"] == "Convert to double quotes").expect("a fix");
    assert_eq!(fix["edit"]["changes"][URI][0]["newText"], "\"on ${z}\"", "{fix}");
    let place = json!({"line": 1, "character": 2});
    let range = json!({"start": place, "end": place});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}});
    let offered = client.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default();
    let fix = offered.iter().find(|action| action["title"] == "Add a default option").expect("a fix");
    assert_eq!(fix["edit"]["changes"][URI][0]["newText"], "\n  default: {}", "{fix}");
    assert!(client.shut_down(false).success());
}

#[test]
fn an_option_file_of_the_workspace_is_honoured_and_followed() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-lint-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("manifests")).expect("a folder");
    let manifest = folder.join("manifests/site.pp");
    std::fs::write(&manifest, TEXT).expect("a file");
    let options = folder.join(".puppet-lint.rc");
    std::fs::write(&options, "--no-double_quoted_strings-check\n").expect("a file");
    let uri = |path: &std::path::Path| format!("file://{}", path.display());
    let mut client = Client::start();
    client.initialize(
        json!({"capabilities": {}, "rootUri": uri(&folder), "initializationOptions": {"lint": {"enabled": true}}}),
    );
    client.open(&uri(&manifest), TEXT);
    wait_for(&mut client, &uri(&manifest), &["single-quote-string-with-variables"]);
    std::fs::write(&options, "--only-checks=double_quoted_strings\n").expect("a file");
    let changes = json!({"changes": [{"uri": uri(&options), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changes);
    wait_for(&mut client, &uri(&manifest), &["double-quoted-strings", "double-quoted-strings"]);
    assert!(client.shut_down(false).success());
    let _ = std::fs::remove_dir_all(&folder);
}
