//! Completion in an editor: half-typed code, snippets where the client knows them, documentation when an item is looked at.

use serde_json::{Value as Json, json};

use crate::client::Client;

const URI: &str = "file:///nowhere/site.pp";

fn client(snippets: bool) -> Client {
    let mut client = Client::start();
    let item = json!({"completionItem": {"snippetSupport": snippets}});
    client.initialize(json!({"capabilities": {"textDocument": {"completion": item}}}));
    client
}

/// The items at the end of a text.
fn completed(client: &mut Client, version: i64, text: &str) -> Vec<Json> {
    if version == 1 {
        client.open(URI, text);
    } else {
        client.change(URI, version, text);
    }
    let line = text.matches('\n').count() as u32;
    let character = text.rsplit('\n').next().unwrap_or_default().len() as u32;
    let list = client.request("textDocument/completion", Client::position(URI, line, character));
    list["items"].as_array().cloned().unwrap_or_default()
}

fn named(items: &[Json], label: &str) -> Json {
    items.iter().find(|item| item["label"] == label).cloned().unwrap_or_else(|| panic!("no {label} in {items:?}"))
}

#[test]
fn half_typed_code_is_completed_and_ranked() {
    let mut client = client(true);
    let items = completed(&mut client, 1, "class web(Integer $port) {\n  $path = '/'\n  notice($p");
    let mut sorted: Vec<(&str, &str)> = items
        .iter()
        .map(|item| (item["sortText"].as_str().unwrap_or(""), item["label"].as_str().unwrap_or("")))
        .collect();
    sorted.sort();
    let first: Vec<&str> = sorted.iter().take(2).map(|(_, label)| *label).collect();
    assert_eq!(first, ["path", "port"], "locals come before facts");
    let items = completed(&mut client, 2, "file { '/x':\n  ens");
    let ensure = named(&items, "ensure");
    assert_eq!(ensure["insertTextFormat"], 2, "{ensure}");
    assert_eq!(ensure["textEdit"]["range"]["start"], json!({"line": 1, "character": 2}), "{ensure}");
    let items = completed(&mut client, 3, "$os = { 'family' => 1 }\nnotice($os['fam");
    let family = named(&items, "family");
    assert_eq!(family["textEdit"]["newText"], "family");
    let items = completed(&mut client, 4, "service { 'x': ensure => ");
    assert!(items.iter().any(|item| item["label"] == "running"), "{items:?}");
    assert!(client.shut_down(false).success());
}

#[test]
fn an_item_is_documented_when_it_is_looked_at() {
    let mut client = client(false);
    let items =
        completed(&mut client, 1, "class web(Integer $port = 80) {\n  notice($port)\n}\ninclude web\n$x = upca");
    let upcase = named(&items, "upcase");
    assert_eq!(upcase["insertTextFormat"], Json::Null, "the client knows no snippets");
    assert_eq!(upcase["textEdit"]["newText"], "upcase");
    let resolved = client.request("completionItem/resolve", upcase);
    assert!(resolved["documentation"]["value"].as_str().unwrap_or_default().contains("upcase("), "{resolved}");
    assert!(client.shut_down(false).success());
}
