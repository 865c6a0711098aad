//! What differs in what is only possible: resources and errors of code that nothing decides, in one catalog and in the other.

use super::{CatalogView, PossibleProblem, PossibleResource};

/// The undecided parts of two catalogs, and those that only one of them has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndecidedDiff {
    /// The number of undecided parts.
    pub before: usize,
    pub after: usize,
    pub added: Vec<PossibleResource>,
    pub removed: Vec<PossibleResource>,
    pub added_errors: Vec<PossibleProblem>,
    pub removed_errors: Vec<PossibleProblem>,
}

impl UndecidedDiff {
    pub fn between(before: &CatalogView, after: &CatalogView) -> Self {
        UndecidedDiff {
            before: before.undecided,
            after: after.undecided,
            added: only_in(&after.possible, &before.possible, PossibleResource::is_same),
            removed: only_in(&before.possible, &after.possible, PossibleResource::is_same),
            added_errors: only_in(&after.possible_errors, &before.possible_errors, PossibleProblem::is_same),
            removed_errors: only_in(&before.possible_errors, &after.possible_errors, PossibleProblem::is_same),
        }
    }

    /// Tells whether both are the same in what is possible.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.added_errors.is_empty()
            && self.removed_errors.is_empty()
    }

    /// Returns the end of a first line, for instance `, with 2 undecided parts`; empty where everything is decided.
    pub fn words(&self) -> String {
        match (self.before, self.after) {
            (0, 0) => String::new(),
            (before, after) if before == after => format!(", with {}", parts(after)),
            (before, after) => format!(", with {} before and {after} now", parts(before)),
        }
    }

    /// Returns one line for each thing that differs, as differences of catalogs are written.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (sign, resources, errors) in
            [("-", &self.removed, &self.removed_errors), ("+", &self.added, &self.added_errors)]
        {
            for resource in resources {
                text += &format!("{sign} possible {}\n", resource.text());
            }
            for error in errors {
                text += &format!("{sign} possible {}\n", error.text());
            }
        }
        text
    }
}

fn parts(count: usize) -> String {
    if count == 1 { "1 undecided part".to_string() } else { format!("{count} undecided parts") }
}

fn only_in<T: Clone>(these: &[T], those: &[T], is_same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    these.iter().filter(|this| !those.iter().any(|that| is_same(this, that))).cloned().collect()
}

impl PossibleResource {
    /// Compares without places: a line that moves changes nothing.
    fn is_same(&self, other: &Self) -> bool {
        (&self.type_name, &self.title, &self.condition) == (&other.type_name, &other.title, &other.condition)
    }

    /// Returns the reference with what it depends on and why that is not known.
    pub fn text(&self) -> String {
        format!("{}[{}], {}: {}", self.type_name, self.title, self.condition, self.reason)
    }
}

impl PossibleProblem {
    fn is_same(&self, other: &Self) -> bool {
        (&self.message, &self.condition) == (&other.message, &other.condition)
    }

    /// Returns the message with what it depends on and why that is not known.
    pub fn text(&self) -> String {
        format!("error: {}, {}: {}", self.message, self.condition, self.reason)
    }
}
