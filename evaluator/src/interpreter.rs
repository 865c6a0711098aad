//! Evaluates expressions. This file holds the state of one evaluation and its entry points; each construct of the
//! language has its own file in this folder.

pub mod lambdas;

use std::sync::Arc;

use syntax::{ExprId, Program};

use crate::error::{EvaluationError, Issue};
use crate::limits::LimitReached;
use crate::outcome::{LogEntry, LogLevel, Outcome};
use crate::place::{FileId, Place};
use crate::request::Request;
use crate::scope::{Scope, ScopeId};
use crate::value::{UnknownReason, Value};
use crate::world::World;

/// The state of one evaluation.
pub struct Interpreter<'w> {
    pub world: &'w dyn World,
    pub request: &'w Request,
    pub scopes: Vec<Scope>,
    pub outcome: Outcome,
    pub steps: u64,
    pub depth: u32,
    pub hiera: crate::hiera::Hiera,
}

/// The file that an expression is of.
#[derive(Clone, Debug)]
pub struct Code {
    pub file: FileId,
    pub program: Arc<Program>,
}

impl Code {
    pub fn place(&self, expr: ExprId) -> Place {
        Place::new(self.file, expr)
    }
}

/// What ends an expression before it has a value.
#[derive(Debug)]
pub enum Interrupt {
    Error(EvaluationError),
    /// `next(value)`
    Next(Value, Place),
    /// `break()`
    Break(Place),
    /// `return(value)`
    Return(Value, Place),
    Limit(LimitReached),
}

pub type Evaluated<T = Value> = Result<T, Box<Interrupt>>;

impl<'w> Interpreter<'w> {
    pub fn new(world: &'w dyn World, request: &'w Request) -> Self {
        Interpreter {
            world,
            request,
            scopes: Vec::new(),
            outcome: Outcome::default(),
            steps: 0,
            depth: 0,
            hiera: crate::hiera::Hiera::default(),
        }
    }

    /// Does what the request's goal says.
    pub fn run(self) -> Outcome {
        self.outcome
    }

    pub fn fail<T>(&self, issue: impl Issue + 'static, place: Place) -> Evaluated<T> {
        Err(Box::new(Interrupt::Error(EvaluationError::new(issue, Some(place)))))
    }

    /// An unknown value that the outcome lists.
    pub fn unknown(&mut self, reason: impl Into<String>, place: Option<Place>) -> Value {
        let reason = UnknownReason { reason: reason.into(), place };
        if !self.outcome.unknowns.contains(&reason) {
            self.outcome.unknowns.push(reason.clone());
        }
        Value::Unknown(Arc::new(reason))
    }

    pub fn log(&mut self, level: LogLevel, message: impl Into<String>, scope: ScopeId, place: Option<Place>) {
        let source = self.describe_scope(scope);
        self.outcome.logs.push(LogEntry { level, message: message.into(), source, place });
    }

    fn describe_scope(&self, _scope: ScopeId) -> smol_str::SmolStr {
        smol_str::SmolStr::new_static("Scope(Class[main])")
    }
}
