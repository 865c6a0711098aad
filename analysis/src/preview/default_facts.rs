//! The fact set where nobody chose one: the workspace's own, else one of a system that the module is made for.

use evaluator::Value;
use smol_str::SmolStr;

use super::contexts::fact_set_name;
use crate::db::Db;
use crate::inputs::{EnvironmentInput, FactSet, FileInput, FileOwner, ModuleInput};
use crate::queries;

/// An entry of `operatingsystem_support`; no releases stand for all.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SupportedSystem {
    name: String,
    releases: Vec<String>,
}

/// Returns the fact set in force for an environment, or for a file of one of its modules.
pub fn fact_set_for(db: &dyn Db, environment: EnvironmentInput, file: Option<FileInput>) -> SmolStr {
    let workspace = db.workspace();
    let sets = workspace.fact_sets(db);
    let is_open = workspace.context(db).fact_set.is_none() && sets.first().is_some_and(|set| set.is_typical);
    let of_module = || {
        let module = match file.map(|file| file.owner(db)) {
            Some(FileOwner::Module { module, .. }) => Some(module),
            _ => environment.modules(db).iter().find(|module| module.root(db) == environment.root(db)).copied(),
        };
        supported_set(db, module?)
    };
    is_open.then(of_module).flatten().unwrap_or_else(|| fact_set_name(db))
}

/// Returns the first fact set of a system that a module supports; `None` where its metadata names none that is known.
#[salsa::tracked(returns(clone))]
fn supported_set(db: &dyn Db, module: ModuleInput) -> Option<SmolStr> {
    let systems = supported_systems(&queries::text(db, module.file(db, "metadata.json")?));
    let sets = db.workspace().fact_sets(db);
    let matching = |fits: fn(&SupportedSystem, &FactSet) -> bool| {
        sets.iter().find(|set| set.is_typical && systems.iter().any(|system| fits(system, set)))
    };
    let found = matching(|system, set| is_same_system(system, set) && has_release(system, set));
    found.or_else(|| matching(is_same_system)).map(|set| set.name.clone())
}

fn supported_systems(metadata: &str) -> Vec<SupportedSystem> {
    let Ok(json) = serde_json::from_str::<serde_json::Value>(metadata) else { return Vec::new() };
    let entries = json.get("operatingsystem_support").and_then(|list| list.as_array().cloned()).unwrap_or_default();
    let system = |entry: &serde_json::Value| {
        let releases = entry.get("operatingsystemrelease").and_then(|list| list.as_array().cloned());
        let releases = releases.unwrap_or_default();
        Some(SupportedSystem {
            name: entry.get("operatingsystem")?.as_str()?.to_ascii_lowercase(),
            releases: releases.iter().filter_map(|release| release.as_str().map(str::to_string)).collect(),
        })
    };
    entries.iter().filter_map(system).collect()
}

/// A text of the fact `os`.
fn os_text(set: &FactSet, path: &[&str]) -> Option<SmolStr> {
    let mut value = set.facts.get("os")?.clone();
    for key in path {
        let Value::Hash(entries) = value else { return None };
        value = entries.get(&Value::string(key))?.clone();
    }
    value.as_str().map(SmolStr::new)
}

fn is_same_system(system: &SupportedSystem, set: &FactSet) -> bool {
    // Metadata says `Darwin` or `macOS`, and Facter `Darwin`.
    let written = if system.name == "macos" { "darwin" } else { system.name.as_str() };
    os_text(set, &["name"]).is_some_and(|name| name.eq_ignore_ascii_case(written))
}

fn has_release(system: &SupportedSystem, set: &FactSet) -> bool {
    let releases = [os_text(set, &["release", "full"]), os_text(set, &["release", "major"])];
    system.releases.is_empty()
        || releases.iter().flatten().any(|release| system.releases.iter().any(|known| known == release.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_and_releases_of_metadata() {
        let metadata = r#"{"operatingsystem_support": [{"operatingsystem": "RedHat", "operatingsystemrelease": ["8", "9"]}, {"operatingsystem": "Windows"}, {}]}"#;
        let systems = supported_systems(metadata);
        assert_eq!(systems.iter().map(|system| system.name.as_str()).collect::<Vec<_>>(), ["redhat", "windows"]);
        assert_eq!(systems[0].releases, ["8", "9"]);
        assert!(supported_systems("{").is_empty());
    }

    #[test]
    fn a_module_is_seen_on_a_system_that_it_supports() {
        let text = "class m { }\n//- /env/metadata.json\n{\"name\": \"me-m\", \"operatingsystem_support\": [{\"operatingsystem\": \"windows\"}]}\n";
        let text = format!("//- /env/manifests/init.pp\n{text}");
        let fixture = crate::fixture::Fixture::without_cursor(&text).with_facts_of(&["debian-12", "windows-2022"]);
        let file = fixture.file("/env/manifests/init.pp");
        let contexts = fixture.host.analysis().contexts(Some(file)).expect("no writer");
        assert_eq!(contexts.fact_set, "windows-2022");
    }
}
