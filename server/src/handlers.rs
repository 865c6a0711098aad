//! The work of each request, on a snapshot: one file each. Converts positions, asks the database, converts the answer.

pub mod catalog_diff;
pub mod code_actions;
pub mod code_lens;
pub mod completion;
pub mod contexts;
pub mod definition;
pub mod diagnostics;
pub mod document_symbols;
pub mod evaluation_diagnostics;
pub mod folding;
pub mod formatting;
pub mod highlight;
pub mod hover;
pub mod inlay_hints;
pub mod preview_catalog;
pub mod references;
pub mod selection_ranges;
pub mod signature_help;
pub mod test_commands;
pub mod workspace_symbols;

use analysis::FilePosition;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri};

use crate::snapshot::{Answer, Snapshot, TextAndLines};

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
