//! The arguments of commands and requests.

use serde::Deserialize;
use tower_lsp::ls_types::{Position, Uri};

use crate::workspace::baseline::BaselineKind;

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
    /// Answer the catalog as a document to read too, and where each resource is declared.
    #[serde(default)]
    pub markdown: Option<bool>,
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

impl PreviewArguments {
    /// Takes the choice of a command: there the document is part of the answer unless somebody says otherwise.
    pub fn of_command(mut self) -> Self {
        self.markdown = Some(self.show || self.markdown.unwrap_or(true));
        self
    }

    pub fn wants_markdown(&self) -> bool {
        self.markdown == Some(true)
    }
}
