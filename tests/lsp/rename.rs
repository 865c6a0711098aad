//! Renames in the example control repository leave its diagnostics and catalogs as they were, but for the name.

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

fn capabilities() -> Json {
    json!({"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]}}})
}

fn renamed(client: &mut Client, project: &Project, path: &str, needle: &str, new_name: &str) -> Json {
    let mut params = project.position(path, needle);
    params["newName"] = json!(new_name);
    client.request("textDocument/rename", params)
}

/// The catalog of a node without lines, and without file names for files that move.
fn catalog(project: &Project, node: &str) -> Json {
    let printed = project.run(&["compile", "--node", node, "--format", "json"]);
    let mut catalog: Json = serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"));
    let resources = catalog["resources"].as_array_mut().expect("resources");
    for resource in resources {
        if let Some(fields) = resource.as_object_mut() {
            fields.remove("file");
            fields.remove("line");
        }
    }
    catalog["version"] = Json::Null;
    catalog
}

/// Renames, and compares with what was there before, with one word put for another in what is printed.
fn check(name: &str, path: &str, needle: &str, new_name: &str, words: &[(&str, &str)]) -> Project {
    let project = Project::example(&format!("rename-{name}"));
    // A longer or shorter name moves arrows; laying out is the formatter's.
    project.write(".puppet-lint.rc", "--no-arrow_alignment-check\n");
    let nodes = ["web01.example.com", "backup01.example.com"];
    let before: Vec<Json> = nodes.iter().map(|node| catalog(&project, node)).collect();
    let findings = project.run(&["check", "--format", "json"]);
    let mut client = project.client(capabilities());
    let edit = renamed(&mut client, &project, path, needle, new_name);
    assert!(client.shut_down(false).success());
    project.apply(&edit);
    assert_eq!(project.run(&["check", "--format", "json"]), findings, "{name}: diagnostics");
    for (node, before) in nodes.iter().zip(before) {
        let mut expected = before.to_string();
        for (from, to) in words {
            expected = expected.replace(from, to);
        }
        let expected: Json = serde_json::from_str(&expected).expect("JSON");
        let after = catalog(&project, node);
        assert_eq!(sorted_tags(after), sorted_tags(expected), "{name}: the catalog of {node}");
    }
    project
}

/// Tags come in the order of names.
fn sorted_tags(mut catalog: Json) -> Json {
    for resource in catalog["resources"].as_array_mut().expect("resources") {
        if let Some(tags) = resource["tags"].as_array_mut() {
            tags.sort_by_key(|tag| tag.to_string());
            tags.dedup();
        }
    }
    catalog
}

#[test]
fn a_parameter_with_its_keys() {
    let words = [("\"packages\"", "\"basics\"")];
    let project = check("parameter", "site-modules/profile/manifests/base.pp", "$packages,", "basics", &words);
    let data = project.read("data/common.yaml");
    assert_eq!(data.matches("profile::base::basics").count(), 2, "{data}");
    assert!(project.read("site-modules/profile/manifests/base.pp").contains("# @param basics"));
}

#[test]
fn a_parameter_that_templates_read() {
    check(
        "user",
        "modules/webserver/manifests/init.pp",
        "$user ",
        "account",
        &[("\"user\":\"www-data\"", "\"account\":\"www-data\"")],
    );
}

#[test]
fn a_parameter_of_a_define() {
    check(
        "define-parameter",
        "modules/webserver/manifests/site.pp",
        "$server_name,",
        "host",
        &[("\"server_name\":", "\"host\":")],
    );
}

#[test]
fn a_local_variable_of_a_lambda() {
    check("lambda", "modules/webserver/manifests/init.pp", "$settings['enabled']", "options", &[]);
}

#[test]
fn a_type_alias_moves_its_file() {
    let project = check("alias", "modules/webserver/types/port.pp", "Webserver::Port", "Webserver::Listen", &[]);
    assert!(project.read("modules/webserver/types/listen.pp").contains("type Webserver::Listen"));
}

#[test]
fn a_function_moves_its_file() {
    let path = "modules/webserver/functions/allow_lines.pp";
    let project = check("function", path, "webserver::allow_lines", "webserver::allowed", &[]);
    assert!(!project.root.join(path).exists());
}

#[test]
fn a_define_moves_its_file() {
    let words =
        [("Webserver::Site", "Webserver::Vhost"), ("webserver::site", "webserver::vhost"), ("\"site\"", "\"vhost\"")];
    check("define", "modules/webserver/manifests/site.pp", "webserver::site (", "webserver::vhost", &words);
}

#[test]
fn a_class_moves_its_file_and_its_keys() {
    let words =
        [("Profile::Base", "Profile::Common"), ("profile::base", "profile::common"), ("\"base\"", "\"common\"")];
    let project =
        check("class", "site-modules/profile/manifests/base.pp", "profile::base (", "profile::common", &words);
    assert!(project.read("data/common.yaml").contains("profile::common::packages:"));
}

#[test]
fn refusals_say_why() {
    let project = Project::example("rename-refused");
    let mut client = project.client(capabilities());
    let path = "modules/webserver/manifests/init.pp";
    for (needle, new_name, why) in [
        ("package {", "x", "Puppet's own"),
        ("$facts[", "x", "Puppet sets"),
        ("$port ", "user", "taken already"),
        ("$port ", "Port", "not a valid name"),
    ] {
        let mut params = project.position(path, needle);
        params["newName"] = json!(new_name);
        let id = client.ask("textDocument/rename", params);
        let reply = client.reply(id);
        let message = reply["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(why), "{needle}: {reply}");
    }
    let prepared = client.request("textDocument/prepareRename", project.position(path, "$port "));
    assert_eq!(prepared["placeholder"], "port", "{prepared}");
    assert_eq!(project.slice(path, &prepared["range"]), "port");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_client_without_document_changes_gets_plain_edits() {
    let project = Project::example("rename-plain");
    let mut client = project.client(json!({}));
    let edit =
        renamed(&mut client, &project, "modules/webserver/types/port.pp", "Webserver::Port", "Webserver::Listen");
    let changes = edit["changes"].as_object().expect("changes");
    assert_eq!(changes.len(), 3, "the alias, the class and the define: {edit}");
    assert!(client.shut_down(false).success());
}
