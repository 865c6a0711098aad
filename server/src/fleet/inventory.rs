//! The nodes of a fleet. Only their names and where their facts are is kept; facts are read when a node's turn comes, so that
//! memory does not grow with what nodes there are.

mod archive;
mod documents;
mod json_ranges;
mod sources;

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::fleet::evaluation::FleetNode;
use analysis::inputs::NodeData;
use evaluator::Value;
use evaluator::request::{ExportedResource, default_trusted};
use smol_str::SmolStr;

use super::error::FleetError;
use crate::cli::node_inputs;
use crate::workspace::read_limits::{MAX_FILE_BYTES, read_file};
use documents::{Document, NodeDocument};
use json_ranges::Range;

/// The nodes of a source, sorted by name.
#[derive(Debug, Default)]
pub struct Inventory {
    entries: Vec<Entry>,
    /// What of the source could not be taken for a node.
    pub problems: Vec<InventoryProblem>,
    /// Resources that the source says nodes export.
    pub exported: Option<Arc<[ExportedResource]>>,
    /// Where the catalogs are that a PuppetDB has stored, by node.
    catalogs: BTreeMap<SmolStr, Place>,
    pub outside: OutsideFolders,
}

/// What is said of nodes besides the inventory.
#[derive(Clone, Debug, Default)]
pub struct OutsideFolders {
    /// Answers of a node classifier, a file for each node.
    pub enc: Option<PathBuf>,
    /// What every node has.
    pub common: NodeData,
    /// Trusted facts by node, or what every node has.
    pub trusted: Option<Value>,
    /// The name that an option gives to the environment: goes before that of the inventory.
    pub keeps_environment: bool,
}

/// Part of a source that is not a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InventoryProblem {
    /// The node where it is known, else the file.
    pub node: SmolStr,
    pub message: String,
}

#[derive(Debug)]
struct Entry {
    name: SmolStr,
    place: Place,
}

/// Where the facts of a node are.
#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    /// Objects of a larger file: one, or rows of a fact each.
    Ranges {
        file: Arc<PathBuf>,
        ranges: Vec<Range>,
        are_rows: bool,
    },
    Held(Arc<[u8]>),
    Read(Box<NodeDocument>),
}

/// An object that is larger is not the facts of a node.
const MAX_OBJECT_BYTES: u64 = 64 << 20;

impl Inventory {
    /// Finds the nodes of a source: a folder, a file or an archive.
    pub fn open(source: &Path) -> Result<Inventory, FleetError> {
        let mut inventory = sources::open(source)?;
        inventory.entries.sort_by(|one, other| one.name.cmp(&other.name));
        if inventory.entries.is_empty() && inventory.problems.is_empty() {
            return Err(FleetError::NoNodes(source.to_path_buf()));
        }
        Ok(inventory)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn name(&self, index: usize) -> &SmolStr {
        &self.entries[index].name
    }

    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.entries.binary_search_by(|entry| entry.name.as_str().cmp(name)).ok()
    }

    /// Reads a node with all that is known of it; an error names the file.
    pub fn load(&self, index: usize) -> Result<FleetNode, String> {
        let entry = &self.entries[index];
        let document = entry.place.read(&entry.name)?;
        let mut data = self.outside.common.clone();
        if !self.outside.keeps_environment && document.environment.is_some() {
            data.environment = document.environment;
        }
        if let Some(folder) = &self.outside.enc
            && let Some(file) = answer_of(folder, &entry.name)
        {
            let answer = node_inputs::read_classifier(&file)?;
            data.classification = answer.classification;
            data.environment = answer.environment.or(data.environment);
        }
        let given = self.outside.trusted_of(&entry.name).or(document.trusted).or(data.trusted.take());
        data.trusted = given.map(|trusted| with_defaults(trusted, &entry.name));
        if data.exported.is_none() {
            data.exported = self.exported.clone();
        }
        Ok(FleetNode { name: entry.name.clone(), facts: Arc::new(document.facts.into()), data })
    }

    /// Returns the catalog that a PuppetDB has stored for a node, where the source has it.
    pub fn stored_catalog(&self, index: usize) -> Option<Result<serde_json::Value, String>> {
        let place = self.catalogs.get(&self.entries[index].name)?;
        let bytes = place.bytes();
        Some(bytes.and_then(|bytes| {
            serde_json::from_slice(&bytes).map_err(|error| format!("the stored catalog is not valid JSON: {error}"))
        }))
    }

    pub fn has_catalogs(&self) -> bool {
        !self.catalogs.is_empty()
    }

    /// Adds a node; a second one of the same name takes the name that its file has, or is a problem.
    fn add(&mut self, known: &mut HashMap<SmolStr, ()>, name: SmolStr, other_name: Option<&str>, place: Place) {
        let free = [Some(name.as_str()), other_name].into_iter().flatten().find(|name| !known.contains_key(*name));
        match free.map(SmolStr::new) {
            Some(name) => {
                known.insert(name.clone(), ());
                self.entries.push(Entry { name, place });
            }
            None => {
                let message = "the inventory has this node twice; the first one is used".to_string();
                self.problems.push(InventoryProblem { node: name, message });
            }
        }
    }
}

impl OutsideFolders {
    /// Returns the trusted facts that a file says a node has.
    fn trusted_of(&self, node: &str) -> Option<Value> {
        match self.trusted.as_ref()? {
            Value::Hash(entries) => entries.get(&Value::string(node)).cloned(),
            _ => None,
        }
    }
}

/// The file of a folder of answers that is about a node, else that of all other nodes.
fn answer_of(folder: &Path, node: &str) -> Option<PathBuf> {
    let candidates =
        [node, "default"].into_iter().flat_map(|name| ["yaml", "yml", "json"].map(|ending| format!("{name}.{ending}")));
    candidates.chain([node.to_string()]).map(|name| folder.join(name)).find(|path| path.is_file())
}

/// A certificate has all of these fields; what a source leaves out is as on any authenticated node.
fn with_defaults(trusted: Value, node: &str) -> Value {
    match (default_trusted(node), trusted) {
        (Value::Hash(defaults), Value::Hash(given)) => {
            let mut all = Arc::unwrap_or_clone(defaults);
            all.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
            Value::Hash(Arc::new(all))
        }
        (_, given) => given,
    }
}

impl Place {
    fn read(&self, node: &str) -> Result<NodeDocument, String> {
        match self {
            Place::Read(document) => Ok((**document).clone()),
            Place::Ranges { file, ranges, are_rows: true } => rows(file, ranges),
            _ => {
                let shown = self.shown();
                let document = documents::read(&self.bytes()?).map_err(|problem| format!("{shown}{problem}"))?;
                match document {
                    Document::Node(document) => Ok(document),
                    Document::Nodes(nodes) => {
                        let found = nodes.into_iter().find(|(name, _)| name == node).map(|(_, document)| document);
                        found.ok_or_else(|| format!("{shown}there are no facts of {node}"))
                    }
                }
            }
        }
    }

    /// The beginning of a message about it.
    fn shown(&self) -> String {
        match self {
            Place::File(path) => format!("{}: ", path.display()),
            Place::Ranges { file, .. } => format!("{}: ", file.display()),
            Place::Held(_) | Place::Read(_) => String::new(),
        }
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        let fail = |error: std::io::Error| format!("{}{error}", self.shown());
        match self {
            Place::File(path) => read_file(path, MAX_FILE_BYTES).map_err(fail),
            Place::Ranges { file, ranges, .. } => match ranges.first() {
                Some(range) => read_range(file, *range).map_err(fail),
                None => Ok(Vec::new()),
            },
            Place::Held(bytes) => Ok(bytes.to_vec()),
            Place::Read(_) => Ok(Vec::new()),
        }
    }
}

fn read_range(file: &Path, (start, length): Range) -> std::io::Result<Vec<u8>> {
    if length > MAX_OBJECT_BYTES {
        return Err(std::io::Error::other(format!("an object is larger than {MAX_OBJECT_BYTES} bytes")));
    }
    let mut file = std::fs::File::open(file)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Facts of a node that are a row each, as PuppetDB's endpoint for facts prints them.
fn rows(file: &Path, ranges: &[Range]) -> Result<NodeDocument, String> {
    let mut document = NodeDocument::default();
    for range in ranges {
        let bytes = read_range(file, *range).map_err(|error| format!("{}: {error}", file.display()))?;
        let row = evaluator::hiera::json::parse_bytes(&bytes);
        let row = row.map_err(|error| format!("{}: not valid JSON: {}", file.display(), error.message()))?;
        let field = |name: &str| row.entry(name).map(|entry| &entry.value);
        document.environment = field("environment").and_then(|it| it.key_text()).map(SmolStr::new);
        if let (Some(name), Some(value)) = (field("name").and_then(|name| name.key_text()), field("value")) {
            document.facts.insert(SmolStr::new(name), value.to_value());
        }
    }
    Ok(document)
}
