//! `textDocument/inlayHint`

use analysis::TextRange;
use analysis::features::inlay_hints::HintTarget;
use tower_lsp::ls_types::{
    InlayHint, InlayHintLabel, InlayHintLabelPart, InlayHintParams, InlayHintTooltip, Location, Position, Range,
};

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
    let mut converted = Vec::with_capacity(hints.len());
    for hint in hints {
        let location = match hint.target {
            Some(target) => location(snapshot, target)?,
            None => None,
        };
        let label = match location {
            Some(location) => InlayHintLabel::LabelParts(vec![InlayHintLabelPart {
                value: hint.label,
                location: Some(location),
                ..InlayHintLabelPart::default()
            }]),
            None => InlayHintLabel::String(hint.label),
        };
        converted.push(InlayHint {
            position: text.range(TextRange::empty(hint.offset)).start,
            label,
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::String(hint.tooltip)),
            padding_left: Some(true),
            padding_right: Some(false),
            data: None,
        });
    }
    Ok(Some(converted))
}

/// Where a click on a hint leads.
fn location(snapshot: &Snapshot, target: HintTarget) -> Answer<Option<Location>> {
    match target {
        HintTarget::Place(place) => snapshot.location(place),
        HintTarget::Line { file, line } => {
            let start = Position::new(line.saturating_sub(1), 0);
            Ok(snapshot.uri(file)?.map(|uri| Location { uri, range: Range::new(start, start) }))
        }
    }
}
