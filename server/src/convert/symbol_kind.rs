//! How definitions are drawn in outlines and completion lists.

use analysis::definition_index::DefinitionKind;
use tower_lsp::ls_types::SymbolKind;

pub fn symbol_kind(kind: DefinitionKind) -> SymbolKind {
    match kind {
        DefinitionKind::Class => SymbolKind::CLASS,
        DefinitionKind::Define => SymbolKind::INTERFACE,
        DefinitionKind::Function | DefinitionKind::Plan => SymbolKind::FUNCTION,
        DefinitionKind::TypeAlias => SymbolKind::TYPE_PARAMETER,
        DefinitionKind::Node => SymbolKind::MODULE,
    }
}
