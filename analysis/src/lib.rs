//! The incremental database over a workspace: names, checks, previews and every editor feature.
//!
//! Speaks of files, offsets and plain structs, never of LSP; reads no disk, clock or environment. All state enters
//! through `AnalysisHost::apply_change`; all answers come from an `Analysis`, a snapshot that can be cancelled.

pub mod catalog_view;
pub mod change;
pub mod checks;
pub mod configuration;
mod data_document;
mod data_keys;
mod db;
pub mod definition_index;
pub mod diagnostic;
mod document_kind;
pub mod features;
pub mod file_system;
mod file_table;
pub mod fixture;
pub mod fleet;
pub mod host;
pub mod inputs;
pub mod lint;
mod listing;
pub mod module_layout;
mod outer_mentions;
mod parsed_files;
pub mod preview;
mod queries;
pub mod reference_index;
mod resolve;
mod resource_index;
mod scopes;
mod static_types;
mod symbol;
mod word_index;

pub use change::{Change, EnvironmentLayout, FileChange, ModuleLayout, Settings, WorkspaceLayout};
pub use diagnostic::{Diagnostic, DiagnosticSeverity, Fix, RelatedPlace};
pub use document_kind::configured_data_folders;
pub use evaluator::{Edition, FileId};
pub use host::{Analysis, AnalysisHost, Cancellable, CancellationHandle, Cancelled};
pub use inputs::{FactSet, FileContent};
pub use syntax::render_problem::{Report, ReportLevel, render_report, render_summary};
pub use syntax::{ColumnUnit, LineColumn, LineIndex, TextRange};

/// A range of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileRange {
    pub file: FileId,
    pub range: TextRange,
}

/// An offset of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FilePosition {
    pub file: FileId,
    pub offset: u32,
}
