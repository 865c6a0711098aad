//! How values of several levels become one: `first`, `unique`, `hash`, `deep`. Knows nothing of where values come from.

use std::sync::Arc;

use super::deep_merge::{self, DeepMergeOptions};
use crate::types;
use crate::value::{HashEntries, Value};

#[derive(Clone, Debug, PartialEq, Default)]
pub enum MergeStrategy {
    /// Nothing was asked for: the first value found.
    #[default]
    Default,
    First,
    Unique,
    Hash,
    Deep(DeepMergeOptions),
    /// Version 3's `deeper`: any option is accepted.
    UnconstrainedDeep(DeepMergeOptions),
    /// Version 3's `deep`: the lower level wins.
    ReverseDeep(DeepMergeOptions),
}

/// What is wrong with a merge.
#[derive(Clone, Debug, PartialEq)]
pub enum MergeError {
    /// `merge` is a hash without `strategy`.
    NoStrategy,
    UnknownStrategy(String),
    /// The options of a strategy are not those that it has: what Puppet's type check says.
    WrongOptions(String),
    EmptyKnockoutPrefix,
    /// An element of the wrong type: first or second, the type that was wanted as text, and the value.
    WrongElement {
        second: bool,
        expected: &'static str,
        value: Value,
    },
    /// `sort_merged_arrays` on values that have no order.
    NotComparable {
        first: &'static str,
        second: &'static str,
    },
}

impl MergeStrategy {
    /// What a `merge` argument or option says.
    pub fn from_value(merge: &Value) -> Result<MergeStrategy, MergeError> {
        match merge {
            Value::Undef => Ok(MergeStrategy::Default),
            Value::Hash(entries) => {
                let name = match entries.get(&Value::string("strategy")) {
                    None | Some(Value::Undef) => return Err(MergeError::NoStrategy),
                    Some(name) => name,
                };
                MergeStrategy::named(&strategy_name(name), entries)
            }
            other => MergeStrategy::named(&strategy_name(other), &HashEntries::default()),
        }
    }

    fn named(name: &str, entries: &HashEntries) -> Result<MergeStrategy, MergeError> {
        let options = || entries.iter().filter(|(key, _)| key.as_str() != Some("strategy"));
        let plain = |strategy: MergeStrategy| match options().next() {
            None => Ok(strategy),
            Some((key, _)) => {
                Err(MergeError::WrongOptions(format!("unrecognized key '{}'", key.as_str().unwrap_or_default())))
            }
        };
        match name {
            "default" => plain(MergeStrategy::Default),
            "first" => plain(MergeStrategy::First),
            "unique" => plain(MergeStrategy::Unique),
            "hash" => plain(MergeStrategy::Hash),
            "deep" => DeepMergeOptions::from_entries(options(), true).map(MergeStrategy::Deep),
            "unconstrained_deep" => {
                DeepMergeOptions::from_entries(options(), false).map(MergeStrategy::UnconstrainedDeep)
            }
            "reverse_deep" => DeepMergeOptions::from_entries(options(), false).map(MergeStrategy::ReverseDeep),
            other => Err(MergeError::UnknownStrategy(other.to_string())),
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            MergeStrategy::Default => "default",
            MergeStrategy::First => "first",
            MergeStrategy::Unique => "unique",
            MergeStrategy::Hash => "hash",
            MergeStrategy::Deep(_) => "deep",
            MergeStrategy::UnconstrainedDeep(_) => "unconstrained_deep",
            MergeStrategy::ReverseDeep(_) => "reverse_deep",
        }
    }

    /// True where the search ends at the first value.
    pub fn stops_at_first(&self) -> bool {
        matches!(self, MergeStrategy::Default | MergeStrategy::First)
    }

    /// The options besides the strategy's name, for an explanation.
    pub fn options(&self) -> Option<Value> {
        match self {
            MergeStrategy::Deep(options)
            | MergeStrategy::UnconstrainedDeep(options)
            | MergeStrategy::ReverseDeep(options) => options.to_value(),
            _ => None,
        }
    }

    /// What the only variant of a search becomes.
    pub fn single(&self, value: Value) -> Value {
        match (self, &value) {
            (MergeStrategy::Unique, Value::Array(elements)) => unique([elements.as_slice()]),
            _ => value,
        }
    }

    /// What the first of several variants becomes before others are merged into it.
    pub fn convert_first(&self, value: Value) -> Value {
        match self {
            MergeStrategy::Unique => Value::Array(Arc::new(flattened(&value))),
            _ => value,
        }
    }

    /// `higher` was found before `lower`.
    pub fn merge(&self, higher: &Value, lower: &Value) -> Result<Value, MergeError> {
        if let (Value::Unknown(_), _) | (_, Value::Unknown(_)) = (higher, lower) {
            let unknown = if matches!(higher, Value::Unknown(_)) { higher } else { lower };
            return Ok(unknown.clone());
        }
        match self {
            MergeStrategy::Default | MergeStrategy::First => Ok(higher.clone()),
            MergeStrategy::Unique => {
                check_elements(higher, lower, "Variant[Scalar, Array[Data]]")?;
                Ok(unique([flattened(higher).as_slice(), flattened(lower).as_slice()]))
            }
            MergeStrategy::Hash => {
                check_elements(higher, lower, "Hash[String, Data]")?;
                let (Value::Hash(first), Value::Hash(second)) = (higher, lower) else {
                    return Ok(higher.clone());
                };
                let mut merged = (**second).clone();
                merged.extend(first.iter().map(|(key, value)| (key.clone(), value.clone())));
                Ok(Value::Hash(Arc::new(merged)))
            }
            MergeStrategy::Deep(options) | MergeStrategy::UnconstrainedDeep(options) => {
                deep_merge::merge(higher, lower, options)
            }
            MergeStrategy::ReverseDeep(options) => deep_merge::merge(lower, higher, options),
        }
    }
}

/// Both must be of the type that the strategy merges; unknown values are taken as if they were.
fn check_elements(higher: &Value, lower: &Value, expected: &'static str) -> Result<(), MergeError> {
    let element_type = types::parse_cached(expected);
    for (second, value) in [(false, higher), (true, lower)] {
        if value.first_unknown().is_none() && !types::is_instance(&element_type, value) {
            return Err(MergeError::WrongElement { second, expected, value: value.clone() });
        }
    }
    Ok(())
}

fn strategy_name(name: &Value) -> String {
    match name {
        Value::String(text) => text.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        _ => String::new(),
    }
}

/// An array without inner arrays; anything else alone.
fn flattened(value: &Value) -> Vec<Value> {
    fn collect(value: &Value, into: &mut Vec<Value>) {
        match value {
            Value::Array(elements) => elements.iter().for_each(|element| collect(element, into)),
            other => into.push(other.clone()),
        }
    }
    let mut elements = Vec::new();
    collect(value, &mut elements);
    elements
}

pub(super) fn unique<'a>(lists: impl IntoIterator<Item = &'a [Value]>) -> Value {
    let set: indexmap::IndexSet<Value> = lists.into_iter().flatten().cloned().collect();
    Value::array(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Value {
        crate::hiera::json::parse(text).unwrap().to_value()
    }

    fn merged(strategy: &str, higher: &str, lower: &str) -> Value {
        let strategy = MergeStrategy::from_value(&json(strategy)).unwrap();
        strategy.merge(&strategy.convert_first(json(higher)), &json(lower)).unwrap()
    }

    #[test]
    fn unique_flattens_and_drops_what_is_there_already() {
        assert_eq!(merged("\"unique\"", "[1, [2]]", "[2, 3]"), json("[1, 2, 3]"));
        assert_eq!(merged("\"unique\"", "{\"a\": 1}", "[1]"), json("[{\"a\": 1}, 1]"));
        assert_eq!(merged("\"unique\"", "null", "[1]"), json("[null, 1]"));
    }

    #[test]
    fn hash_keeps_the_order_of_the_lower_level() {
        let Value::Hash(entries) = merged("\"hash\"", r#"{"z": 1, "b": 1}"#, r#"{"a": 3, "b": 3}"#) else {
            panic!("a hash")
        };
        let keys: Vec<&str> = entries.keys().filter_map(Value::as_str).collect();
        assert_eq!(keys, ["a", "b", "z"]);
        assert_eq!(entries.get(&Value::string("b")), Some(&Value::Integer(1)));
    }

    #[test]
    fn hash_wants_hashes() {
        let error = MergeStrategy::Hash.merge(&json("{}"), &json("[1]")).unwrap_err();
        assert!(matches!(error, MergeError::WrongElement { second: true, .. }));
    }

    #[test]
    fn strategies_are_named_by_text_or_hash() {
        assert_eq!(MergeStrategy::from_value(&json(r#"{"strategy": "hash"}"#)), Ok(MergeStrategy::Hash));
        assert_eq!(MergeStrategy::from_value(&json("{}")), Err(MergeError::NoStrategy));
        assert_eq!(MergeStrategy::from_value(&json("\"x\"")), Err(MergeError::UnknownStrategy("x".to_string())));
        assert!(matches!(
            MergeStrategy::from_value(&json(r#"{"strategy": "deep", "nope": 1}"#)),
            Err(MergeError::WrongOptions(_))
        ));
    }
}
