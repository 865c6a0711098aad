//! `textDocument/foldingRange`

use analysis::features::folding::FoldKind;
use tower_lsp::ls_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use super::file;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &FoldingRangeParams) -> Answer<Option<Vec<FoldingRange>>> {
    let Some((id, _)) = file(snapshot, &params.text_document.uri)? else { return Ok(None) };
    let folds = snapshot.analysis.folds(id)?;
    let converted = folds.iter().map(|fold| FoldingRange {
        start_line: fold.start_line,
        end_line: fold.end_line,
        kind: match fold.kind {
            FoldKind::Code => None,
            FoldKind::Comment => Some(FoldingRangeKind::Comment),
        },
        ..FoldingRange::default()
    });
    Ok(Some(converted.collect()))
}
