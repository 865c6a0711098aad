//! Whether everything that an environment asks for is there, so that a name which is not found does not exist.

use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;

/// True where the environment is known, and every module that its `Puppetfile` and the `metadata.json` of its own
/// modules name is in the modulepath.
#[salsa::tracked(returns(copy))]
pub fn is_complete(db: &dyn Db, environment: EnvironmentInput) -> bool {
    if environment.root(db).is_empty() {
        return false;
    }
    let modules = modules_by_name(db, environment);
    if let Some(puppetfile) = environment.files(db).get("Puppetfile")
        && !puppetfile_modules(&queries::text(db, *puppetfile)).iter().all(|name| modules.contains_key(name.as_str()))
    {
        return false;
    }
    let own = environment.modules(db).iter().filter(|module| !module.vendored(db)).copied().collect::<Vec<_>>();
    own.iter().all(|module| match module.files(db).get("metadata.json") {
        Some(metadata) => dependencies(db, *metadata).iter().all(|name| modules.contains_key(name.as_str())),
        // A control repo's own modules seldom have metadata; a module on its own that has none says nothing.
        None => module.root(db) != environment.root(db),
    })
}

/// Returns the modules that a Puppetfile or a `metadata.json` names and that are not in the modulepath, sorted.
pub fn not_deployed(db: &dyn Db, environment: EnvironmentInput, file: FileInput) -> Vec<String> {
    let named = match file.path(db).ends_with("Puppetfile") {
        true => puppetfile_modules(&queries::text(db, file)),
        false => dependencies(db, file),
    };
    let modules = modules_by_name(db, environment);
    let mut missing: Vec<String> = named.into_iter().filter(|name| !modules.contains_key(name.as_str())).collect();
    missing.sort();
    missing.dedup();
    missing
}

/// The names after `mod` in a Puppetfile, authors dropped.
fn puppetfile_modules(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter_map(|line| line.strip_prefix("mod"))
        .filter_map(|rest| rest.trim_start().trim_start_matches('(').split(['\'', '"']).nth(1))
        .map(short_name)
        .collect()
}

/// The modules that a `metadata.json` depends on, authors dropped.
pub fn dependencies(db: &dyn Db, metadata: FileInput) -> Vec<String> {
    let Ok(json) = serde_json::from_str::<serde_json::Value>(&queries::text(db, metadata)) else {
        return vec![String::from("unreadable metadata.json")];
    };
    let entries = json.get("dependencies").and_then(|list| list.as_array().cloned()).unwrap_or_default();
    entries.iter().filter_map(|entry| entry.get("name")?.as_str().map(short_name)).collect()
}

fn short_name(name: &str) -> String {
    name.rsplit(['/', '-']).next().unwrap_or(name).to_string()
}
