//! What this server offers beyond LSP: the names of its commands and requests, and the shapes of their arguments.

use serde::Deserialize;
use tower_lsp::ls_types::{Position, Uri};

use crate::old_contents::BaselineKind;

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

/// The commands that clients are told of.
pub const COMMANDS: &[&str] = &[PREVIEW_COMMAND, SELECT_CONTEXT_COMMAND, DIFF_COMMAND];

pub const PREVIEW_REQUEST: &str = "puppet/previewCatalog";
pub const CONTEXTS_REQUEST: &str = "puppet/contexts";
pub const EVALUATION_STATE_REQUEST: &str = "puppet/evaluationState";

#[derive(Clone, Debug, Deserialize)]
pub struct PreviewArguments {
    pub uri: Uri,
    #[serde(default)]
    pub position: Option<Position>,
    #[serde(default)]
    pub node: Option<String>,
    #[serde(default)]
    pub facts: Option<String>,
    /// Open the result as a document.
    #[serde(default)]
    pub show: bool,
}

/// As for a preview, with what the catalog of now is compared with.
#[derive(Clone, Debug, Deserialize)]
pub struct DiffArguments {
    #[serde(flatten)]
    pub preview: PreviewArguments,
    #[serde(default)]
    pub baseline: Option<BaselineKind>,
    /// Every node that is known; `"node": "*"` says the same.
    #[serde(default, rename = "allNodes")]
    pub all_nodes: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct ContextsArguments {
    #[serde(default)]
    pub uri: Option<Uri>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct EvaluationStateArguments {
    pub uri: Uri,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct SelectContextArguments {
    #[serde(default)]
    pub node: Option<String>,
    #[serde(default)]
    pub facts: Option<String>,
}
