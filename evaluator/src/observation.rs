//! The values that expressions took while they were evaluated, for hover and hints. Knows nothing of editors.

use std::collections::HashMap;

use crate::fast_hash::{FastMap, FastSet};
use crate::place::{FileId, Place};
use crate::value::Value;
use crate::value::fingerprint::Fingerprint;

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
/// How many different sources are kept for one value of a parameter.
pub const SOURCES_PER_VALUE: usize = 5;
/// How many further values are told apart, over all places of one evaluation. Each takes the room of a fingerprint.
const MAX_FURTHER_VALUES: usize = 100_000;

#[derive(Clone, Debug, Default)]
pub struct Observations {
    pub at: HashMap<Place, ObservedValues>,
    /// Code that something has to lead to and that was evaluated at least once: branches, options, lambdas, definitions,
    /// templates, manifests.
    pub entered: FastSet<Place>,
    /// Branches and lambdas of which it is not known whether they are evaluated, with the reason.
    pub undecided: FastMap<Place, String>,
    /// Fingerprints that the places keep.
    further_values: usize,
}

/// What one expression evaluated to.
#[derive(Clone, Debug, Default)]
pub struct ObservedValues {
    /// The first different values, in the order in which they were seen.
    pub values: Vec<SeenValue>,
    /// Evaluations in all, those whose value was not kept too.
    pub count: u64,
    /// The values beyond those that are kept.
    further: Option<Box<FurtherValues>>,
    /// For a match variable: the first matches that set it.
    pub set_by: Vec<MatchOrigin>,
    /// Whether other matches set it, too.
    pub is_set_by_others: bool,
}

/// A value, how often it was seen, and where it came from.
#[derive(Clone, Debug)]
pub struct SeenValue {
    pub value: Value,
    pub count: u64,
    /// For a parameter: the first different sources.
    pub sources: Vec<ParameterSource>,
    /// Whether it came from elsewhere, too.
    pub has_other_sources: bool,
}

#[derive(Clone, Debug, Default)]
struct FurtherValues {
    fingerprints: FastSet<u64>,
    /// Values were seen of which it is not known whether they are among these.
    is_cut: bool,
}

/// How many different values there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distinct {
    Exactly(usize),
    /// More than could be told apart.
    AtLeast(usize),
}

/// The match that bound `$0`, `$1`, ….
#[derive(Clone, Debug)]
pub struct MatchOrigin {
    pub place: Place,
    /// Unknown where it is not known whether it matches.
    pub subject: Value,
    pub pattern: String,
    pub groups: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterSource {
    /// Given where the class, define or function was declared or called.
    Given(Option<Place>),
    /// From Hiera: the file and line where a file gave it.
    Data { at: Option<(FileId, u32)>, layer: String },
    /// From its default expression.
    Default,
    /// Evaluated alone: nothing gives a value.
    Nothing,
}

impl Observations {
    pub fn record(&mut self, place: Place, value: &Value) -> &mut ObservedValues {
        self.add(place, value, None)
    }

    /// Records the value of a parameter and where it came from.
    pub fn record_parameter(&mut self, place: Place, value: &Value, source: ParameterSource) {
        self.add(place, value, Some(source));
    }

    fn add(&mut self, place: Place, value: &Value, source: Option<ParameterSource>) -> &mut ObservedValues {
        let observed = self.at.entry(place).or_default();
        observed.count += 1;
        if let Some(seen) = observed.values.iter_mut().find(|seen| seen.value == *value) {
            seen.count += 1;
            seen.add_source(source);
        } else if observed.values.len() < VALUES_PER_PLACE {
            let mut seen = SeenValue { value: value.clone(), count: 1, sources: Vec::new(), has_other_sources: false };
            seen.add_source(source);
            observed.values.push(seen);
        } else {
            let may_keep = self.further_values < MAX_FURTHER_VALUES;
            let is_kept = observed.further.get_or_insert_default().add(value, may_keep);
            self.further_values += usize::from(is_kept);
        }
        observed
    }
}

impl SeenValue {
    fn add_source(&mut self, source: Option<ParameterSource>) {
        let Some(source) = source.filter(|source| !self.sources.contains(source)) else { return };
        match self.sources.len() < SOURCES_PER_VALUE {
            true => self.sources.push(source),
            false => self.has_other_sources = true,
        }
    }
}

impl FurtherValues {
    /// Whether a fingerprint was kept of the value.
    fn add(&mut self, value: &Value, may_keep: bool) -> bool {
        let fingerprint = Fingerprint::of(value);
        if self.fingerprints.contains(&fingerprint.bits) {
            self.is_cut |= !fingerprint.is_whole;
            return false;
        }
        self.is_cut |= !may_keep;
        may_keep && self.fingerprints.insert(fingerprint.bits)
    }
}

impl ObservedValues {
    /// How many different values there were, kept or not.
    pub fn distinct(&self) -> Distinct {
        match &self.further {
            None => Distinct::Exactly(self.values.len()),
            Some(further) if further.is_cut => Distinct::AtLeast(self.values.len() + further.fingerprints.len().max(1)),
            Some(further) => Distinct::Exactly(self.values.len() + further.fingerprints.len()),
        }
    }

    /// The value, where it was always the same.
    pub fn only_value(&self) -> Option<&SeenValue> {
        match self.values.as_slice() {
            [value] if self.further.is_none() => Some(value),
            _ => None,
        }
    }

    /// Notes a match that set this match variable.
    pub fn add_match(&mut self, origin: MatchOrigin) {
        let is_same = |known: &MatchOrigin| {
            known.place == origin.place && known.groups == origin.groups && known.subject == origin.subject
        };
        if self.set_by.iter().any(is_same) {
            return;
        }
        match self.set_by.len() < VALUES_PER_PLACE {
            true => self.set_by.push(origin),
            false => self.is_set_by_others = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;
    use crate::request::Request;
    use crate::{MemoryWorld, compile};

    fn observe(code: &str) -> (MemoryWorld, Outcome) {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let mut request = Request::catalog("node.example.com");
        request.probes = Probes::Everything;
        let outcome = compile(&world, &request);
        assert!(outcome.is_ok(), "{:?}", outcome.errors.first().map(|error| error.message()));
        (world, outcome)
    }

    /// What was seen at the expressions on a line and column, both from 1.
    fn at(world: &MemoryWorld, outcome: &Outcome, line: u32, column: u32) -> Vec<ObservedValues> {
        let here = |place: &Place| world.describe(*place).is_some_and(|at| (at.line, at.column) == (line, column));
        outcome.observations.at.iter().filter(|(place, _)| here(place)).map(|(_, seen)| seen.clone()).collect()
    }

    /// The values with how often each was seen.
    fn counted(seen: &ObservedValues) -> Vec<(Value, u64)> {
        seen.values.iter().map(|seen| (seen.value.clone(), seen.count)).collect()
    }

    #[test]
    fn a_match_variable_knows_the_match_that_set_it() {
        let (world, outcome) = observe("if 'web07' =~ /([a-z]+)(\\d+)/ {\n  notice($1)\n}");
        let seen = at(&world, &outcome, 2, 10);
        let variable = seen.iter().find(|seen| !seen.set_by.is_empty()).expect("the match variable");
        assert_eq!(counted(variable), [(Value::string("web"), 1)]);
        let origin = &variable.set_by[0];
        assert_eq!(origin.pattern, "([a-z]+)(\\d+)");
        assert_eq!(origin.groups, [Value::string("web07"), Value::string("web"), Value::string("07")]);
        assert_eq!(world.describe(origin.place).map(|at| at.line), Some(1));
    }

    #[test]
    fn each_value_of_a_parameter_knows_where_it_came_from() {
        let (world, outcome) =
            observe("function f($a, $b = 2) { $a }\nf(1)\nf(1)\nf(3, 4)\nclass c($p = 3) { }\ninclude c");
        let sources = |line, column| -> Vec<(Value, Vec<Option<u32>>)> {
            let line_of = |source: &ParameterSource| match source {
                ParameterSource::Given(Some(place)) => world.describe(*place).map(|at| at.line),
                _ => None,
            };
            let values = at(&world, &outcome, line, column).into_iter().flat_map(|seen| seen.values);
            values.map(|seen| (seen.value, seen.sources.iter().map(line_of).collect())).collect()
        };
        assert_eq!(sources(1, 12), [(1.into(), vec![Some(2), Some(3)]), (3.into(), vec![Some(4)])]);
        assert_eq!(sources(1, 16), [(2.into(), vec![None]), (4.into(), vec![Some(4)])]);
        assert_eq!(sources(5, 9), [(3.into(), vec![None])]);
    }

    #[test]
    fn more_sources_than_are_kept_are_mentioned() {
        let calls = "f(1)\n".repeat(SOURCES_PER_VALUE + 1);
        let (world, outcome) = observe(&format!("function f($a) {{ $a }}\n{calls}"));
        let seen = at(&world, &outcome, 1, 12);
        let value = seen.first().and_then(ObservedValues::only_value).expect("one value");
        assert_eq!((value.count as usize, value.sources.len()), (SOURCES_PER_VALUE + 1, SOURCES_PER_VALUE));
        assert!(value.has_other_sources);
    }

    #[test]
    fn undef_that_gives_way_to_a_default_is_not_a_value() {
        let (world, outcome) =
            observe("class c($p = 5) { }\nclass { 'c': p => undef }\ndefine d($q) { }\nd { 'a': q => undef }");
        let values = |line, column| at(&world, &outcome, line, column).iter().flat_map(counted).collect::<Vec<_>>();
        assert_eq!(values(1, 9), [(5.into(), 1)]);
        assert_eq!(values(3, 10), [(Value::Undef, 1)]);
    }

    #[test]
    fn many_values_are_counted_and_ten_are_kept() {
        let (world, outcome) = observe("[1, 2].each |$again| {\n  Integer[1, 25].each |$x| { notice(\"${x}\") }\n}");
        for column in [24, 40] {
            let seen = at(&world, &outcome, 2, column);
            let variable = seen.first().expect("the variable");
            assert_eq!(variable.count, 50, "column {column}");
            assert_eq!(variable.distinct(), Distinct::Exactly(25));
            assert_eq!(variable.values.len(), VALUES_PER_PLACE);
            assert!(variable.values.iter().all(|seen| seen.count == 2));
        }
    }

    #[test]
    fn values_beyond_the_limit_are_not_counted_as_if_all_were_known() {
        let mut observations = Observations::default();
        let place = Place::new(FileId(0), syntax::ExprId(0));
        let many = (VALUES_PER_PLACE + MAX_FURTHER_VALUES + 1) as i64;
        for number in 0..many {
            observations.record(place, &number.into());
        }
        let seen = &observations.at[&place];
        assert_eq!(seen.count, many as u64);
        assert_eq!(seen.distinct(), Distinct::AtLeast(VALUES_PER_PLACE + MAX_FURTHER_VALUES));
        let other = Place::new(FileId(0), syntax::ExprId(1));
        for number in 0..11 {
            observations.record(other, &number.into());
        }
        assert_eq!(observations.at[&other].distinct(), Distinct::AtLeast(11));
    }

    #[test]
    fn code_that_runs_is_noted_and_why_other_code_may_not() {
        let (world, outcome) = observe(
            "if true { notice(1) }\nif false { notice(2) }\n[].each |$x| { notice(3) }\n$u = $settings::vardir\nif $u == 1 { notice(4) }",
        );
        let lines = |places: Vec<Place>| {
            let mut lines: Vec<u32> =
                places.into_iter().filter_map(|place| world.describe(place)).map(|at| at.line).collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        };
        let entered = outcome.observations.entered.iter().copied().filter(|place| place.expr.0 != 0);
        assert!(lines(entered.clone().collect()).contains(&1));
        assert!(!lines(entered.collect()).contains(&3));
        let undecided = &outcome.observations.undecided;
        assert_eq!(lines(undecided.keys().copied().collect()), [5]);
        assert!(undecided.values().all(|reason| reason.contains("vardir")), "{undecided:?}");
    }

    #[test]
    fn nothing_is_kept_of_files_that_are_not_watched() {
        let world = MemoryWorld::new().with_file("manifests/site.pp", "$a = 1\nif $a { notice($a) }");
        let outcome = compile(&world, &Request::catalog("node.example.com"));
        assert!(outcome.observations.at.is_empty() && outcome.observations.entered.is_empty());
    }
}
