//! `textDocument/codeAction`: fixes of lint findings; "Preview catalog" on nodes, classes and defines.

use analysis::TextRange;
use serde_json::json;
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Command, Position, Uri,
};

use super::file;
use crate::extensions;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &CodeActionParams) -> Answer<Option<CodeActionResponse>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    let mut actions = super::lint_fixes::actions(snapshot, id, &text, params)?;
    if !snapshot.config.evaluation_enabled || !is_wanted(params) {
        return Ok(Some(actions));
    }
    let (start, end) = (text.offset(params.range.start), text.offset(params.range.end));
    let asked = TextRange { start, end: end.max(start) };
    let mut found = snapshot.analysis.previewables(id)?;
    found.retain(|definition| definition.range.start <= asked.end && asked.start <= definition.range.end);
    // Of nested definitions the innermost is meant.
    found.sort_by_key(|definition| definition.range.len());
    actions.extend(found.into_iter().take(1).map(|definition| {
        let position = text.range(definition.name_range).start;
        let title = format!("{}: {}", extensions::PREVIEW_TITLE, definition.label);
        CodeActionOrCommand::CodeAction(CodeAction {
            title: extensions::PREVIEW_TITLE.to_string(),
            kind: Some(CodeActionKind::new(extensions::PREVIEW_KIND)),
            command: Some(preview_command(title, uri, position, definition.node.as_deref())),
            ..CodeAction::default()
        })
    }));
    Ok(Some(actions))
}

/// A client that asks for kinds gets only those; `source` includes `source.previewCatalog`.
fn is_wanted(params: &CodeActionParams) -> bool {
    match &params.context.only {
        None => true,
        Some(kinds) => kinds.iter().any(|kind| {
            let kind = kind.as_str();
            kind.is_empty()
                || extensions::PREVIEW_KIND == kind
                || extensions::PREVIEW_KIND.starts_with(&format!("{kind}."))
        }),
    }
}

pub fn preview_command(title: String, uri: &Uri, position: Position, node: Option<&str>) -> Command {
    let mut argument = json!({"uri": uri, "position": position, "show": true});
    if let (Some(node), Some(fields)) = (node, argument.as_object_mut()) {
        fields.insert("node".to_string(), json!(node));
    }
    Command { title, command: extensions::PREVIEW_COMMAND.to_string(), arguments: Some(vec![argument]) }
}
