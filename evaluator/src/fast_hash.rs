//! Hash maps for the evaluator's own tables: a quick hasher, whose seed is fixed so that two runs do the same work.

use std::collections::{HashMap, HashSet};

pub type FastState = foldhash::fast::FixedState;
pub type FastMap<K, V> = HashMap<K, V, FastState>;
pub type FastSet<K> = HashSet<K, FastState>;
