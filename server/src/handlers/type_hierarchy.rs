//! `textDocument/prepareTypeHierarchy`, `typeHierarchy/supertypes` and `typeHierarchy/subtypes`

use analysis::features::call_hierarchy::CallItem;
use analysis::{Analysis, Cancellable, FilePosition};
use tower_lsp::ls_types::*;

use super::{file, position};
use crate::convert::symbol_kind::symbol_kind;
use crate::session::snapshot::{Answer, Snapshot};

type Question = fn(&Analysis, FilePosition) -> Cancellable<Vec<CallItem>>;

pub fn prepare(snapshot: &Snapshot, params: &TypeHierarchyPrepareParams) -> Answer<Option<Vec<TypeHierarchyItem>>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let items = ask(snapshot, at, Analysis::prepare_type_hierarchy)?;
    Ok((!items.is_empty()).then_some(items))
}

pub fn supertypes(
    snapshot: &Snapshot,
    params: &TypeHierarchySupertypesParams,
) -> Answer<Option<Vec<TypeHierarchyItem>>> {
    of_item(snapshot, &params.item, Analysis::supertypes)
}

pub fn subtypes(snapshot: &Snapshot, params: &TypeHierarchySubtypesParams) -> Answer<Option<Vec<TypeHierarchyItem>>> {
    of_item(snapshot, &params.item, Analysis::subtypes)
}

fn of_item(
    snapshot: &Snapshot,
    item: &TypeHierarchyItem,
    question: Question,
) -> Answer<Option<Vec<TypeHierarchyItem>>> {
    let Some((id, text)) = file(snapshot, &item.uri)? else { return Ok(None) };
    let at = FilePosition { file: id, offset: text.offset(item.selection_range.start) };
    Ok(Some(ask(snapshot, at, question)?))
}

fn ask(snapshot: &Snapshot, at: FilePosition, question: Question) -> Answer<Vec<TypeHierarchyItem>> {
    let mut items = Vec::new();
    for found in question(&snapshot.analysis, at)? {
        let (Some(uri), Some(text)) = (snapshot.uri(found.file)?, snapshot.text_and_lines(found.file)?) else {
            continue;
        };
        items.push(TypeHierarchyItem {
            name: found.name.clone(),
            kind: found.kind.map_or(SymbolKind::FILE, symbol_kind),
            tags: None,
            detail: found.kind.map(|kind| kind.label().to_string()),
            uri,
            range: text.range(found.range),
            selection_range: text.range(found.name_range),
            data: None,
        });
    }
    Ok(items)
}
