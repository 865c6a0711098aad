//! Starting, stopping, and surviving.

use serde_json::json;

use crate::client::Client;

const URI: &str = "file:///nowhere/a.pp";

#[test]
fn it_says_what_it_can_do_in_the_encoding_that_was_asked_for() {
    let mut client = Client::start();
    let capabilities = json!({"general": {"positionEncodings": ["utf-16", "utf-8"]}});
    let result = client.initialize(json!({"capabilities": capabilities}));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2);
    assert_eq!(result["serverInfo"]["name"], "puppet-analyzer");
    assert!(client.shut_down(false).success());
}

#[test]
fn it_ends_with_stdin_open_and_with_stdin_closed() {
    assert!(Client::initialized().shut_down(true).success());
    assert!(Client::initialized().shut_down(false).success());
}

#[test]
fn it_ends_with_an_error_when_the_client_goes_without_a_word() {
    let mut client = Client::initialized();
    client.close_stdin();
    assert_eq!(client.wait().code(), Some(1));
}

#[test]
fn it_ends_when_the_client_goes_during_an_evaluation() {
    let mut client = Client::initialized();
    client.open(URI, "range(1, 100000).each |$a| { range(1, 100000).each |$b| { $c = $a * $b } }\n");
    client.diagnostics(URI, 1);
    client.ask("puppet/previewCatalog", Client::position(URI, 0, 0));
    client.ask("workspace/executeCommand", json!({"command": "puppet-analyzer.test.sleep"}));
    client.close_stdin();
    assert_eq!(client.wait().code(), Some(1));
}

#[test]
fn a_panic_is_one_failed_request() {
    let mut client = Client::initialized();
    client.open(URI, "$a = 1\n");
    client.diagnostics(URI, 1);
    for _ in 0..20 {
        let id = client.ask("workspace/executeCommand", json!({"command": "puppet-analyzer.test.panic"}));
        let reply = client.reply(id);
        assert_eq!(reply["error"]["code"], -32603, "{reply}");
    }
    client.notification("window/logMessage", |params| params["type"] == 1);
    let hover = client.request("textDocument/hover", Client::position(URI, 0, 1));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("$a = 1")), "{hover}");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_cancelled_request_ends_at_once() {
    let mut client = Client::initialized();
    client.open(URI, "$a = 1\n");
    client.diagnostics(URI, 1);
    let ids: Vec<i64> = (0..20)
        .map(|_| client.ask("workspace/executeCommand", json!({"command": "puppet-analyzer.test.sleep"})))
        .collect();
    for id in &ids {
        client.notify("$/cancelRequest", json!({"id": id}));
    }
    // What had gone on to its end would have a result.
    for id in ids {
        assert_eq!(client.reply(id)["error"]["code"], -32800);
    }
    assert!(client.shut_down(false).success());
}

#[test]
fn slow_requests_do_not_hold_up_quick_ones_or_keystrokes() {
    let mut client = Client::initialized();
    client.open(URI, "$a = 1\n");
    client.diagnostics(URI, 1);
    let slow: Vec<i64> = (0..20)
        .map(|_| client.ask("workspace/executeCommand", json!({"command": "puppet-analyzer.test.sleep"})))
        .collect();
    client.request("textDocument/hover", Client::position(URI, 0, 1));
    client.change(URI, 2, "$a = 2\n");
    client.diagnostics(URI, 2);
    // The edit has cancelled all of them: none had ended before the hover was answered.
    for id in slow {
        assert_eq!(client.reply(id)["error"]["code"], -32801);
    }
    assert!(client.shut_down(false).success());
}

#[test]
#[cfg(target_os = "linux")]
fn many_requests_do_not_make_many_threads() {
    let mut client = Client::initialized();
    client.open(URI, "$a = 1\n");
    client.diagnostics(URI, 1);
    for version in 2..500 {
        client.change(URI, version, &format!("$a = {version}\n"));
        let asked = ["textDocument/hover", "textDocument/definition", "textDocument/documentHighlight"];
        let ids = asked.map(|method| client.ask(method, Client::position(URI, 0, 1)));
        for id in ids {
            client.reply(id);
        }
    }
    let tasks = std::fs::read_dir(format!("/proc/{}/task", client.process_id())).expect("a running process");
    let names = tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    // Two that work, and three for the pipes.
    let of_transport = names.filter(|name| name.starts_with("tokio")).count();
    assert!((2..=5).contains(&of_transport), "{of_transport} threads");
    assert!(client.shut_down(false).success());
}

#[test]
fn unknown_methods_and_broken_messages_are_answered() {
    let mut client = Client::initialized();
    let id = client.ask("puppet/noSuchThing", json!({}));
    assert_eq!(client.reply(id)["error"]["code"], -32601);
    let id = client.ask("textDocument/hover", json!({"nonsense": true}));
    assert_eq!(client.reply(id)["error"]["code"], -32602);
    let hover = client.request("textDocument/hover", Client::position("file:///no/such/file.pp", 9, 9));
    assert!(hover.is_null());
    assert!(client.shut_down(false).success());
}
