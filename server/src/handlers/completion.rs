//! `textDocument/completion`

use analysis::features::completion::CompletionKind as Kind;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation, MarkupContent, MarkupKind,
};

use super::position;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &CompletionParams) -> Answer<Option<CompletionResponse>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position)? else { return Ok(None) };
    let items = snapshot.analysis.completions(at)?.into_iter().map(|item| CompletionItem {
        label: item.label,
        kind: Some(kind(item.kind)),
        detail: item.detail,
        documentation: item
            .documentation
            .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })),
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
