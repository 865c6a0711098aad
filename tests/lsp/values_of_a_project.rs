//! One sitting in a project with data: open, choose a node, look at values, preview, edit, see what the edit does, break it.

use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::client::Client;

const CLASS: &str = "\
class web(Integer $port = 80, String $release = 'debian12') {
  if $release =~ /^([a-z]+)(\\d+)$/ {
    notify { \"${1} on ${port}\": }
  }
}
";

/// A project of its own in the folder for temporary files, removed at the end.
struct Project {
    root: PathBuf,
}

impl Project {
    fn new(name: &str) -> Project {
        let root = std::env::temp_dir().join(format!("puppet-analyzer-values-{name}-{}", std::process::id()));
        let project = Project { root };
        for (path, text) in [
            ("environment.conf", "modulepath = modules\n"),
            ("manifests/site.pp", "node 'web01.example.com' { include web }\nnode 'db01.example.com' { }\n"),
            ("modules/web/manifests/init.pp", CLASS),
            ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n"),
            ("data/common.yaml", "web::port: 8080\n"),
        ] {
            let path = project.root.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for temporary files");
            std::fs::write(path, text).expect("a folder for temporary files");
        }
        project
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}", self.root.join(path).display())
    }

    fn client(&self) -> Client {
        self.client_with(json!({}))
    }

    fn client_with(&self, capabilities: Json) -> Client {
        let mut client = Client::start();
        let root = json!({"uri": self.uri(""), "name": "project"});
        client.initialize(json!({"capabilities": capabilities, "workspaceFolders": [root]}));
        // Values are those of the project once it has been read.
        while client.request("puppet/contexts", json!({}))["nodes"].as_array().is_none_or(Vec::is_empty) {}
        client
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

fn command(client: &mut Client, name: &str, argument: Json) -> Json {
    let params = json!({"command": format!("puppet-analyzer.{name}"), "arguments": [argument]});
    client.request("workspace/executeCommand", params)
}

fn hover(client: &mut Client, uri: &str, line: u32, character: u32) -> String {
    let hover = client.request("textDocument/hover", Client::position(uri, line, character));
    hover["contents"]["value"].as_str().unwrap_or_default().to_string()
}

/// Diagnostics of a version until one of the evaluation is among them.
fn evaluation_diagnostic(client: &mut Client, uri: &str, version: i64) -> Json {
    loop {
        let found = client.diagnostics(uri, version);
        if let Some(found) = found.into_iter().find(|found| found["source"] == "puppet-analyzer (evaluation)") {
            return found;
        }
    }
}

#[test]
fn from_opening_to_what_an_edit_does() {
    let project = Project::new("sitting");
    let class = project.uri("modules/web/manifests/init.pp");
    let mut client = project.client();
    client.open(&class, CLASS);
    assert_eq!(client.diagnostics(&class, 1), Vec::<Json>::new());

    let contexts = command(&mut client, "selectContext", json!({"node": "web01.example.com", "facts": "debian-12"}));
    assert_eq!(contexts["current"], json!({"node": "web01.example.com", "facts": "debian-12"}), "{contexts}");

    let parameter = hover(&mut client, &class, 0, 19);
    assert!(parameter.contains("8080"), "{parameter}");
    assert!(parameter.contains("data/common.yaml:1"), "{parameter}");
    assert!(parameter.contains("node web01.example.com · facts debian-12"), "{parameter}");
    let group = hover(&mut client, &class, 2, 15);
    assert!(group.contains("'debian'") && group.contains("^([a-z]+)(\\d+)$"), "{group}");
    let key = hover(&mut client, &project.uri("data/common.yaml"), 0, 3);
    assert!(key.contains("8080") && key.contains("the parameter `$port` of class `web`"), "{key}");

    let site = project.uri("manifests/site.pp");
    let preview = command(&mut client, "previewCatalog", json!({"uri": site, "node": "web01.example.com"}));
    assert_eq!(preview["ok"], true, "{preview}");
    let markdown = preview["markdown"].as_str().unwrap_or_default();
    assert!(markdown.contains("Notify[debian on 8080]"), "{markdown}");

    client.change(&class, 2, &CLASS.replace("on ${port}", "at ${port}"));
    let diff = command(&mut client, "catalogDiff", json!({"uri": site, "node": "web01.example.com"}));
    assert_eq!((&diff["changes"], &diff["baseline"]), (&json!(2), &json!("the saved files")), "{diff}");
    assert_eq!(diff["diff"]["added"][0]["resource"], "Notify[debian at 8080]", "{diff}");
    assert_eq!(diff["diff"]["removed"][0]["resource"], "Notify[debian on 8080]", "{diff}");
    let text = diff["markdown"].as_str().unwrap_or_default();
    assert!(text.contains("2 resources change") && text.contains("+ Notify[debian at 8080]"), "{text}");
    let other = command(&mut client, "catalogDiff", json!({"uri": site, "node": "db01.example.com"}));
    assert_eq!(other["changes"], 0, "{other}");
    for all in [json!({"uri": site, "node": "*"}), json!({"uri": site, "allNodes": true})] {
        let all = command(&mut client, "catalogDiff", all);
        let text = all["markdown"].as_str().unwrap_or_default();
        assert!(text.contains("2 resources change on 1 of 2 nodes"), "{text}");
        assert!(text.contains("Nothing changes on: db01.example.com"), "{text}");
        let changes: Vec<&Json> = all["nodes"].as_array().into_iter().flatten().map(|node| &node["changes"]).collect();
        assert_eq!(changes, [&json!(2), &json!(0)], "{all}");
    }

    let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": class}}));
    let unresolved = lenses.as_array().and_then(|lenses| lenses.iter().find(|lens| lens.get("data").is_some()));
    let resolved = client.request("codeLens/resolve", unresolved.cloned().unwrap_or_default());
    assert_eq!(resolved["command"]["title"], "2 resources change", "{resolved}");
    assert_eq!(resolved["command"]["command"], "puppet-analyzer.catalogDiff");
    assert!(client.shut_down(false).success());
}

#[test]
fn what_evaluating_finds_is_pushed_after_the_rest_and_goes_away() {
    let project = Project::new("evaluation");
    let class = project.uri("modules/web/manifests/init.pp");
    let mut client = project.client();
    client.open(&class, CLASS);
    assert_eq!(client.diagnostics(&class, 1), Vec::<Json>::new());
    let failing = CLASS.replace("notify {", "fail('no'); notify {");
    client.change(&class, 2, &failing);
    let found = evaluation_diagnostic(&mut client, &class, 2);
    assert!(found["message"].as_str().is_some_and(|text| text.contains("no")), "{found}");
    assert_eq!(found["range"]["start"]["line"], 2, "{found}");
    client.change(&class, 3, CLASS);
    while !client.diagnostics(&class, 3).is_empty() {}

    // The type does not fit what the data has.
    client.change(&class, 4, &CLASS.replace("Integer $port = 80", "String $port = '80'"));
    let site = project.uri("manifests/site.pp");
    client.open(&site, "node 'web01.example.com' { include web }\n");
    let found = evaluation_diagnostic(&mut client, &site, 1);
    assert!(found["message"].as_str().is_some_and(|text| text.contains("parameter 'port' expects")), "{found}");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_preview_opens_as_a_document_or_the_client_is_told_where_it_is() {
    let project = Project::new("show");
    let site = project.uri("manifests/site.pp");
    let asked = json!({"uri": site, "node": "web01.example.com", "show": true});
    let mut client = project.client();
    command(&mut client, "previewCatalog", asked.clone());
    assert!(client.requests.iter().all(|request| request["method"] != "window/showDocument"), "{:?}", client.requests);
    let told = client.notification("window/showMessage", |told| told["type"] == 2);
    let path =
        told["message"].as_str().and_then(|text| text.split_whitespace().next_back()).unwrap_or_default().to_string();
    let document = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{told}: {error}"));
    assert!(document.contains("Notify[debian on 8080]"), "{document}");
    assert!(client.shut_down(false).success());
    assert!(!std::path::Path::new(&path).exists(), "{path} is left behind");

    let mut client = project.client_with(json!({"window": {"showDocument": {"support": true}}}));
    command(&mut client, "previewCatalog", asked);
    let shown = client.requests.iter().find(|request| request["method"] == "window/showDocument");
    let uri = shown.and_then(|request| request["params"]["uri"].as_str()).unwrap_or_default().to_string();
    let document = std::fs::read_to_string(uri.trim_start_matches("file://")).expect("the document");
    assert!(document.contains("Notify[debian on 8080]"), "{document}");
    assert!(client.shut_down(false).success());
}

#[test]
fn while_code_is_broken_the_rest_is_shown_and_what_is_left_out_is_said() {
    let project = Project::new("broken");
    let class = project.uri("modules/web/manifests/init.pp");
    let site = project.uri("manifests/site.pp");
    let mut client = project.client();
    client.open(&class, CLASS);
    let typed = "node 'web01.example.com' { include web }\nnode 'db01.example.com' {\n  $x = \n";
    client.open(&site, typed);
    client.diagnostics(&site, 1);
    let preview = command(&mut client, "previewCatalog", json!({"uri": site, "node": "web01.example.com"}));
    let markdown = preview["markdown"].as_str().unwrap_or_default();
    assert!(markdown.contains("Notify[debian on 8080]"), "{markdown}");
    assert!(markdown.contains("## Errors") && !preview["ok"].as_bool().unwrap_or(true), "{markdown}");

    client.change(&class, 2, &CLASS.replace("if $release", "$y = = 1\n  if $release"));
    let preview = command(&mut client, "previewCatalog", json!({"uri": site, "node": "web01.example.com"}));
    let markdown = preview["markdown"].as_str().unwrap_or_default();
    assert!(markdown.contains("## Left out") && markdown.contains("- class web"), "{markdown}");
    assert_eq!(preview["left_out"][0]["what"], "class web", "{preview}");
    let text = hover(&mut client, &class, 3, 14);
    assert!(text.contains("cannot be read as it is now"), "{text}");
    assert!(client.shut_down(false).success());
}

#[test]
fn evaluation_can_be_switched_off() {
    let project = Project::new("off");
    std::fs::write(project.root.join(".puppet-analyzer.toml"), "[evaluation]\nenabled = false\n").expect("a folder");
    let class = project.uri("modules/web/manifests/init.pp");
    let mut client = project.client();
    let failing = CLASS.replace("notify {", "if $port { fail('no') } notify {");
    client.open(&class, &failing);
    assert_eq!(client.diagnostics(&class, 1), Vec::<Json>::new());
    let text = hover(&mut client, &class, 0, 19);
    assert!(text.contains("$port") && !text.contains("8080"), "{text}");
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 5, "character": 0}});
    let hints = client.request("textDocument/inlayHint", json!({"textDocument": {"uri": class}, "range": range}));
    assert_eq!(hints, Json::Null);
    // All that is left over is of static checks.
    client.request("shutdown", Json::Null);
    let evaluated = client.notifications.iter().any(|message| message.to_string().contains("(evaluation)"));
    assert!(!evaluated, "{:?}", client.notifications);
}

#[test]
fn without_unsaved_edits_the_last_commit_is_the_baseline() {
    let project = Project::new("commit");
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
        let run = std::process::Command::new("git").current_dir(&project.root).args(identity).args(arguments).output();
        run.is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        // Without git there is no commit to compare with.
        return;
    }
    assert!(git(&["add", "."]) && git(&["commit", "-q", "-m", "first"]));
    std::fs::write(project.root.join("data/common.yaml"), "web::port: 9090\n").expect("the data");
    let mut client = project.client();
    let site = project.uri("manifests/site.pp");
    let diff = command(&mut client, "catalogDiff", json!({"uri": site, "node": "web01.example.com"}));
    assert_eq!(diff["baseline"], "the last commit (HEAD)", "{diff}");
    assert_eq!(diff["diff"]["added"][0]["resource"], "Notify[debian on 9090]", "{diff}");
    assert_eq!(diff["diff"]["removed"][0]["resource"], "Notify[debian on 8080]", "{diff}");
    let saved = json!({"uri": site, "node": "web01.example.com", "baseline": "saved"});
    assert_eq!(command(&mut client, "catalogDiff", saved)["changes"], 0);
    assert!(client.shut_down(false).success());
}
