//! `textDocument/prepareRename` and `textDocument/rename`

use std::collections::HashMap;

use analysis::features::rename::{Refusal, RenameEdits};
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::ls_types::*;

use super::position;
use crate::convert;
use crate::session::snapshot::{Answer, Snapshot};

/// LSP's "request failed": the server understood, and will not do it.
const REQUEST_FAILED: i64 = -32803;

pub fn prepare(snapshot: &Snapshot, params: &TextDocumentPositionParams) -> Answer<Option<PrepareRenameResponse>> {
    let Some((at, text)) = position(snapshot, params)? else { return Ok(None) };
    match snapshot.analysis.prepare_rename(at)? {
        Ok(target) => Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
            range: text.range(target.range),
            placeholder: target.placeholder,
        })),
        Err(Refusal::NothingHere) => Ok(None),
        Err(refusal) => Err(refused(&refusal).into()),
    }
}

pub fn handle(snapshot: &Snapshot, params: &RenameParams) -> Answer<Option<WorkspaceEdit>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position)? else { return Ok(None) };
    match snapshot.analysis.rename(at, &params.new_name)? {
        Ok(edits) => Ok(Some(workspace_edit(snapshot, &edits)?)),
        Err(refusal) => Err(refused(&refusal).into()),
    }
}

fn refused(refusal: &Refusal) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: refusal.message().into(), data: None }
}

fn workspace_edit(snapshot: &Snapshot, edits: &RenameEdits) -> Answer<WorkspaceEdit> {
    let mut documents: Vec<(Uri, Option<i32>, Vec<TextEdit>)> = Vec::new();
    for (file, list) in &edits.edits {
        let (Some(uri), Some(text)) = (snapshot.uri(*file)?, snapshot.text_and_lines(*file)?) else { continue };
        let version = snapshot.open.get(&convert::uri::path_of(&uri)).map(|open| open.version);
        let list =
            list.iter().map(|(range, new_text)| TextEdit { range: text.range(*range), new_text: new_text.clone() });
        documents.push((uri, version, list.collect()));
    }
    if !snapshot.client.document_changes {
        let changes: HashMap<Uri, Vec<TextEdit>> = documents.into_iter().map(|(uri, _, list)| (uri, list)).collect();
        return Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() });
    }
    let mut operations: Vec<DocumentChangeOperation> = documents
        .into_iter()
        .map(|(uri, version, list)| {
            DocumentChangeOperation::Edit(TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
                edits: list.into_iter().map(OneOf::Left).collect(),
            })
        })
        .collect();
    if snapshot.client.renames_files {
        for file_move in &edits.moves {
            if let (Some(old_uri), Some(new_uri)) = (snapshot.uri(file_move.file)?, convert::uri::uri_of(&file_move.to))
            {
                let rename = RenameFile { old_uri, new_uri, options: None, annotation_id: None };
                operations.push(DocumentChangeOperation::Op(ResourceOp::Rename(rename)));
            }
        }
    }
    Ok(WorkspaceEdit { document_changes: Some(DocumentChanges::Operations(operations)), ..WorkspaceEdit::default() })
}
