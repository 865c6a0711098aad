//! The one writer. Takes events in the order of the wire, changes the database, and hands every read to the task pool with
//! a snapshot. Nothing here waits for a reader, except shortly for answers that are almost done.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use analysis::inputs::ChosenContext;
use analysis::{AnalysisHost, Change, FileContent};
use serde_json::Value as Json;
use tower_lsp::ls_types::*;

use crate::config::Config;
use crate::convert;
use crate::handlers::diagnostics::LastFound;
use crate::handlers::semantic_tokens::SentTokens;
use crate::protocol::SelectContextArguments;
use crate::session::cancellation::CancelSlot;
use crate::session::capabilities::ClientFeatures;
use crate::session::diagnostics_publisher::{DiagnosticsPublisher, Found};
use crate::session::documents::{Document, Documents};
use crate::session::file_watching;
use crate::session::quick_jobs::QuickJobs;
use crate::session::snapshot::Snapshot;
use crate::session::status::{FoundStatus, StatusPublisher};
use crate::session::task_pool::{Priority, TaskPool};
use crate::transport::outgoing::{Outgoing, OutgoingSender, ProgressStep, Refresh};
use crate::workspace::excluded_folders::ExcludedFolders;
use crate::workspace::files::{self, LoadedWorkspace};
use crate::workspace::global_hiera;
use crate::workspace::loading::{Loading, Reading};
use crate::workspace::read_limits::MAX_WORKSPACE_FILE_BYTES;

pub type EventSender = Sender<Event>;

/// How long a keystroke waits for quick answers that are being worked on, so that they are not thrown away.
const GRACE: Duration = Duration::from_millis(3);

/// How long nobody types before the rest of the workspace is looked at and evaluated: until then the processors are the
/// typist's.
const REST: Duration = Duration::from_millis(60);

/// How long requests wait for the first reading of the workspace: before it nothing is known of other files and of facts.
const FIRST_READING: Duration = Duration::from_secs(2);

pub enum Event {
    Initialized {
        features: ClientFeatures,
        roots: Vec<PathBuf>,
        settings: Json,
    },
    Open(TextDocumentItem),
    Edit(DidChangeTextDocumentParams),
    Close(TextDocumentIdentifier),
    WatchedFiles(Vec<FileEvent>),
    Folders(WorkspaceFoldersChangeEvent),
    Configuration(Json),
    SelectContext(SelectContextArguments),
    Request(Job),
    /// A request that needs the database to be told something first.
    RequestAfter(Box<Change>, Job),
    Loaded(Reading, Box<LoadedWorkspace>),
    Diagnostics(Vec<Found>),
    /// All that the contexts of the open documents find, in this state of the workspace.
    EvaluationDiagnostics {
        found: Vec<Found>,
        revision: usize,
    },
    /// What a job has found out about the context in this state of the workspace.
    Status {
        found: FoundStatus,
        revision: usize,
    },
    /// The client is gone.
    End,
}

/// What becomes of a job after one try.
pub enum JobEnd {
    Done,
    /// A write came between: try again on a new snapshot.
    Again,
    /// Try again once the database has been told this.
    AfterChange(Box<Change>),
}

/// A request on its way to its answer.
pub struct Job {
    /// What traces call it.
    pub name: &'static str,
    pub priority: Priority,
    pub cancel: CancelSlot,
    pub run: Box<dyn FnMut(&Snapshot) -> JobEnd + Send>,
}

pub struct MainLoop {
    host: AnalysisHost,
    documents: Documents,
    publisher: DiagnosticsPublisher,
    pool: TaskPool,
    events: EventSender,
    outgoing: OutgoingSender,
    features: Arc<ClientFeatures>,
    config: Arc<Config>,
    client_settings: Json,
    roots: Vec<PathBuf>,
    /// Files of the disk that are known, with the text of those that decide the layout.
    disk_files: BTreeMap<String, Option<String>>,
    quick_jobs: Arc<QuickJobs>,
    /// Counts the writes: diagnostics of an older state stop early.
    revision: Arc<AtomicUsize>,
    loading: Loading,
    /// Until when requests wait for the first reading of the workspace.
    wait_for_reading: Option<Instant>,
    waiting: Vec<Job>,
    /// When to look at what no keystroke waits for.
    rest_due: Option<Instant>,
    last_found: Arc<Mutex<LastFound>>,
    sent_tokens: Arc<Mutex<SentTokens>>,
    context: ChosenContext,
    status: StatusPublisher,
}

/// What the database gets of a document: nothing of one that would not be read from disk either.
fn content_of(text: Arc<str>) -> FileContent {
    if text.len() as u64 > MAX_WORKSPACE_FILE_BYTES { FileContent::Absent } else { FileContent::Text(text) }
}

impl MainLoop {
    pub fn new(pool: TaskPool, events: EventSender, outgoing: OutgoingSender, features: ClientFeatures) -> Self {
        MainLoop {
            host: AnalysisHost::new(),
            documents: Documents::default(),
            publisher: DiagnosticsPublisher::default(),
            pool,
            events,
            outgoing,
            features: Arc::new(features),
            config: Arc::new(Config::default()),
            client_settings: Json::Null,
            roots: Vec::new(),
            disk_files: BTreeMap::new(),
            quick_jobs: Arc::default(),
            revision: Arc::default(),
            loading: Loading::default(),
            wait_for_reading: None,
            waiting: Vec::new(),
            rest_due: None,
            last_found: Arc::default(),
            sent_tokens: Arc::default(),
            context: ChosenContext::default(),
            status: StatusPublisher::default(),
        }
    }

    /// Runs until all senders are gone.
    pub fn run(mut self, receiver: Receiver<Event>) {
        let mut held_back = None;
        loop {
            let event = match held_back.take() {
                Some(event) => event,
                None => match self.next_event(&receiver) {
                    Some(event) => event,
                    None => return,
                },
            };
            match self.handle(event, &receiver) {
                ControlFlow::Continue(next) => held_back = next,
                ControlFlow::Break(()) => return,
            }
        }
    }

    /// Waits for an event; looks at the rest of the workspace where that is due before. `None` where all senders are gone.
    fn next_event(&mut self, receiver: &Receiver<Event>) -> Option<Event> {
        loop {
            let dues = [self.rest_due, self.wait_for_reading];
            let Some(due) = dues.into_iter().flatten().min() else { return receiver.recv().ok() };
            let left = due.saturating_duration_since(Instant::now());
            if !left.is_zero() {
                match receiver.recv_timeout(left) {
                    Ok(event) => return Some(event),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
            if self.wait_for_reading == Some(due) {
                self.wait_for_reading = None;
                self.answer_waiting();
            } else {
                self.rest_due = None;
                self.look_at_the_rest();
            }
        }
    }

    /// Folds the edits that are already waiting into one change; the first event of another kind is handed back.
    fn edit_and_following(&mut self, edit: DidChangeTextDocumentParams, receiver: &Receiver<Event>) -> Option<Event> {
        // What was asked about the text before.
        self.answer_waiting();
        let mut change = Change::default();
        self.edit(edit, &mut change);
        let next = loop {
            match receiver.try_recv() {
                Ok(Event::Edit(edit)) => self.edit(edit, &mut change),
                Ok(other) => break Some(other),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break None,
            }
        };
        self.write(change);
        self.rest_due = self.rest_due.map(|due| due + REST);
        next
    }

    fn edit(&mut self, edit: DidChangeTextDocumentParams, change: &mut Change) {
        let path = convert::uri::path_of(&edit.text_document.uri);
        let unit = self.features.column_unit;
        if let Some(text) = self.documents.edit(&path, edit.text_document.version, edit.content_changes, unit) {
            change.files.retain(|file| file.path != path);
            self.status.work_on(&path);
            change.set_file(path, content_of(text));
        }
    }

    /// Breaks where the client is gone. An edit takes in those that follow it, and hands back the event after them.
    fn handle(&mut self, event: Event, receiver: &Receiver<Event>) -> ControlFlow<(), Option<Event>> {
        match event {
            Event::Edit(edit) => return ControlFlow::Continue(self.edit_and_following(edit, receiver)),
            Event::End => {
                self.pool.close();
                return ControlFlow::Break(());
            }
            Event::Initialized { features, roots, settings } => self.initialized(features, roots, settings),
            Event::Open(document) => self.open(document),
            Event::Close(document) => self.close(&document.uri),
            Event::WatchedFiles(changes) => self.watched_files(changes),
            Event::Folders(change) => self.folders(change),
            Event::Configuration(settings) => self.configuration(settings),
            Event::SelectContext(arguments) => self.select_context(arguments),
            Event::Request(job) if self.wait_for_reading.is_some() => self.waiting.push(job),
            Event::Request(job) => self.dispatch(job),
            Event::RequestAfter(change, job) => {
                self.write(*change);
                self.dispatch(job);
            }
            Event::Loaded(reading, loaded) => self.loaded(&reading, *loaded),
            Event::Diagnostics(found) => {
                for found in found {
                    let current = self.documents.get(&found.path).map(|document| document.version);
                    self.publisher.publish(found, current, &self.outgoing);
                }
            }
            Event::EvaluationDiagnostics { found, revision } => {
                if revision == self.revision.load(Ordering::SeqCst) {
                    self.publisher.publish_evaluation(found, &self.outgoing);
                }
            }
            Event::Status { found, revision } => {
                if revision == self.revision.load(Ordering::SeqCst) {
                    self.status.update(found, &self.outgoing);
                }
            }
        }
        ControlFlow::Continue(None)
    }

    fn initialized(&mut self, features: ClientFeatures, roots: Vec<PathBuf>, settings: Json) {
        self.status.set_wanted(features.status);
        self.features = Arc::new(features);
        self.roots = roots;
        let settings = settings.get(crate::config::SECTION).cloned().unwrap_or(settings);
        let mut config = Config::default();
        config.apply(&settings);
        self.config = Arc::new(config);
        self.client_settings = settings;
        let registrations =
            file_watching::registrations(self.features.configuration_registration, self.features.watched_files);
        if !registrations.is_empty() {
            let _ = self.outgoing.send(Outgoing::Register(registrations));
        }
        if self.features.configuration {
            let _ = self.outgoing.send(Outgoing::AskConfiguration);
        }
        self.wait_for_reading = Some(Instant::now() + FIRST_READING);
        self.load();
    }

    fn answer_waiting(&mut self) {
        for job in std::mem::take(&mut self.waiting) {
            self.dispatch(job);
        }
    }

    /// Reads the workspace on a worker; `Loaded` brings the result.
    fn load(&mut self) {
        let reading = self.loading.begin();
        self.status.begin_reading(&self.outgoing);
        let progress = self.features.work_done_progress.then(|| self.outgoing.clone());
        let (events, roots, settings) = (self.events.clone(), self.roots.clone(), self.client_settings.clone());
        if let Some(outgoing) = &progress
            && reading.is_first
        {
            let _ = outgoing.send(Outgoing::Progress(ProgressStep::Begin("Reading Puppet code".to_string())));
        }
        // A thread of its own: the pool's are for work that a write can cancel.
        let work = move || {
            let _span = tracing::info_span!("job", name = "reading").entered();
            let report = |step| {
                if let Some(outgoing) = &progress
                    && reading.is_newest()
                {
                    let _ = outgoing.send(Outgoing::Progress(step));
                }
            };
            let loaded = files::load(&roots, &settings, &|count| {
                report(ProgressStep::Report(format!("{count} files"), 50));
            });
            let _ = events.send(Event::Loaded(reading, Box::new(loaded)));
        };
        let _ = std::thread::Builder::new().name("workspace".to_string()).spawn(work);
    }

    fn loaded(&mut self, reading: &Reading, loaded: LoadedWorkspace) {
        if !self.loading.end(reading) {
            return;
        }
        for problem in &loaded.config.problems {
            let _ = self.outgoing.send(Outgoing::Warning(problem.clone()));
        }
        self.status.end_reading();
        self.config = Arc::new(loaded.config);
        let mut change = Change {
            layout: Some(loaded.layout),
            settings: Some(self.config.settings()),
            fact_sets: Some(loaded.fact_sets),
            node_data: Some(loaded.node_data),
            global_hiera: Some(loaded.global_hiera),
            ..Change::default()
        };
        if let (None, Some(node)) = (&self.context.node, &self.config.node) {
            self.context.node = Some(node.as_str().into());
            change.context = Some(self.context.clone());
        }
        let known = std::mem::take(&mut self.disk_files);
        for (path, content) in loaded.files {
            let decides_layout = file_watching::changes_layout(&path);
            let text = match &content {
                FileContent::Text(text) if decides_layout => Some(text.to_string()),
                _ => None,
            };
            self.disk_files.insert(path.clone(), text);
            if !self.documents.is_open(&path) {
                change.set_file(path, content);
            }
        }
        for path in known.into_keys().filter(|path| !self.disk_files.contains_key(path)) {
            if !self.documents.is_open(&path) {
                change.set_file(path, FileContent::Absent);
            }
        }
        self.write(change);
        self.wait_for_reading = None;
        self.answer_waiting();
        // Not before: who waits for the end asks about the project next.
        if self.features.work_done_progress {
            let _ = self.outgoing.send(Outgoing::Progress(ProgressStep::End));
        }
        self.refresh_values();
    }

    fn open(&mut self, item: TextDocumentItem) {
        let path = convert::uri::path_of(&item.uri);
        let text: Arc<str> = item.text.into();
        let document = Document { uri: item.uri, version: item.version, text: text.clone() };
        self.documents.open(path.clone(), document);
        self.status.work_on(&path);
        let project = self.project_outside_of_roots(&path);
        let content = content_of(text);
        if content.is_absent() {
            let limit = MAX_WORKSPACE_FILE_BYTES >> 20;
            let message = format!("{path} is larger than {limit} MB: puppet-analyzer does not look at it.");
            let _ = self.outgoing.send(Outgoing::Warning(message));
        }
        self.write(Change::of_file(path, content));
        if let Some(project) = project {
            self.roots.push(project);
            self.load();
        }
    }

    /// The control repo or module of a document that is in none of the workspace's folders.
    fn project_outside_of_roots(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        if !path.is_absolute() || self.roots.iter().any(|root| path.starts_with(root)) {
            return None;
        }
        crate::cli::project_root::find(path)
    }

    fn close(&mut self, uri: &Uri) {
        let path = convert::uri::path_of(uri);
        if self.documents.close(&path).is_none() {
            return;
        }
        // From now on the disk's text counts again.
        let content = if path.starts_with('/') { files::read_content(Path::new(&path)) } else { FileContent::Absent };
        if !self.disk_files.contains_key(&path) {
            self.publisher.clear(&path, Some(uri.clone()), &self.outgoing);
        }
        // What was found while it was open is not what the workspace's pass has sent.
        self.last_found = Arc::default();
        self.write(Change::of_file(path, content));
    }

    fn watched_files(&mut self, changes: Vec<FileEvent>) {
        let mut change = Change::default();
        let mut layout_changed = false;
        let mut settings_changed = false;
        let mut global_changed = false;
        let (excluded, _) = ExcludedFolders::new(&self.config.exclude, &self.roots);
        for event in changes {
            let path = convert::uri::path_of(&event.uri);
            settings_changed |= file_watching::changes_settings(&path) || self.config.node_files.has(&path);
            let is_folder = false;
            if !files::is_read(&path) || excluded.has(Path::new(&path), is_folder) {
                continue;
            }
            let content = match event.typ {
                FileChangeType::DELETED => FileContent::Absent,
                _ => files::read_content(Path::new(&path)),
            };
            let came_or_went = content.is_absent() == self.disk_files.contains_key(&path);
            layout_changed |= came_or_went || file_watching::changes_layout(&path);
            global_changed |= came_or_went || self.config.global_hiera.as_ref() == Some(&path);
            if content.is_absent() {
                self.disk_files.remove(&path);
                if !self.documents.is_open(&path) {
                    self.publisher.clear(&path, Some(event.uri.clone()), &self.outgoing);
                }
            } else {
                let text = match &content {
                    FileContent::Text(text) if file_watching::changes_layout(&path) => Some(text.to_string()),
                    _ => None,
                };
                self.disk_files.insert(path.clone(), text);
            }
            if !self.documents.is_open(&path) {
                change.set_file(path, content);
            }
        }
        if global_changed {
            change.global_hiera = Some(global_hiera::find(self.config.global_hiera.as_deref()).layer);
        }
        if layout_changed {
            change.layout = Some(files::layout_of(&self.roots, &self.config, &self.disk_files));
        }
        self.write(change);
        if settings_changed {
            self.load();
        }
    }

    fn folders(&mut self, change: WorkspaceFoldersChangeEvent) {
        let path = |folder: &WorkspaceFolder| PathBuf::from(convert::uri::path_of(&folder.uri));
        let removed: Vec<PathBuf> = change.removed.iter().map(path).collect();
        self.roots.retain(|root| !removed.contains(root));
        self.roots.extend(change.added.iter().map(path));
        self.load();
    }

    fn configuration(&mut self, settings: Json) {
        // Clients send the section itself, or an object that has it.
        let section = settings.get(crate::config::SECTION).cloned().unwrap_or(settings);
        if section.is_null() || section == self.client_settings {
            return;
        }
        self.client_settings = section;
        self.load();
    }

    /// What is not named stays as it is; an empty name lets the workspace decide again.
    fn select_context(&mut self, arguments: SelectContextArguments) {
        if let Some(node) = arguments.node {
            self.context.node = Some(node).filter(|node| !node.is_empty()).map(Into::into);
        }
        if let Some(facts) = arguments.facts {
            self.context.fact_set = Some(facts).filter(|facts| !facts.is_empty()).map(Into::into);
        }
        self.write(Change { context: Some(self.context.clone()), ..Change::default() });
        self.refresh_values();
    }

    /// Tells the client that values which it shows are out of date.
    fn refresh_values(&self) {
        let refresh = Refresh {
            diagnostics: self.features.diagnostic_refresh && self.features.pulls_diagnostics,
            code_lens: self.features.code_lens_refresh,
            inlay_hints: self.features.inlay_hint_refresh,
        };
        if refresh.diagnostics || refresh.code_lens || refresh.inlay_hints {
            let _ = self.outgoing.send(Outgoing::Refresh(refresh));
        }
    }

    fn write(&mut self, change: Change) {
        self.quick_jobs.wait(GRACE);
        self.revision.fetch_add(1, Ordering::SeqCst);
        let edited: Vec<String> = change.files.iter().map(|file| file.path.clone()).collect();
        self.host.apply_change(change);
        if !self.features.pulls_diagnostics {
            self.schedule_diagnostics(&edited);
        }
        // What is still being read would be missed.
        self.rest_due = (!self.loading.is_running()).then(Instant::now);
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            analysis: self.host.analysis(),
            config: self.config.clone(),
            client: self.features.clone(),
            open: Arc::new(self.documents.versions()),
            sent_tokens: self.sent_tokens.clone(),
        }
    }

    fn dispatch(&self, mut job: Job) {
        let snapshot = self.snapshot();
        let events = self.events.clone();
        let quick = (job.priority == Priority::Quick).then(|| self.quick_jobs.begin());
        // Begins now: the time includes the wait for a thread.
        let span = tracing::info_span!("job", name = job.name, priority = ?job.priority);
        self.pool.spawn(job.priority, move || {
            let wanted = job.cancel.start(snapshot.analysis.cancellation_handle());
            let end = if wanted { (job.run)(&snapshot) } else { JobEnd::Done };
            job.cancel.finish();
            // The writer waits for this handle: let go of it before anything else.
            drop(snapshot);
            drop(quick);
            drop(span);
            let _ = match end {
                JobEnd::Done => Ok(()),
                JobEnd::Again => events.send(Event::Request(job)),
                JobEnd::AfterChange(change) => events.send(Event::RequestAfter(change, job)),
            };
        });
    }

    /// What evaluating finds, and for a client that does not ask itself the diagnostics of files that are not open.
    fn look_at_the_rest(&self) {
        let (snapshot, events) = (self.snapshot(), self.events.clone());
        let (revision, last_found) = (self.revision.clone(), self.last_found.clone());
        let started = revision.load(Ordering::SeqCst);
        let pushes = !self.features.pulls_diagnostics;
        let status = self.status.job(started, &events);
        self.pool.spawn(Priority::Slow, move || {
            let _span = tracing::info_span!("job", name = "evaluation and rest of the workspace").entered();
            if let Some(status) = &status {
                status.begin(&snapshot);
            }
            crate::handlers::evaluation_diagnostics::send(&snapshot, started, &events);
            if let Some(status) = &status {
                status.end(&snapshot);
            }
            if pushes {
                let is_current = || revision.load(Ordering::SeqCst) == started;
                crate::handlers::diagnostics::send_workspace(&snapshot, &last_found, &is_current, &events);
            }
        });
    }

    /// Looks at the edited documents first, then at the other open ones.
    fn schedule_diagnostics(&self, edited: &[String]) {
        let snapshot = self.snapshot();
        let mut open: Vec<String> = snapshot.open.keys().cloned().collect();
        open.sort_by_key(|path| !edited.contains(path));
        let (events, revision) = (self.events.clone(), self.revision.clone());
        let started = revision.load(Ordering::SeqCst);
        self.pool.spawn(Priority::Quick, move || {
            let _span = tracing::info_span!("job", name = "diagnostics of open documents").entered();
            let is_current = || revision.load(Ordering::SeqCst) == started;
            for path in open {
                if !is_current() || !crate::handlers::diagnostics::send_found(&snapshot, &path, &events) {
                    return;
                }
            }
        });
    }
}
