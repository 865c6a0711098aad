//! Every quick fix and refactoring, asked for as an editor does, resolved where it must be, and applied.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const FILES: &[(&str, &str)] = &[
    ("manifests/site.pp", "include web\n"),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"),
    ("data/common.yaml", "web::owner: root\n"),
    ("modules/web/manifests/init.pp", "class web (\n  String $owner,\n  Integer $port = 80,\n) {\n}\n"),
    ("modules/web/manifests/site.pp", "define web::site (Integer $port, String $root = '/') {\n}\n"),
    ("modules/web/templates/plain.erb", "port <%= @port %>\n"),
    ("modules/web/manifests/new.pp", ""),
];

struct Case {
    title: &'static str,
    /// The text of `new.pp`; what is selected stands between the two `¦`.
    text: &'static str,
    /// A part of one of the files that the action changes or makes.
    expected: &'static str,
}

const fn case(title: &'static str, text: &'static str, expected: &'static str) -> Case {
    Case { title, text, expected }
}

const CASES: &[Case] = &[
    // Quick fixes.
    case("Replace with 'web::site'", "class web::new {\n  ¦web::stie¦ { 'a': port => 1 }\n}\n", "  web::site { 'a'"),
    case("Replace with 'port'", "class web::new {\n  web::site { 'a': ¦portt¦ => 1 }\n}\n", "'a': port => 1"),
    case("Add the missing parameter", "class web::new {\n  web::site { ¦'a'¦: }\n}\n", "    port => 0,\n"),
    case("Remove nonsense", "class web::new {\n  file { '/a': ¦nonsense¦ => 1 }\n}\n", "file { '/a': }"),
    case("Remove the unused $x", "function web::new() {\n  ¦$x¦ = 1\n  2\n}\n", "function web::new() {\n  2\n}\n"),
    case("Create class web::missing", "class web::new {\n  include ¦web::missing¦\n}\n", "class web::missing {\n}\n"),
    case(
        "Create templates/new.epp",
        "class web::new {\n  notice(epp(¦'web/new.epp'¦, { 'a' => 1 }))\n}\n",
        "<%- | $a | -%>\n",
    ),
    case(
        "Replace with $facts['os']['family']",
        "class web::new {\n  notice(¦$osfamily¦)\n}\n",
        "$facts['os']['family']",
    ),
    case("Make the type Optional", "class web::new (Integer $x = ¦undef¦) {\n}\n", "Optional[Integer] $x = undef"),
    case("Replace with the number 2", "class web::new {\n  notice(1 + ¦'2'¦)\n}\n", "notice(1 + 2)"),
    case("Replace with Hash[Scalar, String]", "class web::new (¦Hash[String]¦ $x) {\n}\n", "(Hash[Scalar, String] $x)"),
    case("Replace with 'attr'", "class web::new {\n  $x = ¦attr¦\n}\n", "$x = 'attr'"),
    case("Replace +> with =>", "class web::new {\n  File { mode ¦+>¦ '1' }\n}\n", "mode => '1'"),
    case(
        "Insert ,",
        "class web::new {\n  file { '/a':\n    mode => '1'\n    ¦owner¦ => 'a',\n  }\n}\n",
        "mode => '1',\n",
    ),
    // Refactorings.
    case("Extract into variable $mode", "class web::new {\n  file { '/a': mode => ¦'1'¦ }\n}\n", "$mode = '1'\n"),
    case("Inline $x", "function web::new() {\n  $x = 1\n  ¦$x¦ + 1\n}\n", "{\n  1 + 1\n}\n"),
    case(
        "Extract into a new class",
        "class web::new {\n  ¦notice('x')¦\n}\n",
        "class web::extracted {\n  notice('x')\n}\n",
    ),
    case("Extract into a new defined type", "class web::new {\n  ¦notice('x')¦\n}\n", "define web::extracted {"),
    case(
        "Convert to case",
        "class web::new ($x) {\n  ¦if¦ $x == 1 {\n    notice(1)\n  }\n}\n",
        "  case $x {\n    1: {",
    ),
    case(
        "Convert to a selector",
        "class web::new ($x) {\n  ¦if¦ $x == 1 { $y = 1 } else { $y = 2 }\n}\n",
        "  $y = $x ? {\n    1       => 1,\n",
    ),
    case("Convert to if", "class web::new ($x) {\n  ¦case¦ $x { 1: { notice(1) } }\n}\n", "  if $x == 1 {\n"),
    case(
        "Convert to a selector",
        "class web::new ($x) {\n  ¦case¦ $x { 1: { $y = 1 } default: { $y = 2 } }\n}\n",
        "  $y = $x ? {\n    1       => 1,\n",
    ),
    case(
        "Convert to case",
        "class web::new ($x) {\n  ¦$y¦ = $x ? { 1 => 1, default => 2 }\n}\n",
        "  case $x {\n    1: {\n      $y = 1\n",
    ),
    case(
        "Convert to if",
        "class web::new ($x) {\n  ¦$y¦ = $x ? { 1 => 1, default => 2 }\n}\n",
        "  if $x == 1 {\n    $y = 1\n  } else {\n",
    ),
    case("Convert to a heredoc", "class web::new {\n  $x = ¦\"a\\nb\\n\"¦\n}\n", "@(END)\n    a\n    b\n    | END\n"),
    case("Convert to double quotes", "class web::new {\n  $x = ¦'a'¦\n}\n", "$x = \"a\""),
    case("Convert to single quotes", "class web::new {\n  $x = ¦\"a\"¦\n}\n", "$x = 'a'"),
    case("Add documentation", "¦class¦ web::new (String $x) {\n}\n", "# @param x\n"),
    case(
        "Sort attributes",
        "class web::new {\n  ¦file¦ { '/a': mode => '1', ensure => file }\n}\n",
        "ensure => file, mode",
    ),
    case("Wrap password in Sensitive", "class web::new {\n  user { 'a': ¦password¦ => 'x' }\n}\n", "Sensitive('x')"),
    case("Declare $x as Integer", "class web::new (¦$x¦ = 1) {\n}\n", "(Integer $x = 1)"),
    case(
        "Add include web",
        "class web::new {\n  notify { 'a': require => ¦Class['web']¦ }\n}\n",
        "class web::new {\n  include web\n",
    ),
    case("Add contain web", "class web::new {\n  notify { 'a': require => ¦Class['web']¦ }\n}\n", "  contain web\n"),
    case("Move the default of $x to Hiera", "class web::new (Integer ¦$x¦ = 1) {\n}\n", "web::new::x: 1\n"),
    case(
        "Convert the ERB template to EPP",
        "class web::new (Integer $port = 1) {\n  $x = ¦template¦('web/plain.erb')\n}\n",
        "port <%= $port %>\n",
    ),
];

fn position(text: &str, at: usize) -> Json {
    let line = text[..at].matches('\n').count();
    json!({"line": line, "character": text[..at].rsplit('\n').next().unwrap_or_default().len()})
}

fn offset(text: &str, position: &Json) -> usize {
    let line = position["line"].as_u64().unwrap_or(0) as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    start + position["character"].as_u64().unwrap_or(0) as usize
}

fn edited(text: &str, edits: &Json) -> String {
    let mut new = text.to_string();
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .into_iter()
        .flatten()
        .map(|edit| {
            let range = &edit["range"];
            (offset(text, &range["start"]), offset(text, &range["end"]), edit["newText"].as_str().unwrap_or_default())
        })
        .collect();
    edits.sort();
    for (start, end, text) in edits.into_iter().rev() {
        new.replace_range(start..end, text);
    }
    new
}

/// The texts that a `WorkspaceEdit` leaves, by the ends of their URIs; `now` are those of documents.
fn applied(project: &Project, now: &BTreeMap<String, String>, edit: &Json) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let text_of = |uri: &str, texts: &BTreeMap<String, String>| {
        let path = uri.strip_prefix("file://").unwrap_or(uri);
        let known = texts.get(uri).or_else(|| now.get(uri)).cloned();
        known.unwrap_or_else(|| std::fs::read_to_string(path).unwrap_or_default())
    };
    for (uri, edits) in edit["changes"].as_object().into_iter().flatten() {
        texts.insert(uri.clone(), edited(&text_of(uri, &texts), edits));
    }
    for change in edit["documentChanges"].as_array().into_iter().flatten() {
        let uri = change["textDocument"]["uri"].as_str().or(change["uri"].as_str()).unwrap_or_default().to_string();
        assert!(uri.contains(&project.root.display().to_string()), "{change}");
        let text =
            if change["kind"] == "create" { String::new() } else { edited(&text_of(&uri, &texts), &change["edits"]) };
        texts.insert(uri, text);
    }
    texts
}

/// Every action is asked for in one session, as costly edits of an editor that resolves them.
#[test]
fn each_action_does_what_it_says() {
    let project = Project::new("every-code-action", FILES);
    let mut client = project.client(json!({
        "textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}, "dataSupport": true}},
        "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
    }));
    let uri = project.open(&mut client, "modules/web/manifests/new.pp", "puppet");
    let mut wrong = Vec::new();
    for (index, case) in CASES.iter().enumerate() {
        if let Err(problem) = run(&project, &mut client, &uri, index as i64 + 2, case) {
            wrong.push(format!("{} at {:?}: {problem}", case.title, case.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(client.shut_down(false).success());
}

fn run(project: &Project, client: &mut Client, uri: &str, version: i64, case: &Case) -> Result<(), String> {
    let start = case.text.find('¦').expect("a selection");
    let end = case.text.rfind('¦').expect("a selection") - '¦'.len_utf8();
    let text = case.text.replace('¦', "");
    client.change(uri, version, &text);
    let range = json!({"start": position(&text, start), "end": position(&text, end)});
    let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
    let offered = client.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default();
    let titled = |action: &&Json| action["title"].as_str().is_some_and(|title| title.starts_with(case.title));
    let Some(action) = offered.iter().find(titled) else {
        let titles: Vec<&str> = offered.iter().filter_map(|action| action["title"].as_str()).collect();
        return Err(format!("only {titles:?}"));
    };
    let action = match action["edit"].is_null() {
        true => client.request("codeAction/resolve", action.clone()),
        false => action.clone(),
    };
    let now = BTreeMap::from([(uri.to_string(), text)]);
    let texts = applied(project, &now, &action["edit"]);
    match texts.values().any(|text| text.contains(case.expected)) {
        true => Ok(()),
        false => Err(format!("no {:?} in {texts:?}", case.expected)),
    }
}

#[test]
fn a_value_of_data_becomes_the_default() {
    let project = Project::new("data-to-default", FILES);
    let mut client = project.client(json!({}));
    let path = "modules/web/manifests/init.pp";
    let uri = project.open(&mut client, path, "puppet");
    let at = project.position(path, "$owner")["position"].clone();
    let params =
        json!({"textDocument": {"uri": uri}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}});
    let offered = client.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default();
    let found =
        offered.iter().find(|action| action["title"].as_str().is_some_and(|title| title.starts_with("Make the Hiera")));
    let edit = &found.unwrap_or_else(|| panic!("{offered:?}"))["edit"];
    let texts = applied(&project, &BTreeMap::new(), edit);
    assert!(texts.values().any(|text| text.contains("String $owner = 'root',")), "{texts:?}");
    assert!(!texts.values().any(|text| text.contains("web::owner")), "{texts:?}");
    assert!(client.shut_down(false).success());
}
