//! `workspace/symbol`

use tower_lsp::ls_types::{SymbolInformation, WorkspaceSymbolParams, WorkspaceSymbolResponse};

use crate::convert::symbol_kind::symbol_kind;
use crate::session::snapshot::{Answer, Snapshot};

/// More than anyone reads.
const LIMIT: usize = 256;

#[allow(deprecated)] // the field `deprecated` has to be given
pub fn handle(snapshot: &Snapshot, params: &WorkspaceSymbolParams) -> Answer<Option<WorkspaceSymbolResponse>> {
    let mut found = Vec::new();
    for symbol in snapshot.analysis.workspace_symbols(&params.query, LIMIT)? {
        let Some(location) = snapshot.location(symbol.place)? else { continue };
        found.push(SymbolInformation {
            name: symbol.name,
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            location,
            container_name: Some(symbol.kind.label().to_string()),
        });
    }
    Ok(Some(WorkspaceSymbolResponse::Flat(found)))
}
