//! `puppet/previewCatalog` and the command of the same: the report of a catalog, with Markdown and source ranges.

use analysis::features::preview_catalog::PreviewQuestion;
use serde_json::{Value as Json, json};
use tower_lsp::Client;
use tower_lsp::jsonrpc::Error;
use tower_lsp::ls_types::{MessageType, ShowDocumentParams};

use crate::convert;
use crate::extensions::PreviewArguments;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, arguments: &PreviewArguments) -> Answer<Json> {
    super::require_evaluation(snapshot)?;
    let Some((file, text)) = super::file(snapshot, &arguments.uri)? else {
        return Err(Error::invalid_params(format!("the file {} is not known", arguments.uri.as_str())).into());
    };
    let question = PreviewQuestion {
        offset: arguments.position.map(|position| text.offset(position)),
        node: arguments.node.clone(),
        facts: arguments.facts.clone(),
    };
    let Some(answer) = snapshot.analysis.preview_catalog(file, question)? else {
        return Ok(Json::Null);
    };
    let mut locations = Vec::new();
    for (reference, place) in &answer.resources {
        let location = match place {
            Some(place) => snapshot.location(*place)?,
            None => None,
        };
        locations.push(json!({"resource": reference, "location": location}));
    }
    let mut report = answer.report;
    if let Some(fields) = report.as_object_mut() {
        fields.insert("node".to_string(), json!(answer.context.node.as_str()));
        fields.insert("facts".to_string(), json!(answer.context.fact_set.as_str()));
        fields.insert("markdown".to_string(), json!(answer.markdown));
        fields.insert("resources".to_string(), Json::Array(locations));
    }
    Ok(report)
}

/// Opens the report's document in the client, from a file of this name in the folder for temporary files.
pub async fn show(client: &Client, report: &Json, name: &str) {
    let Some(markdown) = report.get("markdown").and_then(Json::as_str) else { return };
    let folder = std::env::temp_dir().join("puppet-analyzer").join(std::process::id().to_string());
    let path = folder.join(name);
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, markdown));
    if let Err(error) = written {
        client.log_message(MessageType::WARNING, format!("cannot write {}: {error}", path.display())).await;
        return;
    }
    if let Some(uri) = convert::uri::uri_of(&crate::read_limits::path_text(&path)) {
        let params = ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None };
        let _ = client.show_document(params).await;
    }
}
