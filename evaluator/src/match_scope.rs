//! The match variables `$0`, `$1`, …: which match set them, and how long it stays in force.
//!
//! A match stays in force to the end of the construct that guards it (`if`, `case`, selector, lambda, function, …):
//! whoever opens such a construct keeps the match that was there and puts it back.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::place::Place;
use crate::value::Value;

/// A match with what it captured.
#[derive(Clone, Debug)]
pub struct CurrentMatch(pub Arc<MatchData>);

#[derive(Debug)]
pub struct MatchData {
    /// The expression that matched.
    pub place: Place,
    pub subject: SmolStr,
    pub pattern: SmolStr,
    /// Where `$0` and the groups are in the subject, in bytes; `None` for a group that took no part.
    pub groups: Vec<Option<(usize, usize)>>,
    /// Where it is not known whether it matched: why. Nothing is then known of the match variables either.
    pub unknown: Option<Value>,
}

impl CurrentMatch {
    pub fn new(data: MatchData) -> Self {
        CurrentMatch(Arc::new(data))
    }

    /// The value of `$number`: undef beyond the groups of the pattern.
    pub fn group(&self, number: u32) -> Value {
        if let Some(unknown) = &self.0.unknown {
            return unknown.clone();
        }
        let range = self.0.groups.get(number as usize).copied().flatten();
        match range.and_then(|(start, end)| self.0.subject.get(start..end)) {
            Some(text) => Value::string(text),
            None => Value::Undef,
        }
    }
}
