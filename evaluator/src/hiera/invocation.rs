//! The state of one lookup while it goes through the layers: who asks, what is being looked up already, what was found.

use std::sync::Arc;

use smol_str::SmolStr;

use super::explain::{ExplainResult, ExplainStep, Explainer};
use super::found_value::{DataOrigin, SearchedLevel};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::{HashEntries, Value};

/// How many lookups may be inside one another through interpolation.
pub const MAX_NESTED_LOOKUPS: usize = 40;

#[derive(Debug)]
pub struct Invocation {
    /// Whose variables interpolation sees.
    pub scope: ScopeId,
    pub place: Place,
    /// Values that beat all data.
    pub overrides: Arc<HashEntries>,
    /// Values for what data does not have.
    pub defaults: Arc<HashEntries>,
    /// The module of the key that is being looked up.
    pub module: Option<SmolStr>,
    /// Keys that are being looked up, outermost first.
    pub stack: Vec<String>,
    /// Only the global layer is asked.
    pub global_only: bool,
    /// The call is `hiera()` or one of its family.
    pub is_hiera_function: bool,
    pub explainer: Option<Explainer>,
    /// The levels asked for the outermost key.
    pub searched: Vec<SearchedLevel>,
    /// While a `hiera.yaml` is interpolated: the variables that it used.
    pub used_variables: Option<Vec<UsedVariable>>,
}

/// A variable that a hierarchy was made with: where it changes, the hierarchy is made again.
#[derive(Clone, Debug, PartialEq)]
pub struct UsedVariable {
    pub key: String,
    pub value: Option<Value>,
    /// The variable that the key begins with, whole: while it is the same, so is the value.
    pub root: SmolStr,
    pub root_value: Option<Value>,
}

/// A value with the places that it came from.
#[derive(Clone, Debug)]
pub struct Found {
    pub value: Value,
    pub origins: Vec<DataOrigin>,
}

impl Invocation {
    pub fn new(scope: ScopeId, place: Place) -> Self {
        Invocation {
            scope,
            place,
            overrides: Arc::default(),
            defaults: Arc::default(),
            module: None,
            stack: Vec::new(),
            global_only: false,
            is_hiera_function: false,
            explainer: None,
            searched: Vec::new(),
            used_variables: None,
        }
    }

    pub fn enter(&mut self, step: impl FnOnce() -> ExplainStep) {
        if let Some(explainer) = &mut self.explainer {
            explainer.push(step());
        }
    }

    pub fn leave(&mut self) {
        if let Some(explainer) = &mut self.explainer {
            explainer.pop();
        }
    }

    pub fn mention(&mut self, step: impl FnOnce() -> ExplainStep) {
        if let Some(explainer) = &mut self.explainer {
            explainer.add(step());
        }
    }

    pub fn report(&mut self, result: impl FnOnce() -> ExplainResult) {
        if let Some(explainer) = &mut self.explainer {
            explainer.result(result());
        }
    }

    pub fn report_found(&mut self, key: &str, value: &Value) {
        self.report(|| ExplainResult::Found { key: key.to_string(), value: value.clone() });
    }

    pub fn report_not_found(&mut self, key: &str) {
        self.report(|| ExplainResult::NotFound { key: key.to_string() });
    }

    pub fn report_text(&mut self, text: impl FnOnce() -> String) {
        if let Some(explainer) = &mut self.explainer {
            explainer.text(text());
        }
    }
}
