//! The sources of an inventory, told apart by what they hold: a snapshot, a folder of facts, a file of one or of many nodes,
//! an archive.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use smol_str::SmolStr;

use super::documents::{self, Document};
use super::json_ranges::{self, Range};
use super::{FleetError, Inventory, InventoryProblem, Place, archive, read_range};
use crate::cli::node_inputs;
use crate::workspace::read_limits::{MAX_FILE_BYTES, read_file};

/// What `puppet-analyzer-puppetdb` writes into a folder.
const SNAPSHOT: &str = "snapshot.json";
const SNAPSHOT_NODES: &str = "inventory.jsonl";
const SNAPSHOT_EXPORTED: &str = "exported.json";
const SNAPSHOT_CATALOGS: &str = "catalogs.jsonl";

const ENDINGS: &[&str] = &["json", "yaml", "yml", "jsonl"];

/// What of an object says how it is to be read.
#[derive(Deserialize)]
struct Header {
    #[serde(default, deserialize_with = "text_or_nothing")]
    certname: Option<String>,
    #[serde(default, deserialize_with = "text_or_nothing")]
    name: Option<String>,
    facts: Option<IgnoredAny>,
    values: Option<IgnoredAny>,
    value: Option<IgnoredAny>,
}

/// A fact may be called `name` and be anything.
fn text_or_nothing<'d, D: serde::Deserializer<'d>>(value: D) -> Result<Option<String>, D::Error> {
    Ok(match serde_json::Value::deserialize(value)? {
        serde_json::Value::String(text) => Some(text),
        _ => None,
    })
}

/// An inventory that comes to be, with the names that are taken.
#[derive(Default)]
struct Found {
    inventory: Inventory,
    known: HashMap<SmolStr, ()>,
}

pub fn open(source: &Path) -> Result<Inventory, FleetError> {
    let unreadable = |problem| FleetError::Unreadable { path: source.to_path_buf(), problem };
    let metadata = std::fs::metadata(source).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => FleetError::NotThere(source.to_path_buf()),
        _ => unreadable(error),
    })?;
    let mut found = Found::default();
    if !metadata.is_dir() {
        found.add_file(source, true).map_err(unreadable)?;
    } else if source.join(SNAPSHOT).is_file() {
        found.add_snapshot(source).map_err(unreadable)?;
    } else {
        for file in files_below(source).map_err(unreadable)? {
            if let Err(error) = found.add_file(&file, false) {
                found.problem(stem(&file), format!("{}: {error}", file.display()));
            }
        }
    }
    Ok(found.inventory)
}

/// Files of facts in a folder and those inside of it, sorted.
fn files_below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                folders.push(path);
            } else if path.extension().and_then(|it| it.to_str()).is_some_and(|ending| ENDINGS.contains(&ending)) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn stem(path: &Path) -> SmolStr {
    SmolStr::new(path.file_stem().unwrap_or_default().to_string_lossy())
}

impl Found {
    fn add(&mut self, name: SmolStr, other_name: Option<&str>, place: Place) {
        self.inventory.add(&mut self.known, name, other_name, place);
    }

    fn problem(&mut self, node: SmolStr, message: String) {
        self.inventory.problems.push(InventoryProblem { node, message });
    }

    /// Adds the nodes of a file. The facts of a flat file say themselves whose they are where the user named the file.
    fn add_file(&mut self, path: &Path, is_named: bool) -> std::io::Result<()> {
        let mut begin = [0; 2];
        let length = std::io::Read::read(&mut std::fs::File::open(path)?, &mut begin)?;
        if length == 2 && begin == [0x1f, 0x8b] {
            return self.add_archive(path);
        }
        let is_yaml = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
        if !is_yaml {
            let objects = json_ranges::find(std::fs::File::open(path)?)?;
            if objects.is_list || objects.ranges.len() > 1 {
                return self.add_objects(path, objects);
            }
        }
        self.add_document(path, is_named)
    }

    fn add_objects(&mut self, path: &Path, objects: json_ranges::Objects) -> std::io::Result<()> {
        let file = Arc::new(path.to_path_buf());
        let mut rows: BTreeMap<SmolStr, Vec<Range>> = BTreeMap::new();
        for (number, range) in objects.ranges.iter().enumerate() {
            let element = || SmolStr::new(format!("{} element {}", path.display(), number + 1));
            let header = read_range(path, *range).map(|bytes| serde_json::from_slice::<Header>(&bytes));
            let (name, is_row) = match header {
                Ok(Ok(header)) => {
                    let has_facts = header.facts.is_some() || header.values.is_some();
                    let is_row = header.value.is_some() && !has_facts;
                    let name = if is_row { header.certname } else { header.certname.or(header.name) };
                    if !has_facts && !is_row {
                        let node = name.map_or_else(element, SmolStr::new);
                        self.problem(node, format!("there are no facts of it in {}", path.display()));
                        continue;
                    }
                    (name, is_row)
                }
                Ok(Err(error)) => {
                    self.problem(element(), format!("not valid JSON: {error}"));
                    continue;
                }
                Err(error) => {
                    self.problem(element(), error.to_string());
                    continue;
                }
            };
            let ranges = vec![*range];
            match name.map(SmolStr::new) {
                None => self.problem(element(), "it has no certname".to_string()),
                Some(name) if is_row => rows.entry(name).or_default().push(*range),
                Some(name) => self.add(name, None, Place::Ranges { file: file.clone(), ranges, are_rows: false }),
            }
        }
        for (name, ranges) in rows {
            self.add(name, None, Place::Ranges { file: file.clone(), ranges, are_rows: true });
        }
        if let Some(at) = objects.broken_at {
            let message = format!("the JSON is broken at byte {at}; what comes before it is used");
            self.problem(SmolStr::new(path.display().to_string()), message);
        }
        Ok(())
    }

    /// Adds a file that is one document: a node, or a collection.
    fn add_document(&mut self, path: &Path, is_named: bool) -> std::io::Result<()> {
        let bytes = read_file(path, MAX_FILE_BYTES)?;
        let own = stem(path);
        let place = Place::File(path.to_path_buf());
        match documents::read(&bytes) {
            Ok(Document::Nodes(nodes)) => {
                for (name, document) in nodes {
                    self.add(name, None, Place::Read(Box::new(document)));
                }
            }
            Ok(Document::Node(document)) => {
                let name = match is_named {
                    true => document.own_name(),
                    false => document.name,
                };
                self.add(name.unwrap_or_else(|| own.clone()), Some(&own), place);
            }
            // Its node fails by itself, with the same words.
            Err(_) => self.add(own, None, place),
        }
        Ok(())
    }

    fn add_archive(&mut self, path: &Path) -> std::io::Result<()> {
        let archive = archive::read(path)?;
        for bytes in archive.facts {
            match serde_json::from_slice::<Header>(&bytes).map(|header| header.certname.or(header.name)) {
                Ok(Some(name)) => self.add(SmolStr::new(name), None, Place::Held(bytes)),
                Ok(None) => {
                    self.problem(SmolStr::new(path.display().to_string()), "facts without a certname".to_string())
                }
                Err(error) => {
                    self.problem(SmolStr::new(path.display().to_string()), format!("not valid JSON: {error}"))
                }
            }
        }
        let mut exported = Vec::new();
        for bytes in archive.catalogs {
            let Ok(catalog) = serde_json::from_slice::<serde_json::Value>(&bytes) else { continue };
            let Some(name) = catalog["certname"].as_str().or(catalog["name"].as_str()) else { continue };
            exported.extend(node_inputs::exported_in_catalog(&catalog, name));
            self.inventory.catalogs.insert(SmolStr::new(name), Place::Held(bytes));
        }
        if !self.inventory.catalogs.is_empty() {
            self.inventory.exported = Some(exported.into());
        }
        if let Some(problem) = archive.problem {
            self.problem(SmolStr::new(path.display().to_string()), problem);
        }
        Ok(())
    }

    fn add_snapshot(&mut self, folder: &Path) -> std::io::Result<()> {
        let nodes = folder.join(SNAPSHOT_NODES);
        let objects = json_ranges::find(std::fs::File::open(&nodes)?)?;
        self.add_objects(&nodes, objects)?;
        let exported = folder.join(SNAPSHOT_EXPORTED);
        if exported.is_file() {
            match node_inputs::read_exported(&exported) {
                Ok(resources) => self.inventory.exported = Some(resources.into()),
                Err(message) => self.problem(SmolStr::new(exported.display().to_string()), message),
            }
        }
        let catalogs = folder.join(SNAPSHOT_CATALOGS);
        if catalogs.is_file() {
            let objects = json_ranges::find(std::fs::File::open(&catalogs)?)?;
            let file = Arc::new(catalogs);
            for range in objects.ranges {
                let Ok(Ok(header)) = read_range(&file, range).map(|bytes| serde_json::from_slice::<Header>(&bytes))
                else {
                    continue;
                };
                if let Some(name) = header.certname.or(header.name) {
                    let place = Place::Ranges { file: file.clone(), ranges: vec![range], are_rows: false };
                    self.inventory.catalogs.insert(SmolStr::new(name), place);
                }
            }
        }
        Ok(())
    }
}
