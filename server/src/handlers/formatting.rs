//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`

use syntax::SourceKind;
use syntax::format::{FormatError, after_arrow, after_new_line, closed_block, edits_between, format, format_range};
use tower_lsp::ls_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, TextEdit, Uri,
};

use super::file;
use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

/// The keys after which something is laid out; the first is the one that the protocol sets apart.
pub const TRIGGERS: &[&str] = &["}", "\n", ">"];

fn kind_of(uri: &Uri) -> SourceKind {
    if uri.as_str().ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest }
}

/// A document with syntax errors is left as it is.
fn answer(
    text: &TextAndLines,
    edits: Result<Vec<syntax::format::TextEdit>, FormatError>,
) -> Answer<Option<Vec<TextEdit>>> {
    let convert = |edit: syntax::format::TextEdit| TextEdit { range: text.range(edit.range), new_text: edit.new_text };
    Ok(Some(edits.unwrap_or_default().into_iter().map(convert).collect()))
}

/// The edits that lay a document out.
pub fn handle(snapshot: &Snapshot, params: &DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let uri = &params.text_document.uri;
    let Some((_, text)) = file(snapshot, uri)? else { return Ok(None) };
    let formatted = format(&text.text, kind_of(uri), &snapshot.config.format);
    answer(&text, formatted.map(|formatted| edits_between(&text.text, &formatted)))
}

/// The edits that lay out the lines of a range.
pub fn handle_range(snapshot: &Snapshot, params: &DocumentRangeFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let uri = &params.text_document.uri;
    let Some((_, text)) = file(snapshot, uri)? else { return Ok(None) };
    let (start, end) = (text.offset(params.range.start), text.offset(params.range.end));
    let range = analysis::TextRange { start, end: end.max(start) };
    answer(&text, format_range(&text.text, kind_of(uri), range, &snapshot.config.format))
}

/// The edits after a key was typed: the indentation of a new line, the arrows of a block, a block that was closed.
pub fn handle_on_type(snapshot: &Snapshot, params: &DocumentOnTypeFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let uri = &params.text_document_position.text_document.uri;
    let Some((_, text)) = file(snapshot, uri)? else { return Ok(None) };
    if kind_of(uri) == SourceKind::Template {
        return Ok(None);
    }
    let options = &snapshot.config.format;
    let offset = text.offset(params.text_document_position.position);
    let edits = match params.ch.as_str() {
        "\n" => Ok(after_new_line(&text.text, offset, options)),
        ">" if options.align_arrows => Ok(after_arrow(&text.text, offset)),
        "}" => match closed_block(&text.text, offset) {
            Some(block) => format_range(&text.text, SourceKind::Manifest, block, options),
            None => Ok(Vec::new()),
        },
        _ => Ok(Vec::new()),
    };
    answer(&text, edits)
}
