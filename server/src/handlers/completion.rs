//! `textDocument/completion` and `completionItem/resolve`

use analysis::TextRange;
use analysis::features::completion::{CompletionItem as Item, CompletionKind as Kind, Completions};
use serde_json::json;
use tower_lsp::ls_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionItemTag, CompletionList,
    CompletionParams, CompletionResponse, CompletionTextEdit, Documentation, InsertReplaceEdit, InsertTextFormat,
    InsertTextMode, MarkupContent, MarkupKind, TextEdit, Uri,
};

use super::position;
use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

pub fn handle(snapshot: &Snapshot, params: &CompletionParams) -> Answer<Option<CompletionResponse>> {
    let place = &params.text_document_position;
    let Some((at, text)) = position(snapshot, place)? else { return Ok(None) };
    let character = params.context.as_ref().and_then(|context| context.trigger_character.as_ref()?.chars().next());
    let found = match character {
        Some(character) => snapshot.analysis.completions_after(at, character)?,
        None => snapshot.analysis.completions(at)?,
    };
    let items = found.items.iter().map(|item| to_lsp(snapshot, &text, &place.text_document.uri, &found, item));
    Ok(Some(CompletionResponse::List(CompletionList { is_incomplete: found.is_incomplete, items: items.collect() })))
}

fn to_lsp(snapshot: &Snapshot, text: &TextAndLines, uri: &Uri, found: &Completions, item: &Item) -> CompletionItem {
    let (range, plain) = item.edit.clone().unwrap_or_else(|| (found.word, item.label.clone()));
    let snippet = item.snippet.clone().filter(|_| snapshot.client.snippets);
    let is_snippet = snippet.is_some();
    let new_text = snippet.unwrap_or(plain);
    let text_edit = if snapshot.client.insert_replace {
        let replace = text.range(TextRange::new(range.start, found.word_end.max(range.end)));
        CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text, insert: text.range(range), replace })
    } else {
        CompletionTextEdit::Edit(TextEdit { range: text.range(range), new_text })
    };
    CompletionItem {
        label: item.label.clone(),
        kind: Some(kind(item.kind)),
        label_details: item
            .detail
            .as_deref()
            .filter(|_| snapshot.client.label_details)
            .map(|shown| details(item, shown)),
        detail: item.detail.clone(),
        documentation: item.documentation.clone().map(markdown),
        tags: item.deprecated.then(|| vec![CompletionItemTag::DEPRECATED]),
        sort_text: Some(item.sort_text(&found.typed)),
        filter_text: Some(item.filter_text().to_string()),
        insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
        insert_text_mode: is_snippet.then_some(InsertTextMode::ADJUST_INDENTATION),
        text_edit: Some(text_edit),
        data: item.resolve.as_ref().map(|key| json!({"uri": uri, "key": key.as_str()})),
        ..CompletionItem::default()
    }
}

/// What is shown beside a label: a function's parameters behind it, everything else at the right.
fn details(item: &Item, detail: &str) -> CompletionItemLabelDetails {
    let parameters = detail.find('(').filter(|_| item.kind == Kind::Function).and_then(|at| detail.get(at..));
    match parameters {
        Some(parameters) => CompletionItemLabelDetails { detail: Some(parameters.to_string()), description: None },
        None => CompletionItemLabelDetails { detail: None, description: Some(detail.to_string()) },
    }
}

/// Adds the documentation of an item that a user looks at.
pub fn resolve(snapshot: &Snapshot, item: &CompletionItem) -> Answer<CompletionItem> {
    let mut item = item.clone();
    let Some(data) = &item.data else { return Ok(item) };
    let uri = data.get("uri").and_then(|uri| serde_json::from_value::<Uri>(uri.clone()).ok());
    let (Some(uri), Some(key)) = (uri, data.get("key").and_then(|key| key.as_str())) else { return Ok(item) };
    if let Some(file) = snapshot.file(&uri)
        && let Some(text) = snapshot.analysis.resolve_completion(file, key)?
    {
        item.documentation = Some(markdown(text));
    }
    Ok(item)
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}

fn kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Attribute | Kind::Metaparameter | Kind::Key => CompletionItemKind::PROPERTY,
        Kind::Variable | Kind::Parameter => CompletionItemKind::VARIABLE,
        Kind::Fact => CompletionItemKind::CONSTANT,
        Kind::Class => CompletionItemKind::CLASS,
        Kind::ResourceType => CompletionItemKind::STRUCT,
        Kind::Reference => CompletionItemKind::REFERENCE,
        Kind::Value => CompletionItemKind::ENUM_MEMBER,
        Kind::Function => CompletionItemKind::FUNCTION,
        Kind::Type => CompletionItemKind::TYPE_PARAMETER,
        Kind::File => CompletionItemKind::FILE,
        Kind::Node => CompletionItemKind::MODULE,
        Kind::Keyword => CompletionItemKind::KEYWORD,
    }
}
