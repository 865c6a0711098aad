//! Reads a workspace from disk: its files, its environments and modules, its settings and fact sets.
//!
//! `.gitignore` is respected, except for what a modulepath or a `hiera.yaml` names: that is what the code runs with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::change::GlobalHieraChange;
use analysis::inputs::NodeData;
use analysis::module_layout::{
    Discovery, FIXTURE_MODULES, MODULE_FOLDERS, discover, read_environment_conf, resolve_path,
};
use analysis::{FactSet, FileContent, WorkspaceLayout};
use ignore::WalkBuilder;

use crate::config::Config;
use crate::workspace::disk_files::is_linked_module;
use crate::workspace::excluded_folders::ExcludedFolders;
use crate::workspace::fact_sets;
use crate::workspace::global_hiera;
use crate::workspace::lint_options;
use crate::workspace::read_limits::{MAX_WORKSPACE_FILE_BYTES, path_text, read_file};

/// What was found on disk.
pub struct LoadedWorkspace {
    pub config: Config,
    pub files: Vec<(String, FileContent)>,
    pub layout: WorkspaceLayout,
    pub fact_sets: Vec<FactSet>,
    pub node_data: NodeData,
    pub global_hiera: GlobalHieraChange,
}

/// Folders that never hold Puppet code of the workspace.
pub const SKIPPED_FOLDERS: &[&str] =
    &[".git", ".hg", ".svn", "node_modules", ".bundle", "vendor", ".vagrant", ".terraform", "target", ".direnv"];
/// Files that the database reads, by how their names end.
const READ_ENDINGS: &[&str] = &[
    ".pp",
    ".epp",
    ".erb",
    ".yaml",
    ".yml",
    ".eyaml",
    ".json",
    ".rb",
    "environment.conf",
    "Puppetfile",
    ".toml",
    lint_options::FILE_NAME,
];
/// Folders of a module whose files can be read by functions, whatever their names.
const READ_FOLDERS: &[&str] = &["/files/", "/templates/"];

/// Reads everything below the roots. `progress` hears how many files were read.
pub fn load(roots: &[PathBuf], client_settings: &serde_json::Value, progress: &dyn Fn(usize)) -> LoadedWorkspace {
    let mut config = Config::default();
    for root in roots {
        config.apply_file(root);
    }
    config.apply(client_settings);
    if config.edition.is_none() {
        config.edition = roots.iter().find_map(|root| crate::cli::project_root::edition_of_metadata(root));
    }
    let (excluded, problems) = ExcludedFolders::new(&config.exclude, roots);
    config.problems.extend(problems);
    let (node_data, global_hiera) = read_outside(&mut config, roots);
    let mut files: BTreeMap<String, FileContent> = BTreeMap::new();
    let mut reader = Reader { excluded: &excluded, files: &mut files, progress };
    for root in roots {
        reader.read_folder(root, &Wanted::WhatGitKeeps);
    }
    let modulepath: Vec<String> = config.modulepath.iter().map(|path| absolute_below(roots, path)).collect();
    for path in &modulepath {
        reader.read_folder(Path::new(path), &Wanted::EveryKnownKind);
    }
    let root_texts: Vec<String> = roots.iter().map(|root| path_text(root)).collect();
    // What `.gitignore` hides is read once it is known where it is: modules first, they may name data of their own.
    for path in module_folders(&root_texts, reader.files) {
        reader.read_folder(Path::new(&path), &Wanted::EveryKnownKind);
    }
    for path in data_folders(&root_texts, reader.files) {
        reader.read_folder(Path::new(&path), &Wanted::Everything);
    }
    for path in &global_hiera.files {
        reader.read_file(path);
    }
    let paths: Vec<String> = files.keys().cloned().collect();
    let read = |path: &str| match files.get(path) {
        Some(FileContent::Text(text)) => Some(text.to_string()),
        _ => None,
    };
    let layout = discover(&Discovery {
        roots: &root_texts,
        files: &paths,
        read: &read,
        modulepath: &modulepath,
        environment: config.environment.as_deref(),
    });
    config.lint.options_files = lint_options::find(roots, &files);
    let fact_sets = fact_sets::of_workspace(&config, &root_texts, &files);
    LoadedWorkspace { config, files: files.into_iter().collect(), layout, fact_sets, node_data, global_hiera }
}

/// Reads what settings name outside of the repository, and tells in the configuration what is wrong with it.
fn read_outside(config: &mut Config, roots: &[PathBuf]) -> (NodeData, GlobalHieraChange) {
    if let Some(root) = roots.first() {
        config.node_files.resolve(root);
        config.global_hiera = config.global_hiera.as_ref().map(|path| path_text(&root.join(path)));
    }
    let node_data = config.node_files.read().unwrap_or_else(|problem| {
        config.problems.push(problem);
        NodeData::default()
    });
    let global = global_hiera::find(config.global_hiera.as_deref());
    config.problems.extend(global.problems);
    (node_data, global.layer)
}

/// The environments and modules of files that are already known, after one of them came or went.
pub fn layout_of(roots: &[PathBuf], config: &Config, files: &BTreeMap<String, Option<String>>) -> WorkspaceLayout {
    let root_texts: Vec<String> = roots.iter().map(|root| path_text(root)).collect();
    let modulepath: Vec<String> = config.modulepath.iter().map(|path| absolute_below(roots, path)).collect();
    let paths: Vec<String> = files.keys().cloned().collect();
    let read = |path: &str| files.get(path).cloned().flatten();
    discover(&Discovery {
        roots: &root_texts,
        files: &paths,
        read: &read,
        modulepath: &modulepath,
        environment: config.environment.as_deref(),
    })
}

/// The content of one file, as the database takes it; `Absent` where it cannot or should not be read.
pub fn read_content(path: &Path) -> FileContent {
    match read_file(path, MAX_WORKSPACE_FILE_BYTES) {
        Ok(bytes) => FileContent::from_bytes(bytes),
        Err(_) => FileContent::Absent,
    }
}

pub fn is_read(path: &str) -> bool {
    READ_ENDINGS.iter().any(|ending| path.ends_with(ending)) || READ_FOLDERS.iter().any(|part| path.contains(part))
}

/// Which files of a folder are read.
#[derive(PartialEq, Eq)]
enum Wanted {
    /// Files of the kinds that the database knows, where no `.gitignore` excludes them.
    WhatGitKeeps,
    EveryKnownKind,
    /// Data may have any name.
    Everything,
}

/// Reads files of the workspace into a map.
struct Reader<'a> {
    excluded: &'a ExcludedFolders,
    files: &'a mut BTreeMap<String, FileContent>,
    progress: &'a dyn Fn(usize),
}

impl Reader<'_> {
    fn read_folder(&mut self, root: &Path, wanted: &Wanted) {
        let respect_ignore = *wanted == Wanted::WhatGitKeeps;
        let excluded = self.excluded.clone();
        let walk = WalkBuilder::new(root)
            .standard_filters(false)
            .git_ignore(respect_ignore)
            .git_exclude(respect_ignore)
            .ignore(respect_ignore)
            .parents(respect_ignore)
            .require_git(false)
            .follow_links(false)
            .filter_entry(move |entry| {
                let name = entry.file_name().to_string_lossy();
                let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                let is_skipped = is_folder && SKIPPED_FOLDERS.contains(&name.as_ref());
                !is_skipped && !excluded.has(entry.path(), is_folder)
            })
            .build();
        let mut linked_modules = Vec::new();
        for entry in walk.flatten() {
            if entry.path_is_symlink() && entry.depth() > 0 && is_linked_module(entry.path()) {
                linked_modules.push(entry.into_path());
                continue;
            }
            if !entry.file_type().is_some_and(|kind| kind.is_file()) {
                continue;
            }
            let path = path_text(entry.path());
            if *wanted == Wanted::Everything || is_read(&path) {
                self.read_file(&path);
            }
        }
        for module in linked_modules {
            self.read_linked_module(&module);
        }
    }

    fn read_linked_module(&mut self, root: &Path) {
        // Inside of it no link is followed, so that none leads around in a circle.
        for entry in WalkBuilder::new(root).standard_filters(false).follow_links(false).build().flatten() {
            let path = path_text(entry.path());
            if entry.file_type().is_some_and(|kind| kind.is_file()) && is_read(&path) {
                self.read_file(&path);
            }
        }
    }

    fn read_file(&mut self, path: &str) {
        if self.files.contains_key(path) {
            return;
        }
        let content = read_content(Path::new(path));
        if !content.is_absent() {
            self.files.insert(path.to_string(), content);
            if self.files.len().is_multiple_of(256) {
                (self.progress)(self.files.len());
            }
        }
    }
}

/// Returns the folders that environments take modules from.
fn module_folders(roots: &[String], files: &BTreeMap<String, FileContent>) -> Vec<String> {
    let usual = || MODULE_FOLDERS.iter().copied().chain([FIXTURE_MODULES]);
    let mut found: Vec<String> = roots.iter().flat_map(|root| usual().map(move |f| format!("{root}/{f}"))).collect();
    for (path, content) in files {
        if let (Some(root), FileContent::Text(text)) = (path.strip_suffix("/environment.conf"), content) {
            let settings = read_environment_conf(text);
            let modulepath = settings.get("modulepath").map(String::as_str).unwrap_or("modules");
            let inside = modulepath.split(':').map(str::trim).filter(|entry| !entry.starts_with('$'));
            found.extend(inside.map(|entry| resolve_path(root, entry)));
        }
    }
    inside_of(roots, found)
}

/// Returns the folders of data that the `hiera.yaml` of environments and modules name.
fn data_folders(roots: &[String], files: &BTreeMap<String, FileContent>) -> Vec<String> {
    let mut found = Vec::new();
    for (path, content) in files {
        if let (Some(root), FileContent::Text(text)) = (path.strip_suffix("/hiera.yaml"), content) {
            let folders = analysis::configured_data_folders(text);
            found.extend(folders.iter().map(|folder| resolve_path(root, folder)));
        }
    }
    inside_of(roots, found)
}

/// Keeps the folders of the workspace: what lies outside of it is read only where a setting names it.
fn inside_of(roots: &[String], mut folders: Vec<String>) -> Vec<String> {
    folders.retain(|path| roots.iter().any(|root| path.starts_with(&format!("{root}/"))));
    folders.sort();
    folders.dedup();
    folders
}

fn absolute_below(roots: &[PathBuf], path: &str) -> String {
    match roots.first() {
        Some(root) => path_text(&root.join(path)),
        None => path_text(Path::new(path)),
    }
}
