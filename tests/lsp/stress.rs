//! Messages that no editor should send, in the order of a fixed seed: each is answered or ignored, nothing is lost, and what the server
//! knows afterwards is what a fresh one knows. `tests/stress/run` does the same at length, with files and processes.

use serde_json::{Value as Json, json};

use crate::client::Client;

const URI: &str = "file:///stress/a.pp";
const TEXT: &str = "class a($x = 1) {\n  notify { \"${x}\": }\n  include b\n}\ninclude a\n";

/// A fixed sequence that looks random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

fn requests() -> Vec<(&'static str, Json)> {
    let at = Client::position(URI, 1, 9);
    let document = json!({"textDocument": {"uri": URI}});
    let area = json!({"textDocument": {"uri": URI}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}});
    let with = |base: &Json, more: Json| {
        let mut whole = base.clone();
        for (key, value) in more.as_object().into_iter().flatten() {
            whole[key] = value.clone();
        }
        whole
    };
    let options = json!({"options": {"tabSize": 2, "insertSpaces": true}});
    vec![
        ("textDocument/hover", at.clone()),
        ("textDocument/completion", at.clone()),
        ("textDocument/definition", at.clone()),
        ("textDocument/references", with(&at, json!({"context": {"includeDeclaration": true}}))),
        ("textDocument/rename", with(&at, json!({"newName": "y"}))),
        ("textDocument/signatureHelp", at.clone()),
        ("textDocument/onTypeFormatting", with(&with(&at, json!({"ch": "\n"})), options.clone())),
        ("textDocument/documentSymbol", document.clone()),
        ("textDocument/semanticTokens/full", document.clone()),
        ("textDocument/codeLens", document.clone()),
        ("textDocument/formatting", with(&document, options)),
        ("textDocument/inlayHint", area.clone()),
        ("textDocument/codeAction", with(&area, json!({"context": {"diagnostics": []}}))),
        ("workspace/symbol", json!({"query": "a"})),
        ("puppet/previewCatalog", json!({"uri": URI, "position": {"line": 1, "character": 1}})),
        ("workspace/executeCommand", json!({"command": "puppet-analyzer.catalogDiff", "arguments": [{"uri": URI}]})),
        ("$/noSuchMethod", json!({})),
        ("no/such/method", json!([1])),
    ]
}

/// The same with something at some place replaced by what does not belong there, or left out.
fn spoiled(random: &mut Random, value: &Json) -> Json {
    if let Some(object) = value.as_object().filter(|object| !object.is_empty()) {
        let keys: Vec<&String> = object.keys().collect();
        let key = random.choose(&keys).to_string();
        let mut object = object.clone();
        if random.below(5) == 0 {
            object.remove(&key);
        } else if random.below(8) > 0 {
            let inner = spoiled(random, &object[&key]);
            object.insert(key, inner);
        } else {
            return json!(null);
        }
        return Json::Object(object);
    }
    let odd = [
        json!(null),
        json!(-1),
        json!(u64::MAX),
        json!(1.5),
        json!(""),
        json!("file:///"),
        json!([]),
        json!({}),
        json!([{}]),
    ];
    random.choose(&odd).clone()
}

/// What the server makes of the document: tokens and symbols depend on every character.
fn what_it_knows(client: &mut Client, uri: &str) -> Json {
    let document = json!({"textDocument": {"uri": uri}});
    let tokens = client.request("textDocument/semanticTokens/full", document.clone());
    json!([tokens["data"], client.request("textDocument/documentSymbol", document)])
}

#[track_caller]
fn assert_as_fresh(mut client: Client, uri: &str, text: &str) {
    let mut fresh = Client::initialized();
    fresh.open(uri, text);
    assert_eq!(
        what_it_knows(&mut client, uri),
        what_it_knows(&mut fresh, uri),
        "the document is not the client's: {text:?}"
    );
    assert!(client.shut_down(false).success());
}

#[test]
fn spoiled_requests_are_answered_and_change_nothing() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut client = Client::initialized();
    client.open(URI, TEXT);
    let table = requests();
    let mut asked = Vec::new();
    for _ in 0..400 {
        let (method, params) = random.choose(&table);
        let params = if random.below(2) == 0 { spoiled(&mut random, params) } else { params.clone() };
        asked.push(client.ask(method, params));
        if random.below(4) == 0 {
            let method =
                *random.choose(&["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "no/such"]);
            client.notify(method, json!({"textDocument": [null, 7], "contentChanges": {}}));
        }
    }
    for id in asked {
        let reply = client.reply(id);
        assert_ne!(reply.get("result").is_some(), reply.get("error").is_some(), "{reply}");
        assert!(!reply["error"]["message"].to_string().contains("panic"), "{reply}");
    }
    assert_as_fresh(client, URI, TEXT);
}

#[test]
fn broken_frames_are_answered_and_the_next_message_is_read() {
    let bodies: &[&[u8]] =
        &[b"", b"{", b"null", b"[]", b"{}", b"\xff\xfe", br#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, b"[[[["];
    let mut client = Client::initialized();
    client.open(URI, TEXT);
    for body in bodies {
        client.raw(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        client.raw(body);
        client.request("workspace/symbol", json!({"query": "a"}));
    }
    for header in
        ["GET / HTTP/1.1\r\n\r\n", "Content-Length: x\r\n\r\n", "\r\n\r\n", "Content-Type: x\r\n", "no end of line "]
    {
        client.raw(header.as_bytes());
        client.request("workspace/symbol", json!({"query": "a"}));
    }
    assert_eq!(client.nameless_errors.len(), bodies.len() + 2, "{:?}", client.nameless_errors);
    assert_as_fresh(client, URI, TEXT);
}

#[test]
fn half_a_character_does_not_lose_the_document() {
    let mut client = Client::initialized();
    client.open(URI, TEXT);
    let edit =
        json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "# HALF\nclass c { }\n"}]});
    let body = json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": edit}).to_string();
    let body = body.replace("HALF", "\\ud83d");
    client.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    assert_as_fresh(client, URI, "# \u{fffd}\nclass c { }\n");
}

#[test]
fn edits_at_places_that_are_not_there_and_versions_out_of_order() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let mut client = Client::initialized();
    client.open(URI, TEXT);
    let mut text = TEXT.to_string();
    for number in 0..600 {
        let lines: Vec<&str> = text.split('\n').collect();
        let mut ends: Vec<(usize, usize)> =
            (0..2).map(|_| (random.below(lines.len() + 3), *random.choose(&[0, 1, 5, 30, 1_000_000]))).collect();
        ends.sort();
        // As the protocol says: beyond the end of a line is its end, beyond the last line the end of the text.
        let offset = |(line, column): (usize, usize)| match lines.get(line) {
            Some(found) => lines[..line].iter().map(|line| line.len() + 1).sum::<usize>() + column.min(found.len()),
            None => text.len(),
        };
        let (start, end) = (offset(ends[0]), offset(ends[1]));
        let new = if text.len() > 600 {
            ""
        } else {
            *random.choose(&["class x {", "}", "\n", "$v = 1\n", "'", "\"${", "# c\n", ""])
        };
        text.replace_range(start..end, new);
        let version = *random.choose(&[number + 2, 1, number, 1_000_000]);
        let position = |(line, character): (usize, usize)| json!({"line": line, "character": character});
        let range = json!({"start": position(ends[0]), "end": position(ends[1])});
        let change = json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"range": range, "text": new}]});
        client.notify("textDocument/didChange", change);
    }
    assert_as_fresh(client, URI, &text);
}

#[test]
fn a_storm_of_cancellations_leaves_no_request_without_an_answer() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut client = Client::initialized();
    client.open(URI, TEXT);
    let table = requests();
    let mut asked = Vec::new();
    for number in 0..400 {
        let (method, params) = random.choose(&table);
        asked.push(client.ask(method, params.clone()));
        if random.below(10) < 9 {
            let id = if random.below(2) == 0 { asked[asked.len() - 1] } else { *random.choose(&asked) };
            client.notify("$/cancelRequest", json!({"id": id}));
        }
        if number % 20 == 0 {
            client.change(URI, number, TEXT);
        }
    }
    for id in asked {
        client.reply(id);
    }
    assert_as_fresh(client, URI, TEXT);
}

#[test]
fn a_very_large_document_is_not_looked_at_until_it_is_small_again() {
    let mut client = Client::initialized();
    let line = "notice('a line of a very large file')\n";
    client.open(URI, &line.repeat(3_000_000 / line.len()));
    assert!(client.notification("window/showMessage", |_| true)["message"].to_string().contains("larger than 2 MB"));
    assert!(client.request("textDocument/hover", Client::position(URI, 0, 2)).is_null());
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 9_000_000, "character": 0}});
    let change =
        json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"range": range, "text": "class {\n"}]});
    client.notify("textDocument/didChange", change);
    assert!(!client.diagnostics(URI, 2).is_empty());
    assert_as_fresh(client, URI, &format!("{line}class {{\n"));
}

#[test]
fn an_interrupted_look_at_the_workspace_loses_no_diagnostics() {
    const FILES: usize = 400;
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-interrupted-{}", std::process::id()));
    let manifests = folder.join("modules/m/manifests");
    std::fs::create_dir_all(&manifests).expect("a folder");
    std::fs::create_dir_all(folder.join("manifests")).expect("a folder");
    for number in 0..FILES {
        let text = format!("class m::c{number} {{\n  include no::such\n}}\n");
        std::fs::write(manifests.join(format!("c{number}.pp")), text).expect("a file");
    }
    let uri_of = |path: &str| format!("file://{}/{path}", folder.canonicalize().expect("the folder").display());
    let mut client = Client::start();
    let folders = json!([{"uri": uri_of("").trim_end_matches('/'), "name": "workspace"}]);
    client.initialize(json!({"capabilities": {}, "workspaceFolders": folders}));
    let site = uri_of("manifests/site.pp");
    client.open(&site, "$x = 1\n");
    for version in 2..40 {
        client.change(&site, version, &format!("$x = {version}\n"));
        // The look begins once nobody has typed for a moment: the next edit comes somewhere in it.
        std::thread::sleep(std::time::Duration::from_millis(58 + version as u64 % 16));
    }
    for number in 0..FILES {
        let wanted = uri_of(&format!("modules/m/manifests/c{number}.pp"));
        client.notification("textDocument/publishDiagnostics", |params| {
            params["uri"] == wanted && params["diagnostics"].as_array().is_some_and(|found| !found.is_empty())
        });
    }
    assert!(client.shut_down(false).success());
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}
