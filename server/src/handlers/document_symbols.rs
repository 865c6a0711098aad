//! `textDocument/documentSymbol`

use analysis::features::document_symbols::{Symbol, SymbolKind as Kind};
use tower_lsp::ls_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind, Uri,
};

use super::file;
use crate::convert::symbol_kind::symbol_kind;
use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

pub fn handle(snapshot: &Snapshot, params: &DocumentSymbolParams) -> Answer<Option<DocumentSymbolResponse>> {
    let uri = &params.text_document.uri;
    let Some((id, text)) = file(snapshot, uri)? else { return Ok(None) };
    let symbols = snapshot.analysis.document_symbols(id)?;
    if snapshot.client.hierarchical_symbols {
        let nested = symbols.iter().map(|symbol| nested(symbol, &text)).collect();
        return Ok(Some(DocumentSymbolResponse::Nested(nested)));
    }
    let mut flat = Vec::new();
    flatten(&symbols, None, uri, &text, &mut flat);
    Ok(Some(DocumentSymbolResponse::Flat(flat)))
}

fn kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Definition(kind) => symbol_kind(kind),
        Kind::Parameter => SymbolKind::PROPERTY,
        Kind::Variable => SymbolKind::VARIABLE,
        Kind::Resource => SymbolKind::OBJECT,
    }
}

#[allow(deprecated)] // the field `deprecated` has to be given
fn nested(symbol: &Symbol, text: &TextAndLines) -> DocumentSymbol {
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: symbol.detail.clone(),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: text.range(symbol.range),
        selection_range: text.range(symbol.name_range),
        children: Some(symbol.children.iter().map(|child| nested(child, text)).collect()),
    }
}

#[allow(deprecated)] // the field `deprecated` has to be given
fn flatten(
    symbols: &[Symbol],
    container: Option<&str>,
    uri: &Uri,
    text: &TextAndLines,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        flat.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            location: Location { uri: uri.clone(), range: text.range(symbol.range) },
            container_name: container.map(str::to_string),
        });
        flatten(&symbol.children, Some(&symbol.name), uri, text, flat);
    }
}
