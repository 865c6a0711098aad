//! The values that expressions took while they were evaluated, for hover and hints. Knows nothing of editors.

use std::collections::HashMap;

use crate::place::{FileId, Place};
use crate::value::Value;

/// Which expressions are watched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Probes {
    #[default]
    Nothing,
    /// Variables, parameters, assignments, interpolations, calls and matches of these files.
    Files(Vec<FileId>),
    Everything,
}

/// How many different values are kept for one place.
pub const VALUES_PER_PLACE: usize = 10;

#[derive(Clone, Debug, Default)]
pub struct Observations {
    pub at: HashMap<Place, ObservedValues>,
}

/// What one expression evaluated to.
#[derive(Clone, Debug, Default)]
pub struct ObservedValues {
    /// Different values in the order in which they were first seen, with how often.
    pub values: Vec<(Value, u64)>,
    /// Evaluations in all, those whose value was not kept too.
    pub count: u64,
    /// For a match variable: the matches that set it.
    pub set_by: Vec<MatchOrigin>,
    /// For a parameter: where its value came from.
    pub parameter_source: Option<ParameterSource>,
}

/// The match that bound `$0`, `$1`, ….
#[derive(Clone, Debug)]
pub struct MatchOrigin {
    pub place: Place,
    pub subject: Value,
    pub pattern: String,
    pub groups: Vec<Value>,
}

#[derive(Clone, Debug)]
pub enum ParameterSource {
    /// Given where the class, define or function was declared or called.
    Given(Option<Place>),
    /// From Hiera.
    Data { file: FileId, line: u32, layer: String },
    /// From its default expression.
    Default,
}

impl Observations {
    pub fn record(&mut self, place: Place, value: &Value) -> &mut ObservedValues {
        let observed = self.at.entry(place).or_default();
        observed.count += 1;
        if let Some((_, count)) = observed.values.iter_mut().find(|(known, _)| known == value) {
            *count += 1;
        } else if observed.values.len() < VALUES_PER_PLACE {
            observed.values.push((value.clone(), 1));
        }
        observed
    }
}
