//! How large the answer of a preview is: it goes to the editor after each edit.

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

const COUNT: usize = 1000;

/// What a file resource takes beyond its own content and paths, which the project decides: names of fields, tags, edges, origins.
const BYTES_PER_RESOURCE: usize = 500;

fn files() -> Project {
    let one = |index: usize| {
        format!(
            "  file {{ '/etc/app/part-{index}.conf':\n    ensure  => file,\n    mode    => '0644',\n    content => 'n',\n  }}\n"
        )
    };
    let class = format!("class app {{\n{}}}\n", (0..COUNT).map(one).collect::<String>());
    Project::new("size", &[("manifests/site.pp", "include app\n"), ("modules/app/manifests/init.pp", &class)])
}

fn ask(client: &mut Client, uri: &str, markdown: bool) -> Json {
    client.request("puppet/previewCatalog", json!({"uri": uri, "markdown": markdown}))
}

/// The answer with every place spelled out beside the catalog, and the document that nobody asked for.
fn spelled_out(mut answer: Json) -> Json {
    let files = answer["files"].take();
    let place = |spot: &Json| {
        let file = &files[spot[0].as_u64().unwrap_or_default() as usize];
        json!({"file": file, "line": spot[1], "column": spot[2]})
    };
    let mut origins = Vec::new();
    for resource in answer["catalog"]["resources"].as_array_mut().expect("resources") {
        let resource = resource.as_object_mut().expect("a resource");
        let mut attributes = json!({});
        for (name, origin) in resource.shift_remove("origins").as_ref().and_then(Json::as_object).into_iter().flatten()
        {
            attributes[name] = place(&origin["at"]);
            attributes[name]["from"] = origin.get("from").cloned().unwrap_or(json!("written"));
        }
        let definition = resource.shift_remove("definition").as_ref().map(place);
        let container = resource.shift_remove("container");
        origins.push(json!({"container": container, "definition": definition, "attributes": attributes}));
    }
    answer["origins"] = origins.into();
    answer
}

#[test]
fn a_thousand_files_take_little() {
    let project = files();
    let mut client = project.client(json!({}));
    let uri = project.uri("manifests/site.pp");
    let answer = ask(&mut client, &uri, false);
    let resources = answer["catalog"]["resources"].as_array().map(Vec::len).unwrap_or_default();
    assert!(resources >= COUNT, "{}", answer["errors"]);
    let size = answer.to_string().len();
    let old_size = spelled_out(ask(&mut client, &uri, true)).to_string().len();
    client.shut_down(false);
    assert!(size * 10 <= old_size * 7, "{size} bytes, {old_size} with everything spelled out");
    assert!(size <= COUNT * BYTES_PER_RESOURCE, "{} bytes for each resource", size / COUNT);
}

#[test]
fn the_document_is_there_where_it_is_asked_for() {
    let project = Project::new("document", &[("manifests/site.pp", "node 'a' { notify { 'a': } }\n")]);
    let mut client = project.client(json!({}));
    let uri = project.uri("manifests/site.pp");
    let has_document = |answer: &Json| (answer.get("markdown").is_some(), answer.get("resources").is_some());
    assert_eq!(has_document(&ask(&mut client, &uri, true)), (true, true));
    assert_eq!(has_document(&ask(&mut client, &uri, false)), (false, false));
    let command = |argument: Json| json!({"command": "puppet-analyzer.previewCatalog", "arguments": [argument]});
    let answer = client.request("workspace/executeCommand", command(json!({"uri": uri})));
    assert_eq!(has_document(&answer), (true, true));
    let answer = client.request("workspace/executeCommand", command(json!({"uri": uri, "markdown": false})));
    assert_eq!(has_document(&answer), (false, false));
    let diff = json!({"command": "puppet-analyzer.catalogDiff", "arguments": [{"uri": uri, "markdown": false}]});
    assert_eq!(has_document(&client.request("workspace/executeCommand", diff)), (false, false));
    client.shut_down(false);
}
