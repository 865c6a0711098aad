//! A data file as a tree in which every node knows the line and column that it stands at.
//!
//! Formats build it (`yaml`, `json`); lookups turn the part that they want into a `Value`.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::value::{HashEntries, Value};

/// Line and column, both from 1, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DataNode {
    pub content: DataContent,
    pub position: Position,
    /// How many nodes this one stands for, aliases counted as often as they are used.
    pub weight: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DataContent {
    Scalar(Value),
    /// `:name`, which Ruby reads as a symbol.
    Symbol(SmolStr),
    Sequence(Arc<Vec<DataNode>>),
    /// In the order in which the keys first appear; of equal keys the last value stays.
    Mapping(Arc<Vec<DataEntry>>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct DataEntry {
    pub key: DataNode,
    pub value: DataNode,
}

impl DataNode {
    pub fn scalar(value: Value, position: Position) -> Self {
        DataNode { content: DataContent::Scalar(value), position, weight: 1 }
    }

    pub fn symbol(name: &str, position: Position) -> Self {
        DataNode { content: DataContent::Symbol(SmolStr::new(name)), position, weight: 1 }
    }

    pub fn sequence(elements: Vec<DataNode>, position: Position) -> Self {
        let weight = elements.iter().fold(1_usize, |sum, element| sum.saturating_add(element.weight));
        DataNode { content: DataContent::Sequence(Arc::new(elements)), position, weight }
    }

    pub fn mapping(entries: Vec<DataEntry>, position: Position) -> Self {
        let weight = entries
            .iter()
            .fold(1_usize, |sum, entry| sum.saturating_add(entry.key.weight).saturating_add(entry.value.weight));
        DataNode { content: DataContent::Mapping(Arc::new(entries)), position, weight }
    }

    pub fn is_null(&self) -> bool {
        matches!(self.content, DataContent::Scalar(Value::Undef))
    }

    pub fn entries(&self) -> Option<&[DataEntry]> {
        match &self.content {
            DataContent::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value as Puppet code sees it. Symbols that are keys are strings.
    pub fn to_value(&self) -> Value {
        match &self.content {
            DataContent::Scalar(value) => value.clone(),
            DataContent::Symbol(name) => Value::String(name.clone()),
            DataContent::Sequence(elements) => Value::array(elements.iter().map(DataNode::to_value)),
            DataContent::Mapping(entries) => {
                let mut hash = HashEntries::with_capacity(entries.len());
                for entry in entries.iter() {
                    hash.insert(entry.key.to_value(), entry.value.to_value());
                }
                Value::Hash(Arc::new(hash))
            }
        }
    }

    /// The entry of a mapping whose key, as a string, is this one.
    pub fn entry(&self, key: &str) -> Option<&DataEntry> {
        self.entries()?.iter().rev().find(|entry| entry.key.key_text() == Some(key))
    }

    /// The text of a key that is a string or a symbol.
    pub fn key_text(&self) -> Option<&str> {
        match &self.content {
            DataContent::Scalar(Value::String(text)) => Some(text),
            DataContent::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// Where the first symbol stands that is a value, not a key.
    pub fn first_symbol_value(&self) -> Option<&SmolStr> {
        match &self.content {
            DataContent::Symbol(name) => Some(name),
            DataContent::Scalar(_) => None,
            DataContent::Sequence(elements) => elements.iter().find_map(DataNode::first_symbol_value),
            DataContent::Mapping(entries) => entries.iter().find_map(|entry| entry.value.first_symbol_value()),
        }
    }
}

/// Collects the entries of one mapping by Ruby's rules for equal keys.
#[derive(Debug, Default)]
pub struct MappingBuilder {
    entries: Vec<DataEntry>,
    index: std::collections::HashMap<Value, usize>,
}

impl MappingBuilder {
    pub fn insert(&mut self, key: DataNode, value: DataNode) {
        // `:a` and `'a'` are different keys until they are turned into values.
        let identity = match &key.content {
            DataContent::Symbol(name) => Value::array([Value::String(name.clone())]),
            _ => key.to_value(),
        };
        match self.index.get(&identity).and_then(|at| self.entries.get_mut(*at)) {
            Some(entry) => *entry = DataEntry { key, value },
            None => {
                self.index.insert(identity, self.entries.len());
                self.entries.push(DataEntry { key, value });
            }
        }
    }

    pub fn finish(self, position: Position) -> DataNode {
        DataNode::mapping(self.entries, position)
    }
}
