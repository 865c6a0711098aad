//! Short fingerprints of values, so that different values can be counted without being kept.

use std::hash::{BuildHasher, Hash, Hasher};

use super::Value;
use crate::fast_hash::FastState;

/// Parts of a value that are looked at.
const MAX_PARTS: usize = 256;
/// Bytes of a text that are looked at.
const MAX_TEXT: usize = 4096;

/// Values with different fingerprints are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    pub bits: u64,
    /// Whether all of the value was looked at. Otherwise another value may have the same fingerprint.
    pub is_whole: bool,
}

impl Fingerprint {
    pub fn of(value: &Value) -> Self {
        let mut parts = MAX_PARTS;
        let mut is_whole = true;
        let bits = bits_of(value, &mut parts, &mut is_whole);
        Fingerprint { bits, is_whole }
    }
}

fn bits_of(value: &Value, parts: &mut usize, is_whole: &mut bool) -> u64 {
    let mut hasher = FastState::default().build_hasher();
    let Some(left) = parts.checked_sub(1) else {
        *is_whole = false;
        return 0;
    };
    *parts = left;
    std::mem::discriminant(value).hash(&mut hasher);
    match value {
        Value::String(text) => {
            text.len().hash(&mut hasher);
            let bytes = text.as_bytes();
            *is_whole &= bytes.len() <= MAX_TEXT;
            bytes.get(..MAX_TEXT).unwrap_or(bytes).hash(&mut hasher);
        }
        Value::Array(elements) => {
            elements.len().hash(&mut hasher);
            for element in elements.iter() {
                if *parts == 0 {
                    *is_whole = false;
                    break;
                }
                bits_of(element, parts, is_whole).hash(&mut hasher);
            }
        }
        Value::Hash(entries) => {
            entries.len().hash(&mut hasher);
            // Equal hashes may have their entries in another order, so that a part of them says nothing.
            if 2 * entries.len() > *parts {
                *is_whole = false;
            } else {
                let entry =
                    |(key, value): (&Value, &Value)| (bits_of(key, parts, is_whole), bits_of(value, parts, is_whole));
                let bits = entries.iter().map(entry).map(|pair| FastState::default().hash_one(pair));
                bits.fold(0_u64, u64::wrapping_add).hash(&mut hasher);
            }
        }
        Value::Sensitive(inner) => bits_of(inner, parts, is_whole).hash(&mut hasher),
        Value::Object(object) => {
            object.object_type.hash(&mut hasher);
            for (name, attribute) in &object.attributes {
                name.hash(&mut hasher);
                bits_of(attribute, parts, is_whole).hash(&mut hasher);
            }
        }
        other => other.hash(&mut hasher),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: i64) -> Vec<Value> {
        (0..count).map(Value::from).collect()
    }

    #[test]
    fn different_values_have_different_fingerprints() {
        let hash = |key: &str, value: i64| Value::hash([(key.into(), Value::from(value))]);
        let values = [
            Value::from(1),
            Value::Float(1.0),
            "1".into(),
            Value::array([Value::from(1)]),
            Value::array([Value::array([Value::from(1)])]),
            hash("a", 1),
            hash("a", 2),
            hash("b", 1),
            Value::Sensitive(hash("a", 1).into()),
            Value::Sensitive(hash("a", 2).into()),
        ];
        for (index, value) in values.iter().enumerate() {
            for other in &values[index + 1..] {
                assert_ne!(Fingerprint::of(value), Fingerprint::of(other), "{value:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_order_of_entries_does_not_count() {
        let entries = [("a".into(), Value::from(1)), ("b".into(), Value::from(2))];
        let mut reversed = entries.clone();
        reversed.reverse();
        assert_eq!(Fingerprint::of(&Value::hash(entries)), Fingerprint::of(&Value::hash(reversed)));
    }

    #[test]
    fn a_large_value_is_not_looked_at_as_a_whole() {
        assert!(Fingerprint::of(&Value::array(numbers(100))).is_whole);
        let (one, other) = (Value::array(numbers(1000)), Value::array(numbers(1001)));
        assert!(!Fingerprint::of(&one).is_whole);
        assert_ne!(Fingerprint::of(&one).bits, Fingerprint::of(&other).bits);
        let shuffled = |first: i64| {
            let mut keys: Vec<i64> = (0..1000).collect();
            keys.swap(0, first as usize);
            Value::hash(keys.into_iter().map(|key| (Value::from(key), Value::Undef)))
        };
        assert_eq!(Fingerprint::of(&shuffled(0)).bits, Fingerprint::of(&shuffled(999)).bits);
    }
}
