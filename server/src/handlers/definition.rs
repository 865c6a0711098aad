//! `textDocument/definition`

use tower_lsp::ls_types::{GotoDefinitionParams, GotoDefinitionResponse};

use super::position;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &GotoDefinitionParams) -> Answer<Option<GotoDefinitionResponse>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let mut locations = Vec::new();
    for place in snapshot.analysis.definition(at)? {
        locations.extend(snapshot.location(place)?);
    }
    Ok((!locations.is_empty()).then_some(GotoDefinitionResponse::Array(locations)))
}
