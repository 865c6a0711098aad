//! What can go wrong while evaluating: one enum per family of errors, each variant one message in Puppet's words.
//!
//! A family implements `Issue`; the error adds where it happened and which calls led there.

use crate::codes::{NO_CODE, RUNTIME_ERROR};
use std::fmt::Debug;
use std::sync::Arc;

use syntax::Problem;

use crate::message::Message;
use crate::place::{FileId, Place};

/// One kind of mistake with its details. Implemented by an enum per family, one variant per message.
pub trait Issue: Debug + Send + Sync {
    /// Puppet's issue code, for instance `UNKNOWN_VARIABLE`. `RUNTIME_ERROR` is for what functions and the runtime
    /// report without a place: the expression that it comes out of puts its own place and
    /// `Error while evaluating a …, ` before the message. `NO_CODE` is for what Puppet reports with a place of its
    /// own and no code; such an error stays as it is.
    fn code(&self) -> syntax::Code;
    /// Puppet's words.
    fn message(&self) -> Message;
    /// What to do about it, or what another edition does.
    fn hint(&self) -> Option<String> {
        None
    }
    /// Tells whether other code may see to it before this code is evaluated: it lacks a variable, a resource or a parameter's
    /// value, or the permission to be used from here.
    fn needs_other_code(&self) -> bool {
        false
    }
    /// Where it stands in a file, for what was found before anything was evaluated and so has no expression.
    fn source_problem(&self) -> Option<(FileId, &Problem)> {
        None
    }
    /// Where in a data file the mistake is, for what is no mistake in code.
    fn data_place(&self) -> Option<DataPlace> {
        None
    }
}

/// A place in a data file or a `hiera.yaml`: line and column from 1, 0 where only the file is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataPlace {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

/// Where an error is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedAt {
    Expression(Place),
    Text { file: FileId, offset: u32 },
    Data(DataPlace),
}

#[derive(Clone, Debug)]
pub struct EvaluationError {
    pub issue: Arc<dyn Issue>,
    pub place: Option<Place>,
    /// For a `RUNTIME_ERROR`: what was being evaluated, with its article (`a Function Call`), once that is known.
    pub during: Option<String>,
    /// The calls that led there, innermost first.
    pub frames: Vec<StackFrame>,
}

/// One call on the way to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// For instance `function apache::port` or `class profile::web`.
    pub what: String,
    /// Where it was called.
    pub place: Option<Place>,
}

impl EvaluationError {
    pub fn new(issue: impl Issue + 'static, place: Option<Place>) -> Self {
        EvaluationError { issue: Arc::new(issue), place, during: None, frames: Vec::new() }
    }

    pub fn code(&self) -> syntax::Code {
        self.issue.code()
    }

    pub fn message(&self) -> Message {
        let message = self.issue.message();
        match &self.during {
            Some(during) => message.after(&format!("Error while evaluating {during}, ")),
            None => message,
        }
    }

    /// Returns where Puppet reports it: in the data that is to blame, at the expression, or in the text that cannot be read.
    /// What comes out of a function call has the place of the call.
    pub fn reported_at(&self) -> Option<ReportedAt> {
        let data = self.issue.data_place();
        if let Some(data) = data.filter(|data| data.line > 0 && self.code() != RUNTIME_ERROR) {
            return Some(ReportedAt::Data(data));
        }
        match (self.place, self.issue.source_problem()) {
            (Some(place), _) => Some(ReportedAt::Expression(place)),
            (None, Some((file, problem))) => Some(ReportedAt::Text { file, offset: problem.anchor }),
            (None, None) => data.map(ReportedAt::Data),
        }
    }

    /// True for an error that the expression it comes out of must still place and name.
    pub fn needs_place(&self) -> bool {
        self.during.is_none()
            && (self.place.is_none() || self.code() == RUNTIME_ERROR)
            && self.issue.source_problem().is_none()
    }
}

/// An error whose message is made by whoever raises it: `fail()`, and what functions report in their own words.
#[derive(Clone, Debug)]
pub struct RuntimeError(pub String);

impl Issue for RuntimeError {
    fn code(&self) -> syntax::Code {
        RUNTIME_ERROR
    }

    fn message(&self) -> Message {
        self.0.clone().into()
    }
}

/// A mistake in the text of a file that had to be loaded.
#[derive(Clone, Debug)]
pub struct SourceProblem {
    pub file: FileId,
    pub problem: Problem,
}

impl Issue for SourceProblem {
    fn code(&self) -> syntax::Code {
        self.problem.code
    }

    fn message(&self) -> Message {
        self.problem.message.clone().into()
    }

    fn hint(&self) -> Option<String> {
        self.problem.hint.clone()
    }

    fn source_problem(&self) -> Option<(FileId, &Problem)> {
        Some((self.file, &self.problem))
    }
}

/// Several mistakes in the text of one file; the problems themselves are errors of their own.
#[derive(Clone, Debug)]
pub struct SourceProblems {
    pub file: FileId,
    pub problems: Vec<Problem>,
}

impl Issue for SourceProblems {
    fn code(&self) -> syntax::Code {
        NO_CODE
    }

    fn message(&self) -> Message {
        format!("Language validation logged {} errors. Giving up", self.problems.len()).into()
    }

    fn source_problem(&self) -> Option<(FileId, &Problem)> {
        self.problems.first().map(|problem| (self.file, problem))
    }
}
