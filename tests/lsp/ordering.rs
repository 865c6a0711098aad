//! Edits take effect in the order in which they were sent, and every answer is about a text that was there.

use serde_json::json;

use crate::client::Client;

const URI: &str = "file:///nowhere/a.pp";

#[test]
fn a_thousand_edits_and_hovers_in_order() {
    let mut client = Client::initialized();
    client.open(URI, "$number = 0\n");
    let mut asked = Vec::new();
    for number in 1..=1000_i64 {
        client.change(URI, number + 1, &format!("$number = {number}\n"));
        asked.push((number, client.ask("textDocument/hover", Client::position(URI, 0, 2))));
    }
    for (number, id) in asked {
        let reply = client.reply(id);
        let text = reply["result"]["contents"]["value"].as_str().unwrap_or_else(|| panic!("{reply}"));
        let shown = text.split("$number = ").nth(1).and_then(|rest| rest.split('\n').next());
        let shown: i64 = shown.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| panic!("{text}"));
        // An answer that an edit has overtaken may be about the newer text, never about an older one.
        assert!(shown >= number, "the hover after edit {number} shows {shown}");
    }
    assert!(client.diagnostics(URI, 1001).is_empty());
    assert!(client.shut_down(false).success());
}

#[test]
fn incremental_edits_in_utf_16() {
    let mut client = Client::initialized();
    client.open(URI, "$a = '😀'\n$b = 1\n");
    let range = |line: u32, from: u32, to: u32| json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}});
    // Behind the emoji, which counts two: the quote.
    let changes = json!([{"range": range(0, 8, 9), "text": "!'"}, {"range": range(1, 0, 6), "text": "$a = 3"}]);
    let document = json!({"uri": URI, "version": 2});
    client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    let diagnostics = client.diagnostics(URI, 2);
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    assert_eq!(diagnostics[0]["code"], "illegal-reassignment");
    assert_eq!(diagnostics[0]["range"], range(1, 0, 2));
    assert!(client.shut_down(false).success());
}

#[test]
fn diagnostics_follow_the_text() {
    let mut client = Client::initialized();
    client.open(URI, "class a {\n");
    let broken = client.diagnostics(URI, 1);
    assert_eq!(broken[0]["code"], "syntax-error", "{broken:?}");
    client.change(URI, 2, "class a {}\n");
    assert!(client.diagnostics(URI, 2).is_empty());
    assert!(client.shut_down(false).success());
}
