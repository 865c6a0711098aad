//! `textDocument/codeAction` and `codeAction/resolve`: quick fixes, refactorings, fixes of lint findings, and "Preview catalog" on
//! nodes, classes and defines. Each source of actions is one line of `handle`.

use analysis::features::code_actions::{ActionRequest, OfferedAction, WorkspaceChange, is_wanted};
use analysis::{FileId, TextRange};
use serde_json::json;
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Command, CreateFile,
    CreateFileOptions, Diagnostic, DocumentChangeOperation, DocumentChanges, NumberOrString, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, ResourceOp, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};

use super::file;
use crate::convert;
use crate::protocol;
use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

pub fn handle(snapshot: &Snapshot, params: &CodeActionParams) -> Answer<Option<CodeActionResponse>> {
    let Some((id, text)) = file(snapshot, &params.text_document.uri)? else { return Ok(None) };
    let mut actions = previews(snapshot, id, &text, params)?;
    actions.extend(refactorings(snapshot, id, &text, params)?);
    actions.extend(super::lint_fixes::actions(snapshot, id, &text, params)?);
    Ok(Some(actions))
}

/// The kinds that a client asks for; all where it does not say.
fn only(params: &CodeActionParams) -> Vec<String> {
    params.context.only.iter().flatten().map(|kind| kind.as_str().to_string()).collect()
}

fn asked_range(text: &TextAndLines, range: Range) -> TextRange {
    let (start, end) = (text.offset(range.start), text.offset(range.end));
    TextRange { start, end: end.max(start) }
}

/// Quick fixes and refactorings of the database.
fn refactorings(
    snapshot: &Snapshot,
    id: FileId,
    text: &TextAndLines,
    params: &CodeActionParams,
) -> Answer<Vec<CodeActionOrCommand>> {
    let request = ActionRequest {
        range: asked_range(text, params.range),
        only: only(params),
        creates_files: snapshot.client.creates_files,
        resolves_later: snapshot.client.resolves_edits,
    };
    let mut actions = Vec::new();
    for action in snapshot.analysis.code_actions(id, &request)? {
        actions.push(CodeActionOrCommand::CodeAction(to_lsp(snapshot, text, params, action)?));
    }
    Ok(actions)
}

fn to_lsp(
    snapshot: &Snapshot,
    text: &TextAndLines,
    params: &CodeActionParams,
    action: OfferedAction,
) -> Answer<CodeAction> {
    let OfferedAction { title, kind, change, diagnostic, is_preferred } = action;
    // The client's own record of the diagnostic, so that it knows which one goes away.
    let diagnostics: Vec<Diagnostic> = match diagnostic {
        Some((code, range)) => {
            let range = text.range(range);
            let code = NumberOrString::String(code.to_string());
            let same = |known: &&Diagnostic| known.range == range && known.code.as_ref() == Some(&code);
            params.context.diagnostics.iter().filter(same).cloned().collect()
        }
        None => Vec::new(),
    };
    let (edit, data) = match change {
        Some(change) => (workspace_edit(snapshot, &change)?, None),
        None => {
            let data = json!({"uri": params.text_document.uri, "range": params.range, "title": title});
            (None, Some(data))
        }
    };
    Ok(CodeAction {
        title,
        kind: Some(CodeActionKind::new(kind.name())),
        diagnostics: (!diagnostics.is_empty()).then_some(diagnostics),
        edit,
        data,
        is_preferred: is_preferred.then_some(true),
        ..CodeAction::default()
    })
}

/// Finds the edit of an action that the user has chosen.
pub fn resolve(snapshot: &Snapshot, action: &CodeAction) -> Answer<CodeAction> {
    let mut action = action.clone();
    let Some(data) = &action.data else { return Ok(action) };
    let read = |name: &str| data.get(name).cloned().unwrap_or_default();
    let (Ok(uri), Ok(range)) =
        (serde_json::from_value::<Uri>(read("uri")), serde_json::from_value::<Range>(read("range")))
    else {
        return Ok(action);
    };
    let Some((id, text)) = file(snapshot, &uri)? else { return Ok(action) };
    let asked = asked_range(&text, range);
    if let Some(change) = snapshot.analysis.resolve_code_action(id, asked, &action.title)? {
        action.edit = workspace_edit(snapshot, &change)?;
    }
    Ok(action)
}

/// A change in LSP's terms; operations are in the order in which they must be done.
#[allow(clippy::mutable_key_type)] // The protocol's own type has URIs as keys.
fn workspace_edit(snapshot: &Snapshot, change: &WorkspaceChange) -> Answer<Option<WorkspaceEdit>> {
    let mut edits: Vec<TextDocumentEdit> = Vec::new();
    for (edited, changes) in &change.edits {
        let (Some(uri), Some(text)) = (snapshot.uri(*edited)?, snapshot.text_and_lines(*edited)?) else {
            return Ok(None);
        };
        let version = snapshot.open.get(&convert::uri::path_of(&uri)).map(|open| open.version);
        let changes = changes
            .iter()
            .map(|edit| OneOf::Left(TextEdit { range: text.range(edit.range), new_text: edit.new_text.clone() }));
        edits.push(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: changes.collect(),
        });
    }
    if change.created.is_empty() {
        let changes = edits.into_iter().map(|edit| {
            let plain = edit.edits.into_iter().filter_map(|edit| match edit {
                OneOf::Left(edit) => Some(edit),
                OneOf::Right(_) => None,
            });
            (edit.text_document.uri, plain.collect())
        });
        return Ok(Some(WorkspaceEdit { changes: Some(changes.collect()), ..WorkspaceEdit::default() }));
    }
    let mut operations = Vec::new();
    for (path, content) in &change.created {
        let Some(uri) = convert::uri::uri_of(path) else { return Ok(None) };
        // Never over a file that has come to be there since.
        let options = CreateFileOptions { overwrite: Some(false), ignore_if_exists: Some(false) };
        operations.push(DocumentChangeOperation::Op(ResourceOp::Create(CreateFile {
            uri: uri.clone(),
            options: Some(options),
            annotation_id: None,
        })));
        let start = Range { start: Position::default(), end: Position::default() };
        operations.push(DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
            edits: vec![OneOf::Left(TextEdit { range: start, new_text: content.clone() })],
        }));
    }
    operations.extend(edits.into_iter().map(DocumentChangeOperation::Edit));
    let document_changes = Some(DocumentChanges::Operations(operations));
    Ok(Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() }))
}

/// "Preview catalog" on the definition at the cursor.
fn previews(
    snapshot: &Snapshot,
    id: FileId,
    text: &TextAndLines,
    params: &CodeActionParams,
) -> Answer<Vec<CodeActionOrCommand>> {
    if !snapshot.config.evaluation_enabled || !is_wanted(protocol::PREVIEW_KIND, &only(params)) {
        return Ok(Vec::new());
    }
    let asked = asked_range(text, params.range);
    let mut found = snapshot.analysis.previewables(id)?;
    found.retain(|definition| definition.range.start <= asked.end && asked.start <= definition.range.end);
    // Of nested definitions the innermost is meant.
    found.sort_by_key(|definition| definition.range.len());
    let actions = found.into_iter().take(1).map(|definition| {
        let position = text.range(definition.name_range).start;
        let title = format!("{}: {}", protocol::PREVIEW_TITLE, definition.label);
        CodeActionOrCommand::CodeAction(CodeAction {
            title: protocol::PREVIEW_TITLE.to_string(),
            kind: Some(CodeActionKind::new(protocol::PREVIEW_KIND)),
            command: Some(preview_command(title, &params.text_document.uri, position, definition.node.as_deref())),
            ..CodeAction::default()
        })
    });
    Ok(actions.collect())
}

pub fn preview_command(title: String, uri: &Uri, position: Position, node: Option<&str>) -> Command {
    let mut argument = json!({"uri": uri, "position": position, "show": true});
    if let (Some(node), Some(fields)) = (node, argument.as_object_mut()) {
        fields.insert("node".to_string(), json!(node));
    }
    Command { title, command: protocol::PREVIEW_COMMAND.to_string(), arguments: Some(vec![argument]) }
}
