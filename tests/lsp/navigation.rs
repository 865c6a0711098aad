//! From names to other places: definitions, types, implementations, references, highlights, hierarchies, links.

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const FILES: &[(&str, &str)] = &[
    (
        "manifests/site.pp",
        "node default {\n  class { 'web': port => 81 }\n  notice(lookup('web::port'), $facts['os']['name'])\n}\n",
    ),
    (
        "modules/web/manifests/init.pp",
        "class web(Web::Port $port = 80) {\n  include web::service\n  file { '/x': content => template('web/x.erb') }\n  [1].each |$one| { notice(\"${one} ${port}\") }\n}\n",
    ),
    (
        "modules/web/manifests/service.pp",
        "class web::service inherits web::base {\n  service { 'web': require => File['/x'] }\n}\n",
    ),
    ("modules/web/manifests/base.pp", "class web::base { }\n"),
    ("modules/web/types/port.pp", "type Web::Port = Integer[1, 65535]\n"),
    ("modules/web/templates/x.erb", "<%= @port %>\n"),
    ("modules/web/metadata.json", "{\"name\": \"me-web\", \"version\": \"1.0.0\", \"dependencies\": []}\n"),
    ("data/common.yaml", "web::port: 8080\n"),
    ("Puppetfile", "mod 'other-lib', '1.0.0'\n"),
];

/// The file names and lines of locations.
fn places(found: &Json) -> Vec<String> {
    let list = found.as_array().cloned().unwrap_or_default();
    let mut shown: Vec<String> = list
        .iter()
        .map(|location| {
            let uri = location["uri"].as_str().unwrap_or_default();
            format!("{}:{}", uri.rsplit('/').next().unwrap_or_default(), location["range"]["start"]["line"])
        })
        .collect();
    shown.sort();
    shown
}

fn ask(client: &mut Client, project: &Project, method: &str, path: &str, needle: &str) -> Json {
    let mut params = project.position(path, needle);
    if method == "textDocument/references" {
        params["context"] = json!({"includeDeclaration": true});
    }
    client.request(method, params)
}

#[test]
fn definitions_types_and_implementations() {
    let project = Project::new("definitions", FILES);
    let mut client = project.client(json!({}));
    let class = "modules/web/manifests/init.pp";
    project.open(&mut client, class, "puppet");
    project.open(&mut client, "data/common.yaml", "yaml");
    for method in ["textDocument/definition", "textDocument/declaration"] {
        let found = ask(&mut client, &project, method, class, "web::service");
        assert_eq!(places(&found), ["service.pp:0"], "{method}");
    }
    let found = ask(&mut client, &project, "textDocument/definition", "data/common.yaml", "web::port");
    assert_eq!(places(&found), ["init.pp:0"]);
    let found = ask(&mut client, &project, "textDocument/typeDefinition", class, "$port");
    assert_eq!(places(&found), ["port.pp:0"]);
    let found = ask(&mut client, &project, "textDocument/implementation", class, "$port");
    assert_eq!(places(&found), ["common.yaml:0"]);
    let found = ask(&mut client, &project, "textDocument/implementation", "modules/web/manifests/base.pp", "web::base");
    assert_eq!(places(&found), ["service.pp:0"]);
    assert!(client.shut_down(false).success());
}

#[test]
fn references_and_highlights_across_kinds_of_files() {
    let project = Project::new("references", FILES);
    let mut client = project.client(json!({}));
    let class = "modules/web/manifests/init.pp";
    project.open(&mut client, class, "puppet");
    let everywhere = ["common.yaml:0", "init.pp:0", "init.pp:3", "site.pp:1", "site.pp:2", "x.erb:0"];
    let found = ask(&mut client, &project, "textDocument/references", class, "$port");
    assert_eq!(places(&found), everywhere);
    let found = ask(&mut client, &project, "textDocument/references", "modules/web/templates/x.erb", "port");
    assert_eq!(places(&found), everywhere);
    let found = ask(&mut client, &project, "textDocument/references", "modules/web/manifests/service.pp", "'/x'");
    assert_eq!(places(&found), ["init.pp:2", "service.pp:1"]);
    let highlights = ask(&mut client, &project, "textDocument/documentHighlight", class, "$port");
    let kinds: Vec<u64> =
        highlights.as_array().expect("highlights").iter().filter_map(|h| h["kind"].as_u64()).collect();
    assert_eq!(kinds, [3, 2], "written once, read once: {highlights}");
    assert!(client.shut_down(false).success());
}

#[test]
fn call_hierarchy_goes_both_ways() {
    let project = Project::new("calls", FILES);
    let mut client = project.client(json!({}));
    let prepared = ask(&mut client, &project, "textDocument/prepareCallHierarchy", "manifests/site.pp", "web'");
    assert_eq!(prepared[0]["name"], "web", "{prepared}");
    let incoming = client.request("callHierarchy/incomingCalls", json!({"item": prepared[0]}));
    assert_eq!(incoming[0]["from"]["name"], "default", "{incoming}");
    let outgoing = client.request("callHierarchy/outgoingCalls", json!({"item": prepared[0]}));
    assert_eq!(outgoing[0]["to"]["name"], "web::service", "{outgoing}");
    assert_eq!(outgoing[0]["fromRanges"][0]["start"]["line"], 1, "{outgoing}");
    assert!(client.shut_down(false).success());
}

#[test]
fn type_hierarchy_of_classes() {
    let mut told = Client::start();
    let initialized = told.initialize(json!({"capabilities": {}}));
    assert_eq!(initialized["capabilities"]["typeHierarchyProvider"], true, "{initialized}");
    assert!(told.shut_down(false).success());
    let project = Project::new("types", FILES);
    let mut client = project.client(json!({}));
    let path = "modules/web/manifests/service.pp";
    let prepared = ask(&mut client, &project, "textDocument/prepareTypeHierarchy", path, "web::service");
    let up = client.request("typeHierarchy/supertypes", json!({"item": prepared[0]}));
    assert_eq!(up[0]["name"], "web::base", "{up}");
    let down = client.request("typeHierarchy/subtypes", json!({"item": up[0]}));
    assert_eq!(down[0]["name"], "web::service", "{down}");
    assert!(client.shut_down(false).success());
}

#[test]
fn links_linked_editing_and_monikers() {
    let project = Project::new("links", FILES);
    let mut client = project.client(json!({}));
    let class = "modules/web/manifests/init.pp";
    let links = client.request("textDocument/documentLink", json!({"textDocument": {"uri": project.uri(class)}}));
    let target = links[0]["target"].as_str().unwrap_or_default();
    assert!(target.ends_with("/modules/web/templates/x.erb"), "{links}");
    let links =
        client.request("textDocument/documentLink", json!({"textDocument": {"uri": project.uri("Puppetfile")}}));
    assert_eq!(links[0]["target"], "https://forge.puppet.com/modules/other/lib", "{links}");
    let linked = ask(&mut client, &project, "textDocument/linkedEditingRange", class, "$one");
    let texts: Vec<String> =
        linked["ranges"].as_array().expect("ranges").iter().map(|range| project.slice(class, range)).collect();
    assert_eq!(texts, ["one", "one"]);
    let monikers = ask(&mut client, &project, "textDocument/moniker", class, "web::service");
    assert_eq!(monikers[0]["identifier"], "web:class:web::service", "{monikers}");
    assert!(client.shut_down(false).success());
}
