//! `textDocument/references`

use tower_lsp::ls_types::{Location, ReferenceParams};

use super::position;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &ReferenceParams) -> Answer<Option<Vec<Location>>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position)? else { return Ok(None) };
    let mut locations = Vec::new();
    for place in snapshot.analysis.references(at, params.context.include_declaration)? {
        locations.extend(snapshot.location(place)?);
    }
    Ok(Some(locations))
}
