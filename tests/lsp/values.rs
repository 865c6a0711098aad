//! Values in the editor: hover over match variables and parameters, the catalog preview, the choice of a context.

use serde_json::{Value as Json, json};

use crate::client::Client;

const URI: &str = "file:///nowhere/site.pp";
const SITE: &str = "\
$system = 'debian12'
if $system =~ /^([a-z]+)(\\d+)$/ {
  notify { \"release ${2}\": }
}
node 'web01.example.com' {
  class { 'web': port => 8080 }
}
node default {}
class web(Integer $port = 80) {
  notify { \"port ${port}\": }
}
";

fn opened() -> Client {
    let mut client = Client::initialized();
    client.open(URI, SITE);
    assert_eq!(client.diagnostics(URI, 1), Vec::<Json>::new());
    client
}

fn hover(client: &mut Client, line: u32, character: u32) -> String {
    let hover = client.request("textDocument/hover", Client::position(URI, line, character));
    hover["contents"]["value"].as_str().unwrap_or_default().to_string()
}

#[test]
fn a_match_variable_shows_its_value_and_the_match() {
    let mut client = opened();
    let text = hover(&mut client, 2, 22);
    assert!(text.contains("'12'"), "{text}");
    assert!(text.contains("^([a-z]+)(\\d+)$"), "{text}");
    assert!(text.contains("node web01.example.com"), "{text}");
    assert!(client.shut_down(false).success());
}

#[test]
fn a_parameter_shows_its_value_and_where_it_was_given() {
    let mut client = opened();
    let text = hover(&mut client, 8, 20);
    assert!(text.contains("8080"), "{text}");
    assert!(text.contains("given at"), "{text}");
    assert!(client.shut_down(false).success());
}

#[test]
fn the_preview_follows_edits_and_the_chosen_node() {
    let mut client = opened();
    let argument = json!({"uri": URI, "position": {"line": 4, "character": 6}});
    let command = json!({"command": "puppet-analyzer.previewCatalog", "arguments": [argument]});
    let report = client.request("workspace/executeCommand", command.clone());
    assert_eq!(report["ok"], true, "{report}");
    let titles = |report: &Json| -> Vec<String> {
        let resources = report["catalog"]["resources"].as_array().cloned().unwrap_or_default();
        let notifies = resources.iter().filter(|resource| resource["type"] == "Notify");
        notifies.map(|resource| resource["title"].as_str().unwrap_or_default().to_string()).collect()
    };
    assert_eq!(titles(&report), ["release 12", "port 8080"]);
    let markdown = report["markdown"].as_str().unwrap_or_default();
    assert!(markdown.contains("Notify[port 8080]"), "{markdown}");
    let located = report["resources"].as_array().cloned().unwrap_or_default();
    let port = located.iter().find(|entry| entry["resource"] == "Notify[port 8080]").cloned().unwrap_or_default();
    assert_eq!(port["location"]["range"]["start"]["line"], 9, "{port}");

    client.change(URI, 2, &SITE.replace("8080", "9090"));
    let report = client.request("workspace/executeCommand", command);
    assert_eq!(titles(&report), ["release 12", "port 9090"]);

    let select = json!({"command": "puppet-analyzer.selectContext", "arguments": [{"node": "other.example.com"}]});
    let contexts = client.request("workspace/executeCommand", select);
    assert_eq!(contexts["current"]["node"], "other.example.com");
    let report = client.request("puppet/previewCatalog", json!({"uri": URI}));
    assert_eq!(titles(&report), ["release 12"]);
    assert!(client.shut_down(false).success());
}

#[test]
fn the_code_action_offers_the_preview() {
    let mut client = opened();
    let range = json!({"start": {"line": 8, "character": 3}, "end": {"line": 8, "character": 3}});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}});
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Preview catalog", "{actions}");
    assert_eq!(actions[0]["kind"], "source.previewCatalog");
    let command = &actions[0]["command"];
    assert_eq!(command["command"], "puppet-analyzer.previewCatalog");
    let mut argument = command["arguments"][0].clone();
    argument["show"] = json!(false);
    let mut markdown = |argument: &Json| {
        let run = json!({"command": command["command"], "arguments": [argument]});
        client.request("workspace/executeCommand", run)["markdown"].as_str().unwrap_or_default().to_string()
    };
    // The chosen node has the class.
    let in_node = markdown(&argument);
    assert!(in_node.contains("Notify[port 8080]"), "{in_node}");
    argument["alone"] = json!(true);
    // The class alone: with its default.
    let alone = markdown(&argument);
    assert!(alone.contains("Notify[port 80]"), "{alone}");
    assert!(client.shut_down(false).success());
}

#[test]
fn contexts_list_nodes_and_fact_sets() {
    let mut client = opened();
    let contexts = client.request("puppet/contexts", json!({"uri": URI}));
    assert_eq!(contexts["nodes"], json!(["web01.example.com"]));
    assert_eq!(contexts["current"]["node"], "web01.example.com");
    assert!(client.shut_down(false).success());
}

#[test]
fn the_state_of_the_evaluation_in_numbers() {
    let mut client = opened();
    let state = client.request("puppet/evaluationState", json!({"uri": URI}));
    assert_eq!((&state["enabled"], &state["ok"], &state["errors"]), (&json!(true), &json!(true), &json!(0)), "{state}");
    assert!(state["resources"].as_u64().is_some_and(|count| count > 2), "{state}");
    assert!(client.shut_down(false).success());
}

#[test]
fn nothing_is_evaluated_where_that_is_switched_off() {
    let mut client = Client::start();
    client.initialize(json!({"capabilities": {}, "initializationOptions": {"evaluation.enabled": false}}));
    client.open(URI, SITE);
    client.diagnostics(URI, 1);
    let id = client.ask("puppet/previewCatalog", json!({"uri": URI}));
    let refused = client.reply(id);
    assert!(refused["error"]["message"].as_str().is_some_and(|text| text.contains("switched off")), "{refused}");
    let diff = json!({"command": "puppet-analyzer.catalogDiff", "arguments": [{"uri": URI}]});
    let id = client.ask("workspace/executeCommand", diff);
    assert!(client.reply(id)["error"].is_object());
    assert_eq!(client.request("puppet/evaluationState", json!({"uri": URI})), json!({"enabled": false}));
    assert_eq!(client.request("textDocument/codeLens", json!({"textDocument": {"uri": URI}})), json!([]));
    assert!(!hover(&mut client, 2, 22).contains("'12'"));
    assert!(client.shut_down(false).success());
}
