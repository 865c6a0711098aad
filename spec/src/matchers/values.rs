//! RSpec's own matchers of values: `eq`, `match`, `include`, `be_…`, `all` and their kin.

use std::cell::RefCell;

use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use super::{Actual, Answer, Matcher};
use crate::language::host::SpecHost;

/// A matcher by its name, with what it was given.
#[derive(Debug)]
pub struct ValueMatcher {
    name: String,
    arguments: Vec<RubyValue>,
    /// `be > 3`
    operator: RefCell<Option<(String, RubyValue)>>,
}

/// Names that are matchers; `be_…` and `have_…` ask predicates.
const NAMES: &[&str] = &[
    "all",
    "an_instance_of",
    "be",
    "contain_exactly",
    "end_with",
    "eq",
    "eql",
    "equal",
    "include",
    "match",
    "match_array",
    "match_regex",
    "start_with",
    "a_string_matching",
    "a_hash_including",
    "a_collection_including",
    "a_string_including",
];

impl ValueMatcher {
    pub fn from_call(call: &HostCall<'_>) -> Option<Self> {
        let is_known = NAMES.contains(&call.name) || call.name.starts_with("be_") || call.name == "have_key";
        (is_known && call.block.is_none()).then(|| ValueMatcher {
            name: call.name.to_string(),
            arguments: call.arguments.clone(),
            operator: RefCell::default(),
        })
    }

    pub fn chain(&self, call: &HostCall<'_>) -> bool {
        if self.name == "be" && matches!(call.name, ">" | ">=" | "<" | "<=" | "==" | "=~") {
            *self.operator.borrow_mut() = Some((call.name.to_string(), call.argument(0)));
            return true;
        }
        false
    }

    pub fn description(&self) -> String {
        let shown: Vec<String> = self.arguments.iter().map(RubyValue::inspect).collect();
        let words = self.name.replace('_', " ");
        if shown.is_empty() { words } else { format!("{words} {}", shown.join(", ")) }
    }

    pub fn matches(&self, ruby: &mut Ruby<'_, '_>, _: &SpecHost, actual: &Actual, offset: u32) -> Ran<Answer> {
        let Actual::Value(actual) = actual else {
            return ruby.unsupported(format!("{} on a catalogue or block", self.name), offset);
        };
        let is_match = self.holds(ruby, actual, offset)?;
        Ok(Answer::when(is_match, || format!("expected {} to {}", actual.inspect(), self.description())))
    }

    fn first(&self) -> RubyValue {
        self.arguments.first().cloned().unwrap_or(RubyValue::Nil)
    }

    fn holds(&self, ruby: &mut Ruby<'_, '_>, actual: &RubyValue, offset: u32) -> Ran<bool> {
        let wanted = self.first();
        let ask = |ruby: &mut Ruby<'_, '_>, method: &str, arguments: Vec<RubyValue>| -> Ran<bool> {
            Ok(ruby.send(actual, method, arguments, None, offset)?.is_truthy())
        };
        Ok(match self.name.as_str() {
            "eq" => actual.equals(&wanted),
            "eql" => actual.key() == wanted.key(),
            "equal" => actual.is_same_object(&wanted),
            "be" => match (&*self.operator.borrow(), self.arguments.is_empty()) {
                (Some((operator, value)), _) => ask(ruby, operator, vec![value.clone()])?,
                (None, true) => actual.is_truthy(),
                (None, false) => match (&wanted, actual) {
                    (RubyValue::Nil | RubyValue::Boolean(_) | RubyValue::Symbol(_) | RubyValue::Integer(_), _) => {
                        actual.equals(&wanted)
                    }
                    _ => actual.is_same_object(&wanted),
                },
            },
            "be_nil" => matches!(actual, RubyValue::Nil),
            "be_truthy" => actual.is_truthy(),
            "be_falsey" | "be_falsy" => !actual.is_truthy(),
            "be_a" | "be_an" | "be_a_kind_of" | "be_kind_of" => ask(ruby, "is_a?", vec![wanted])?,
            "be_instance_of" | "be_an_instance_of" | "an_instance_of" => ask(ruby, "instance_of?", vec![wanted])?,
            "match" | "a_string_matching" | "match_regex" => self.match_value(ruby, &wanted, actual, offset)?,
            "include" | "a_hash_including" | "a_collection_including" | "a_string_including" => {
                for wanted in &self.arguments {
                    if !includes(ruby, actual, wanted, offset)? {
                        return Ok(false);
                    }
                }
                true
            }
            "start_with" => ask(ruby, "start_with?", self.arguments.clone())?,
            "end_with" => ask(ruby, "end_with?", self.arguments.clone())?,
            "have_key" => ask(ruby, "key?", vec![wanted])?,
            "contain_exactly" => same_elements(ruby, actual, &self.arguments, offset)?,
            "match_array" => {
                let wanted = ruby.to_array(&wanted)?;
                same_elements(ruby, actual, &wanted, offset)?
            }
            "all" => {
                for element in ruby.to_array(actual)? {
                    if !value_matches(ruby, &wanted, &element, offset)? {
                        return Ok(false);
                    }
                }
                true
            }
            name => match name.strip_prefix("be_") {
                Some(predicate) => ask(ruby, &format!("{predicate}?"), self.arguments.clone())?,
                None => return ruby.unsupported(format!("the matcher {name}"), offset),
            },
        })
    }

    fn match_value(&self, ruby: &mut Ruby<'_, '_>, wanted: &RubyValue, actual: &RubyValue, offset: u32) -> Ran<bool> {
        match (wanted, actual) {
            (RubyValue::Regexp(_), RubyValue::String(_) | RubyValue::Symbol(_)) => {
                Ok(ruby.send(wanted, "match?", vec![actual.clone()], None, offset)?.is_truthy())
            }
            (RubyValue::Regexp(_), _) => ruby.unsupported("match on something that is not text", offset),
            _ => ruby.unsupported("match with something that is not a pattern", offset),
        }
    }
}

/// Asks a matcher, or compares with `===` where the wanted value is none.
fn value_matches(ruby: &mut Ruby<'_, '_>, wanted: &RubyValue, actual: &RubyValue, offset: u32) -> Ran<bool> {
    match wanted.host_object::<Matcher>() {
        Some(Matcher::Value(matcher)) => matcher.holds(ruby, actual, offset),
        Some(_) => ruby.unsupported("this matcher inside another", offset),
        None if matches!(wanted, RubyValue::Regexp(_)) && !matches!(actual, RubyValue::String(_)) => {
            Ok(wanted.equals(actual))
        }
        None => Ok(actual.equals(wanted) || ruby.send(wanted, "===", vec![actual.clone()], None, offset)?.is_truthy()),
    }
}

fn includes(ruby: &mut Ruby<'_, '_>, actual: &RubyValue, wanted: &RubyValue, offset: u32) -> Ran<bool> {
    match (actual, wanted) {
        (RubyValue::Hash(entries), RubyValue::Hash(pairs)) => {
            for (key, value) in pairs.borrow().pairs() {
                let Some(present) = entries.borrow().get(&key) else { return Ok(false) };
                if !value_matches(ruby, &value, &present, offset)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (RubyValue::Hash(entries), key) => Ok(entries.borrow().contains(key)),
        (RubyValue::Array(elements), wanted) => {
            let elements = elements.borrow().clone();
            for element in &elements {
                if value_matches(ruby, wanted, element, offset)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        (RubyValue::String(_), RubyValue::Regexp(_)) => {
            Ok(ruby.send(wanted, "match?", vec![actual.clone()], None, offset)?.is_truthy())
        }
        (RubyValue::String(_), RubyValue::String(_)) => {
            Ok(ruby.send(actual, "include?", vec![wanted.clone()], None, offset)?.is_truthy())
        }
        _ => ruby.unsupported("include on something else than text, list or hash", offset),
    }
}

fn same_elements(ruby: &mut Ruby<'_, '_>, actual: &RubyValue, wanted: &[RubyValue], offset: u32) -> Ran<bool> {
    let RubyValue::Array(elements) = actual else { return Ok(false) };
    let mut left = elements.borrow().clone();
    for wanted in wanted {
        if wanted.host_object::<Matcher>().is_some() {
            return ruby.unsupported("a matcher among the elements", offset);
        }
        match left.iter().position(|element| element.equals(wanted)) {
            Some(at) => {
                left.remove(at);
            }
            None => return Ok(false),
        }
    }
    Ok(left.is_empty())
}
