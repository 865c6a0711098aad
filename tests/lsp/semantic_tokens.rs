//! Colours by meaning: in full, of a range, and only what has changed.

use serde_json::{Value as Json, json};

use crate::client::Client;

const URI: &str = "file:///nowhere/a.pp";

fn data(answer: &Json) -> Vec<u64> {
    answer["data"].as_array().expect("tokens").iter().filter_map(Json::as_u64).collect()
}

#[test]
fn in_full_of_a_range_and_what_has_changed() {
    let mut client = Client::start();
    let initialized = client.initialize(json!({"capabilities": {}}));
    let legend = &initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let kind = |index: u64| legend[index as usize].as_str().unwrap_or_default().to_string();
    client.open(URI, "class a {\n  $b = 1\n}\n");
    let document = json!({"uri": URI});
    let full = client.request("textDocument/semanticTokens/full", json!({"textDocument": document}));
    let old = data(&full);
    let kinds: Vec<String> = old.chunks(5).map(|token| kind(token[3])).collect();
    assert_eq!(kinds, ["keyword", "class", "variable", "operator", "number"]);
    assert_eq!(&old[10..15], [1, 2, 2, old[13], 1], "the variable on its line");
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 4}});
    let part = client.request("textDocument/semanticTokens/range", json!({"textDocument": document, "range": range}));
    assert_eq!(data(&part).len(), 5, "{part}");
    client.change(URI, 2, "class a {\n  $b = 1\n  $c = 'x'\n}\n");
    let params = json!({"textDocument": document, "previousResultId": full["resultId"]});
    let delta = client.request("textDocument/semanticTokens/full/delta", params);
    let mut patched = old;
    for edit in delta["edits"].as_array().expect("edits") {
        let (start, count) = (edit["start"].as_u64().expect("a start"), edit["deleteCount"].as_u64().expect("a count"));
        patched.splice(start as usize..(start + count) as usize, data(edit));
    }
    let again = client.request("textDocument/semanticTokens/full", json!({"textDocument": document}));
    assert_eq!(patched, data(&again));
    let params = json!({"textDocument": document, "previousResultId": "gone"});
    let unknown = client.request("textDocument/semanticTokens/full/delta", params);
    assert_eq!(data(&unknown), patched, "an id that nobody knows is answered in full");
    assert!(client.shut_down(false).success());
}
