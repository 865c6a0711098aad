//! Values of Ruby made of JSON and YAML, copied, and told apart by a fingerprint.

use std::hash::{BuildHasher, Hasher};

use evaluator::hiera::data_node::{DataContent, DataNode};
use evaluator::ruby::value::RubyValue;
use foldhash::fast::FixedState;
use serde_json::Value as Json;

pub fn from_json(value: &Json) -> RubyValue {
    match value {
        Json::Null => RubyValue::Nil,
        Json::Bool(value) => RubyValue::Boolean(*value),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => RubyValue::Integer(integer.into()),
            (None, Some(float)) => RubyValue::Float(float),
            (None, None) => RubyValue::Nil,
        },
        Json::String(text) => RubyValue::string(text.as_str()),
        Json::Array(elements) => RubyValue::array(elements.iter().map(from_json).collect()),
        Json::Object(entries) => {
            RubyValue::hash(entries.iter().map(|(key, value)| (RubyValue::string(key.as_str()), from_json(value))))
        }
    }
}

/// Reads a YAML text; `None` where it cannot be read.
pub fn from_yaml(text: &str) -> Option<RubyValue> {
    match evaluator::hiera::yaml::parse(text) {
        Ok(Some(node)) => Some(from_data(&node)),
        Ok(None) => Some(RubyValue::Boolean(false)),
        Err(_) => None,
    }
}

fn from_data(node: &DataNode) -> RubyValue {
    match &node.content {
        DataContent::Scalar(value) => RubyValue::from_puppet(value),
        DataContent::Symbol(name) => RubyValue::Symbol(name.clone()),
        DataContent::Sequence(elements) => RubyValue::array(elements.iter().map(from_data).collect()),
        DataContent::Mapping(entries) => {
            RubyValue::hash(entries.iter().map(|entry| (from_data(&entry.key), from_data(&entry.value))))
        }
    }
}

/// Copies a value with all that is inside.
pub fn deep_copy(value: &RubyValue) -> RubyValue {
    match value {
        RubyValue::String(text) => RubyValue::string(text.borrow().as_str()),
        RubyValue::Array(elements) => RubyValue::array(elements.borrow().iter().map(deep_copy).collect()),
        RubyValue::Hash(hash) => {
            RubyValue::hash(hash.borrow().iter().map(|(key, value)| (deep_copy(key), deep_copy(value))))
        }
        other => other.clone(),
    }
}

/// Merges a value into another as the gem deep_merge does: hashes by key, lists without doubles, nil never.
pub fn deep_merge(base: RubyValue, other: &RubyValue) -> RubyValue {
    match (&base, other) {
        (RubyValue::Hash(entries), RubyValue::Hash(others)) => {
            for (key, value) in others.borrow().pairs() {
                let known = entries.borrow().get(&key);
                let merged = match known {
                    Some(known) => deep_merge(known, &value),
                    None => deep_copy(&value),
                };
                entries.borrow_mut().insert(key, merged);
            }
            base
        }
        (RubyValue::Array(elements), RubyValue::Array(others)) => {
            for other in others.borrow().iter() {
                let is_known = elements.borrow().iter().any(|element| element.key() == other.key());
                if !is_known {
                    elements.borrow_mut().push(deep_copy(other));
                }
            }
            base
        }
        (_, RubyValue::Nil) => base,
        (_, other) => deep_copy(other),
    }
}

/// Returns a fingerprint of a value with all that is inside; `None` where it holds something that has no lasting form.
pub fn fingerprint(value: &RubyValue) -> Option<u128> {
    let half = |seed: u64| -> Option<u64> {
        let mut hasher = FixedState::with_seed(seed).build_hasher();
        write(value, &mut hasher)?;
        Some(hasher.finish())
    };
    Some(u128::from(half(1)?) << 64 | u128::from(half(2)?))
}

fn write(value: &RubyValue, hasher: &mut impl Hasher) -> Option<()> {
    match value {
        RubyValue::Nil => hasher.write_u8(0),
        RubyValue::Boolean(value) => hasher.write_u8(1 + u8::from(*value)),
        RubyValue::Integer(value) => {
            hasher.write_u8(3);
            hasher.write_i128(*value);
        }
        RubyValue::Float(value) => {
            hasher.write_u8(4);
            hasher.write_u64(value.to_bits());
        }
        RubyValue::String(text) => write_text(5, &text.borrow(), hasher),
        RubyValue::Symbol(name) => write_text(6, name, hasher),
        RubyValue::Array(elements) => {
            let elements = elements.borrow();
            hasher.write_u8(7);
            hasher.write_usize(elements.len());
            elements.iter().try_for_each(|element| write(element, hasher))?;
        }
        RubyValue::Hash(hash) => {
            let hash = hash.borrow();
            hasher.write_u8(8);
            hasher.write_usize(hash.len());
            for (key, value) in hash.iter() {
                write(key, hasher)?;
                write(value, hasher)?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn write_text(kind: u8, text: &str, hasher: &mut impl Hasher) {
    hasher.write_u8(kind);
    hasher.write_usize(text.len());
    hasher.write(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_one_fingerprint() {
        let read = |text: &str| fingerprint(&from_yaml(text).expect("YAML"));
        assert_eq!(read("{a: [1, x]}"), read("a:\n- 1\n- x\n"));
        assert_ne!(read("{a: [1, x]}"), read("{a: [1, x, ~]}"));
        assert_ne!(read("a"), read(":a"));
    }
}
