//! `textDocument/selectionRange`

use analysis::FilePosition;
use tower_lsp::ls_types::{Range, SelectionRange, SelectionRangeParams};

use super::file;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &SelectionRangeParams) -> Answer<Option<Vec<SelectionRange>>> {
    let Some((id, text)) = file(snapshot, &params.text_document.uri)? else { return Ok(None) };
    let mut found = Vec::new();
    for position in &params.positions {
        let at = FilePosition { file: id, offset: text.offset(*position) };
        let ranges = snapshot.analysis.selection_ranges(at)?;
        let chain = ranges.iter().rev().fold(None, |parent: Option<SelectionRange>, range| {
            Some(SelectionRange { range: text.range(*range), parent: parent.map(Box::new) })
        });
        let here = Range { start: *position, end: *position };
        found.push(chain.unwrap_or(SelectionRange { range: here, parent: None }));
    }
    Ok(Some(found))
}
