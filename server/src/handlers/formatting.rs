//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`

use analysis::features::formatting::FormatScope;
use tower_lsp::ls_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, TextEdit, Uri,
};

use super::file;
use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

/// The keys after which something is laid out; the first is the one that the protocol sets apart.
pub const TRIGGERS: &[&str] = &["}", "\n", ">"];

fn answer(
    snapshot: &Snapshot,
    uri: &Uri,
    scope: impl FnOnce(&TextAndLines) -> Option<FormatScope>,
) -> Answer<Option<Vec<TextEdit>>> {
    let Some((file, text)) = file(snapshot, uri)? else { return Ok(None) };
    let Some(scope) = scope(&text) else { return Ok(Some(Vec::new())) };
    let edits = snapshot.analysis.format(file, scope, &snapshot.config.format)?;
    let convert = |edit: syntax::format::TextEdit| TextEdit { range: text.range(edit.range), new_text: edit.new_text };
    Ok(Some(edits.into_iter().map(convert).collect()))
}

/// The edits that lay a document out.
pub fn handle(snapshot: &Snapshot, params: &DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    answer(snapshot, &params.text_document.uri, |_| Some(FormatScope::File))
}

/// The edits that lay out the lines of a range.
pub fn handle_range(snapshot: &Snapshot, params: &DocumentRangeFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    answer(snapshot, &params.text_document.uri, |text| {
        let (start, end) = (text.offset(params.range.start), text.offset(params.range.end));
        Some(FormatScope::Range(analysis::TextRange { start, end: end.max(start) }))
    })
}

/// The edits after a key was typed: the indentation of a new line, the arrows of a block, a block that was closed.
pub fn handle_on_type(snapshot: &Snapshot, params: &DocumentOnTypeFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let typed = &params.text_document_position;
    answer(snapshot, &typed.text_document.uri, |text| {
        Some(FormatScope::Typed { key: params.ch.chars().next()?, offset: text.offset(typed.position) })
    })
}
