//! The work of each request, on a snapshot: one file each. Converts positions, asks the database, converts the answer.

pub mod call_hierarchy;
pub mod catalog_diff;
pub mod code_actions;
pub mod code_lens;
pub mod completion;
pub mod contexts;
pub mod definition;
pub mod diagnostics;
pub mod document_links;
pub mod document_symbols;
pub mod evaluation_diagnostics;
pub mod evaluation_state;
pub mod folding;
pub mod formatting;
pub mod highlight;
pub mod hover;
pub mod inlay_hints;
pub mod linked_editing;
pub mod lint_fixes;
pub mod monikers;
pub mod preview_catalog;
pub mod references;
pub mod rename;
pub mod selection_ranges;
pub mod semantic_tokens;
pub mod signature_help;
pub mod test_commands;
pub mod type_hierarchy;
pub mod workspace_symbols;

use analysis::FilePosition;
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri};

use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

/// LSP's `RequestFailed`: the request was right and could not be answered.
const REQUEST_FAILED: i64 = -32803;

/// Refuses what needs an evaluation where the user, or a workspace that is not trusted, has switched it off.
fn require_evaluation(snapshot: &Snapshot) -> Answer<()> {
    if snapshot.config.evaluation_enabled {
        return Ok(());
    }
    let mut error = Error::new(ErrorCode::ServerError(REQUEST_FAILED));
    error.message = "evaluation is switched off: the setting puppet-analyzer.evaluation.enabled is false".into();
    Err(error.into())
}

/// The file, its text, and the offset that a request is about.
fn position(snapshot: &Snapshot, params: &TextDocumentPositionParams) -> Answer<Option<(FilePosition, TextAndLines)>> {
    let Some((file, text)) = file(snapshot, &params.text_document.uri)? else { return Ok(None) };
    let offset = text.offset(params.position);
    Ok(Some((FilePosition { file, offset }, text)))
}

fn file(snapshot: &Snapshot, uri: &Uri) -> Answer<Option<(analysis::FileId, TextAndLines)>> {
    let Some(file) = snapshot.file(uri) else { return Ok(None) };
    Ok(snapshot.text_and_lines(file)?.map(|text| (file, text)))
}
