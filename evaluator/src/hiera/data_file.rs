//! The data files that lookups read, each parsed once: YAML, JSON or HOCON by the function that asks for it.

use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

use super::data_node::{DataEntry, DataNode, Position};
use super::error::HieraError;
use super::lookup_key::Segment;
use super::{hocon, json, yaml};
use crate::error::DataPlace;
use crate::fast_hash::FastMap;
use crate::place::FileId;
use crate::value::Value;
use crate::world::World;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataFormat {
    Yaml,
    Json,
    Hocon,
}

impl DataFormat {
    /// The format that a built-in data function reads.
    pub fn of_function(name: &str) -> Option<DataFormat> {
        match name {
            "yaml_data" | "eyaml_lookup_key" => Some(DataFormat::Yaml),
            "json_data" => Some(DataFormat::Json),
            "hocon_data" => Some(DataFormat::Hocon),
            _ => None,
        }
    }
}

/// A data file as its format reads it, for every evaluation and for the editor.
#[derive(Debug)]
pub struct ParsedData {
    /// The document; `None` where the file is empty.
    pub root: Result<Option<Arc<DataNode>>, DataProblem>,
    keys: OnceLock<Arc<DataHash>>,
}

/// A mistake in the text of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataProblem {
    pub message: String,
    pub position: Option<Position>,
}

impl ParsedData {
    /// Reads a text in a format.
    pub fn read(bytes: &[u8], format: DataFormat) -> Self {
        let root = match format {
            DataFormat::Yaml => yaml::parse_bytes(bytes)
                .map_err(|error| DataProblem { message: error.message(), position: error.position() }),
            DataFormat::Json => json::parse_bytes(bytes)
                .map(Some)
                .map_err(|error| DataProblem { message: error.message(), position: error.position() }),
            DataFormat::Hocon => hocon::parse_bytes(bytes)
                .map(Some)
                .map_err(|error| DataProblem { message: error.message(), position: error.position() }),
        };
        ParsedData { root: root.map(|root| root.map(Arc::new)), keys: OnceLock::new() }
    }

    fn hash(&self, root: &Arc<DataNode>) -> Arc<DataHash> {
        self.keys.get_or_init(|| Arc::new(DataHash::new(root.clone()))).clone()
    }
}

/// A data file's keys with their values and places.
#[derive(Debug, Default)]
pub struct DataHash {
    root: Option<Arc<DataNode>>,
    by_key: FastMap<SmolStr, usize>,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub enum LoadedData {
    Hash(Arc<DataHash>),
    /// The file is empty, or holds something other than a hash; the value is what it holds.
    NotAHash(Value, Position),
}

impl DataHash {
    fn new(root: Arc<DataNode>) -> Self {
        let entries = root.entries().unwrap_or_default().iter().enumerate();
        let by_key = entries.filter_map(|(index, entry)| Some((SmolStr::new(entry.key.key_text()?), index))).collect();
        DataHash { root: Some(root), by_key }
    }

    pub fn get(&self, key: &str) -> Option<&DataEntry> {
        let index = *self.by_key.get(key)?;
        self.entries().get(index)
    }

    pub fn entries(&self) -> &[DataEntry] {
        self.root.as_deref().and_then(DataNode::entries).unwrap_or_default()
    }
}

/// Returns the document of a data file, or why it cannot be used.
pub fn load(world: &dyn World, file: FileId, format: DataFormat, limit: usize) -> Result<LoadedData, HieraError> {
    let path = world.path(file).to_string();
    let place = |position: Option<Position>| {
        let position = position.unwrap_or_default();
        DataPlace { file, line: position.line, column: position.column }
    };
    if let Some(bytes) = world.size(file)
        && bytes > limit
    {
        return Err(HieraError::TooLarge { path, bytes, limit, place: place(None) });
    }
    let Some(data) = world.data(file, format) else {
        let problem = "the file cannot be read".to_string();
        return Err(HieraError::UnreadableData { path, problem, place: place(None) });
    };
    match &data.root {
        Ok(Some(root)) if root.entries().is_some() => Ok(LoadedData::Hash(data.hash(root))),
        Ok(Some(other)) => Ok(LoadedData::NotAHash(other.to_value(), other.position)),
        Ok(None) => Ok(LoadedData::NotAHash(Value::Undef, Position { line: 1, column: 1 })),
        Err(DataProblem { message, position }) => {
            Err(HieraError::UnreadableData { path, problem: message.clone(), place: place(*position) })
        }
    }
}

/// Where the value stands that a dotted key digs out of a node; the deepest that there is.
pub fn dug_position(entry: &DataEntry, segments: &[Segment]) -> Position {
    let mut node = &entry.value;
    let mut position = entry.key.position;
    for segment in segments {
        let next = match (&node.content, segment) {
            (super::data_node::DataContent::Sequence(elements), Segment::Index(index)) => {
                usize::try_from(*index).ok().and_then(|index| elements.get(index)).map(|node| (node, node.position))
            }
            (_, Segment::Name(name)) => node.entry(name).map(|entry| (&entry.value, entry.key.position)),
            (_, Segment::Index(index)) => node
                .entries()
                .and_then(|entries| entries.iter().find(|entry| entry.key.to_value() == Value::Integer(*index)))
                .map(|entry| (&entry.value, entry.key.position)),
        };
        match next {
            Some((inner, found)) => {
                node = inner;
                position = found;
            }
            None => break,
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryWorld;
    use crate::error::Issue;

    fn load_text(path: &str, text: impl Into<Vec<u8>>, format: DataFormat) -> Result<LoadedData, HieraError> {
        let mut world = MemoryWorld::new();
        let file = world.add_file(path, text);
        load(&world, file, format, 1000)
    }

    #[test]
    fn keys_are_found_with_their_place() {
        let Ok(LoadedData::Hash(data)) = load_text("a.yaml", "a: 1\nb:\n  c: [x, y]\n", DataFormat::Yaml) else {
            panic!("a hash")
        };
        let entry = data.get("b").unwrap();
        assert_eq!(entry.key.position, Position { line: 2, column: 1 });
        let segments = crate::hiera::lookup_key::split("c.1").unwrap();
        assert_eq!(dug_position(entry, &segments), Position { line: 3, column: 10 });
    }

    #[test]
    fn a_file_that_is_too_large_is_not_parsed() {
        let error = load_text("a.yaml", vec![b' '; 2000], DataFormat::Yaml).unwrap_err();
        assert_eq!(
            error.message().text(),
            "a.yaml: the file has 2000 bytes; data files of more than 1000 bytes are not read"
        );
    }

    #[test]
    fn what_is_not_utf8_is_said() {
        let error = load_text("a.yaml", vec![0xff, 0xfe, 0x00], DataFormat::Yaml).unwrap_err();
        assert_eq!(error.message().text(), "Unable to parse (a.yaml): the file is not valid UTF-8");
    }

    #[test]
    fn an_empty_file_is_no_hash() {
        assert!(matches!(load_text("a.yaml", "", DataFormat::Yaml), Ok(LoadedData::NotAHash(Value::Undef, _))));
        assert!(matches!(load_text("a.json", "[1]", DataFormat::Json), Ok(LoadedData::NotAHash(Value::Array(_), _))));
    }
}
