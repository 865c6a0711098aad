//! Values by name, in the order of insertion: the variables of a scope, the parameters of a resource.
//!
//! While there are few, names are compared one after the other, which is quicker than hashing and takes one block of memory.

use smol_str::SmolStr;

use crate::fast_hash::FastMap;

/// From this many entries on there is an index.
const INDEXED_FROM: usize = 16;

#[derive(Clone, Debug)]
pub struct NameMap<V> {
    entries: Vec<(SmolStr, V)>,
    /// Where each name stands; there is none while there are few.
    index: Option<Box<FastMap<SmolStr, usize>>>,
}

impl<V> Default for NameMap<V> {
    fn default() -> Self {
        NameMap { entries: Vec::new(), index: None }
    }
}

impl<V> NameMap<V> {
    pub fn new() -> Self {
        NameMap::default()
    }

    pub fn with_capacity(capacity: usize) -> Self {
        NameMap { entries: Vec::with_capacity(capacity), index: None }
    }

    /// Of entries of which no two have the same name, with room for as many as the capacity says.
    pub fn from_different_names(entries: impl Iterator<Item = (SmolStr, V)>, capacity: usize) -> Self {
        let mut map = NameMap::with_capacity(capacity);
        map.entries.extend(entries);
        if map.entries.len() >= INDEXED_FROM {
            map.rebuild_index();
        }
        map
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            None => self.entries.iter().position(|(known, _)| known == name),
            Some(index) => index.get(name).copied(),
        }
    }

    pub fn get(&self, name: &str) -> Option<&V> {
        self.position(name).and_then(|at| self.entries.get(at)).map(|(_, value)| value)
    }

    /// The same for a name in its own form: most names are short, and two short ones are compared without looking at their texts.
    pub fn get_name(&self, name: &SmolStr) -> Option<&V> {
        match &self.index {
            None => self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            Some(index) => index.get(name).and_then(|at| self.entries.get(*at)).map(|(_, value)| value),
        }
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.position(name).and_then(|at| self.entries.get_mut(at)).map(|(_, value)| value)
    }

    pub fn contains_key(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    /// Sets a value; a name that is there already keeps its place. Gives the value that it had.
    pub fn insert(&mut self, name: SmolStr, value: V) -> Option<V> {
        let known = match &self.index {
            None => self.entries.iter().position(|(known, _)| *known == name),
            Some(index) => index.get(&name).copied(),
        };
        match known.and_then(|at| self.entries.get_mut(at)) {
            Some((_, known)) => Some(std::mem::replace(known, value)),
            None => {
                self.push(name, value);
                None
            }
        }
    }

    /// Adds a name; `false` where it is there already, which keeps its value.
    pub fn insert_new(&mut self, name: SmolStr, value: V) -> bool {
        let is_new = self.get_name(&name).is_none();
        if is_new {
            self.push(name, value);
        }
        is_new
    }

    /// The value of a name, which gets this one where it has none.
    pub fn get_or_insert_with(&mut self, name: SmolStr, value: impl FnOnce() -> V) -> &mut V {
        let at = match self.position(&name) {
            Some(at) => at,
            None => {
                self.push(name, value());
                self.entries.len() - 1
            }
        };
        &mut self.entries[at].1
    }

    /// Adds a name that is not there.
    fn push(&mut self, name: SmolStr, value: V) {
        if let Some(index) = &mut self.index {
            index.insert(name.clone(), self.entries.len());
        }
        self.entries.push((name, value));
        if self.entries.len() == INDEXED_FROM {
            self.rebuild_index();
        }
    }

    /// Takes a name out; those after it move up.
    pub fn shift_remove(&mut self, name: &str) -> Option<V> {
        let at = self.position(name)?;
        let (_, value) = self.entries.remove(at);
        if self.index.is_some() {
            self.rebuild_index();
        }
        Some(value)
    }

    /// Gives an entry another name, which no other has; it keeps its place.
    pub fn rename(&mut self, name: &str, new: SmolStr) {
        let Some(at) = self.position(name) else { return };
        self.entries[at].0 = new;
        if self.index.is_some() {
            self.rebuild_index();
        }
    }

    fn rebuild_index(&mut self) {
        let mut index = FastMap::with_capacity_and_hasher(self.entries.capacity(), Default::default());
        index.extend(self.entries.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)));
        self.index = Some(Box::new(index));
    }

    /// Gives the first entries other values, one after the other.
    pub fn replace_values(&mut self, values: impl IntoIterator<Item = V>) {
        for ((_, known), value) in self.entries.iter_mut().zip(values) {
            *known = value;
        }
    }

    /// Forgets all but the first entries; `false` where there are so many that it would take long.
    pub fn keep_first(&mut self, count: usize) -> bool {
        if self.index.is_some() {
            return false;
        }
        self.entries.truncate(count);
        true
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.index = None;
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&SmolStr, &V)> + ExactSizeIterator {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&SmolStr, &mut V)> {
        self.entries.iter_mut().map(|(name, value)| (&*name, value))
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &SmolStr> {
        self.entries.iter().map(|(name, _)| name)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }
}

impl<V> FromIterator<(SmolStr, V)> for NameMap<V> {
    fn from_iter<I: IntoIterator<Item = (SmolStr, V)>>(entries: I) -> Self {
        let mut map = NameMap::default();
        map.extend(entries);
        map
    }
}

impl<V> Extend<(SmolStr, V)> for NameMap<V> {
    fn extend<I: IntoIterator<Item = (SmolStr, V)>>(&mut self, entries: I) {
        for (name, value) in entries {
            self.insert(name, value);
        }
    }
}

impl<V> IntoIterator for NameMap<V> {
    type Item = (SmolStr, V);
    type IntoIter = std::vec::IntoIter<(SmolStr, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// A pair as loops take it.
type Borrow<'m, V> = fn(&'m (SmolStr, V)) -> (&'m SmolStr, &'m V);

impl<'m, V> IntoIterator for &'m NameMap<V> {
    type Item = (&'m SmolStr, &'m V);
    type IntoIter = std::iter::Map<std::slice::Iter<'m, (SmolStr, V)>, Borrow<'m, V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(name, value)| (name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: usize) -> NameMap<usize> {
        (0..count).map(|number| (SmolStr::new(format!("n{number}")), number)).collect()
    }

    #[test]
    fn names_are_found_with_and_without_an_index() {
        for count in [1, INDEXED_FROM - 1, INDEXED_FROM, INDEXED_FROM * 3] {
            let map = numbered(count);
            assert_eq!(map.len(), count);
            assert!((0..count).all(|number| map.get(&format!("n{number}")) == Some(&number)));
            assert!(!map.contains_key("other"));
        }
    }

    #[test]
    fn different_names_are_indexed_at_once() {
        for count in [0, INDEXED_FROM - 1, INDEXED_FROM * 3] {
            let map = NameMap::from_different_names(numbered(count).into_iter(), count);
            assert!((0..count).all(|number| map.get(&format!("n{number}")) == Some(&number)));
            assert_eq!(map.len(), count);
        }
    }

    #[test]
    fn a_name_that_is_set_again_keeps_its_place() {
        let mut map = numbered(INDEXED_FROM + 2);
        assert_eq!(map.insert("n1".into(), 100), Some(1));
        assert_eq!(map.iter().nth(1), Some((&SmolStr::new("n1"), &100)));
        assert_eq!(*map.get_or_insert_with("n1".into(), || 7), 100);
        assert_eq!(*map.get_or_insert_with("new".into(), || 7), 7);
        assert!(!map.insert_new("n1".into(), 8) && map.insert_new("newer".into(), 8));
        assert_eq!((map.get("n1"), map.get("newer")), (Some(&100), Some(&8)));
    }

    #[test]
    fn those_after_a_removed_name_move_up() {
        let mut map = numbered(INDEXED_FROM + 2);
        assert_eq!(map.shift_remove("n0"), Some(0));
        assert_eq!(map.get("n17"), Some(&17));
        assert_eq!(map.keys().next(), Some(&SmolStr::new("n1")));
        map.rename("n1", "first".into());
        assert_eq!(
            (map.get("n1"), map.get("first"), map.keys().next()),
            (None, Some(&1), Some(&SmolStr::new("first")))
        );
    }
}
