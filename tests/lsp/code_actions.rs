//! Code actions in an editor: quick fixes with their diagnostics, refactorings that are resolved later, files that are made.

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const URI: &str = "file:///nowhere/site.pp";

fn capabilities(resolves: bool) -> Json {
    let resolve = if resolves { json!({"properties": ["edit"]}) } else { Json::Null };
    json!({
        "textDocument": {"codeAction": {"resolveSupport": resolve, "dataSupport": true}},
        "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
    })
}

fn actions(client: &mut Client, uri: &str, range: Json, only: Option<&str>, diagnostics: &[Json]) -> Vec<Json> {
    let mut context = json!({"diagnostics": diagnostics});
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
    client.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

fn titled(actions: &[Json], title: &str) -> Json {
    let found = actions.iter().find(|action| action["title"].as_str().is_some_and(|known| known.starts_with(title)));
    found.cloned().unwrap_or_else(|| panic!("no {title} in {actions:?}"))
}

#[test]
fn a_quick_fix_names_the_diagnostic_that_it_takes_away() {
    let mut client = Client::start();
    client.initialize(json!({"capabilities": capabilities(false)}));
    client.open(URI, "site { 'a': }\ndefine site(Integer $port) {}\n");
    let diagnostics = client.diagnostics(URI, 1);
    let missing: Vec<Json> = diagnostics.into_iter().filter(|known| known["code"] == "missing-parameter").collect();
    let range = missing.first().expect("the diagnostic")["range"].clone();
    let found = actions(&mut client, URI, range, Some("quickfix"), &missing);
    assert!(found.iter().all(|action| action["kind"] == "quickfix"), "{found:?}");
    let fix = titled(&found, "Add the missing parameter port");
    assert_eq!(fix["diagnostics"], json!(missing));
    assert_eq!(fix["edit"]["changes"][URI][0]["newText"], "\n  port => 0,\n");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_refactoring_of_the_selection() {
    let mut client = Client::start();
    client.initialize(json!({"capabilities": capabilities(false)}));
    client.open(URI, "notice('some text')\n");
    client.diagnostics(URI, 1);
    let range = json!({"start": {"line": 0, "character": 7}, "end": {"line": 0, "character": 18}});
    let found = actions(&mut client, URI, range, Some("refactor"), &[]);
    assert_eq!(titled(&found, "Extract into variable")["kind"], "refactor.extract");
    assert_eq!(titled(&found, "Convert to double quotes")["kind"], "refactor.rewrite");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_new_file_is_made_and_costly_edits_come_later() {
    let manifest = "class web {\n  notice('x')\n}\n";
    let project = Project::new(
        "code-actions",
        &[("manifests/site.pp", "include web\n"), ("modules/web/manifests/init.pp", manifest)],
    );
    let mut client = project.client(capabilities(true));
    let uri = project.uri("modules/web/manifests/init.pp");
    client.open(&uri, manifest);
    client.diagnostics(&uri, 1);
    let range = json!({"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 13}});
    let found = actions(&mut client, &uri, range, Some("refactor.extract"), &[]);
    let extract = titled(&found, "Extract into a new class");
    assert_eq!(extract["edit"], Json::Null, "it is found when it is chosen");
    let resolved = client.request("codeAction/resolve", extract);
    let changes = resolved["edit"]["documentChanges"].as_array().cloned().unwrap_or_default();
    assert_eq!(changes.first().map(|change| change["kind"].clone()), Some(json!("create")), "{resolved}");
    let created = changes.first().expect("a file")["uri"].as_str().unwrap_or_default().to_string();
    assert!(created.ends_with("modules/web/manifests/extracted.pp"), "{created}");
    assert!(client.shut_down(false).success());
}
