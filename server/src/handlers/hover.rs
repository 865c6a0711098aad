//! `textDocument/hover`

use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::position;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &HoverParams) -> Answer<Option<Hover>> {
    answer(snapshot, params, snapshot.config.evaluation_enabled, "")
}

/// While an evaluation takes longer than anyone waits: what is known without it.
pub fn without_values(snapshot: &Snapshot, params: &HoverParams) -> Answer<Option<Hover>> {
    answer(snapshot, params, false, "\n\n*Values are still being evaluated.*")
}

fn answer(snapshot: &Snapshot, params: &HoverParams, with_values: bool, note: &str) -> Answer<Option<Hover>> {
    let Some((at, text)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let found = snapshot.analysis.hover(at, with_values)?;
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: format!("{}{note}", hover.markdown),
        }),
        range: Some(text.range(hover.range)),
    }))
}
