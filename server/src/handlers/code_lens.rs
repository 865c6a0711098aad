//! `textDocument/codeLens`: "Preview catalog" above nodes, classes and defines.

use tower_lsp::ls_types::{CodeLens, CodeLensParams};

use super::code_actions::preview_command;
use super::file;
use crate::extensions;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    let lenses = snapshot.analysis.previewables(id)?.into_iter().map(|definition| {
        let range = text.range(definition.name_range);
        let title = extensions::PREVIEW_TITLE.to_string();
        CodeLens {
            range,
            command: Some(preview_command(title, uri, range.start, definition.node.as_deref())),
            data: None,
        }
    });
    Ok(Some(lenses.collect()))
}
