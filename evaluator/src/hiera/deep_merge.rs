//! The `deep` merge with its options: knocking out, sorting merged arrays, merging hashes inside arrays.

use std::sync::Arc;

use smol_str::SmolStr;

use super::lookup_key::ruby_class;
use super::merge::{MergeError, unique};
use crate::value::Value;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeepMergeOptions {
    pub knockout_prefix: Option<SmolStr>,
    pub sort_merged_arrays: bool,
    pub merge_hash_arrays: bool,
}

impl DeepMergeOptions {
    /// `strict`: names and types that Puppet does not know are refused.
    pub fn from_entries<'a>(
        entries: impl Iterator<Item = (&'a Value, &'a Value)>,
        strict: bool,
    ) -> Result<DeepMergeOptions, MergeError> {
        let mut options = DeepMergeOptions::default();
        for (key, value) in entries {
            let name = key.as_str().unwrap_or_default();
            match (name, value) {
                (_, Value::Undef) => {}
                ("knockout_prefix", Value::String(prefix)) if prefix.is_empty() => {
                    return Err(MergeError::EmptyKnockoutPrefix);
                }
                ("knockout_prefix", Value::String(prefix)) => options.knockout_prefix = Some(prefix.clone()),
                ("sort_merged_arrays", Value::Boolean(on)) => options.sort_merged_arrays = *on,
                ("merge_hash_arrays", Value::Boolean(on)) => options.merge_hash_arrays = *on,
                ("merge_debug", Value::Boolean(_)) => {}
                _ if !strict => {}
                ("knockout_prefix", _) => {
                    return Err(MergeError::WrongOptions(format!(
                        "entry '{name}' expects a value of type Undef or String, got {}",
                        super::lookup::type_label(value)
                    )));
                }
                ("sort_merged_arrays" | "merge_hash_arrays" | "merge_debug", _) => {
                    return Err(MergeError::WrongOptions(format!(
                        "entry '{name}' expects a value of type Undef or Boolean, got {}",
                        super::lookup::type_label(value)
                    )));
                }
                _ => return Err(MergeError::WrongOptions(format!("unrecognized key '{name}'"))),
            }
        }
        Ok(options)
    }

    /// As a hash; `None` where nothing is set.
    pub fn to_value(&self) -> Option<Value> {
        let mut entries = Vec::new();
        if let Some(prefix) = &self.knockout_prefix {
            entries.push((Value::string("knockout_prefix"), Value::String(prefix.clone())));
        }
        for (name, on) in
            [("sort_merged_arrays", self.sort_merged_arrays), ("merge_hash_arrays", self.merge_hash_arrays)]
        {
            if on {
                entries.push((Value::string(name), Value::Boolean(true)));
            }
        }
        (!entries.is_empty()).then(|| Value::hash(entries))
    }
}

/// Merges `source` into `target`: `source` wins, what only `target` has stays, in the target's order.
pub fn merge(source: &Value, target: &Value, options: &DeepMergeOptions) -> Result<Value, MergeError> {
    // As Ruby does: nothing to merge, or nothing (undef or false) to merge into.
    if source.is_undef() {
        return Ok(target.clone());
    }
    if matches!(target, Value::Undef | Value::Boolean(false)) {
        return Ok(source.clone());
    }
    match source {
        Value::Hash(entries) => {
            let Value::Hash(existing) = target else {
                return Ok(if entries.is_empty() { target.clone() } else { overwrite(source, options) });
            };
            let mut merged = (**existing).clone();
            for (key, value) in entries.iter() {
                let inner = match merged.get(key) {
                    Some(existing) if !matches!(existing, Value::Undef | Value::Boolean(false)) => {
                        merge(value, existing, options)?
                    }
                    // A new entry is merged with itself, which applies the options to it.
                    _ => merge(value, value, options)?,
                };
                merged.insert(key.clone(), inner);
            }
            Ok(Value::Hash(Arc::new(merged)))
        }
        Value::Array(elements) => merge_array(elements, target, options),
        _ => Ok(overwrite(source, options)),
    }
}

fn merge_array(source: &[Value], target: &Value, options: &DeepMergeOptions) -> Result<Value, MergeError> {
    let mut source = source.to_vec();
    let mut target = target.clone();
    if let Some(prefix) = &options.knockout_prefix {
        let bare = Value::String(prefix.clone());
        if source.contains(&bare) {
            // The bare prefix empties what was there.
            target = match target {
                Value::Hash(_) => Value::Hash(Arc::default()),
                Value::String(_) => Value::string(""),
                Value::Array(_) => Value::Array(Arc::default()),
                _ => Value::Undef,
            };
            source.retain(|element| *element != bare);
        }
    }
    let Value::Array(existing) = &target else {
        return Ok(overwrite(&Value::array(source), options));
    };
    let mut existing = (**existing).clone();
    if let Some(prefix) = &options.knockout_prefix {
        source.retain(|element| match element.as_str().and_then(|text| text.strip_prefix(prefix.as_str())) {
            Some(item) => {
                existing.retain(|other| other.as_str() != Some(item) && other != element);
                false
            }
            None => true,
        });
    }
    let all_hashes = |list: &[Value]| list.iter().all(|element| matches!(element, Value::Hash(_)));
    let mut merged = if options.merge_hash_arrays && all_hashes(&source) && all_hashes(&existing) {
        let mut list = Vec::with_capacity(existing.len().max(source.len()));
        for (index, element) in existing.iter().enumerate() {
            list.push(match source.get(index) {
                Some(other) => merge(other, element, options)?,
                None => element.clone(),
            });
        }
        list.extend(source.into_iter().skip(existing.len()));
        list
    } else {
        match unique([existing.as_slice(), source.as_slice()]) {
            Value::Array(elements) => elements.to_vec(),
            _ => Vec::new(),
        }
    };
    if options.sort_merged_arrays {
        sort(&mut merged)?;
    }
    Ok(Value::array(merged))
}

/// What replaces a value that cannot be merged: a knocked out one leaves an empty string.
fn overwrite(source: &Value, options: &DeepMergeOptions) -> Value {
    let Some(prefix) = &options.knockout_prefix else {
        return source.clone();
    };
    match source {
        Value::String(text) if text.starts_with(prefix.as_str()) => Value::string(""),
        Value::Array(elements) => Value::array(
            elements
                .iter()
                .filter(|element| !element.as_str().is_some_and(|text| text.starts_with(prefix.as_str())))
                .cloned(),
        ),
        _ => source.clone(),
    }
}

fn sort(elements: &mut [Value]) -> Result<(), MergeError> {
    let is_number = |element: &Value| matches!(element, Value::Integer(_) | Value::Float(_));
    if let [first, others @ ..] = &*elements
        && let Some(second) = others.iter().find(|other| match first {
            Value::String(_) => !matches!(other, Value::String(_)),
            first => !is_number(first) || !is_number(other),
        })
    {
        return Err(MergeError::NotComparable { first: ruby_class(first), second: ruby_class(second) });
    }
    elements.sort_by(|a, b| match (a, b) {
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (a, b) => number(a).total_cmp(&number(b)),
    });
    Ok(())
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hiera::json::parse;

    fn check(options: &str, higher: &str, lower: &str, expected: &str) {
        let json = |text: &str| parse(text).unwrap().to_value();
        let Value::Hash(entries) = json(options) else { panic!("options") };
        let options = DeepMergeOptions::from_entries(entries.iter(), true).unwrap();
        assert_eq!(merge(&json(higher), &json(lower), &options), Ok(json(expected)));
    }

    #[test]
    fn hashes_merge_and_arrays_join_lower_first() {
        check(
            "{}",
            r#"{"a": 1, "l": ["x"]}"#,
            r#"{"a": 2, "b": 3, "l": ["y"]}"#,
            r#"{"a": 1, "b": 3, "l": ["y", "x"]}"#,
        );
        check("{}", "[1]", r#"{"a": 1}"#, "[1]");
        check("{}", "null", "[1]", "[1]");
    }

    #[test]
    fn the_knockout_prefix_removes() {
        let options = r#"{"knockout_prefix": "--"}"#;
        check(options, r#"{"l": ["--a", "c"]}"#, r#"{"l": ["a", "b"]}"#, r#"{"l": ["b", "c"]}"#);
        check(options, r#"{"k": "--"}"#, r#"{"k": "v"}"#, r#"{"k": ""}"#);
        check(options, r#"{"l": ["--", "x"]}"#, r#"{"l": ["a", "b"]}"#, r#"{"l": ["x"]}"#);
    }

    #[test]
    fn arrays_of_hashes_merge_by_position() {
        check(
            r#"{"merge_hash_arrays": true}"#,
            r#"[{"y": 1}, {"q": 5}]"#,
            r#"[{"z": 2}]"#,
            r#"[{"y": 1, "z": 2}, {"q": 5}]"#,
        );
        check("{}", r#"[{"y": 1}]"#, r#"[{"z": 2}]"#, r#"[{"z": 2}, {"y": 1}]"#);
    }

    #[test]
    fn merged_arrays_can_be_sorted() {
        check(r#"{"sort_merged_arrays": true}"#, r#"["c", "a"]"#, r#"["b"]"#, r#"["a", "b", "c"]"#);
    }
}
