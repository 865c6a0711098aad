//! From the start of the process until every diagnostic of a workspace has been found, and the memory that it then has.

use std::time::Instant;

use serde_json::json;

use crate::generated;
use crate::project::{DEBIAN_MODULES, Project};
use crate::server_process::{self, Time};
use crate::table::Row;

const ROUNDS: usize = 3;
/// Until go-to-definition works in a control repository of 15 modules.
const RUBY_MILLISECONDS: f64 = 24_000.0;

pub fn of_generated(manifests: usize) -> Vec<Row> {
    let files = generated::workspace(manifests).into_iter().map(|(path, text)| (path.replace("/env/", ""), text));
    let project = Project::new("start", files);
    rows(&project, &format!("{manifests} manifests"), Some(2_000.0), Some(300.0))
}

pub fn of_debian_modules() -> Vec<Row> {
    let Some(project) = Project::existing(DEBIAN_MODULES) else { return Vec::new() };
    rows(&project, "Debian's modules", None, None)
}

fn rows(project: &Project, what: &str, goal: Option<f64>, memory_goal: Option<f64>) -> Vec<Row> {
    let (mut times, mut now, mut most) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let pulls = json!({"textDocument": {"diagnostic": {}}});
        let start = Instant::now();
        let mut client = project.open(json!({}), pulls);
        client.request("workspace/diagnostic", json!({"previousResultIds": []}));
        let clock = start.elapsed().as_secs_f64() * 1_000.0;
        let server = client.process_id();
        times.push(Time { clock, processor: server_process::processor_milliseconds(server) });
        let memory = server_process::memory(server);
        now.extend(memory.map(|(now, _)| now));
        most.extend(memory.map(|(_, most)| most));
        client.shut_down(false);
    }
    let mut start = Row::times(format!("start to all diagnostics, {what}"), &times, goal);
    start.ruby = Some(RUBY_MILLISECONDS);
    vec![
        start,
        Row::megabytes(format!("memory after that, {what}"), now, memory_goal),
        Row::megabytes(format!("memory at most, {what}"), most, memory_goal),
    ]
}
