//! `textDocument/linkedEditingRange`

use tower_lsp::ls_types::{LinkedEditingRangeParams, LinkedEditingRanges};

use super::position;
use crate::session::snapshot::{Answer, Snapshot};

/// What may be typed before the link ends.
const VARIABLE_PATTERN: &str = "[a-z_][A-Za-z0-9_]*";

pub fn handle(snapshot: &Snapshot, params: &LinkedEditingRangeParams) -> Answer<Option<LinkedEditingRanges>> {
    let Some((at, text)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let ranges = snapshot.analysis.linked_ranges(at)?;
    Ok((!ranges.is_empty()).then(|| LinkedEditingRanges {
        ranges: ranges.iter().map(|range| text.range(*range)).collect(),
        word_pattern: Some(VARIABLE_PATTERN.to_string()),
    }))
}
