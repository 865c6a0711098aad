//! What the server tells of itself.

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::notification::Notification;

use super::STATUS_NOTIFICATION;

/// What the server is doing, pushed to clients whose `initializationOptions` say `"status": true`, or whose experimental
/// capabilities have `puppetStatus`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    pub state: StatusState,
    pub context: StatusContext,
    /// What is wrong with the settings or the catalog of the context.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StatusState {
    /// The workspace is being read.
    Reading,
    /// The catalog of the context is being evaluated.
    Evaluating,
    Ready,
}

/// The context that values are shown for; node and facts are empty until the workspace has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusContext {
    pub node: String,
    pub facts: String,
    pub edition: String,
}

/// `puppet/status` as a notification of the server.
pub enum StatusNotification {}

impl Notification for StatusNotification {
    type Params = Status;
    const METHOD: &'static str = STATUS_NOTIFICATION;
}
