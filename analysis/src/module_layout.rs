//! Finds the environments and modules of a workspace from the paths of its files, without configuration.
//!
//! The same rules hold for an editor, which knows all files of a workspace, and for a command, which looks at the folders of one
//! environment: both are a `FolderTree`.

use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use crate::change::{EnvironmentLayout, ModuleLayout, WorkspaceLayout};
use crate::file_system::FileSystem;
use crate::inputs::FileContent;

/// What the folders of a workspace hold, and settings that go before what is found.
pub struct Discovery<'a> {
    /// The workspace's folders, absolute, without a `/` at the end.
    pub roots: &'a [String],
    /// Every file that was found, absolute.
    pub files: &'a [String],
    /// Reads a small file of the workspace.
    pub read: &'a dyn Fn(&str) -> Option<String>,
    /// Folders of modules that a setting names; they come first in every modulepath.
    pub modulepath: &'a [String],
    /// What an environment is called that no folder below `environments/` names.
    pub environment: Option<&'a str>,
}

/// As Puppet calls an environment that nobody has named.
const DEFAULT_ENVIRONMENT: &str = "production";
/// Folders that hold modules in a control repo without an `environment.conf`; Puppet itself takes `modules` only.
pub const MODULE_FOLDERS: &[&str] = &["modules", "site-modules", "site"];
/// Where a module's tests get the modules that it depends on.
pub const FIXTURE_MODULES: &str = "spec/fixtures/modules";
/// Folders that make a folder look like a module.
const MODULE_PARTS: &[&str] =
    &["manifests", "functions", "types", "lib", "templates", "files", "plans", "tasks", "facts.d", "data"];

/// Folders and files, by absolute path.
trait FolderTree {
    fn is_folder(&self, path: &str) -> bool;

    fn has_file(&self, path: &str) -> bool;

    /// Returns the paths of the folders directly in a folder, sorted.
    fn subfolders(&self, path: &str) -> Vec<String>;

    /// Returns the folders at or below a root that have an `environment.conf`.
    fn configured_environments(&self, root: &str) -> Vec<String>;
}

/// The folders among known paths of files.
struct KnownFolders<'a> {
    children: BTreeMap<&'a str, BTreeSet<&'a str>>,
    files: BTreeSet<&'a str>,
}

impl<'a> KnownFolders<'a> {
    fn new(files: &'a [String]) -> Self {
        let mut folders = KnownFolders { children: BTreeMap::new(), files: BTreeSet::new() };
        for file in files {
            folders.files.insert(file);
            let mut path = file.as_str();
            while let Some((parent, name)) = path.rsplit_once('/') {
                // A folder that is known has all of its own parents already.
                let known = folders.children.contains_key(parent);
                folders.children.entry(parent).or_default().insert(name);
                if known {
                    break;
                }
                path = parent;
            }
        }
        folders
    }
}

impl FolderTree for KnownFolders<'_> {
    fn is_folder(&self, path: &str) -> bool {
        self.children.contains_key(path)
    }

    fn has_file(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    fn subfolders(&self, path: &str) -> Vec<String> {
        let names = self.children.get(path).into_iter().flatten();
        names.map(|name| format!("{path}/{name}")).filter(|child| self.is_folder(child)).collect()
    }

    fn configured_environments(&self, root: &str) -> Vec<String> {
        let configured = self.files.iter().filter_map(|file| file.strip_suffix("/environment.conf"));
        configured.filter(|folder| is_inside(folder, root)).map(str::to_string).collect()
    }
}

/// The folders of a `FileSystem`, each listed when it is looked at.
struct DiskFolders<'a>(&'a dyn FileSystem);

impl DiskFolders<'_> {
    fn entry(&self, path: &str) -> Option<bool> {
        let (parent, name) = path.rsplit_once('/')?;
        self.0.entries(parent).into_iter().find(|entry| entry.name == name).map(|entry| entry.is_folder)
    }
}

impl FolderTree for DiskFolders<'_> {
    fn is_folder(&self, path: &str) -> bool {
        self.entry(path) == Some(true)
    }

    fn has_file(&self, path: &str) -> bool {
        self.entry(path) == Some(false)
    }

    fn subfolders(&self, path: &str) -> Vec<String> {
        let folders = self.0.entries(path).into_iter().filter(|entry| entry.is_folder);
        folders.map(|entry| format!("{path}/{}", entry.name)).collect()
    }

    fn configured_environments(&self, root: &str) -> Vec<String> {
        let here = self.has_file(&format!("{root}/environment.conf"));
        here.then(|| root.to_string()).into_iter().collect()
    }
}

fn has_part_of_module(folders: &dyn FolderTree, path: &str) -> bool {
    let prefix = path.len() + 1;
    folders.subfolders(path).iter().any(|folder| MODULE_PARTS.contains(&&folder[prefix..]))
}

fn looks_like_module(folders: &dyn FolderTree, path: &str) -> bool {
    folders.is_folder(&format!("{path}/manifests"))
        || folders.has_file(&format!("{path}/metadata.json")) && has_part_of_module(folders, path)
        || ["functions", "types"].iter().any(|part| folders.is_folder(&format!("{path}/{part}")))
}

/// What a command says about the one environment that it runs in.
pub struct CommandDiscovery<'a> {
    /// The folder of the environment or module, absolute; `None` where there is none.
    pub root: Option<&'a str>,
    /// Folders of modules that come first.
    pub modulepath: &'a [String],
    /// Folders of modules that are used in place of those that the environment names.
    pub whole_modulepath: Option<&'a [String]>,
    /// What the environment is called where no folder below `environments/` names it.
    pub environment: Option<&'a str>,
}

/// Finds the modules of one environment, module or modulepath; its files are read when they are needed.
pub fn discover_on_disk(command: &CommandDiscovery<'_>, disk: &dyn FileSystem) -> WorkspaceLayout {
    let folders = DiskFolders(disk);
    let read = |path: &str| match disk.read(path) {
        FileContent::Text(text) => Some(text.to_string()),
        FileContent::Absent | FileContent::Bytes(_) | FileContent::Unread => None,
    };
    let mut first: Vec<String> = command.whole_modulepath.unwrap_or_default().to_vec();
    first.extend_from_slice(command.modulepath);
    let discovery =
        Discovery { roots: &[], files: &[], read: &read, modulepath: &first, environment: command.environment };
    let mut found = match command.root {
        None => folder_of_modules("", &folders, &discovery),
        Some(root) if folders.configured_environments(root).is_empty() && is_module(root, &folders, &discovery) => {
            module_alone(root, &folders, &discovery)
        }
        Some(root) => environment(root, &folders, &discovery),
    };
    if command.whole_modulepath.is_some() {
        let is_named = |module: &ModuleLayout| {
            module.root.rsplit_once('/').is_some_and(|(folder, _)| first.iter().any(|named| named == folder))
        };
        found.modules.retain(is_named);
    }
    WorkspaceLayout { environments: vec![found], is_on_disk: true }
}

pub fn discover(discovery: &Discovery<'_>) -> WorkspaceLayout {
    let folders = KnownFolders::new(discovery.files);
    let mut environments: Vec<EnvironmentLayout> = Vec::new();
    for root in discovery.roots {
        for found in environments_of(root, &folders, discovery) {
            if !environments.iter().any(|known| known.root == found.root) {
                environments.push(found);
            }
        }
    }
    share_modules_between_roots(&mut environments);
    WorkspaceLayout { environments, is_on_disk: false }
}

fn environments_of(root: &str, folders: &dyn FolderTree, discovery: &Discovery<'_>) -> Vec<EnvironmentLayout> {
    let mut found = Vec::new();
    let configured = folders.configured_environments(root);
    for folder in &configured {
        found.push(environment(folder, folders, discovery));
    }
    for folder in folders.subfolders(&format!("{root}/environments")) {
        if !configured.contains(&folder) && looks_like_environment(&folder, folders) {
            found.push(environment(&folder, folders, discovery));
        }
    }
    if !configured.iter().any(|folder| folder == root) {
        if is_module(root, folders, discovery) {
            found.push(module_alone(root, folders, discovery));
        } else if found.is_empty() && looks_like_environment(root, folders) {
            found.push(environment(root, folders, discovery));
        } else if found.is_empty() {
            found.push(folder_of_modules(root, folders, discovery));
        }
    }
    found
}

/// A module that stands for itself, not the root of a control repo that has `manifests/` too.
fn is_module(root: &str, folders: &dyn FolderTree, discovery: &Discovery<'_>) -> bool {
    if holds_modules(root, folders) {
        return false;
    }
    let has_metadata = folders.has_file(&format!("{root}/metadata.json"));
    if looks_like_module(folders, root) {
        return has_metadata || folders.has_file(&format!("{root}/manifests/init.pp"));
    }
    // One that has just been begun has its metadata only.
    has_metadata
        && !looks_like_environment(root, folders)
        && modules_in(root, false, folders).is_empty()
        && metadata_name(root, discovery.read).is_some()
}

/// Has modules in a folder where control repos have them.
fn holds_modules(root: &str, folders: &dyn FolderTree) -> bool {
    MODULE_FOLDERS.iter().any(|folder| {
        folders.subfolders(&format!("{root}/{folder}")).iter().any(|module| looks_like_module(folders, module))
    })
}

fn looks_like_environment(root: &str, folders: &dyn FolderTree) -> bool {
    ["Puppetfile", "hiera.yaml", "manifests/site.pp"].iter().any(|file| folders.has_file(&format!("{root}/{file}")))
        || holds_modules(root, folders)
        || folders.is_folder(&format!("{root}/manifests"))
}

fn environment(root: &str, folders: &dyn FolderTree, discovery: &Discovery<'_>) -> EnvironmentLayout {
    let settings = (discovery.read)(&format!("{root}/environment.conf"))
        .map(|text| read_environment_conf(&text))
        .unwrap_or_default();
    let puppetfile = (discovery.read)(&format!("{root}/Puppetfile"));
    let installed = puppetfile.as_deref().map(|text| resolve_path(root, module_folder(text)));
    let mut paths: Vec<String> = discovery.modulepath.to_vec();
    match settings.get("modulepath") {
        Some(modulepath) => {
            let entries = modulepath.split(':').map(str::trim).filter(|entry| !entry.is_empty());
            // The server's own module folders are not part of the workspace.
            paths.extend(entries.filter(|entry| !entry.starts_with('$')).map(|entry| resolve_path(root, entry)));
        }
        None => {
            paths.extend(MODULE_FOLDERS.iter().map(|folder| format!("{root}/{folder}")));
            if let Some((parent, _)) = root.rsplit_once("/environments/") {
                paths.push(format!("{parent}/modules"));
            }
        }
    }
    if let Some(installed) = &installed {
        paths.push(installed.clone());
    }
    let mut seen = BTreeSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    let modules = paths
        .iter()
        .flat_map(|path| {
            let vendored = discovery.modulepath.contains(path) || installed.as_ref() == Some(path);
            any_folder_in(path, vendored, folders)
        })
        .collect();
    let manifest = settings.get("manifest").cloned().unwrap_or_else(|| "manifests".to_string());
    let manifest = resolve_path(root, &manifest);
    EnvironmentLayout {
        name: environment_name(root, discovery),
        root: root.to_string(),
        manifest: manifest.strip_prefix(root).unwrap_or_default().trim_start_matches('/').to_string(),
        modules,
    }
}

/// A clone is seldom named for the environment that it will be; one below `environments/` is.
fn environment_name(root: &str, discovery: &Discovery<'_>) -> SmolStr {
    match root.rsplit_once('/') {
        Some((parent, name)) if parent.ends_with("/environments") => SmolStr::new(name),
        _ => SmolStr::new(discovery.environment.unwrap_or(DEFAULT_ENVIRONMENT)),
    }
}

fn module_alone(root: &str, folders: &dyn FolderTree, discovery: &Discovery<'_>) -> EnvironmentLayout {
    let mut modules =
        vec![ModuleLayout { name: module_name(root, discovery.read), root: root.to_string(), vendored: false }];
    for path in discovery.modulepath {
        modules.extend(modules_in(path, true, folders));
    }
    modules.extend(modules_in(&format!("{root}/{FIXTURE_MODULES}"), true, folders));
    // A module is often opened beside the others that it is developed with.
    EnvironmentLayout {
        name: environment_name(root, discovery),
        root: root.to_string(),
        manifest: String::new(),
        modules,
    }
}

fn folder_of_modules(root: &str, folders: &dyn FolderTree, discovery: &Discovery<'_>) -> EnvironmentLayout {
    let mut modules = if root.is_empty() { Vec::new() } else { modules_in(root, false, folders) };
    for path in discovery.modulepath {
        modules.extend(modules_in(path, true, folders));
    }
    EnvironmentLayout {
        name: environment_name(root, discovery),
        root: root.to_string(),
        manifest: String::new(),
        modules,
    }
}

/// To Puppet every folder of a modulepath is a module, whatever it holds.
fn any_folder_in(path: &str, vendored: bool, folders: &dyn FolderTree) -> Vec<ModuleLayout> {
    folders.subfolders(path).into_iter().filter_map(|root| module_layout(root, vendored)).collect()
}

fn modules_in(path: &str, vendored: bool, folders: &dyn FolderTree) -> Vec<ModuleLayout> {
    let found = folders
        .subfolders(path)
        .into_iter()
        .filter(|folder| has_part_of_module(folders, folder) || folders.has_file(&format!("{folder}/metadata.json")));
    found.filter_map(|root| module_layout(root, vendored)).collect()
}

fn module_layout(root: String, vendored: bool) -> Option<ModuleLayout> {
    let name = SmolStr::new(root.rsplit('/').next()?);
    is_module_name(&name).then_some(ModuleLayout { name, root, vendored })
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// What `metadata.json` says, else the folder's name; an author before the name is dropped.
fn module_name(root: &str, read: &dyn Fn(&str) -> Option<String>) -> SmolStr {
    let folder = root.rsplit('/').next().unwrap_or(root).to_string();
    let full = metadata_name(root, read).unwrap_or(folder);
    SmolStr::new(full.rsplit(['-', '/']).next().unwrap_or(&full))
}

fn metadata_name(root: &str, read: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let text = read(&format!("{root}/metadata.json"))?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(json.get("name")?.as_str()?.to_string())
}

/// Where several roots are modules on their own, each sees the others.
fn share_modules_between_roots(environments: &mut [EnvironmentLayout]) {
    let alone: Vec<ModuleLayout> = environments
        .iter()
        .filter_map(|environment| environment.modules.first().filter(|module| module.root == environment.root))
        .cloned()
        .collect();
    for environment in environments {
        for module in &alone {
            let known = environment.modules.iter().any(|own| own.root == module.root);
            if !known && environment.manifest.is_empty() {
                environment.modules.push(module.clone());
            }
        }
    }
}

fn is_inside(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// `key = value` lines; comments start with `#`.
pub fn read_environment_conf(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with(['#', ';', '[']))
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.trim().to_string(), value.trim().to_string()))
        .collect()
}

/// The folder that a `Puppetfile` installs into.
fn module_folder(puppetfile: &str) -> &str {
    puppetfile
        .lines()
        .map(str::trim)
        .filter_map(|line| line.strip_prefix("moduledir"))
        .find_map(|rest| rest.trim().trim_matches(['(', ')', ' ']).split(['\'', '"']).nth(1))
        .unwrap_or("modules")
}

/// A path below a folder, `.` and `..` taken out.
pub fn resolve_path(root: &str, path: &str) -> String {
    let joined = if path.starts_with('/') { path.to_string() } else { format!("{root}/{path}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(roots: &[&str], files: &[(&str, &str)]) -> String {
        let roots: Vec<String> = roots.iter().map(|root| root.to_string()).collect();
        let paths: Vec<String> = files.iter().map(|(path, _)| path.to_string()).collect();
        let read = |path: &str| files.iter().find(|(known, _)| *known == path).map(|(_, text)| text.to_string());
        let discovery = Discovery { roots: &roots, files: &paths, read: &read, modulepath: &[], environment: None };
        let layout = discover(&discovery);
        let mut shown = String::new();
        for environment in layout.environments {
            shown += &format!("{} {} [{}]\n", environment.name, environment.root, environment.manifest);
            for module in environment.modules {
                let vendored = if module.vendored { " vendored" } else { "" };
                shown += &format!("  {} {}{vendored}\n", module.name, module.root);
            }
        }
        shown
    }

    #[test]
    fn a_control_repo_with_environment_conf() {
        let files = [
            ("/repo/environment.conf", "modulepath = site-modules:modules:$basemodulepath\nmanifest = nodes\n"),
            ("/repo/Puppetfile", "mod 'puppetlabs-stdlib'\n"),
            ("/repo/nodes/web.pp", ""),
            ("/repo/site-modules/profile/manifests/web.pp", ""),
            ("/repo/modules/stdlib/manifests/init.pp", ""),
        ];
        expect_test::expect![[r#"
            production /repo [nodes]
              profile /repo/site-modules/profile
              stdlib /repo/modules/stdlib vendored
        "#]]
        .assert_eq(&layout(&["/repo"], &files));
    }

    #[test]
    fn a_control_repo_without_configuration() {
        let files = [
            ("/repo/manifests/site.pp", ""),
            ("/repo/site/role/manifests/web.pp", ""),
            ("/repo/modules/apache/lib/x.rb", ""),
        ];
        expect_test::expect![[r#"
            production /repo [manifests]
              apache /repo/modules/apache
              role /repo/site/role
        "#]]
        .assert_eq(&layout(&["/repo"], &files));
    }

    #[test]
    fn two_modules_opened_beside_each_other() {
        let files = [
            ("/w/puppet-a/metadata.json", r#"{"name": "me-a"}"#),
            ("/w/puppet-a/manifests/init.pp", ""),
            ("/w/puppet-a/spec/fixtures/modules/stdlib/manifests/init.pp", ""),
            ("/w/b/manifests/init.pp", ""),
        ];
        expect_test::expect![[r#"
            production /w/puppet-a []
              a /w/puppet-a
              stdlib /w/puppet-a/spec/fixtures/modules/stdlib vendored
              b /w/b
            production /w/b []
              b /w/b
              a /w/puppet-a
        "#]]
        .assert_eq(&layout(&["/w/puppet-a", "/w/b"], &files));
    }

    #[test]
    fn a_folder_with_environments_and_one_with_modules() {
        let files = [
            ("/code/environments/production/manifests/site.pp", ""),
            ("/code/environments/test/modules/a/manifests/init.pp", ""),
            ("/code/modules/shared/manifests/init.pp", ""),
            ("/mods/ntp/manifests/init.pp", ""),
        ];
        expect_test::expect![[r#"
            production /code/environments/production [manifests]
              shared /code/modules/shared
            test /code/environments/test [manifests]
              a /code/environments/test/modules/a
              shared /code/modules/shared
            production /mods []
              ntp /mods/ntp
        "#]]
        .assert_eq(&layout(&["/code", "/mods"], &files));
    }

    #[test]
    fn a_module_that_has_metadata_only() {
        let metadata = r#"{"name": "me-new"}"#;
        expect_test::expect![[r#"
            production /w/puppet-new []
              new /w/puppet-new
        "#]]
        .assert_eq(&layout(&["/w/puppet-new"], &[("/w/puppet-new/metadata.json", metadata)]));
        let files = [
            ("/repo/Puppetfile", ""),
            ("/repo/metadata.json", metadata),
            ("/repo/modules/new/metadata.json", metadata),
            ("/repo/modules/notes/readme.yaml", ""),
            ("/mods/metadata.json", metadata),
            ("/mods/ntp/manifests/init.pp", ""),
            ("/other/metadata.json", "{}"),
        ];
        expect_test::expect![[r#"
            production /repo [manifests]
              new /repo/modules/new vendored
              notes /repo/modules/notes vendored
            production /mods []
              ntp /mods/ntp
            production /other []
        "#]]
        .assert_eq(&layout(&["/repo", "/mods", "/other"], &files));
    }

    #[test]
    fn a_control_repo_with_metadata_of_its_own() {
        let files = [
            ("/repo/metadata.json", r#"{"name": "me-control"}"#),
            ("/repo/manifests/site.pp", ""),
            ("/repo/site-modules/profile/manifests/web.pp", ""),
        ];
        expect_test::expect![[r#"
            production /repo [manifests]
              profile /repo/site-modules/profile
        "#]]
        .assert_eq(&layout(&["/repo"], &files));
    }

    #[test]
    fn a_setting_names_an_environment_that_no_folder_names() {
        let roots = ["/repo".to_string(), "/code".to_string()];
        let files = ["/repo/manifests/site.pp".to_string(), "/code/environments/test/manifests/site.pp".to_string()];
        let discovery =
            Discovery { roots: &roots, files: &files, read: &|_| None, modulepath: &[], environment: Some("staging") };
        let names: Vec<SmolStr> = discover(&discovery).environments.into_iter().map(|found| found.name).collect();
        assert_eq!(names, ["staging", "test"]);
    }
}
