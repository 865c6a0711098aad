//! `puppet/previewCatalog` and the command of the same: the report of a catalog, with Markdown and source ranges.

use analysis::features::preview_catalog::PreviewQuestion;
use serde_json::{Value as Json, json};
use tower_lsp::Client;
use tower_lsp::jsonrpc::Error;
use tower_lsp::ls_types::{MessageType, ShowDocumentParams};

use crate::convert;
use crate::extensions::PreviewArguments;
use crate::shown_documents;
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
        fields.insert("markdown".to_string(), answer.markdown.into());
        fields.insert("resources".to_string(), Json::Array(locations));
    }
    Ok(report)
}

/// Opens the report's document in the client. One that opens no documents for a server is told where it is.
pub async fn show(client: &Client, report: &Json, name: &str, can_show: bool) {
    let Some(markdown) = report.get("markdown").and_then(Json::as_str) else { return };
    let path = match shown_documents::write(name, markdown) {
        Ok(path) => path,
        Err(error) => {
            client.show_message(MessageType::WARNING, format!("The document {name} cannot be written: {error}")).await;
            return;
        }
    };
    if !can_show {
        // A warning, since many clients show no less.
        let text = format!("This editor opens no documents for a server. It is in {}", path.display());
        client.show_message(MessageType::WARNING, text).await;
    } else if let Some(uri) = convert::uri::uri_of(&crate::read_limits::path_text(&path)) {
        let params = ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None };
        let _ = client.show_document(params).await;
    }
}
