//! Hover with a value, the preview of a catalog, and keystrokes while a preview is being made.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::lsp_client::Client;
use crate::project::{DEBIAN_MODULES, Project, uri_of};
use crate::server_process::{Time, timed};
use crate::table::Row;

/// A server started anew for each.
const COLD_ROUNDS: usize = 3;
const WARM_ROUNDS: usize = 50;
const KEYSTROKES: usize = 40;

/// Where to hover: a file, and a text in it that the cursor is put on.
struct Place {
    uri: String,
    text: String,
    line: u64,
    character: u64,
}

impl Place {
    fn find(path: &std::path::Path, wanted: &str) -> Option<Place> {
        let text = std::fs::read_to_string(path).ok()?;
        let (line, content) = text.lines().enumerate().find(|(_, line)| line.contains(wanted))?;
        let character = content.find(wanted)? as u64 + 1;
        Some(Place { uri: uri_of(path), line: line as u64, character, text: text.clone() })
    }

    fn position(&self) -> Json {
        json!({"textDocument": {"uri": self.uri}, "position": {"line": self.line, "character": self.character}})
    }
}

pub fn in_example() -> Vec<Row> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/control-repo");
    let Some(project) = Project::existing(root.canonicalize().unwrap_or(root)) else { return Vec::new() };
    let Some(place) = Place::find(&project.path("modules/webserver/manifests/init.pp"), "$port ") else {
        return Vec::new();
    };
    measure(&project, "the example", json!({}), &place, "web01.example.com")
}

/// Ten modules, with what a manifest says to get them, and a parameter of the class in their `init.pp` or `server.pp`.
const MODULES: &[(&str, &str, &str, &str)] = &[
    ("apache", "include apache", "init.pp", "$apache_name"),
    ("apt", "include apt", "init.pp", "$update"),
    ("galera", "class { 'galera': status_password => 'x' }", "init.pp", "$galera_package_name"),
    ("haproxy", "include haproxy", "init.pp", "$package_name"),
    ("mongodb", "include mongodb::server", "server.pp", "$package_name"),
    ("mysql", "include mysql::server", "server.pp", "$config_file"),
    ("ntp", "include ntp", "init.pp", "$package_name"),
    ("rabbitmq", "include rabbitmq", "init.pp", "$package_name"),
    ("redis", "include redis", "init.pp", "$package_name"),
    ("ssh", "include ssh", "init.pp", "$version"),
];

pub fn in_debian_modules() -> Vec<Row> {
    let modules = std::path::Path::new(DEBIAN_MODULES);
    let mut rows = Vec::new();
    for (module, code, file, parameter) in MODULES {
        let Some(place) = Place::find(&modules.join(module).join("manifests").join(file), parameter) else { continue };
        let site = format!("node default {{\n  {code}\n}}\n");
        let project = Project::new(
            &format!("values-{module}"),
            [
                ("manifests/site.pp".to_string(), site),
                ("environment.conf".to_string(), "modulepath = modules\n".to_string()),
            ],
        );
        let settings = json!({"modulepath": [DEBIAN_MODULES], "edition": "puppet7"});
        rows.extend(measure(&project, module, settings, &place, "bench.example.com"));
    }
    rows
}

fn measure(project: &Project, what: &str, settings: Json, place: &Place, node: &str) -> Vec<Row> {
    let site = project.uri("manifests/site.pp");
    let (mut cold, mut warm, mut preview) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..COLD_ROUNDS {
        let mut client = project.open(settings.clone(), json!({}));
        client.open(&place.uri, &place.text);
        let (time, hover) = timed(client.process_id(), || client.request("textDocument/hover", place.position()));
        let text = hover["contents"]["value"].as_str().unwrap_or_default().to_string();
        assert!(text.contains("Value") || text.contains("values in"), "no value for {what}: {text}");
        cold.push(time);
        for _ in 0..WARM_ROUNDS {
            warm.push(timed(client.process_id(), || client.request("textDocument/hover", place.position())).0);
        }
        client.shut_down(false);
    }
    for _ in 0..COLD_ROUNDS {
        let mut client = project.open(settings.clone(), json!({}));
        let (time, report) =
            timed(client.process_id(), || client.request("puppet/previewCatalog", json!({"uri": site, "node": node})));
        assert_eq!(report["ok"], true, "the preview of {what}: {}", report["error"]);
        preview.push(time);
        client.shut_down(false);
    }
    let mut client = project.open(settings, json!({}));
    let typed = keystrokes_during_previews(&mut client, place, &site, node);
    client.shut_down(false);
    vec![
        Row::times(format!("hover with a value, cold, {what}"), &cold, Some(50.0)),
        Row::times(format!("hover with a value, warm, {what}"), &warm, Some(5.0)),
        Row::times(format!("preview, cold, {what}"), &preview, Some(100.0)),
        Row::times(format!("keystroke during a preview, {what}"), &typed, Some(10.0)),
    ]
}

/// Types while the catalog of a node that nobody has asked for is being made, sooner or later in its making.
fn keystrokes_during_previews(client: &mut Client, place: &Place, site: &str, node: &str) -> Vec<Time> {
    client.open(&place.uri, &place.text);
    client.diagnostics(&place.uri, 1);
    let end = place.text.lines().count();
    let mut values = Vec::new();
    for round in 0..KEYSTROKES {
        let version = round as i64 + 2;
        let question = json!({"uri": site, "node": format!("n{round}.{node}")});
        let id = client.ask("puppet/previewCatalog", question);
        std::thread::sleep(Duration::from_micros(round as u64 * 1_000));
        let at = json!({"line": end, "character": 0});
        let change = json!({"range": {"start": at, "end": at}, "text": "# typed\n"});
        let document = json!({"uri": place.uri, "version": version});
        let (time, _) = timed(client.process_id(), || {
            client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
            client.diagnostics(&place.uri, version);
        });
        values.push(time);
        client.reply(id);
    }
    values
}
