//! `textDocument/hover`

use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::position;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &HoverParams) -> Answer<Option<Hover>> {
    let Some((at, text)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let found = snapshot.analysis.hover(at, snapshot.config.evaluation_enabled)?;
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: hover.markdown }),
        range: Some(text.range(hover.range)),
    }))
}
