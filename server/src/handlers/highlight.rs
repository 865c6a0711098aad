//! `textDocument/documentHighlight`

use tower_lsp::ls_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};

use super::position;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &DocumentHighlightParams) -> Answer<Option<Vec<DocumentHighlight>>> {
    let Some((at, text)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let highlights = snapshot.analysis.highlights(at)?;
    let convert = |highlight: &analysis::features::highlight::Highlight| DocumentHighlight {
        range: text.range(highlight.range),
        kind: Some(if highlight.is_write { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    Ok(Some(highlights.iter().map(convert).collect()))
}
