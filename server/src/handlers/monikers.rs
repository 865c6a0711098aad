//! `textDocument/moniker`

use tower_lsp::ls_types::{Moniker, MonikerKind, MonikerParams, UniquenessLevel};

use super::position;
use crate::session::snapshot::{Answer, Snapshot};

const SCHEME: &str = "puppet";

pub fn handle(snapshot: &Snapshot, params: &MonikerParams) -> Answer<Option<Vec<Moniker>>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let found = snapshot.analysis.monikers(at)?;
    let convert = |moniker: analysis::features::monikers::Moniker| Moniker {
        scheme: SCHEME.to_string(),
        identifier: moniker.identifier,
        unique: UniquenessLevel::Scheme,
        kind: Some(if moniker.is_import { MonikerKind::Import } else { MonikerKind::Export }),
    };
    Ok((!found.is_empty()).then(|| found.into_iter().map(convert).collect()))
}
