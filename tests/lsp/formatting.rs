//! The formatter in the editor: whole documents, ranges, and what is typed.

use serde_json::{Value as Json, json};

use crate::client::Client;

const URI: &str = "file:///nowhere/manifests/layout.pp";

fn opened(uri: &str, text: &str, options: Json) -> Client {
    let mut client = Client::start();
    let capabilities = client.initialize(json!({"capabilities": {}, "initializationOptions": options}));
    let offered = &capabilities["capabilities"];
    assert_eq!(offered["documentRangeFormattingProvider"], true);
    assert_eq!(offered["documentOnTypeFormattingProvider"]["firstTriggerCharacter"], "}");
    client.open(uri, text);
    client
}

/// The text after the edits of an answer.
fn applied(text: &str, edits: &Json) -> String {
    let offset = |position: &Json| -> usize {
        let line = position["line"].as_u64().unwrap_or(0) as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + position["character"].as_u64().unwrap_or(0) as usize
    };
    let mut text_after = text.to_string();
    for edit in edits.as_array().into_iter().flatten().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        text_after.replace_range(range, edit["newText"].as_str().unwrap_or_default());
    }
    text_after
}

fn options() -> Json {
    json!({"tabSize": 2, "insertSpaces": true})
}

#[test]
fn a_range_is_laid_out_and_the_rest_stays() {
    let text = "$a=1\n$b=2\n$c=3\n";
    let mut client = opened(URI, text, json!({}));
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 3}});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "options": options()});
    let edits = client.request("textDocument/rangeFormatting", params);
    assert_eq!(applied(text, &edits), "$a=1\n$b = 2\n$c=3\n");
    assert!(client.shut_down(false).success());
}

#[test]
fn typing_indents_aligns_and_closes() {
    let text = "file { '/a':\n  ensure => file,\n  mode =>\n}\n$x=1\n";
    let mut client = opened(URI, text, json!({}));
    let typed = |client: &mut Client, line: u32, character: u32, key: &str| {
        let params = json!({
            "textDocument": {"uri": URI}, "position": {"line": line, "character": character}, "ch": key, "options": options(),
        });
        client.request("textDocument/onTypeFormatting", params)
    };
    let edits = typed(&mut client, 2, 9, ">");
    assert_eq!(applied(text, &edits), text.replace("mode =>", "mode   =>"));
    let text = "class a {\n\n}\n";
    client.change(URI, 2, text);
    let edits = typed(&mut client, 1, 0, "\n");
    assert_eq!(applied(text, &edits), "class a {\n  \n}\n");
    let text = "$x=1\nclass a {\ninclude b\n}\n";
    client.change(URI, 3, text);
    let edits = typed(&mut client, 3, 1, "}");
    assert_eq!(applied(text, &edits), "$x=1\nclass a {\n  include b\n}\n");
    assert!(client.shut_down(false).success());
}

#[test]
fn settings_and_templates() {
    let text = "$a = {\n  b => 1,\n  long => 2\n}\n";
    let mut client = opened(URI, text, json!({"format": {"alignArrows": false, "trailingComma": false}}));
    let params = json!({"textDocument": {"uri": URI}, "options": options()});
    let edits = client.request("textDocument/formatting", params);
    assert_eq!(applied(text, &edits), text);
    let uri = "file:///nowhere/templates/a.epp";
    let template = "<%-|$a|-%>\n  a  b <%=$a+1%>\n";
    client.open(uri, template);
    let params = json!({"textDocument": {"uri": uri}, "options": options()});
    let edits = client.request("textDocument/formatting", params);
    assert_eq!(applied(template, &edits), "<%- |$a| -%>\n  a  b <%= $a + 1 %>\n");
    assert!(client.shut_down(false).success());
}
