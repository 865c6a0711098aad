//! Messages to the client, sent in the order in which the main loop made them.

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::Client;
use tower_lsp::ls_types::*;

use crate::config;
use crate::protocol::{Status, StatusNotification};
use crate::session::main_loop::{Event, EventSender};

pub enum Outgoing {
    Publish {
        uri: Uri,
        diagnostics: Vec<Diagnostic>,
        version: Option<i32>,
    },
    /// Asks for the client's settings; the answer comes back as an event.
    AskConfiguration,
    Register(Vec<Registration>),
    Progress(ProgressStep),
    /// Something that the user should know and can change.
    Warning(String),
    /// For the log that users find in their editor.
    Log(MessageType, String),
    /// What `$/setTrace` asked for.
    Trace(LogTraceParams),
    /// What the server is doing.
    Status(Status),
    /// Values, diagnostics or lenses are out of date.
    Refresh(Refresh),
}

pub enum ProgressStep {
    Begin(String),
    Report(String, u32),
    End,
}

#[derive(Clone, Copy)]
pub struct Refresh {
    pub diagnostics: bool,
    pub code_lens: bool,
    pub inlay_hints: bool,
}

pub type OutgoingSender = UnboundedSender<Outgoing>;

pub fn channel() -> (OutgoingSender, UnboundedReceiver<Outgoing>) {
    unbounded_channel()
}

const PROGRESS_TOKEN: &str = "puppet-analyzer/index";

/// Runs until the main loop is gone.
pub async fn deliver(client: Client, mut messages: UnboundedReceiver<Outgoing>, events: EventSender) {
    while let Some(message) = messages.recv().await {
        match message {
            Outgoing::Publish { uri, diagnostics, version } => {
                client.publish_diagnostics(uri, diagnostics, version).await;
            }
            Outgoing::Progress(step) => progress(&client, step).await,
            Outgoing::Warning(message) => client.show_message(MessageType::WARNING, message).await,
            Outgoing::Log(kind, message) => client.log_message(kind, message).await,
            Outgoing::Trace(trace) => client.send_notification::<notification::LogTrace>(trace).await,
            Outgoing::Status(status) => client.send_notification::<StatusNotification>(status).await,
            // The client's answers must not hold up what comes next.
            Outgoing::AskConfiguration => {
                let (client, events) = (client.clone(), events.clone());
                tokio::spawn(async move {
                    let section = Some(config::SECTION.to_string());
                    let item = ConfigurationItem { scope_uri: None, section };
                    if let Ok(mut answers) = client.configuration(vec![item]).await
                        && let Some(settings) = answers.pop()
                    {
                        let _ = events.send(Event::Configuration(settings));
                    }
                });
            }
            Outgoing::Register(registrations) => {
                let client = client.clone();
                tokio::spawn(async move {
                    let _ = client.register_capability(registrations).await;
                });
            }
            Outgoing::Refresh(refresh) => {
                let client = client.clone();
                tokio::spawn(async move {
                    if refresh.diagnostics {
                        let _ = client.workspace_diagnostic_refresh().await;
                    }
                    if refresh.code_lens {
                        let _ = client.code_lens_refresh().await;
                    }
                    if refresh.inlay_hints {
                        let _ = client.inlay_hint_refresh().await;
                    }
                });
            }
        }
    }
}

async fn progress(client: &Client, step: ProgressStep) {
    let token = ProgressToken::String(PROGRESS_TOKEN.to_string());
    let value = match step {
        ProgressStep::Begin(title) => {
            if client.create_work_done_progress(token.clone()).await.is_err() {
                return;
            }
            WorkDoneProgress::Begin(WorkDoneProgressBegin { title, percentage: Some(0), ..Default::default() })
        }
        ProgressStep::Report(message, percentage) => WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(message),
            percentage: Some(percentage),
            ..Default::default()
        }),
        ProgressStep::End => WorkDoneProgress::End(WorkDoneProgressEnd::default()),
    };
    let params = ProgressParams { token, value: ProgressParamsValue::WorkDone(value) };
    client.send_notification::<notification::Progress>(params).await;
}
