//! `textDocument/definition`, `/declaration`, `/typeDefinition` and `/implementation`

use analysis::{Analysis, Cancellable, FilePosition, FileRange};
use tower_lsp::ls_types::{GotoDefinitionParams, GotoDefinitionResponse};

use super::position;
use crate::session::snapshot::{Answer, Snapshot};

type Question = fn(&Analysis, FilePosition) -> Cancellable<Vec<FileRange>>;

/// Puppet has no declarations apart from definitions: both requests come here.
pub fn handle(snapshot: &Snapshot, params: &GotoDefinitionParams) -> Answer<Option<GotoDefinitionResponse>> {
    ask(snapshot, params, Analysis::definition)
}

pub fn handle_type(snapshot: &Snapshot, params: &GotoDefinitionParams) -> Answer<Option<GotoDefinitionResponse>> {
    ask(snapshot, params, Analysis::type_definitions)
}

pub fn handle_implementation(
    snapshot: &Snapshot,
    params: &GotoDefinitionParams,
) -> Answer<Option<GotoDefinitionResponse>> {
    ask(snapshot, params, Analysis::implementations)
}

fn ask(
    snapshot: &Snapshot,
    params: &GotoDefinitionParams,
    question: Question,
) -> Answer<Option<GotoDefinitionResponse>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let mut locations = Vec::new();
    for place in question(&snapshot.analysis, at)? {
        locations.extend(snapshot.location(place)?);
    }
    Ok((!locations.is_empty()).then_some(GotoDefinitionResponse::Array(locations)))
}
