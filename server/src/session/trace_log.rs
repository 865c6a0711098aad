//! What the server writes about its own work: spans of messages and jobs with their time, the queries that ran, and panics that
//! were contained. To standard error where the variable `PUPPET_ANALYZER_LOG` says so, to the client as `$/setTrace` says.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt::{Debug, Write as _};
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use tower_lsp::ls_types::{LogTraceParams, MessageType, TraceValue};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::transport::outgoing::{Outgoing, OutgoingSender};

/// `off`, `messages` or `verbose`, as in `$/setTrace`.
pub const VARIABLE: &str = "PUPPET_ANALYZER_LOG";

/// Where the database says which query it executes.
const QUERIES: &str = "salsa::function::execute";
const OWN: &str = "server";

/// How much is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    Off,
    /// Messages and jobs.
    Messages,
    /// Queries of the database too.
    Verbose,
}

const DETAILS: [Detail; 3] = [Detail::Off, Detail::Messages, Detail::Verbose];

impl From<TraceValue> for Detail {
    fn from(value: TraceValue) -> Self {
        match value {
            TraceValue::Off => Detail::Off,
            TraceValue::Messages => Detail::Messages,
            TraceValue::Verbose => Detail::Verbose,
        }
    }
}

/// Where traces and panics go.
pub struct TraceLog {
    stderr: Detail,
    client: AtomicU8,
    outgoing: OnceLock<OutgoingSender>,
    /// The panics that the client was told of.
    panics: Mutex<HashSet<String>>,
    spans: Mutex<HashMap<u64, OpenSpan>>,
    next_span: AtomicU64,
}

struct OpenSpan {
    text: String,
    detail: Detail,
    begun: Instant,
    handles: usize,
}

impl TraceLog {
    /// Creates a log that writes to standard error what the environment asks for.
    pub fn from_environment() -> Self {
        let value = std::env::var(VARIABLE).ok().map(serde_json::Value::String);
        let value = value.and_then(|value| serde_json::from_value::<TraceValue>(value).ok()).unwrap_or_default();
        Self::new(value.into())
    }

    pub fn new(stderr: Detail) -> Self {
        TraceLog {
            stderr,
            client: AtomicU8::new(0),
            outgoing: OnceLock::new(),
            panics: Mutex::default(),
            spans: Mutex::default(),
            next_span: AtomicU64::new(1),
        }
    }

    /// Makes this the log of the process, which tells of panics too.
    pub fn install(self: &Arc<Self>) {
        let _ = tracing::subscriber::set_global_default(Tracer(self.clone()));
        let (log, previous) = (self.clone(), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |panic| {
            log.panicked(panic);
            previous(panic);
        }));
    }

    /// Sends what the client wants to know this way.
    pub fn connect(&self, outgoing: OutgoingSender) {
        let _ = self.outgoing.set(outgoing);
    }

    /// Changes how much the client is sent.
    pub fn set_client(&self, detail: Detail) {
        self.client.store(detail as u8, Ordering::Relaxed);
        tracing::callsite::rebuild_interest_cache();
    }

    fn client(&self) -> Detail {
        DETAILS.get(usize::from(self.client.load(Ordering::Relaxed))).copied().unwrap_or(Detail::Off)
    }

    fn detail(&self) -> Detail {
        self.client().max(self.stderr)
    }

    fn write(&self, detail: Detail, text: String) {
        if detail <= self.stderr {
            eprintln!("puppet-analyzer: {text}");
        }
        if detail <= self.client()
            && let Some(outgoing) = self.outgoing.get()
        {
            let _ = outgoing.send(Outgoing::Trace(LogTraceParams { message: text, verbose: None }));
        }
    }

    /// Tells the client of a panic, once for each.
    fn panicked(&self, panic: &PanicHookInfo<'_>) {
        let what = panic_text(panic.payload());
        let at = panic.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
        let text = format!("a mistake inside puppet-analyzer: {what}{at}. Please report it with this line.");
        let is_new = lock(&self.panics).insert(text.clone());
        if let Some(outgoing) = self.outgoing.get().filter(|_| is_new) {
            let _ = outgoing.send(Outgoing::Log(MessageType::ERROR, text));
        }
    }
}

/// Returns the words of a panic.
pub fn panic_text(payload: &dyn Any) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How much must be asked for until this is written; `None` for what others trace.
fn detail_of(metadata: &Metadata<'_>) -> Option<Detail> {
    match metadata.target() {
        QUERIES => Some(Detail::Verbose),
        target if target.split("::").next() == Some(OWN) => {
            Some(if *metadata.level() <= Level::INFO { Detail::Messages } else { Detail::Verbose })
        }
        _ => None,
    }
}

/// The subscriber of `tracing`: spans are written when they end, with their time.
struct Tracer(Arc<TraceLog>);

impl Subscriber for Tracer {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        detail_of(metadata).is_some_and(|detail| detail <= self.0.detail())
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(match self.0.detail() {
            Detail::Off => LevelFilter::OFF,
            Detail::Messages => LevelFilter::INFO,
            Detail::Verbose => LevelFilter::TRACE,
        })
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut text = Text(attributes.metadata().name().to_string());
        attributes.record(&mut text);
        let number = self.0.next_span.fetch_add(1, Ordering::Relaxed);
        let detail = detail_of(attributes.metadata()).unwrap_or(Detail::Verbose);
        let span = OpenSpan { text: text.0, detail, begun: Instant::now(), handles: 1 };
        lock(&self.0.spans).insert(number, span);
        Id::from_u64(number)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        if let Some(span) = lock(&self.0.spans).get_mut(&span.into_u64()) {
            let mut text = Text(std::mem::take(&mut span.text));
            values.record(&mut text);
            span.text = text.0;
        }
    }

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        let detail = detail_of(event.metadata()).unwrap_or(Detail::Verbose);
        self.0.write(detail, text.0.trim_start().to_string());
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}

    fn clone_span(&self, id: &Id) -> Id {
        if let Some(span) = lock(&self.0.spans).get_mut(&id.into_u64()) {
            span.handles += 1;
        }
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let mut spans = lock(&self.0.spans);
        let Some(span) = spans.get_mut(&id.into_u64()) else { return false };
        span.handles -= 1;
        if span.handles > 0 {
            return false;
        }
        let ended = spans.remove(&id.into_u64());
        drop(spans);
        if let Some(span) = ended {
            let time = span.begun.elapsed().as_secs_f64() * 1000.0;
            self.0.write(span.detail, format!("{} ({time:.1} ms)", span.text));
        }
        true
    }
}

/// The values of a span or an event, one after the other.
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, _field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {value:?}");
    }

    fn record_str(&mut self, _field: &Field, value: &str) {
        let _ = write!(self.0, " {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(detail: Detail, work: impl FnOnce()) -> Vec<String> {
        let (outgoing, mut messages) = crate::transport::outgoing::channel();
        let log = Arc::new(TraceLog::new(Detail::Off));
        log.connect(outgoing);
        log.client.store(detail as u8, Ordering::Relaxed);
        tracing::subscriber::with_default(Tracer(log), work);
        let mut lines = Vec::new();
        while let Ok(Outgoing::Trace(trace)) = messages.try_recv() {
            lines.push(trace.message.split(" (").next().unwrap_or_default().to_string());
        }
        lines
    }

    fn work() {
        let outer = tracing::info_span!("message", method = "textDocument/hover");
        let again = outer.clone();
        drop(outer);
        tracing::debug!("looked at {}", 3);
        drop(again);
        tracing::info!(target: "tower_lsp", "not ours");
    }

    #[test]
    fn as_much_as_is_asked_for() {
        assert_eq!(traced(Detail::Off, work), [""; 0]);
        assert_eq!(traced(Detail::Messages, work), ["message textDocument/hover"]);
        assert_eq!(traced(Detail::Verbose, work), ["looked at 3", "message textDocument/hover"]);
    }
}
