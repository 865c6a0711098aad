//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`

use analysis::FilePosition;
use analysis::features::call_hierarchy::CallItem;
use tower_lsp::ls_types::*;

use super::{file, position};
use crate::convert::symbol_kind::symbol_kind;
use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

pub fn prepare(snapshot: &Snapshot, params: &CallHierarchyPrepareParams) -> Answer<Option<Vec<CallHierarchyItem>>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let mut items = Vec::new();
    for found in snapshot.analysis.prepare_call_hierarchy(at)? {
        items.extend(item(snapshot, &found)?.map(|(item, _)| item));
    }
    Ok((!items.is_empty()).then_some(items))
}

pub fn incoming(
    snapshot: &Snapshot,
    params: &CallHierarchyIncomingCallsParams,
) -> Answer<Option<Vec<CallHierarchyIncomingCall>>> {
    let Some((at, _)) = start_of(snapshot, &params.item)? else { return Ok(None) };
    let mut calls = Vec::new();
    for found in snapshot.analysis.incoming_calls(at)? {
        if let Some((from, text)) = item(snapshot, &found.item)? {
            let from_ranges = found.ranges.iter().map(|range| text.range(*range)).collect();
            calls.push(CallHierarchyIncomingCall { from, from_ranges });
        }
    }
    Ok(Some(calls))
}

pub fn outgoing(
    snapshot: &Snapshot,
    params: &CallHierarchyOutgoingCallsParams,
) -> Answer<Option<Vec<CallHierarchyOutgoingCall>>> {
    let Some((at, text)) = start_of(snapshot, &params.item)? else { return Ok(None) };
    let mut calls = Vec::new();
    for found in snapshot.analysis.outgoing_calls(at)? {
        if let Some((to, _)) = item(snapshot, &found.item)? {
            let from_ranges = found.ranges.iter().map(|range| text.range(*range)).collect();
            calls.push(CallHierarchyOutgoingCall { to, from_ranges });
        }
    }
    Ok(Some(calls))
}

/// Where the item that a client sends back has its name.
fn start_of(snapshot: &Snapshot, item: &CallHierarchyItem) -> Answer<Option<(FilePosition, TextAndLines)>> {
    let Some((id, text)) = file(snapshot, &item.uri)? else { return Ok(None) };
    let offset = text.offset(item.selection_range.start);
    Ok(Some((FilePosition { file: id, offset }, text)))
}

fn item(snapshot: &Snapshot, found: &CallItem) -> Answer<Option<(CallHierarchyItem, TextAndLines)>> {
    let (Some(uri), Some(text)) = (snapshot.uri(found.file)?, snapshot.text_and_lines(found.file)?) else {
        return Ok(None);
    };
    let item = CallHierarchyItem {
        name: found.name.clone(),
        kind: found.kind.map_or(SymbolKind::FILE, symbol_kind),
        tags: None,
        detail: found.kind.map(|kind| kind.label().to_string()),
        uri,
        range: text.range(found.range),
        selection_range: text.range(found.name_range),
        data: None,
    };
    Ok(Some((item, text)))
}
