//! All that came of one evaluation. Places are ids; whoever shows them finds the lines.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::SourceMap;

use crate::catalog::Catalog;
use crate::error::EvaluationError;
use crate::hiera::FoundValue;
use crate::hiera::explain::ExplainNode;
use crate::limits::LimitReached;
use crate::message::Message;
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
    /// Code that may or may not run, because what decides about it is not known, with what it would do.
    pub possible: Vec<Undecided>,
    /// Names that the code uses and nothing in the workspace defines, where that is not an error.
    pub missing: Vec<MissingName>,
    pub observations: Observations,
    /// Texts that came to be during the evaluation and have places of their own (`inline_epp`).
    pub inline_sources: Vec<InlineSource>,
    /// What ended the evaluation early.
    pub limit: Option<LimitReached>,
    /// Resources that other nodes export were asked for: they are part of what decides the catalog.
    pub collects_exported: bool,
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

/// A name that nothing here defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingName {
    pub kind: MissingKind,
    /// In lower case, without a leading `::`; the path of a file.
    pub name: SmolStr,
    /// The first use.
    pub place: Option<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MissingKind {
    Class,
    /// A define, or a type written in Ruby.
    ResourceType,
    Function,
    DataType,
    /// A template or file of a module.
    File,
}

impl MissingKind {
    /// As messages call it.
    pub fn words(self) -> &'static str {
        match self {
            MissingKind::Class => "class",
            MissingKind::ResourceType => "resource type",
            MissingKind::Function => "function",
            MissingKind::DataType => "type",
            MissingKind::File => "file",
        }
    }

    /// Whether it may put resources into the catalog.
    pub fn may_declare(self) -> bool {
        matches!(self, MissingKind::Class | MissingKind::ResourceType | MissingKind::Function)
    }
}

/// Code that hangs on something unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct Undecided {
    pub kind: UndecidedKind,
    /// The condition, or the declaration whose title is not known.
    pub place: Option<Place>,
    pub reason: Arc<UnknownReason>,
    pub resources: Vec<PossibleResource>,
    pub errors: Vec<PossibleError>,
}

impl Undecided {
    pub fn new(kind: UndecidedKind, place: Option<Place>, reason: Arc<UnknownReason>) -> Self {
        Undecided { kind, place, reason, resources: Vec::new(), errors: Vec::new() }
    }
}

/// What of a program is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndecidedKind {
    If,
    Else,
    Unless,
    /// An option, by its number.
    Case(usize),
    Lambda,
    Title,
}

impl UndecidedKind {
    pub fn words(self) -> &'static str {
        match self {
            UndecidedKind::If => "if",
            UndecidedKind::Else => "else",
            UndecidedKind::Unless => "unless",
            UndecidedKind::Case(_) => "case",
            UndecidedKind::Lambda => "lambda",
            UndecidedKind::Title => "title",
        }
    }
}

/// A resource that undecided code would declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleResource {
    /// As references print it; `None` where it is not known.
    pub type_name: Option<SmolStr>,
    pub title: Option<SmolStr>,
    pub place: Option<Place>,
}

impl std::fmt::Display for PossibleResource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = |text: &Option<SmolStr>| text.clone().unwrap_or(SmolStr::new_static("?"));
        write!(formatter, "{}[{}]", part(&self.type_name), part(&self.title))
    }
}

/// An error that undecided code would raise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleError {
    /// `None` where it is computed.
    pub message: Option<SmolStr>,
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
    pub message: Message,
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
