//! What this server offers beyond LSP: the names of its commands and requests, and the shapes of their arguments and answers,
//! each made of the view by one conversion. `docs/protocol.md` and the types of the VS Code extension are written from `tables`.

mod arguments;
mod catalog;
mod contexts;
mod difference;
mod place;
mod preview;
mod report;
mod status;
#[cfg(test)]
mod tables;

pub use arguments::{
    ContextsArguments, DiffArguments, EvaluationStateArguments, PreviewArguments, SelectContextArguments,
};
pub use contexts::{Contexts, EvaluationState};
pub use difference::{CommandDifference, DiffReport, Difference, FailedSide, UndecidedParts};
pub use preview::{Preview, ResourceRange};
pub use report::{Problem, Report};
pub use status::{Status, StatusContext, StatusNotification, StatusState};

/// The kind of the code action that previews a catalog.
pub const PREVIEW_KIND: &str = "source.previewCatalog";
pub const PREVIEW_TITLE: &str = "Preview catalog";

pub const PREVIEW_COMMAND: &str = "puppet-analyzer.previewCatalog";
pub const SELECT_CONTEXT_COMMAND: &str = "puppet-analyzer.selectContext";
pub const DIFF_COMMAND: &str = "puppet-analyzer.catalogDiff";
/// Panics on purpose, where a test has asked for test commands.
pub const PANIC_COMMAND: &str = "puppet-analyzer.test.panic";
/// Sleeps until it is cancelled, where a test has asked for test commands.
pub const SLEEP_COMMAND: &str = "puppet-analyzer.test.sleep";

/// A command of the client: it shows the references that a lens counted. The server only names it.
pub const SHOW_REFERENCES_COMMAND: &str = "puppet-analyzer.showReferences";

/// The commands that clients are told of.
pub const COMMANDS: &[&str] = &[PREVIEW_COMMAND, SELECT_CONTEXT_COMMAND, DIFF_COMMAND];

pub const PREVIEW_REQUEST: &str = "puppet/previewCatalog";
pub const CONTEXTS_REQUEST: &str = "puppet/contexts";
pub const EVALUATION_STATE_REQUEST: &str = "puppet/evaluationState";
pub const STATUS_NOTIFICATION: &str = "puppet/status";
