//! The entries of a hash, in the order of insertion.
//!
//! Most hashes are short: while there are few entries, keys are compared one after the other, which is quicker than hashing and
//! takes one block of memory. Knows nothing of the language's own `==`.

use indexmap::IndexMap;
use indexmap::map as many;
use smol_str::SmolStr;
use std::slice;

use crate::fast_hash::FastState;
use crate::value::Value;

/// With more entries than this, keys are hashed.
const FEW: usize = 8;

#[derive(Clone, Debug)]
pub struct HashEntries(Form);

#[derive(Clone, Debug)]
enum Form {
    Few(Vec<(Value, Value)>),
    Many(Box<Hashed>),
}

type Hashed = IndexMap<Value, Value, FastState>;

impl Default for HashEntries {
    fn default() -> Self {
        HashEntries(Form::Few(Vec::new()))
    }
}

impl HashEntries {
    pub fn new() -> Self {
        HashEntries::default()
    }

    pub fn with_capacity(capacity: usize) -> Self {
        HashEntries(match capacity > FEW {
            true => Form::Many(Box::new(Hashed::with_capacity_and_hasher(capacity, FastState::default()))),
            false => Form::Few(Vec::with_capacity(capacity)),
        })
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Few(entries) => entries.len(),
            Form::Many(entries) => entries.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, key: &Value) -> Option<&Value> {
        match &self.0 {
            Form::Few(entries) => position(entries, key).and_then(|at| entries.get(at)).map(|(_, value)| value),
            Form::Many(entries) => entries.get(key),
        }
    }

    /// The value of a key that is a string.
    pub fn get_text(&self, key: &SmolStr) -> Option<&Value> {
        match &self.0 {
            Form::Few(entries) => entries.iter().find(|(known, _)| is_text(known, key)).map(|(_, value)| value),
            Form::Many(entries) => entries.get(&Value::String(key.clone())),
        }
    }

    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        match &mut self.0 {
            Form::Few(entries) => position(entries, key).and_then(|at| entries.get_mut(at)).map(|(_, value)| value),
            Form::Many(entries) => entries.get_mut(key),
        }
    }

    pub fn contains_key(&self, key: &Value) -> bool {
        self.get(key).is_some()
    }

    /// The entry at a place in the order.
    pub fn get_index(&self, index: usize) -> Option<(&Value, &Value)> {
        match &self.0 {
            Form::Few(entries) => entries.get(index).map(|(key, value)| (key, value)),
            Form::Many(entries) => entries.get_index(index),
        }
    }

    pub fn first(&self) -> Option<(&Value, &Value)> {
        self.get_index(0)
    }

    /// Sets a value; a key that is there already keeps its place. Gives the value that it had.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        let entries = match &mut self.0 {
            Form::Many(entries) => return entries.insert(key, value),
            Form::Few(entries) => entries,
        };
        match position(entries, &key).and_then(|at| entries.get_mut(at)) {
            Some((_, known)) => Some(std::mem::replace(known, value)),
            None => {
                if entries.len() < FEW {
                    entries.push((key, value));
                } else {
                    self.reserve(1);
                    self.insert(key, value);
                }
                None
            }
        }
    }

    /// The value of a key, which gets this one where it has none.
    pub fn get_or_insert_with(&mut self, key: Value, value: impl FnOnce() -> Value) -> &mut Value {
        if self.len() == FEW && !self.contains_key(&key) {
            self.reserve(1);
        }
        match &mut self.0 {
            Form::Many(entries) => entries.entry(key).or_insert_with(value),
            Form::Few(entries) => {
                let at = match position(entries, &key) {
                    Some(at) => at,
                    None => {
                        entries.push((key, value()));
                        entries.len() - 1
                    }
                };
                &mut entries[at].1
            }
        }
    }

    /// Makes room for more entries.
    fn reserve(&mut self, more: usize) {
        match &mut self.0 {
            Form::Many(entries) => entries.reserve(more),
            Form::Few(entries) if entries.len() + more <= FEW => entries.reserve(more),
            Form::Few(entries) => {
                let mut hashed =
                    Hashed::with_capacity_and_hasher((entries.len() + more).max(FEW * 2), FastState::default());
                hashed.extend(entries.drain(..));
                self.0 = Form::Many(Box::new(hashed));
            }
        }
    }

    /// Takes a key out; those after it move up.
    pub fn shift_remove(&mut self, key: &Value) -> Option<Value> {
        match &mut self.0 {
            Form::Few(entries) => {
                let at = position(entries, key)?;
                Some(entries.remove(at).1)
            }
            Form::Many(entries) => entries.shift_remove(key),
        }
    }

    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &mut Value) -> bool) {
        match &mut self.0 {
            Form::Few(entries) => entries.retain_mut(|(key, value)| keep(key, value)),
            Form::Many(entries) => entries.retain(|key, value| keep(key, value)),
        }
    }

    pub fn iter(&self) -> Entries<'_> {
        match &self.0 {
            Form::Few(entries) => Entries::Few(entries.iter()),
            Form::Many(entries) => Entries::Many(entries.iter()),
        }
    }

    /// The same entries, with room for more.
    pub(crate) fn with_room(&self, more: usize) -> HashEntries {
        match &self.0 {
            Form::Few(entries) if entries.len() + more <= FEW => {
                let mut copy = Vec::with_capacity(entries.len() + more);
                copy.extend_from_slice(entries);
                HashEntries(Form::Few(copy))
            }
            _ => {
                let mut copy = self.clone();
                copy.reserve(more);
                copy
            }
        }
    }

    /// Whether something holds for a key or a value.
    pub(crate) fn any_part(&self, mut test: impl FnMut(&Value) -> bool) -> bool {
        match &self.0 {
            Form::Few(entries) => entries.iter().any(|(key, value)| test(key) || test(value)),
            Form::Many(entries) => entries.iter().any(|(key, value)| test(key) || test(value)),
        }
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.iter().map(|(_, value)| value)
    }
}

/// Where a key stands. Most are strings, and two short ones are compared without looking at their texts.
fn position(entries: &[(Value, Value)], key: &Value) -> Option<usize> {
    match key {
        Value::String(text) => entries.iter().position(|(known, _)| is_text(known, text)),
        _ => entries.iter().position(|(known, _)| known == key),
    }
}

#[inline]
fn is_text(known: &Value, text: &SmolStr) -> bool {
    matches!(known, Value::String(known) if known == text)
}

/// Equal hashes may have their entries in another order.
impl PartialEq for HashEntries {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl Eq for HashEntries {}

impl FromIterator<(Value, Value)> for HashEntries {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        let mut hash = HashEntries::with_capacity(entries.size_hint().0);
        entries.for_each(|(key, value)| drop(hash.insert(key, value)));
        hash
    }
}

impl Extend<(Value, Value)> for HashEntries {
    fn extend<I: IntoIterator<Item = (Value, Value)>>(&mut self, entries: I) {
        entries.into_iter().for_each(|(key, value)| drop(self.insert(key, value)));
    }
}

/// Entries in their order.
#[derive(Clone)]
pub enum Entries<'e> {
    Few(slice::Iter<'e, (Value, Value)>),
    Many(many::Iter<'e, Value, Value>),
}

impl<'e> Iterator for Entries<'e> {
    type Item = (&'e Value, &'e Value);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Entries::Few(entries) => entries.next().map(|(key, value)| (key, value)),
            Entries::Many(entries) => entries.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Entries::Few(entries) => entries.size_hint(),
            Entries::Many(entries) => entries.size_hint(),
        }
    }
}

impl DoubleEndedIterator for Entries<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        match self {
            Entries::Few(entries) => entries.next_back().map(|(key, value)| (key, value)),
            Entries::Many(entries) => entries.next_back(),
        }
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl<'e> IntoIterator for &'e HashEntries {
    type Item = (&'e Value, &'e Value);
    type IntoIter = Entries<'e>;

    fn into_iter(self) -> Entries<'e> {
        self.iter()
    }
}

/// The same for entries that nobody else has.
pub enum OwnEntries {
    Few(std::vec::IntoIter<(Value, Value)>),
    Many(many::IntoIter<Value, Value>),
}

impl Iterator for OwnEntries {
    type Item = (Value, Value);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            OwnEntries::Few(entries) => entries.next(),
            OwnEntries::Many(entries) => entries.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            OwnEntries::Few(entries) => entries.size_hint(),
            OwnEntries::Many(entries) => entries.size_hint(),
        }
    }
}

impl IntoIterator for HashEntries {
    type Item = (Value, Value);
    type IntoIter = OwnEntries;

    fn into_iter(self) -> OwnEntries {
        match self.0 {
            Form::Few(entries) => OwnEntries::Few(entries.into_iter()),
            Form::Many(entries) => OwnEntries::Many(entries.into_iter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: i64) -> HashEntries {
        (0..count).map(|number| (Value::from(number), Value::from(number * 10))).collect()
    }

    #[test]
    fn entries_are_found_and_stay_in_order_with_and_without_hashing() {
        for count in [0, 1, FEW as i64 - 1, FEW as i64, FEW as i64 + 1, 100] {
            let hash = numbered(count);
            assert_eq!(hash.len(), count as usize);
            assert!((0..count).all(|number| hash.get(&Value::from(number)) == Some(&Value::from(number * 10))));
            assert!(hash.get(&Value::from(count)).is_none());
            assert!(hash.keys().cloned().eq((0..count).map(Value::from)));
            assert!(hash.values().rev().cloned().eq((0..count).rev().map(|number| Value::from(number * 10))));
            assert_eq!(hash.clone().into_iter().count(), count as usize);
        }
    }

    #[test]
    fn a_key_that_is_set_again_keeps_its_place() {
        for count in [3, FEW as i64, 40] {
            let mut hash = numbered(count);
            assert_eq!(hash.insert(Value::from(1), Value::from(7)), Some(Value::from(10)));
            assert_eq!(hash.get_index(1), Some((&Value::from(1), &Value::from(7))));
            assert_eq!(*hash.get_or_insert_with(Value::from(1), || Value::Undef), Value::from(7));
            assert_eq!(*hash.get_or_insert_with(Value::from(count), || Value::Undef), Value::Undef);
            assert_eq!(hash.len(), count as usize + 1);
            assert_eq!(hash.shift_remove(&Value::from(0)), Some(Value::from(0)));
            assert_eq!(hash.first(), Some((&Value::from(1), &Value::from(7))));
            hash.retain(|key, _| *key == Value::from(2));
            assert_eq!(hash.len(), 1);
        }
    }

    #[test]
    fn a_copy_with_room_is_the_same() {
        for (count, more) in [(0, 1), (3, 2), (3, 20), (FEW as i64, 1), (40, 3)] {
            let mut copy = numbered(count).with_room(more);
            assert_eq!(copy, numbered(count));
            copy.insert(Value::from(-1), Value::Undef);
            assert_eq!(copy.len(), count as usize + 1);
        }
    }

    #[test]
    fn equality_does_not_see_the_order_or_the_form() {
        let mut longer = numbered(FEW as i64 + 1);
        longer.shift_remove(&Value::from(FEW as i64));
        assert_eq!(longer, numbered(FEW as i64));
        let backwards: HashEntries =
            (0..5).rev().map(|number| (Value::from(number), Value::from(number * 10))).collect();
        assert_eq!(backwards, numbered(5));
        assert_ne!(backwards, numbered(4));
    }
}
