//! From the start of the process until every diagnostic of a workspace has been found, and the memory that it then has.

use std::time::Instant;

use serde_json::json;

use crate::generated;
use crate::process_memory;
use crate::project::{DEBIAN_MODULES, Project};
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
        let (mut client, _) = project.open(json!({}), pulls);
        client.request("workspace/diagnostic", json!({"previousResultIds": []}));
        times.push(start.elapsed().as_secs_f64() * 1_000.0);
        let memory = process_memory::of_process(client.process_id());
        now.extend(memory.map(|(now, _)| now));
        most.extend(memory.map(|(_, most)| most));
        client.shut_down(false);
    }
    let megabytes = |what: String, values| Row { what, values, unit: "MB", goal: memory_goal, ruby: None };
    vec![
        Row {
            what: format!("start to all diagnostics, {what}"),
            values: times,
            unit: "ms",
            goal,
            ruby: Some(RUBY_MILLISECONDS),
        },
        megabytes(format!("memory after that, {what}"), now),
        megabytes(format!("memory at most, {what}"), most),
    ]
}
