//! `puppet-analyzer.catalogDiff`: the catalog of the saved files against that of the texts in the editor. The answer is the
//! report of the latter, with what differs.

use std::path::PathBuf;

use analysis::features::preview_catalog::PreviewQuestion;
use analysis::inputs::ChosenContext;
use analysis::{AnalysisHost, Change};
use evaluator::catalog::diff::diff_catalogs;
use serde_json::{Value as Json, json};
use tower_lsp::jsonrpc::Error;

use crate::convert;
use crate::extensions::PreviewArguments;
use crate::snapshot::{Answer, Snapshot};
use crate::workspace;

pub fn handle(snapshot: &Snapshot, arguments: &PreviewArguments) -> Answer<Json> {
    let Some((file, text)) = super::file(snapshot, &arguments.uri)? else {
        return Err(Error::invalid_params(format!("the file {} is not known", arguments.uri.as_str())).into());
    };
    let offset = arguments.position.map(|position| text.offset(position));
    let question = |node: Option<String>| PreviewQuestion { offset, node, facts: arguments.facts.clone() };
    let Some(after) = snapshot.analysis.preview_catalog(file, question(arguments.node.clone()))? else {
        return Ok(Json::Null);
    };
    let saved = saved_workspace(snapshot, &after.context.fact_set);
    let analysis = saved.analysis();
    let path = convert::uri::path_of(&arguments.uri);
    snapshot.analysis.checkpoint()?;
    // The node may be named by the edit itself: compare the same one.
    let node = Some(after.context.node.to_string());
    let before = match analysis.file_id(&path) {
        Some(file) => analysis.preview_catalog(file, question(node))?,
        None => None,
    };
    let before = before.and_then(|before| before.outcome.catalog.clone()).unwrap_or_default();
    let now = after.outcome.catalog.clone().unwrap_or_default();
    let diff = diff_catalogs(&before, &now);
    let count = diff.resource_count();
    let text = diff.to_text();
    let mut report = after.report;
    if let Some(fields) = report.as_object_mut() {
        let heading = format!("# {count} resources change: {}", after.context.text());
        fields.insert("markdown".to_string(), json!(format!("{heading}\n\n```diff\n{text}```\n")));
        fields.insert("node".to_string(), json!(after.context.node.as_str()));
        fields.insert("facts".to_string(), json!(after.context.fact_set.as_str()));
        fields.insert("changes".to_string(), json!(count));
        fields.insert("diff".to_string(), diff.to_json());
        fields.insert("text".to_string(), json!(text));
    }
    Ok(report)
}

/// The workspace as it is on disk, in a database of its own.
fn saved_workspace(snapshot: &Snapshot, fact_set: &str) -> AnalysisHost {
    let roots: Vec<PathBuf> = snapshot.roots.to_vec();
    let loaded = workspace::load(&roots, &Json::Null, &|_| {});
    let mut change = Change {
        layout: Some(loaded.layout),
        settings: Some(snapshot.config.settings()),
        fact_sets: Some(loaded.fact_sets),
        context: Some(ChosenContext { node: None, fact_set: Some(fact_set.into()) }),
        ..Change::default()
    };
    for (path, content) in loaded.files {
        change.set_file(path, content);
    }
    // Documents outside of the roots are read one by one.
    for path in snapshot.open.keys().filter(|path| path.starts_with('/')) {
        change.set_file(path.clone(), workspace::read_content(path.as_ref()));
    }
    let mut host = AnalysisHost::new();
    host.apply_change(change);
    host
}
