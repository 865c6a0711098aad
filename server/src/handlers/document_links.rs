//! `textDocument/documentLink`

use std::str::FromStr;

use analysis::features::document_links::LinkTarget;
use tower_lsp::ls_types::{DocumentLink, DocumentLinkParams, Uri};

use super::file;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &DocumentLinkParams) -> Answer<Option<Vec<DocumentLink>>> {
    let Some((id, text)) = file(snapshot, &params.text_document.uri)? else { return Ok(None) };
    let mut links = Vec::new();
    for link in snapshot.analysis.document_links(id)? {
        let target = match &link.target {
            LinkTarget::File(file) => snapshot.uri(*file)?,
            LinkTarget::Url(url) => Uri::from_str(url).ok(),
        };
        if target.is_some() {
            links.push(DocumentLink { range: text.range(link.range), target, tooltip: None, data: None });
        }
    }
    Ok(Some(links))
}
