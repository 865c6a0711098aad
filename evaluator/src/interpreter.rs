//! Evaluates expressions. This file holds the state of one evaluation and its entry points; each construct of the
//! language has its own file in this folder.

mod access;
mod alone;
mod arithmetic;
mod assignments;
mod calls;
mod classes;
pub mod collector_queries;
pub mod collectors;
mod compilation;
mod conditionals;
mod control_flow;
mod defined_types;
pub mod definitions;
mod expressions;
mod files;
mod finish;
mod idle_scopes;
mod issues;
pub(crate) mod labels;
pub mod lambdas;
mod last_reads;
mod left_out;
mod membership;
mod missing;
pub mod nodes;
mod operators;
pub mod overrides;
mod parameter_binding;
mod parameters;
mod parsed_texts;
mod puppet_functions;
pub mod references;
pub mod relationships;
mod resource_attributes;
pub(crate) mod resource_creation;
mod resource_defaults;
pub(crate) mod resources;
pub(crate) mod ruby_functions;
mod shared_lists;
mod skipped_branches;
mod skipped_declarations;
mod small_integers;
mod specification;
mod strings;
mod templates;
mod top_scope;
mod type_names;
mod undecided;
pub(crate) mod value_nesting;
mod variables;

use std::sync::Arc;

use smol_str::{SmolStr, format_smolstr};
use syntax::{ExprId, Program};

use crate::edition::Rules;
use crate::error::{EvaluationError, Issue, StackFrame};
use crate::fast_hash::{FastMap, FastSet};
use crate::limits::{LimitReached, MAX_LOG_ENTRIES};
use crate::message::Message;
use crate::name_map::NameMap;
use crate::outcome::{LogEntry, LogLevel, Outcome};
use crate::place::{FileId, Place};
use crate::request::{Goal, Request};
use crate::scope::{Scope, ScopeId, ScopeKind};
use crate::types::CallableType;
use crate::value::{UnknownReason, Value};
use crate::world::World;

/// The state of one evaluation.
pub struct Interpreter<'w> {
    pub world: &'w dyn World,
    pub request: &'w Request,
    /// What the edition and the settings of the request say.
    pub rules: Rules,
    pub scopes: Vec<Scope>,
    /// Emptied variables of scopes that are gone, to be used again.
    spare_variables: Vec<NameMap<Value>>,
    /// The lambda whose scope is the last one and waits for its next call: the file, the body and the scope around it.
    idle_scope: Option<(FileId, ExprId, ScopeId)>,
    /// Reads of variables whose values nobody asks for afterwards.
    last_reads: FastSet<Place>,
    /// The scopes of the classes evaluated so far, by lower-case name without leading `::`.
    pub class_scopes: FastMap<SmolStr, ScopeId>,
    pub outcome: Outcome,
    pub steps: u64,
    /// Relationships that operators made.
    pub(crate) relationships: usize,
    pub depth: u32,
    pub hiera: crate::hiera::Hiera,
    /// Classes, defines and nodes that are known.
    pub definitions: definitions::Definitions,
    /// The catalog that comes to be.
    pub builder: crate::catalog::builder::CatalogBuilder,
    pub(crate) files: files::LoadedFiles,
    pub(crate) puppet_functions: puppet_functions::PuppetFunctions,
    pub(crate) ruby_functions: ruby_functions::RubyFunctions,
    pub(crate) ruby_objects: crate::ruby::shared_objects::SharedObjects,
    pub(crate) type_names: type_names::TypeNames,
    /// The types of lambdas whose parameters have none.
    lambda_types: FastMap<Place, Arc<CallableType>>,
    text_buffer: strings::TextBuffer,
    growing_text: Option<last_reads::GrowingText>,
    /// A branch did not run because its test is not known: what it would have declared may be missing.
    pub(crate) skipped: skipped_declarations::SkippedDeclarations,
    pub(crate) rendering: Vec<templates::Rendering>,
    pub(crate) broken: left_out::BrokenCode,
    pub(crate) missing_heirs: missing::Heirs,
    /// Scopes below this index stay, whatever becomes of them.
    pub(crate) kept_scopes: usize,
    /// Depth of expressions inside one another, whatever they are.
    pub(crate) nesting: u32,
    /// Classes and defines whose parameters are getting their values: their scopes with those of the parameters.
    pub(crate) parameter_scopes: Vec<(ScopeId, ScopeId)>,
    pub(crate) parsed_texts: parsed_texts::ParsedTexts,
    /// ERB templates that render one another.
    pub(crate) erb_nesting: u32,
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
    /// A default expression read a parameter that has no value yet: the words for whoever binds the parameters.
    PendingParameter(String),
    Limit(LimitReached),
}

pub type Evaluated<T = Value> = Result<T, Box<Interrupt>>;

impl<'w> Interpreter<'w> {
    pub fn new(world: &'w dyn World, request: &'w Request) -> Self {
        let mut interpreter = Interpreter {
            world,
            request,
            rules: Rules::new(request.edition, &request.settings),
            scopes: vec![Scope::new(ScopeKind::Top, None)],
            spare_variables: Vec::new(),
            idle_scope: None,
            last_reads: FastSet::default(),
            class_scopes: FastMap::default(),
            outcome: Outcome::default(),
            steps: 0,
            relationships: 0,
            depth: 0,
            hiera: crate::hiera::Hiera::default(),
            definitions: definitions::Definitions::default(),
            builder: crate::catalog::builder::CatalogBuilder::default(),
            files: files::LoadedFiles::default(),
            puppet_functions: puppet_functions::PuppetFunctions::default(),
            ruby_functions: ruby_functions::RubyFunctions::default(),
            ruby_objects: crate::ruby::shared_objects::SharedObjects::default(),
            type_names: type_names::TypeNames::default(),
            lambda_types: FastMap::default(),
            text_buffer: strings::TextBuffer::default(),
            growing_text: None,
            skipped: Default::default(),
            rendering: Vec::new(),
            broken: left_out::BrokenCode::default(),
            missing_heirs: missing::Heirs::default(),
            kept_scopes: 1,
            nesting: 0,
            parameter_scopes: Vec::new(),
            parsed_texts: Default::default(),
            erb_nesting: 0,
        };
        interpreter.set_up_top_scope();
        interpreter
    }

    /// Does what the request's goal says.
    pub fn run(mut self) -> Outcome {
        let request = self.request;
        let result = match &request.goal {
            Goal::Lookup { key } => self.run_lookup_goal(key),
            _ => self.run_catalog_goal(),
        };
        if let Err(interrupt) = result {
            self.stop(*interrupt);
        }
        self.outcome.steps = self.steps;
        self.outcome
    }

    /// Takes up what ended the evaluation: an error, a limit, or control flow that nothing caught.
    pub(crate) fn stop(&mut self, interrupt: Interrupt) {
        match self.uncaught(interrupt) {
            Interrupt::Error(error) => self.outcome.errors.push(error),
            Interrupt::Limit(limit) => self.outcome.limit = Some(limit),
            _ => {}
        }
    }

    /// An error at a place, in the words of the issue.
    pub fn fail<T>(&self, issue: impl Issue + 'static, place: Place) -> Evaluated<T> {
        Err(Box::new(Interrupt::Error(EvaluationError::new(issue, Some(place)))))
    }

    pub(crate) fn limit<T>(&self, limit: LimitReached) -> Evaluated<T> {
        Err(Box::new(Interrupt::Limit(limit)))
    }

    /// An unknown value that the outcome lists.
    pub fn unknown(&mut self, reason: impl Into<String>, place: Option<Place>) -> Value {
        let reason = UnknownReason { reason: reason.into(), place, of_text: None };
        if !self.outcome.unknowns.contains(&reason) {
            self.outcome.unknowns.push(reason.clone());
        }
        Value::Unknown(Arc::new(reason))
    }

    pub fn log(&mut self, level: LogLevel, message: impl Into<Message>, scope: ScopeId, place: Option<Place>) {
        let source = self.describe_scope(scope);
        let (level, message) = match self.outcome.logs.len() {
            MAX_LOG_ENTRIES => {
                (LogLevel::Warning, format!("more than {MAX_LOG_ENTRIES} messages: the rest is left out").into())
            }
            length if length > MAX_LOG_ENTRIES => return,
            _ => (level, message.into()),
        };
        self.outcome.logs.push(LogEntry { level, message, source, place });
    }

    /// The scope as logs name it: `Scope(Class[main])`.
    pub fn describe_scope(&self, scope: ScopeId) -> SmolStr {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(resource) = scope.resource.and_then(|id| self.builder.catalog.resources.get(id.index())) {
                return format_smolstr!("Scope({resource})");
            }
            next = scope.parent;
        }
        SmolStr::new_static("Scope(Class[main])")
    }

    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.index()]
    }

    pub fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id.index()]
    }

    pub fn new_scope(&mut self, kind: ScopeKind, parent: Option<ScopeId>) -> ScopeId {
        self.free_idle_scope();
        let id = ScopeId(self.scopes.len() as u32);
        let mut scope = Scope::new(kind, parent);
        if let Some(variables) = self.spare_variables.pop() {
            scope.variables = variables;
        }
        self.scopes.push(scope);
        id
    }

    /// Runs something that counts as a call: its frame is on the errors that come out of it, and its depth is limited.
    pub(crate) fn with_frame<T>(
        &mut self,
        what: impl FnOnce() -> String,
        place: Option<Place>,
        run: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        if self.depth >= self.request.limits.depth {
            return self.limit(LimitReached::Depth(self.request.limits.depth));
        }
        self.depth += 1;
        let mut result = run(self);
        self.depth -= 1;
        if let Err(interrupt) = &mut result
            && let Interrupt::Error(error) = &mut **interrupt
        {
            error.frames.push(StackFrame { what: what(), place });
        }
        result
    }

    /// Evaluates an expression; an error that has no place of its own gets this one.
    pub fn evaluate(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Value> {
        self.steps += 1;
        if self.steps > self.request.limits.steps {
            return self.limit(LimitReached::Steps(self.request.limits.steps));
        }
        if self.nesting >= MAX_NESTING {
            return self.limit(LimitReached::Depth(MAX_NESTING));
        }
        self.nesting += 1;
        let result = self.dispatch(code, scope, expr);
        self.nesting -= 1;
        if result.is_err() {
            return result.map_err(|interrupt| self.locate(code, expr, interrupt));
        }
        result
    }
}

/// Expressions inside one another, over all calls. Keeps evaluation inside the stack of a worker thread.
pub const MAX_NESTING: u32 = 4_000;
