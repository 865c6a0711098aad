//! `textDocument/formatting`

use syntax::SourceKind;
use syntax::format::{FormatOptions, edits_between, format};
use tower_lsp::ls_types::{DocumentFormattingParams, TextEdit};

use super::file;
use crate::snapshot::{Answer, Snapshot};

/// The edits that lay a document out; none where it has syntax errors.
pub fn handle(snapshot: &Snapshot, params: &DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let uri = &params.text_document.uri;
    let Some((_, text)) = file(snapshot, uri)? else { return Ok(None) };
    let is_template = uri.as_str().ends_with(".epp");
    let kind = if is_template { SourceKind::Template } else { SourceKind::Manifest };
    let Ok(formatted) = format(&text.text, kind, &FormatOptions::default()) else { return Ok(Some(Vec::new())) };
    let edits = edits_between(&text.text, &formatted);
    let convert = |edit: syntax::format::TextEdit| TextEdit { range: text.range(edit.range), new_text: edit.new_text };
    Ok(Some(edits.into_iter().map(convert).collect()))
}
