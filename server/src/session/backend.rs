//! The LSP methods. Each sends its event to the main loop before it first waits, so that the order of the wire is the
//! order of the loop, and does nothing else: the work is in `handlers`, on a worker.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use analysis::Cancelled;
use serde_json::Value as Json;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;
use tower_lsp::{Client, LanguageServer};

use crate::convert;
use crate::handlers;
use crate::protocol::{
    self, Contexts, ContextsArguments, DiffArguments, EvaluationState, EvaluationStateArguments, Preview,
    PreviewArguments, SelectContextArguments,
};
use crate::session::cancellation::{CancelGuard, CancelSlot};
use crate::session::capabilities::{ClientFeatures, server_capabilities};
use crate::session::main_loop::{Event, EventSender, Job, JobEnd};
use crate::session::snapshot::{Answer, Failure, Snapshot};
use crate::session::task_pool::Priority;
use crate::session::trace_log::{TraceLog, panic_text};
use crate::transport::client_process;

pub struct Backend {
    client: Client,
    events: EventSender,
    shut_down: Arc<AtomicBool>,
    trace: Arc<TraceLog>,
    initialization: OnceLock<Initialization>,
    /// An evaluation that a hover has waited for in vain goes on: until it ends, hovers do without values.
    overdue_hover: Arc<AtomicBool>,
    /// Until then hovers wait less, because one has waited in vain.
    impatient_until: Mutex<Option<Instant>>,
}

/// What `initialize` said, kept until `initialized` allows to act on it.
struct Initialization {
    features: ClientFeatures,
    roots: Vec<PathBuf>,
    settings: Json,
    /// The setting `testCommands` is on.
    is_test: bool,
}

/// How long a hover waits for an evaluation before it answers without values.
const HOVER_WAIT: Duration = Duration::from_millis(1000);
/// The same where a hover has taken longer than that not long ago: the next one would, too.
const SHORT_HOVER_WAIT: Duration = Duration::from_millis(50);
const IMPATIENCE: Duration = Duration::from_secs(60);
/// Tests ask for values, however busy their machine is.
const HOVER_WAIT_OF_TESTS: Duration = Duration::from_secs(60);

/// Whether a request that a write has cancelled is tried again, or answered `ContentModified`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterWrite {
    TryAgain,
    GiveUp,
}

impl Backend {
    pub fn new(client: Client, events: EventSender, shut_down: Arc<AtomicBool>, trace: Arc<TraceLog>) -> Self {
        Backend {
            client,
            events,
            shut_down,
            trace,
            initialization: OnceLock::new(),
            overdue_hover: Arc::default(),
            impatient_until: Mutex::default(),
        }
    }

    fn send(&self, event: Event) -> std::future::Ready<()> {
        // Fails only when the main loop is gone, and then so is the process.
        let _ = self.events.send(event);
        std::future::ready(())
    }

    /// A quick request that may be repeated: most of them.
    fn ask<P, R>(
        &self,
        params: P,
        handler: fn(&Snapshot, &P) -> Answer<R>,
    ) -> impl Future<Output = Result<R>> + Send + use<P, R>
    where
        P: Send + 'static,
        R: Send + 'static,
    {
        self.request(Priority::Quick, AfterWrite::TryAgain, params, handler)
    }

    fn request<P, R>(
        &self,
        priority: Priority,
        after_write: AfterWrite,
        params: P,
        handler: fn(&Snapshot, &P) -> Answer<R>,
    ) -> impl Future<Output = Result<R>> + Send + use<P, R>
    where
        P: Send + 'static,
        R: Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let mut sender = Some(sender);
        let cancel = CancelSlot::default();
        let run = move |snapshot: &Snapshot| {
            let answer = match catch_unwind(AssertUnwindSafe(|| handler(snapshot, &params))) {
                Ok(Ok(answer)) => Ok(answer),
                // What another request was computing has ended there, by a write more often than by a panic: if it is a panic, this
                // request meets it itself.
                Ok(Err(Failure::Cancelled(Cancelled::ByWrite | Cancelled::ByPanic)))
                    if after_write == AfterWrite::TryAgain =>
                {
                    return JobEnd::Again;
                }
                Ok(Err(Failure::Cancelled(Cancelled::ByWrite))) => Err(Error::new(ErrorCode::ContentModified)),
                Ok(Err(Failure::Cancelled(Cancelled::ByRequest))) => Err(Error::request_cancelled()),
                Ok(Err(Failure::Cancelled(Cancelled::ByPanic))) => Err(panicked("another request")),
                Ok(Err(Failure::Error(error))) => Err(error),
                Ok(Err(Failure::NeedsChange(change))) => return JobEnd::AfterChange(change),
                Err(payload) => Err(panicked(&panic_text(payload.as_ref()))),
            };
            if let Some(sender) = sender.take() {
                let _ = sender.send(answer);
            }
            JobEnd::Done
        };
        let name = std::any::type_name::<P>().rsplit("::").next().unwrap_or_default();
        let job = Job { name, priority, cancel: cancel.clone(), run: Box::new(run) };
        let _ = self.events.send(Event::Request(job));
        let guard = CancelGuard(cancel);
        async move {
            let answer = receiver.await.unwrap_or_else(|_| Err(Error::internal_error()));
            drop(guard);
            answer
        }
    }

    pub fn preview_catalog(
        &self,
        arguments: PreviewArguments,
    ) -> impl Future<Output = Result<Option<Preview>>> + Send + use<> {
        self.request(Priority::Slow, AfterWrite::TryAgain, arguments, handlers::preview_catalog::handle)
    }

    pub fn contexts(&self, arguments: ContextsArguments) -> impl Future<Output = Result<Contexts>> + Send + use<> {
        self.ask(arguments, handlers::contexts::handle)
    }

    /// Answers what `readable_messages` puts in place of a message that nobody can read.
    pub fn unreadable(&self) -> std::future::Ready<Result<Json>> {
        std::future::ready(Err(Error::parse_error()))
    }

    pub fn evaluation_state(
        &self,
        arguments: EvaluationStateArguments,
    ) -> impl Future<Output = Result<EvaluationState>> + Send + use<> {
        self.request(Priority::Slow, AfterWrite::TryAgain, arguments, handlers::evaluation_state::handle)
    }

    fn hover_wait(&self) -> Duration {
        let until = *self.impatient_until.lock().unwrap_or_else(PoisonError::into_inner);
        let is_impatient = until.is_some_and(|until| Instant::now() < until);
        match self.initialization.get().is_some_and(|initialization| initialization.is_test) {
            true => HOVER_WAIT_OF_TESTS,
            false if is_impatient => SHORT_HOVER_WAIT,
            false => HOVER_WAIT,
        }
    }

    async fn show(&self, markdown: Option<&str>, name: &str) {
        let can_show = self.initialization.get().is_some_and(|initialization| initialization.features.show_document);
        if let Some(markdown) = markdown {
            handlers::preview_catalog::show(&self.client, markdown, name, can_show).await;
        }
    }

    pub fn set_trace(&self, params: SetTraceParams) -> std::future::Ready<()> {
        self.trace.set_client(params.value.into());
        std::future::ready(())
    }
}

fn panicked(what: &str) -> Error {
    let mut error = Error::internal_error();
    error.message = format!("a mistake inside puppet-analyzer: {what}").into();
    error
}

fn to_json(answer: impl serde::Serialize) -> Result<Option<LSPAny>> {
    serde_json::to_value(answer).map(Some).map_err(|_| Error::internal_error())
}

fn arguments<T: serde::de::DeserializeOwned>(params: ExecuteCommandParams) -> Result<T> {
    let first = params.arguments.into_iter().next().unwrap_or_else(|| serde_json::json!({}));
    serde_json::from_value(first).map_err(|error| Error::invalid_params(error.to_string()))
}

#[allow(deprecated)] // `rootUri` and `rootPath`, for clients without workspace folders
fn roots_of(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let mut roots: Vec<PathBuf> = folders.map(|uri| PathBuf::from(convert::uri::path_of(uri))).collect();
    if roots.is_empty() {
        roots.extend(params.root_uri.iter().map(|uri| PathBuf::from(convert::uri::path_of(uri))));
    }
    if roots.is_empty() {
        roots.extend(params.root_path.iter().map(PathBuf::from));
    }
    roots
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        if let Some(client) = params.process_id {
            client_process::leave_with(client);
        }
        if let Some(trace) = params.trace {
            self.trace.set_client(trace.into());
        }
        let mut features = ClientFeatures::of(&params.capabilities);
        let capabilities = server_capabilities(&features);
        let roots = roots_of(&params);
        let mut settings = params.initialization_options.unwrap_or(Json::Null);
        let is_test = settings["testCommands"] == true;
        // No setting: the client's settings that come later do not have it, and are no others for that.
        let status = settings.as_object_mut().and_then(|options| options.remove("status"));
        features.status |= status.is_some_and(|status| status == true);
        let _ = self.initialization.set(Initialization { features, roots, settings, is_test });
        Ok(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: "puppet-analyzer".to_string(),
                version: Some(env!("CARGO_PKG_VERSION").to_string()),
            }),
            offset_encoding: None,
        })
    }

    async fn initialized(&self, _params: InitializedParams) {
        if let Some(Initialization { features, roots, settings, .. }) = self.initialization.get() {
            let (features, roots, settings) = (features.clone(), roots.clone(), settings.clone());
            self.send(Event::Initialized { features, roots, settings }).await;
        }
    }

    async fn shutdown(&self) -> Result<()> {
        self.shut_down.store(true, Ordering::SeqCst);
        Ok(())
    }

    fn did_open(&self, params: DidOpenTextDocumentParams) -> impl Future<Output = ()> + Send {
        self.send(Event::Open(params.text_document))
    }

    fn did_change(&self, params: DidChangeTextDocumentParams) -> impl Future<Output = ()> + Send {
        self.send(Event::Edit(params))
    }

    fn did_close(&self, params: DidCloseTextDocumentParams) -> impl Future<Output = ()> + Send {
        self.send(Event::Close(params.text_document))
    }

    async fn did_save(&self, _params: DidSaveTextDocumentParams) {}

    fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) -> impl Future<Output = ()> + Send {
        self.send(Event::WatchedFiles(params.changes))
    }

    fn did_change_configuration(&self, params: DidChangeConfigurationParams) -> impl Future<Output = ()> + Send {
        self.send(Event::Configuration(params.settings))
    }

    fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) -> impl Future<Output = ()> + Send {
        self.send(Event::Folders(params.event))
    }

    fn hover(&self, params: HoverParams) -> impl Future<Output = Result<Option<Hover>>> + Send {
        let is_overdue = self.overdue_hover.load(Ordering::Relaxed);
        let full = (!is_overdue)
            .then(|| self.request(Priority::Values, AfterWrite::TryAgain, params.clone(), handlers::hover::handle));
        async move {
            if let Some(full) = full {
                let (begin, wait) = (Instant::now(), self.hover_wait());
                let mut full = tokio::spawn(full);
                let answer = tokio::time::timeout(wait, &mut full).await;
                if begin.elapsed() > SHORT_HOVER_WAIT {
                    let mut until = self.impatient_until.lock().unwrap_or_else(PoisonError::into_inner);
                    *until = Some(Instant::now() + IMPATIENCE);
                }
                if let Ok(Ok(answer)) = answer {
                    return answer;
                }
                let overdue = self.overdue_hover.clone();
                overdue.store(true, Ordering::Relaxed);
                tokio::spawn(async move {
                    let _ = full.await;
                    overdue.store(false, Ordering::Relaxed);
                });
            }
            self.ask(params, handlers::hover::without_values).await
        }
    }

    fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> impl Future<Output = Result<Option<GotoDefinitionResponse>>> + Send {
        self.ask(params, handlers::definition::handle)
    }

    fn goto_declaration(
        &self,
        params: request::GotoDeclarationParams,
    ) -> impl Future<Output = Result<Option<request::GotoDeclarationResponse>>> + Send {
        self.ask(params, handlers::definition::handle)
    }

    fn goto_type_definition(
        &self,
        params: request::GotoTypeDefinitionParams,
    ) -> impl Future<Output = Result<Option<request::GotoTypeDefinitionResponse>>> + Send {
        self.ask(params, handlers::definition::handle_type)
    }

    fn goto_implementation(
        &self,
        params: request::GotoImplementationParams,
    ) -> impl Future<Output = Result<Option<request::GotoImplementationResponse>>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::definition::handle_implementation)
    }

    fn references(&self, params: ReferenceParams) -> impl Future<Output = Result<Option<Vec<Location>>>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::references::handle)
    }

    fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> impl Future<Output = Result<Option<Vec<DocumentHighlight>>>> + Send {
        self.ask(params, handlers::highlight::handle)
    }

    fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> impl Future<Output = Result<Option<DocumentSymbolResponse>>> + Send {
        self.ask(params, handlers::document_symbols::handle)
    }

    fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> impl Future<Output = Result<Option<WorkspaceSymbolResponse>>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::workspace_symbols::handle)
    }

    fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> impl Future<Output = Result<Option<PrepareRenameResponse>>> + Send {
        self.ask(params, handlers::rename::prepare)
    }

    fn rename(&self, params: RenameParams) -> impl Future<Output = Result<Option<WorkspaceEdit>>> + Send {
        self.request(Priority::Slow, AfterWrite::GiveUp, params, handlers::rename::handle)
    }

    fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> impl Future<Output = Result<Option<Vec<CallHierarchyItem>>>> + Send {
        self.ask(params, handlers::call_hierarchy::prepare)
    }

    fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> impl Future<Output = Result<Option<Vec<CallHierarchyIncomingCall>>>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::call_hierarchy::incoming)
    }

    fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> impl Future<Output = Result<Option<Vec<CallHierarchyOutgoingCall>>>> + Send {
        self.ask(params, handlers::call_hierarchy::outgoing)
    }

    fn prepare_type_hierarchy(
        &self,
        params: TypeHierarchyPrepareParams,
    ) -> impl Future<Output = Result<Option<Vec<TypeHierarchyItem>>>> + Send {
        self.ask(params, handlers::type_hierarchy::prepare)
    }

    fn supertypes(
        &self,
        params: TypeHierarchySupertypesParams,
    ) -> impl Future<Output = Result<Option<Vec<TypeHierarchyItem>>>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::type_hierarchy::supertypes)
    }

    fn subtypes(
        &self,
        params: TypeHierarchySubtypesParams,
    ) -> impl Future<Output = Result<Option<Vec<TypeHierarchyItem>>>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::type_hierarchy::subtypes)
    }

    fn document_link(
        &self,
        params: DocumentLinkParams,
    ) -> impl Future<Output = Result<Option<Vec<DocumentLink>>>> + Send {
        self.ask(params, handlers::document_links::handle)
    }

    fn linked_editing_range(
        &self,
        params: LinkedEditingRangeParams,
    ) -> impl Future<Output = Result<Option<LinkedEditingRanges>>> + Send {
        self.ask(params, handlers::linked_editing::handle)
    }

    fn moniker(&self, params: MonikerParams) -> impl Future<Output = Result<Option<Vec<Moniker>>>> + Send {
        self.ask(params, handlers::monikers::handle)
    }

    fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> impl Future<Output = Result<Option<SemanticTokensResult>>> + Send {
        self.ask(params, handlers::semantic_tokens::handle)
    }

    fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> impl Future<Output = Result<Option<SemanticTokensFullDeltaResult>>> + Send {
        self.ask(params, handlers::semantic_tokens::handle_delta)
    }

    fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> impl Future<Output = Result<Option<SemanticTokensRangeResult>>> + Send {
        self.ask(params, handlers::semantic_tokens::handle_range)
    }

    fn folding_range(
        &self,
        params: FoldingRangeParams,
    ) -> impl Future<Output = Result<Option<Vec<FoldingRange>>>> + Send {
        self.ask(params, handlers::folding::handle)
    }

    fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> impl Future<Output = Result<Option<Vec<SelectionRange>>>> + Send {
        self.ask(params, handlers::selection_ranges::handle)
    }

    fn completion(&self, params: CompletionParams) -> impl Future<Output = Result<Option<CompletionResponse>>> + Send {
        self.ask(params, handlers::completion::handle)
    }

    fn completion_resolve(&self, item: CompletionItem) -> impl Future<Output = Result<CompletionItem>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, item, handlers::completion::resolve)
    }

    fn signature_help(
        &self,
        params: SignatureHelpParams,
    ) -> impl Future<Output = Result<Option<SignatureHelp>>> + Send {
        self.ask(params, handlers::signature_help::handle)
    }

    fn inlay_hint(&self, params: InlayHintParams) -> impl Future<Output = Result<Option<Vec<InlayHint>>>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::inlay_hints::handle)
    }

    fn code_action(&self, params: CodeActionParams) -> impl Future<Output = Result<Option<CodeActionResponse>>> + Send {
        self.request(Priority::Quick, AfterWrite::GiveUp, params, handlers::code_actions::handle)
    }

    fn code_action_resolve(&self, action: CodeAction) -> impl Future<Output = Result<CodeAction>> + Send {
        self.request(Priority::Quick, AfterWrite::GiveUp, action, handlers::code_actions::resolve)
    }

    fn code_lens(&self, params: CodeLensParams) -> impl Future<Output = Result<Option<Vec<CodeLens>>>> + Send {
        self.request(Priority::Values, AfterWrite::TryAgain, params, handlers::code_lens::handle)
    }

    fn code_lens_resolve(&self, lens: CodeLens) -> impl Future<Output = Result<CodeLens>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, lens, handlers::code_lens::resolve)
    }

    fn formatting(
        &self,
        params: DocumentFormattingParams,
    ) -> impl Future<Output = Result<Option<Vec<TextEdit>>>> + Send {
        self.request(Priority::Quick, AfterWrite::GiveUp, params, handlers::formatting::handle)
    }

    fn range_formatting(
        &self,
        params: DocumentRangeFormattingParams,
    ) -> impl Future<Output = Result<Option<Vec<TextEdit>>>> + Send {
        self.request(Priority::Quick, AfterWrite::GiveUp, params, handlers::formatting::handle_range)
    }

    fn on_type_formatting(
        &self,
        params: DocumentOnTypeFormattingParams,
    ) -> impl Future<Output = Result<Option<Vec<TextEdit>>>> + Send {
        self.request(Priority::Quick, AfterWrite::GiveUp, params, handlers::formatting::handle_on_type)
    }

    fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> impl Future<Output = Result<DocumentDiagnosticReportResult>> + Send {
        self.ask(params, handlers::diagnostics::handle)
    }

    fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> impl Future<Output = Result<WorkspaceDiagnosticReportResult>> + Send {
        self.request(Priority::Slow, AfterWrite::TryAgain, params, handlers::diagnostics::handle_workspace)
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        match params.command.as_str() {
            protocol::PREVIEW_COMMAND => {
                let arguments = arguments::<PreviewArguments>(params)?.of_command();
                let show = arguments.show;
                let answer = self.preview_catalog(arguments).await?;
                if show {
                    let markdown = answer.as_ref().and_then(|preview| preview.markdown.as_deref());
                    self.show(markdown, "catalog.md").await;
                }
                to_json(answer)
            }
            protocol::DIFF_COMMAND => {
                let mut arguments: DiffArguments = arguments(params)?;
                arguments.preview = arguments.preview.of_command();
                let show = arguments.preview.show;
                let handler = handlers::catalog_diff::handle;
                let answer = self.request(Priority::Slow, AfterWrite::TryAgain, arguments, handler).await?;
                if show {
                    self.show(answer.as_ref().and_then(|report| report.markdown()), "catalog-diff.md").await;
                }
                to_json(answer)
            }
            protocol::SELECT_CONTEXT_COMMAND => {
                let arguments: SelectContextArguments = arguments(params)?;
                self.send(Event::SelectContext(arguments)).await;
                to_json(self.contexts(ContextsArguments::default()).await?)
            }
            protocol::PANIC_COMMAND => {
                self.request(Priority::Quick, AfterWrite::GiveUp, (), handlers::test_commands::panic).await
            }
            protocol::SLEEP_COMMAND => {
                self.request(Priority::Slow, AfterWrite::GiveUp, (), handlers::test_commands::sleep).await
            }
            _ => Err(Error::invalid_params(format!("unknown command {}", params.command))),
        }
    }
}
