//! The modules that a spec runs with: those of `spec/fixtures/modules`, and what `.fixtures.yml` names from elsewhere in the workspace.

use analysis::file_system::FileSystem;
use analysis::{EnvironmentLayout, FileContent, ModuleLayout, WorkspaceLayout};
use evaluator::ruby::value::RubyValue;
use smol_str::SmolStr;

use super::paths;
use super::values::from_yaml;

/// What a module's specs need, and what of it is not here.
#[derive(Debug)]
pub struct Fixtures {
    pub layout: WorkspaceLayout,
    /// Files of data that a configuration of Hiera below `spec` can name, absolute.
    pub hiera_files: Vec<String>,
    /// Modules of `.fixtures.yml` that nothing here provides.
    pub missing: Vec<String>,
}

/// Kinds of sources in `.fixtures.yml`.
const SOURCES: &[&str] = &["repositories", "forge_modules", "symlinks"];

/// Finds the modules of a module's specs. `others` are folders of modules to look in for what the fixtures lack.
pub fn find_fixtures(root: &str, others: &[String], files: &dyn FileSystem) -> Fixtures {
    let mut modules: Vec<ModuleLayout> = Vec::new();
    let mut add = |name: &str, root: String, vendored: bool| {
        if !modules.iter().any(|module| module.name == name) {
            modules.push(ModuleLayout { name: SmolStr::new(name), root, vendored });
        }
    };
    let own = own_name(root, files);
    if let Some(own) = &own {
        add(own, root.to_string(), false);
    }
    let fixtures = format!("{root}/spec/fixtures/modules");
    for entry in files.entries(&fixtures).into_iter().filter(|entry| entry.is_folder) {
        add(&entry.name, format!("{fixtures}/{}", entry.name), true);
    }
    let mut missing = Vec::new();
    for (name, link) in named_fixtures(root, files) {
        if files.entries(&fixtures).iter().any(|entry| entry.name == name) || own.as_deref() == Some(name.as_str()) {
            continue;
        }
        let linked = link.map(|link| paths::expand(&link.replace("#{source_dir}", root), root, root));
        let candidates = linked.into_iter().chain(others.iter().map(|folder| format!("{folder}/{name}")));
        match candidates.into_iter().find(|folder| !files.entries(folder).is_empty()) {
            Some(folder) => add(&name, folder, true),
            None => missing.push(name),
        }
    }
    let environment = EnvironmentLayout {
        name: "rp_env".into(),
        root: format!("{root}/spec/fixtures/rp_env"),
        manifest: "manifests".into(),
        modules,
    };
    let layout = WorkspaceLayout { environments: vec![environment], is_on_disk: true };
    Fixtures { layout, hiera_files: hiera_files(root, files), missing }
}

/// Returns the name of the module in a folder, which `metadata.json` says.
fn own_name(root: &str, files: &dyn FileSystem) -> Option<String> {
    let FileContent::Text(text) = files.read(&format!("{root}/metadata.json")) else { return None };
    let metadata: serde_json::Value = serde_json::from_str(&text).ok()?;
    let name = metadata.get("name")?.as_str()?;
    Some(name.rsplit(['-', '/']).next().unwrap_or(name).to_string())
}

/// Returns the modules that `.fixtures.yml` names, with the targets of links.
fn named_fixtures(root: &str, files: &dyn FileSystem) -> Vec<(String, Option<String>)> {
    let FileContent::Text(text) = files.read(&format!("{root}/.fixtures.yml")) else { return Vec::new() };
    let get = |value: &RubyValue, name: &str| match value {
        RubyValue::Hash(entries) => entries.borrow().get(&RubyValue::string(name)),
        _ => None,
    };
    let Some(fixtures) = from_yaml(&text).and_then(|root| get(&root, "fixtures")) else { return Vec::new() };
    let mut named = Vec::new();
    for source in SOURCES {
        let Some(RubyValue::Hash(entries)) = get(&fixtures, source) else { continue };
        for (name, target) in entries.borrow().iter() {
            let link = (*source == "symlinks").then(|| target.to_text());
            named.push((name.to_text(), link));
        }
    }
    named
}

/// Lists what a configuration of Hiera in `spec` may read: everything there but the modules.
fn hiera_files(root: &str, files: &dyn FileSystem) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![format!("{root}/spec")];
    while let Some(folder) = folders.pop() {
        for entry in files.entries(&folder) {
            let path = format!("{folder}/{}", entry.name);
            if !entry.is_folder {
                let is_data = [".yaml", ".yml", ".json", ".eyaml", ".conf"].iter().any(|end| entry.name.ends_with(end));
                if is_data {
                    found.push(path);
                }
            } else if !(folder.ends_with("spec/fixtures") && entry.name == "modules") {
                folders.push(path);
            }
        }
    }
    found.sort();
    found
}
