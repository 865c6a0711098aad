//! Every request that the server registers, on a file of 2,000 lines in a workspace of 5,000 manifests with data and templates:
//! asked again with nothing changed, and asked right behind a keystroke. What the server announces in `initialize` decides what has
//! to be here.

use serde_json::{Value as Json, json};

use crate::generated;
use crate::lsp_client::Client;
use crate::project::Project;
use crate::server_process::{Time, timed};
use crate::table::Row;

const TYPED: &str = "modules/typed/manifests/init.pp";
const ROUNDS: usize = 21;
/// For what looks at one document.
const DOCUMENT: f64 = 20.0;
/// For what looks at the whole workspace.
const WORKSPACE: f64 = 300.0;

/// A document of a project that the server has read.
struct Session {
    client: Client,
    uri: String,
    text: String,
    version: i64,
}

/// One kind of request: its method, what in the document it is asked at, and what else it needs.
struct Request {
    method: &'static str,
    what: &'static str,
    at: &'static str,
    parameters: fn(&mut Session, Json) -> Json,
    goal: f64,
}

const fn request(method: &'static str, at: &'static str, parameters: fn(&mut Session, Json) -> Json) -> Request {
    Request { method, what: "", at, parameters, goal: DOCUMENT }
}

const fn over_workspace(
    method: &'static str,
    what: &'static str,
    at: &'static str,
    parameters: fn(&mut Session, Json) -> Json,
) -> Request {
    Request { method, what, at, parameters, goal: WORKSPACE }
}

const fn place(_: &mut Session, place: Json) -> Json {
    place
}

fn document(_: &mut Session, place: Json) -> Json {
    json!({"textDocument": place["textDocument"]})
}

/// A range of a few lines behind the place.
fn range(_: &mut Session, place: Json) -> Json {
    let start = &place["position"];
    let end = json!({"line": start["line"].as_u64().unwrap_or(0) + 40, "character": 0});
    json!({"textDocument": place["textDocument"], "range": {"start": start, "end": end}})
}

fn formatted(session: &mut Session, place: Json) -> Json {
    let mut asked = range(session, place);
    asked["options"] = json!({"tabSize": 2, "insertSpaces": true});
    asked
}

fn references(_: &mut Session, mut place: Json) -> Json {
    place["context"] = json!({"includeDeclaration": true});
    place
}

fn renamed(_: &mut Session, mut place: Json) -> Json {
    place["newName"] = json!("renamed");
    place
}

fn actions(_: &mut Session, place: Json) -> Json {
    let range = json!({"start": place["position"], "end": place["position"]});
    json!({"textDocument": place["textDocument"], "range": range, "context": {"diagnostics": []}})
}

/// The item that a hierarchy begins with.
fn item(session: &mut Session, method: &str, place: Json) -> Json {
    let prepared = session.client.request(method, place);
    json!({"item": prepared[0]})
}

/// The first thing of an answer that has to be asked for again.
fn to_resolve(answer: &Json) -> Json {
    let list = answer.get("items").unwrap_or(answer).as_array().cloned().unwrap_or_default();
    let found = list.into_iter().find(|item| item["data"].is_object());
    found.unwrap_or_else(|| panic!("nothing to resolve in {answer}"))
}

static REQUESTS: &[Request] = &[
    request("textDocument/completion", "$port", place),
    Request { what: "of a statement", ..request("textDocument/completion", "  include", place) },
    request("completionItem/resolve", "$port", |session, place| {
        to_resolve(&session.client.request("textDocument/completion", place))
    }),
    request("textDocument/hover", "$owner", place),
    Request { what: "of a class", ..request("textDocument/hover", "m0::part1", place) },
    request("textDocument/signatureHelp", "'typed/a.epp'", place),
    request("textDocument/definition", "m0::part1", place),
    request("textDocument/declaration", "$owner", place),
    request("textDocument/typeDefinition", "$kind", place),
    over_workspace("textDocument/implementation", "of a parameter", "$port", place),
    over_workspace("textDocument/implementation", "of a class", "m0::part1", place),
    over_workspace("textDocument/references", "of a parameter", "$port", references),
    over_workspace("textDocument/references", "of a class", "m0::part1", references),
    over_workspace("textDocument/references", "of a fact", "'family'", references),
    over_workspace("textDocument/references", "of a resource", "'/etc/typed'", references),
    request("textDocument/documentHighlight", "$port", place),
    request("textDocument/documentSymbol", "$port", document),
    over_workspace("workspace/symbol", "", "$port", |_, _| json!({"query": "part1"})),
    request("textDocument/prepareRename", "$port", place),
    over_workspace("textDocument/rename", "of a parameter", "$port", renamed),
    over_workspace("textDocument/rename", "of a class", "m0::part1", |_, mut place| {
        place["newName"] = json!("m0::renamed");
        place
    }),
    request("textDocument/prepareCallHierarchy", "m0::part1", place),
    over_workspace("callHierarchy/incomingCalls", "", "m0::part1", |session, place| {
        item(session, "textDocument/prepareCallHierarchy", place)
    }),
    request("callHierarchy/outgoingCalls", "typed (", |session, place| {
        item(session, "textDocument/prepareCallHierarchy", place)
    }),
    request("textDocument/prepareTypeHierarchy", "typed (", place),
    over_workspace("typeHierarchy/supertypes", "", "typed (", |session, place| {
        item(session, "textDocument/prepareTypeHierarchy", place)
    }),
    over_workspace("typeHierarchy/subtypes", "", "typed (", |session, place| {
        item(session, "textDocument/prepareTypeHierarchy", place)
    }),
    request("textDocument/documentLink", "$port", document),
    request("textDocument/semanticTokens/full", "$port", document),
    request("textDocument/semanticTokens/range", "$port", range),
    request("textDocument/semanticTokens/full/delta", "$port", |session, place| {
        let asked = document(session, place);
        let full = session.client.request("textDocument/semanticTokens/full", asked.clone());
        json!({"textDocument": asked["textDocument"], "previousResultId": full["resultId"]})
    }),
    request("textDocument/linkedEditingRange", "$local", place),
    request("textDocument/moniker", "m0::part1", place),
    request("textDocument/formatting", "$port", formatted),
    request("textDocument/rangeFormatting", "file {", formatted),
    request("textDocument/onTypeFormatting", "=> file", |_, mut place| {
        place["ch"] = json!(">");
        place["options"] = json!({"tabSize": 2, "insertSpaces": true});
        place
    }),
    request("textDocument/codeAction", "$port", actions),
    Request { what: "of a statement", ..request("textDocument/codeAction", "file {", actions) },
    // Extracting a statement is costly, so its edit comes later.
    request("codeAction/resolve", "file { '/etc/typed': }", |session, place| {
        let mut asked = actions(session, place);
        let line = asked["range"]["start"]["line"].as_u64().unwrap_or(0);
        asked["range"] = json!({"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}});
        to_resolve(&session.client.request("textDocument/codeAction", asked))
    }),
    request("textDocument/codeLens", "$port", document),
    request("codeLens/resolve", "$port", |session, place| {
        let asked = document(session, place);
        to_resolve(&session.client.request("textDocument/codeLens", asked))
    }),
    request("textDocument/inlayHint", "$port", range),
    request("textDocument/foldingRange", "$port", document),
    request(
        "textDocument/selectionRange",
        "$owner,",
        |_, place| json!({"textDocument": place["textDocument"], "positions": [place["position"]]}),
    ),
    request("textDocument/diagnostic", "$port", document),
    over_workspace("workspace/diagnostic", "", "$port", |_, _| json!({"previousResultIds": []})),
    over_workspace(
        "workspace/executeCommand",
        "previewCatalog",
        "$port",
        |session, _| json!({"command": "puppet-analyzer.previewCatalog", "arguments": [{"uri": session.uri}]}),
    ),
];

/// What `initialize` announces, and the requests that it means.
static ANNOUNCED: &[(&str, &[&str])] = &[
    ("hoverProvider", &["textDocument/hover"]),
    ("definitionProvider", &["textDocument/definition"]),
    ("declarationProvider", &["textDocument/declaration"]),
    ("typeDefinitionProvider", &["textDocument/typeDefinition"]),
    ("implementationProvider", &["textDocument/implementation"]),
    ("referencesProvider", &["textDocument/references"]),
    ("renameProvider", &["textDocument/prepareRename", "textDocument/rename"]),
    (
        "callHierarchyProvider",
        &["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
    ),
    (
        "typeHierarchyProvider",
        &["textDocument/prepareTypeHierarchy", "typeHierarchy/supertypes", "typeHierarchy/subtypes"],
    ),
    ("documentLinkProvider", &["textDocument/documentLink"]),
    ("linkedEditingRangeProvider", &["textDocument/linkedEditingRange"]),
    ("monikerProvider", &["textDocument/moniker"]),
    (
        "semanticTokensProvider",
        &[
            "textDocument/semanticTokens/full",
            "textDocument/semanticTokens/range",
            "textDocument/semanticTokens/full/delta",
        ],
    ),
    ("documentHighlightProvider", &["textDocument/documentHighlight"]),
    ("documentSymbolProvider", &["textDocument/documentSymbol"]),
    ("workspaceSymbolProvider", &["workspace/symbol"]),
    ("foldingRangeProvider", &["textDocument/foldingRange"]),
    ("selectionRangeProvider", &["textDocument/selectionRange"]),
    ("documentFormattingProvider", &["textDocument/formatting"]),
    ("documentRangeFormattingProvider", &["textDocument/rangeFormatting"]),
    ("documentOnTypeFormattingProvider", &["textDocument/onTypeFormatting"]),
    ("inlayHintProvider", &["textDocument/inlayHint"]),
    ("signatureHelpProvider", &["textDocument/signatureHelp"]),
    ("completionProvider", &["textDocument/completion", "completionItem/resolve"]),
    ("codeActionProvider", &["textDocument/codeAction", "codeAction/resolve"]),
    ("codeLensProvider", &["textDocument/codeLens", "codeLens/resolve"]),
    ("executeCommandProvider", &["workspace/executeCommand"]),
    ("diagnosticProvider", &["textDocument/diagnostic", "workspace/diagnostic"]),
];

/// A document with something of every kind to ask about.
fn text() -> String {
    let mut text = generated::manifest("typed", 1_980);
    text = text.replacen("Integer $port = 80,", "Integer $port = 80,\n  Typed::Kind $kind = 'a',\n  $untyped = 1,", 1);
    text.truncate(text.len() - 2);
    text + "  include m0::part1\n  notice($m0::part1::port, $facts['os']['family'])\n  file { '/etc/typed': }\n  [1, 2].each |$local| { notice($local) }\n  notice(epp('typed/a.epp', { 'a' => $kind }))\n}\n"
}

fn project() -> Project {
    let mut files = generated::workspace(5_000);
    for module in 0..500 {
        files.push((
            format!("/env/data/nodes/n{module}.yaml"),
            format!("m{module}::port: 8080\nm{module}::owner: me\ntyped::port: {module}\n"),
        ));
        files.push((format!("/env/modules/m{module}/templates/a.erb"), "<%= @port %> <%= @owner %>\n".to_string()));
    }
    files.push(("/env/modules/typed/types/kind.pp".to_string(), "type Typed::Kind = Enum['a', 'b']\n".to_string()));
    files.push(("/env/modules/typed/templates/a.epp".to_string(), "<%- | $a | -%>\n<%= $a %>\n".to_string()));
    let child = "class typed::child inherits m0::part1 { }\n";
    files.push(("/env/modules/typed/manifests/child.pp".to_string(), child.to_string()));
    files.push(("/env/manifests/typed.pp".to_string(), "node typed { include typed }\n".to_string()));
    Project::new("requests", files.into_iter().map(|(path, text)| (path.replace("/env/", ""), text)))
}

/// Fails where the server announces a request that is not measured.
fn check_that_all_are_here(capabilities: &Json) {
    for name in
        capabilities.as_object().into_iter().flat_map(|all| all.keys()).filter(|name| name.ends_with("Provider"))
    {
        let methods = ANNOUNCED.iter().find(|(known, _)| known == name).map(|(_, methods)| *methods);
        for method in methods.unwrap_or_else(|| panic!("{name} is announced and not measured")) {
            assert!(REQUESTS.iter().any(|request| request.method == *method), "{method} is not measured");
        }
    }
}

impl Session {
    fn begin(project: &Project) -> Session {
        let abilities = json!({
            "textDocument": {
                "diagnostic": {},
                "codeAction": {"resolveSupport": {"properties": ["edit"]}},
                "completion": {"completionItem": {"snippetSupport": true}},
            },
            "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename"]}},
        });
        let (mut client, initialized) = project.open_with_answer(json!({}), abilities);
        check_that_all_are_here(&initialized["capabilities"]);
        let (uri, text) = (project.uri(TYPED), text());
        client.open(&uri, &text);
        client.request("workspace/diagnostic", json!({"previousResultIds": []}));
        Session { client, uri, text, version: 1 }
    }

    /// One character behind the first place of a text.
    fn place(&self, wanted: &str) -> Json {
        let at = self.text.find(wanted).unwrap_or_else(|| panic!("no {wanted}")) + 1;
        let (line, start) = (self.text[..at].matches('\n').count(), self.text[..at].rfind('\n').map_or(0, |at| at + 1));
        json!({"textDocument": {"uri": self.uri}, "position": {"line": line, "character": at - start}})
    }

    /// Types a digit into a text in the middle of the document, or takes it away again.
    fn type_a_digit(&mut self) {
        let middle = self.text.len() / 2;
        let at = middle + self.text[middle..].find("port = ").expect("a text to type into");
        let line = self.text[..at].matches('\n').count();
        let start = json!({"line": line, "character": at - self.text[..at].rfind('\n').unwrap_or(0) - 1});
        let is_typed = self.version % 2 == 0;
        let mut end = start.clone();
        end["character"] = json!(start["character"].as_u64().unwrap_or(0) + u64::from(is_typed));
        self.version += 1;
        let change = json!({"range": {"start": start, "end": end}, "text": if is_typed { "" } else { "1" }});
        let document = json!({"uri": self.uri, "version": self.version});
        self.client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    fn measure(&mut self, request: &Request) -> (Vec<Time>, Vec<Time>) {
        let place = self.place(request.at);
        // Lenses are resolved only where something is unsaved.
        self.type_a_digit();
        let parameters = (request.parameters)(self, place);
        let server = self.client.process_id();
        let answer = self.client.request(request.method, parameters.clone());
        assert!(!answer.is_null(), "{} {} has no answer", request.method, request.what);
        let again =
            (0..ROUNDS).map(|_| timed(server, || self.client.request(request.method, parameters.clone())).0).collect();
        let behind_a_keystroke = (0..ROUNDS)
            .map(|_| {
                self.type_a_digit();
                timed(server, || self.client.request(request.method, parameters.clone())).0
            })
            .collect();
        (again, behind_a_keystroke)
    }
}

pub fn all() -> Vec<Row> {
    let project = project();
    let mut session = Session::begin(&project);
    let mut rows = Vec::new();
    for request in REQUESTS {
        let (again, behind_a_keystroke) = session.measure(request);
        let what = format!("{} {}", request.method, request.what);
        rows.push(Row::times(what.trim(), &again, Some(request.goal)));
        rows.push(Row::times(format!("{}, behind a keystroke", what.trim()), &behind_a_keystroke, Some(request.goal)));
    }
    session.client.shut_down(false);
    rows
}
