//! From a keystroke to the diagnostics of the document as it is then, in files and workspaces of several sizes.

use std::time::Duration;

use serde_json::json;

use crate::generated;
use crate::lsp_client::Client;
use crate::project::{DEBIAN_MODULES, Project, uri_of};
use crate::server_process::{Time, timed};
use crate::table::Row;

/// Between keystrokes: a fast typist, so that what goes on behind the first one is under way at the next.
const PAUSE: Duration = Duration::from_millis(25);
/// For a file of 2,000 lines.
const RUBY_MILLISECONDS: f64 = 665.0;

pub fn in_generated(manifests: usize) -> Vec<Row> {
    let typed = "modules/typed/manifests/init.pp";
    let files = generated::workspace(manifests).into_iter().map(|(path, text)| (path.replace("/env/", ""), text));
    let project = Project::new(&format!("keystroke-{manifests}"), files);
    let mut rows = Vec::new();
    for (lines, rounds, goal) in [(100, 100, 3.0), (2_000, 40, 15.0)] {
        let mut client = project.open(json!({}), json!({}));
        let values = type_in(&mut client, &project.uri(typed), &generated::manifest("typed", lines), rounds);
        let mut row = Row::times(format!("keystroke, {lines} lines, {manifests} files"), &values, Some(goal));
        row.ruby = (lines == 2_000).then_some(RUBY_MILLISECONDS);
        rows.push(row);
        client.shut_down(false);
    }
    rows
}

/// The largest manifest of each of some modules.
pub fn in_debian_modules() -> Vec<Row> {
    let Some(project) = Project::existing(DEBIAN_MODULES) else { return Vec::new() };
    let mut rows = Vec::new();
    let mut client = project.open(json!({}), json!({}));
    for below in ["apache/manifests/vhost.pp", "nova/manifests/compute/libvirt.pp", "ntp/manifests/init.pp"] {
        let Ok(text) = std::fs::read_to_string(project.path(below)) else { continue };
        let values = type_in(&mut client, &uri_of(&project.path(below)), &text, 40);
        let lines = text.lines().count();
        rows.push(Row::times(format!("keystroke, {below}, {lines} lines, Debian's modules"), &values, Some(15.0)));
    }
    client.shut_down(false);
    rows
}

/// Types in the middle of a body, one letter at a time.
fn type_in(client: &mut Client, uri: &str, text: &str, rounds: usize) -> Vec<Time> {
    client.open(uri, text);
    client.diagnostics(uri, 1);
    let line = text.lines().count() as u64 / 2;
    let mut values = Vec::new();
    for round in 0..rounds {
        std::thread::sleep(PAUSE);
        let version = round as i64 + 2;
        let new = if round == 0 { "# a\n" } else { "a" };
        let at = json!({"line": line, "character": if round == 0 { 0 } else { 2 }});
        let change = json!({"range": {"start": at, "end": at}, "text": new});
        let document = json!({"uri": uri, "version": version});
        let (time, _) = timed(client.process_id(), || {
            client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
            client.diagnostics(uri, version);
        });
        values.push(time);
    }
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    values
}
