//! `puppet/status`, traces and the log: what the server tells of itself without being asked again and again.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const FILES: &[(&str, &str)] = &[
    ("environment.conf", "modulepath = modules\n"),
    (
        "manifests/site.pp",
        "node 'web01.example.com' { notify { 'a': } }\nnode 'db01.example.com' { fail('no disk') }\n",
    ),
];

fn project_client(project: &Project, mut params: Json) -> Client {
    let mut client = Client::start();
    params["workspaceFolders"] = json!([{"uri": project.uri(""), "name": "project"}]);
    client.initialize(params);
    client
}

/// All that came until one is wanted, that one last.
fn statuses(client: &mut Client, is_wanted: impl Fn(&Json) -> bool) -> Vec<Json> {
    let mut all: Vec<Json> = Vec::new();
    while all.last().is_none_or(|last| !is_wanted(last)) {
        let status = client.notification("puppet/status", |_| true);
        assert_ne!(all.last(), Some(&status), "told twice");
        all.push(status);
    }
    all
}

#[test]
fn the_status_is_pushed_whenever_it_changes() {
    let project = Project::new("status", FILES);
    let mut client = project_client(&project, json!({"capabilities": {}, "initializationOptions": {"status": true}}));
    let uri = project.uri("manifests/site.pp");
    let first = statuses(&mut client, |status| status["state"] == "ready");
    assert_eq!(first[0]["state"], "reading", "{first:?}");
    let context = &first.last().expect("a status")["context"];
    assert_eq!(context["node"], "web01.example.com", "{first:?}");
    assert_eq!(context["edition"], "puppet8", "{first:?}");
    assert!(context["facts"].as_str().is_some_and(|facts| !facts.is_empty()), "{first:?}");

    client.open(&uri, FILES[1].1);
    let opened = statuses(&mut client, |status| status["state"] == "ready");
    assert_eq!(opened[0]["state"], "evaluating", "{opened:?}");
    assert_eq!(opened.last().expect("a status").get("problem"), None, "{opened:?}");

    let node = json!({"command": "puppet-analyzer.selectContext", "arguments": [{"node": "db01.example.com"}]});
    client.request("workspace/executeCommand", node);
    let chosen = statuses(&mut client, |status| status.get("problem").is_some());
    let last = chosen.last().expect("a status");
    assert_eq!((&last["state"], &last["context"]["node"]), (&json!("ready"), &json!("db01.example.com")));
    assert_eq!(last["problem"], "Error while evaluating a Function Call, no disk");

    // What an edit mends is a problem no more.
    client.change(&uri, 2, "node 'db01.example.com' { }\n");
    let mended = statuses(&mut client, |status| status.get("problem").is_none());
    assert_eq!(mended.last().expect("a status")["state"], "ready", "{mended:?}");

    // Settings that are wrong are a problem of the context too.
    project.write(".puppet-analyzer.toml", "edition = 'puppet99'\n");
    let changes = json!({"changes": [{"uri": project.uri(".puppet-analyzer.toml"), "type": 1}]});
    client.notify("workspace/didChangeWatchedFiles", changes);
    let broken = statuses(&mut client, |status| status.get("problem").is_some());
    assert!(broken.iter().any(|status| status["state"] == "reading"), "{broken:?}");
    let problem = broken.last().expect("a status")["problem"].to_string();
    assert!(problem.contains("edition"), "{problem}");
    client.notification("window/showMessage", |_| true);
    assert!(client.shut_down(false).success());
}

#[test]
fn a_capability_asks_for_it_too() {
    let project = Project::new("status-capability", FILES);
    let capabilities = json!({"experimental": {"puppetStatus": true}});
    let mut client = project_client(&project, json!({"capabilities": capabilities}));
    statuses(&mut client, |status| status["state"] == "ready");
    assert!(client.shut_down(false).success());
}

#[test]
fn nobody_is_told_who_has_not_asked() {
    let project = Project::new("status-unasked", FILES);
    let mut client = project_client(&project, json!({"capabilities": {}}));
    let uri = project.uri("manifests/site.pp");
    client.open(&uri, FILES[1].1);
    client.diagnostics(&uri, 1);
    while client.request("puppet/contexts", json!({}))["nodes"].as_array().is_none_or(Vec::is_empty) {}
    client.request("puppet/previewCatalog", json!({"uri": uri}));
    let told = client.notifications.iter().find(|message| {
        let method = message["method"].as_str().unwrap_or_default();
        ["puppet/status", "$/logTrace"].contains(&method)
    });
    assert_eq!(told, None);
    assert!(client.shut_down(false).success());
}

/// Messages that are read together are handled together: a request in between is answered after the trace is set.
fn set_trace(client: &mut Client, value: &str) {
    client.notify("$/setTrace", json!({"value": value}));
    client.request("workspace/symbol", json!({"query": "x"}));
}

#[test]
fn traces_follow_what_is_asked_for() {
    let mut client = Client::initialized();
    let uri = "file:///nowhere/a.pp";
    set_trace(&mut client, "messages");
    client.open(uri, "$a = 1\n");
    let is_of = |words: &'static str| move |params: &Json| params["message"].to_string().contains(words);
    client.notification("$/logTrace", is_of("message textDocument/didOpen"));
    client.request("textDocument/hover", Client::position(uri, 0, 1));
    client.notification("$/logTrace", is_of("job HoverParams"));
    client.notification("$/logTrace", is_of("message textDocument/hover"));
    let queries = client.notifications.iter().any(|message| message.to_string().contains("executing query"));
    assert!(!queries, "too much");

    set_trace(&mut client, "verbose");
    client.change(uri, 2, "$b = 1\n");
    client.notification("$/logTrace", is_of("executing query"));

    set_trace(&mut client, "off");
    // Jobs that ran before may still end.
    client.diagnostics(uri, 2);
    client.request("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    let symbols =
        client.notifications.iter().any(|message| message.to_string().contains("message textDocument/documentSymbol"));
    assert!(!symbols, "switched off");
    client.notifications.clear();
    assert!(client.shut_down(false).success());
}

#[test]
fn a_panic_is_in_the_log_once() {
    let mut client = Client::initialized();
    for _ in 0..3 {
        let id = client.ask("workspace/executeCommand", json!({"command": "puppet-analyzer.test.panic"}));
        assert!(client.reply(id)["error"].is_object());
    }
    let logged = client.notification("window/logMessage", |params| params["type"] == 1);
    let message = logged["message"].as_str().unwrap_or_default();
    assert!(message.contains("a panic on purpose") && message.contains("test_commands.rs:"), "{message}");
    client.request("workspace/symbol", json!({"query": "x"}));
    let again = client.notifications.iter().any(|message| message["method"] == "window/logMessage");
    assert!(!again, "told twice");
    assert!(client.shut_down(false).success());
}

#[test]
fn the_environment_asks_for_traces_on_standard_error() {
    let traced = |value: &str| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"))
            .env("PUPPET_ANALYZER_LOG", value)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = process.stdin.take().expect("a pipe");
        for message in [
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}),
            json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}),
            json!({"jsonrpc": "2.0", "method": "exit"}),
        ] {
            let body = message.to_string();
            write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
        }
        let mut text = String::new();
        process.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
        process.wait().expect("it ends");
        text
    };
    let messages = traced("messages");
    assert!(messages.contains("puppet-analyzer: message initialize ("), "{messages}");
    assert_eq!(traced("off"), "");
}
