//! Facts to show values with: files of the workspace, files that settings name, and sets that come with the program.

mod builtin;

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{Edition, FactSet, FileContent};
use evaluator::Value;
use evaluator::fact_file::read_facts;
use smol_str::SmolStr;

use crate::config::Config;
use crate::workspace::read_limits;

pub use builtin::{builtin, builtin_names};

/// Folders of a workspace in which files of facts are found without being named.
const FACT_FOLDERS: &[&str] = &["facts/", "spec/fixtures/facts/"];

/// JSON or YAML as a value.
pub fn read_data(bytes: &[u8], is_json: bool) -> Result<Value, String> {
    if is_json {
        return Ok(evaluator::hiera::json::parse_bytes(bytes).map_err(|error| error.message())?.to_value());
    }
    let node = evaluator::hiera::yaml::parse_bytes(bytes).map_err(|error| error.message())?;
    Ok(node.map_or(Value::Undef, |node| node.to_value()))
}

pub fn is_json(path: &str) -> bool {
    path.ends_with(".json")
}

/// All sets that a workspace offers; the workspace's own come first.
pub fn of_workspace(config: &Config, roots: &[String], files: &BTreeMap<String, FileContent>) -> Vec<FactSet> {
    let mut sets = Vec::new();
    for named in &config.fact_sets {
        let root = roots.first().map(String::as_str).unwrap_or_default();
        let path = analysis::module_layout::resolve_path(root, named);
        if let Ok(bytes) = read_limits::read_file(path.as_ref(), read_limits::MAX_FILE_BYTES) {
            add(&mut sets, named, &bytes);
        }
    }
    for root in roots {
        for folder in FACT_FOLDERS {
            let prefix = format!("{root}/{folder}");
            for (path, content) in files.range(prefix.clone()..).take_while(|(path, _)| path.starts_with(&prefix)) {
                if let FileContent::Text(text) = content {
                    add(&mut sets, path, text.as_bytes());
                }
            }
        }
    }
    let edition = config.edition.unwrap_or_default();
    sets.extend(builtin_names().filter_map(|name| builtin(name, edition)));
    sets
}

fn add(sets: &mut Vec<FactSet>, path: &str, bytes: &[u8]) {
    if ![".json", ".yaml", ".yml"].iter().any(|ending| path.ends_with(ending)) {
        return;
    }
    let Ok(file_facts) = read_facts(bytes) else { return };
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = SmolStr::new(file.rsplit_once('.').map_or(file, |(name, _)| name));
    if !sets.iter().any(|known: &FactSet| known.name == name) {
        sets.push(FactSet { name, facts: Arc::new(file_facts.facts.into()), is_typical: false });
    }
}

/// The set that is used where nothing is chosen.
pub fn default_set(edition: Edition) -> FactSet {
    let name = builtin_names().next().unwrap_or_default();
    builtin(name, edition).unwrap_or(FactSet { name: SmolStr::default(), facts: Arc::default(), is_typical: false })
}
