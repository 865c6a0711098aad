//! `textDocument/completion`

use analysis::features::completion::CompletionKind as Kind;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit, Documentation,
    MarkupContent, MarkupKind, TextEdit,
};

use super::position;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &CompletionParams) -> Answer<Option<CompletionResponse>> {
    let Some((at, text)) = position(snapshot, &params.text_document_position)? else { return Ok(None) };
    let items = snapshot.analysis.completions(at)?.into_iter().map(|item| CompletionItem {
        label: item.label,
        kind: Some(kind(item.kind)),
        detail: item.detail,
        documentation: item
            .documentation
            .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })),
        filter_text: item.edit.as_ref().map(|(_, new_text)| new_text.clone()),
        text_edit: item
            .edit
            .map(|(range, new_text)| CompletionTextEdit::Edit(TextEdit { range: text.range(range), new_text })),
        ..CompletionItem::default()
    });
    Ok(Some(CompletionResponse::Array(items.collect())))
}

fn kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Attribute => CompletionItemKind::PROPERTY,
        Kind::Variable | Kind::Parameter => CompletionItemKind::VARIABLE,
        Kind::Fact => CompletionItemKind::CONSTANT,
        Kind::Class => CompletionItemKind::CLASS,
        Kind::ResourceType => CompletionItemKind::STRUCT,
        Kind::Function => CompletionItemKind::FUNCTION,
        Kind::Type => CompletionItemKind::TYPE_PARAMETER,
        Kind::Keyword => CompletionItemKind::KEYWORD,
    }
}
