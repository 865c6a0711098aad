//! `puppet/previewCatalog` and the command of the same: the report of a catalog, with where everything came from.

use analysis::features::preview_catalog::{PreviewAnswer, PreviewQuestion};
use tower_lsp::Client;
use tower_lsp::jsonrpc::Error;
use tower_lsp::ls_types::{MessageType, ShowDocumentParams};

use crate::convert;
use crate::protocol::{Preview, PreviewArguments, ResourceRange};
use crate::session::shown_documents;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, arguments: &PreviewArguments) -> Answer<Option<Preview>> {
    super::require_evaluation(snapshot)?;
    let Some((file, text)) = super::file(snapshot, &arguments.uri)? else {
        return Err(Error::invalid_params(format!("the file {} is not known", arguments.uri.as_str())).into());
    };
    let question = PreviewQuestion {
        offset: arguments.position.map(|position| text.offset(position)),
        node: arguments.node.clone(),
        facts: arguments.facts.clone(),
    };
    let Some(answer) = snapshot.analysis.preview_catalog(file, question)? else { return Ok(None) };
    let (mut markdown, mut resources) = (None, None);
    if arguments.wants_markdown() {
        markdown = Some(answer.markdown());
        resources = Some(ranges(snapshot, &answer)?);
    }
    Ok(Some(Preview { markdown, resources, ..Preview::from(answer.view) }))
}

fn ranges(snapshot: &Snapshot, answer: &PreviewAnswer) -> Answer<Vec<ResourceRange>> {
    let mut ranges = Vec::new();
    for resource in answer.view.catalog.iter().flat_map(|catalog| catalog.realized()) {
        let location = match resource.range {
            Some(range) => snapshot.location(range)?,
            None => None,
        };
        ranges.push(ResourceRange { resource: resource.to_string(), location });
    }
    Ok(ranges)
}

/// Opens a document in the client. One that opens no documents for a server is told where it is.
pub async fn show(client: &Client, markdown: &str, name: &str, can_show: bool) {
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
    } else if let Some(uri) = convert::uri::uri_of(&crate::workspace::read_limits::path_text(&path)) {
        let params = ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None };
        let _ = client.show_document(params).await;
    }
}
