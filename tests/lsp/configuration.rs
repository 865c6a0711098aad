//! Data, `hiera.yaml`, `metadata.json`, `Puppetfile` and `environment.conf`, opened under the languages that editors give them.

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const FILES: &[(&str, &str)] = &[
    ("manifests/site.pp", "include web\n"),
    (
        "site/web/manifests/init.pp",
        "# @param port\n#   Where it listens.\nclass web(Integer $port = 80, Boolean $tls = true) {}\n",
    ),
    ("site/web/metadata.json", "{\"name\": \"me-web\", \"version\": \"1\", \"dependencies\": []}\n"),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n    data_hash: yaml_dato\n"),
    ("data/common.yaml", "web::port: eighty\nweb::tsl: true\nunread: 1\n"),
    ("Puppetfile", "mod 'web'\n"),
    ("environment.conf", "modulepath = site:nowhere\n"),
];

fn codes(diagnostics: &[Json]) -> Vec<String> {
    diagnostics.iter().filter_map(|diagnostic| diagnostic["code"].as_str().map(str::to_string)).collect()
}

fn opened(project: &Project, client: &mut Client, path: &str, language: &str) -> Vec<String> {
    let uri = project.open(client, path, language);
    codes(&client.diagnostics(&uri, 1))
}

#[test]
fn each_kind_of_file_has_its_diagnostics() {
    let project = Project::new("configuration", FILES);
    let mut client = project.client(json!({}));
    for (path, language, expected) in [
        ("data/common.yaml", "yaml", vec!["hiera-type-mismatch", "unknown-hiera-key", "unused-hiera-key"]),
        ("hiera.yaml", "yaml", vec!["unknown-hiera-backend"]),
        ("site/web/metadata.json", "json", vec!["incomplete-metadata", "invalid-property-value"]),
        ("Puppetfile", "ruby", vec!["invalid-property-value"]),
        ("environment.conf", "ini", vec!["missing-folder"]),
    ] {
        assert_eq!(opened(&project, &mut client, path, language), expected, "{path}");
    }
    // An edit is seen at once, and so is an edit of the code.
    let uri = project.uri("data/common.yaml");
    client.change(&uri, 2, "web::port: 8080\nweb::tls: true\n");
    assert_eq!(codes(&client.diagnostics(&uri, 2)), [""; 0]);
    assert!(client.shut_down(false).success());
}

#[test]
fn completion_hover_and_navigation() {
    let project = Project::new("configuration-features", FILES);
    let mut client = project.client(json!({}));
    let uri = project.open(&mut client, "data/common.yaml", "yaml");
    client.change(&uri, 2, "web::port: 80\nweb::t\n");
    let completed = client.request("textDocument/completion", Client::position(&uri, 1, 6))["items"].clone();
    assert_eq!(completed[0]["label"], "web::tls", "{completed}");
    assert_eq!(completed[0]["textEdit"]["newText"], "web::tls: ", "{completed}");
    assert_eq!(completed[0]["textEdit"]["range"]["start"]["character"], 0, "{completed}");
    let hover = client.request("textDocument/hover", Client::position(&uri, 0, 2));
    let shown = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("web::port"), "{hover}");
    let found = client.request("textDocument/definition", Client::position(&uri, 0, 2));
    assert!(found[0]["uri"].as_str().is_some_and(|uri| uri.ends_with("/init.pp")), "{found}");
    let hover = client.request("textDocument/hover", project.position("hiera.yaml", "data_hash"));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("whole file")), "{hover}");
    let found = client.request("textDocument/definition", project.position("Puppetfile", "web"));
    assert!(found[0]["uri"].as_str().is_some_and(|uri| uri.ends_with("/metadata.json")), "{found}");
    assert!(client.shut_down(false).success());
}

#[test]
fn the_command_line_checks_them_too() {
    let project = Project::new("configuration-check", FILES);
    let printed = project.run(&["check", "--format", "json"]);
    let found: Json = serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"));
    let files: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|found| found["file"].as_str()).collect();
    for file in ["data/common.yaml", "hiera.yaml", "site/web/metadata.json", "Puppetfile", "environment.conf"] {
        assert!(files.contains(&file), "{file}: {printed}");
    }
}
