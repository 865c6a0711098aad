//! `textDocument/inlayHint`

use analysis::TextRange;
use tower_lsp::ls_types::{InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip};

use super::file;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &InlayHintParams) -> Answer<Option<Vec<InlayHint>>> {
    if !snapshot.config.evaluation_enabled {
        return Ok(None);
    }
    let Some((id, text)) = file(snapshot, &params.text_document.uri)? else { return Ok(None) };
    let (start, end) = (text.offset(params.range.start), text.offset(params.range.end));
    let hints =
        snapshot.analysis.inlay_hints(id, TextRange { start, end: end.max(start) }, snapshot.config.inlay_hints)?;
    let converted = hints.into_iter().map(|hint| InlayHint {
        position: text.range(TextRange::empty(hint.offset)).start,
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.tooltip)),
        padding_left: Some(false),
        padding_right: Some(false),
        data: None,
    });
    Ok(Some(converted.collect()))
}
