//! All that came of one evaluation. Places are ids; whoever shows them finds the lines.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::SourceMap;

use crate::catalog::Catalog;
use crate::error::EvaluationError;
use crate::hiera::FoundValue;
use crate::hiera::explain::ExplainNode;
use crate::limits::LimitReached;
use crate::observation::Observations;
use crate::place::{FileId, Place};
use crate::value::{UnknownReason, Value};

#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Of the last expression, where the request asked for a value.
    pub value: Option<Value>,
    /// As much of it as there is, where the request asked for a catalog.
    pub catalog: Option<Catalog>,
    /// What became of the key, where the request asked for one.
    pub lookup: Option<LookupAnswer>,
    pub logs: Vec<LogEntry>,
    /// The first is what Puppet would have stopped with; empty where everything went well.
    pub errors: Vec<EvaluationError>,
    pub unknowns: Vec<UnknownReason>,
    /// Code that cannot be read as it is now, and that all else was evaluated without.
    pub left_out: Vec<LeftOut>,
    pub observations: Observations,
    /// Texts that came to be during the evaluation and have places of their own (`inline_epp`).
    pub inline_sources: Vec<InlineSource>,
    /// What ended the evaluation early.
    pub limit: Option<LimitReached>,
    /// What was done, in the measure of the limit on steps.
    pub steps: u64,
}

/// A definition or statement that was not evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// For instance `class web`.
    pub what: String,
    pub place: Option<Place>,
}

/// A Hiera key: its value with where it came from, and how it was searched.
#[derive(Clone, Debug)]
pub struct LookupAnswer {
    pub found: Option<FoundValue>,
    pub explanation: ExplainNode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl LogLevel {
    pub fn name(self) -> &'static str {
        match self {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Notice => "notice",
            LogLevel::Warning => "warning",
            LogLevel::Err => "err",
            LogLevel::Alert => "alert",
            LogLevel::Emerg => "emerg",
            LogLevel::Crit => "crit",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub level: LogLevel,
    /// May hold place markers.
    pub message: String,
    /// For instance `Scope(Class[main])`.
    pub source: SmolStr,
    pub place: Option<Place>,
}

/// A text that has no file: its id is used in places as those of files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineSource {
    pub file: FileId,
    pub text: Arc<str>,
    pub source_map: Arc<SourceMap>,
}

impl Outcome {
    pub fn is_ok(&self) -> bool {
        self.errors.is_empty() && self.limit.is_none()
    }
}
