//! What an editor can ask, one feature per file. Each adds its own method to `Analysis`.

pub mod catalog_diff;
pub mod completion;
pub mod definition;
pub mod diagnostics;
pub mod document_symbols;
pub mod documentation;
pub mod evaluation_diagnostics;
pub mod evaluation_state;
pub mod folding;
pub mod highlight;
pub mod hover;
mod hover_access;
mod hover_data;
mod hover_references;
pub mod hover_values;
pub mod inlay_hints;
pub mod preview_catalog;
pub mod preview_markdown;
pub mod previewable;
pub mod references;
pub mod selection_ranges;
pub mod signature_help;
pub mod workspace_symbols;
