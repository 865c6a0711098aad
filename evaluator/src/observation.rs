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
        let here = |place: &Place| world.describe(*place).is_some_and(|(_, l, c)| (l, c) == (line, column));
        outcome.observations.at.iter().filter(|(place, _)| here(place)).map(|(_, seen)| seen.clone()).collect()
    }

    #[test]
    fn a_match_variable_knows_the_match_that_set_it() {
        let (world, outcome) = observe("if 'web07' =~ /([a-z]+)(\\d+)/ {\n  notice($1)\n}");
        let seen = at(&world, &outcome, 2, 10);
        let variable = seen.iter().find(|seen| !seen.set_by.is_empty()).expect("the match variable");
        assert_eq!(variable.values, [(Value::string("web"), 1)]);
        let origin = &variable.set_by[0];
        assert_eq!(origin.pattern, "([a-z]+)(\\d+)");
        assert_eq!(origin.groups, [Value::string("web07"), Value::string("web"), Value::string("07")]);
        assert_eq!(world.describe(origin.place).map(|(_, line, _)| line), Some(1));
    }

    #[test]
    fn a_parameter_knows_where_its_value_came_from() {
        let (world, outcome) = observe("function f($a, $b = 2) { $a }\nnotice(f(1))\nclass c($p = 3) { }\ninclude c");
        let sources = |line, column| -> Vec<Option<ParameterSource>> {
            at(&world, &outcome, line, column).into_iter().map(|seen| seen.parameter_source).collect()
        };
        assert!(sources(1, 12).iter().any(|source| matches!(source, Some(ParameterSource::Given(_)))));
        assert!(sources(1, 16).iter().any(|source| matches!(source, Some(ParameterSource::Default))));
        assert!(sources(3, 9).iter().any(|source| matches!(source, Some(ParameterSource::Default))));
    }

    #[test]
    fn many_values_are_counted_and_ten_are_kept() {
        let (world, outcome) = observe("Integer[1, 25].each |$x| {\n  notice($x)\n}");
        let seen = at(&world, &outcome, 2, 10);
        let variable = seen.first().expect("the variable");
        assert_eq!(variable.count, 25);
        assert_eq!(variable.values.len(), VALUES_PER_PLACE);
    }

    #[test]
    fn nothing_is_kept_of_files_that_are_not_watched() {
        let world = MemoryWorld::new().with_file("manifests/site.pp", "$a = 1\nnotice($a)");
        let outcome = compile(&world, &Request::catalog("node.example.com"));
        assert!(outcome.observations.at.is_empty());
    }
}
