//! Reads a workspace from disk: its files, its environments and modules, its settings and fact sets.
//!
//! `.gitignore` is respected, except for the folders that a modulepath names: those are what the code runs with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::module_layout::{Discovery, discover};
use analysis::{FactSet, FileContent, WorkspaceLayout};
use ignore::WalkBuilder;

use crate::config::Config;
use crate::read_limits::{MAX_WORKSPACE_FILE_BYTES, path_text, read_file};
use crate::{fact_sets, lint_options};

/// What was found on disk.
pub struct LoadedWorkspace {
    pub config: Config,
    pub files: Vec<(String, FileContent)>,
    pub layout: WorkspaceLayout,
    pub fact_sets: Vec<FactSet>,
}

/// Folders that never hold Puppet code of the workspace.
const SKIPPED_FOLDERS: &[&str] =
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
    let mut files: BTreeMap<String, FileContent> = BTreeMap::new();
    for root in roots {
        read_folder(root, true, &mut files, progress);
    }
    let modulepath: Vec<String> = config.modulepath.iter().map(|path| absolute_below(roots, path)).collect();
    for path in &modulepath {
        read_folder(Path::new(path), false, &mut files, progress);
    }
    let root_texts: Vec<String> = roots.iter().map(|root| path_text(root)).collect();
    // Modules that `.gitignore` hides are read once it is known where they are.
    for path in ignored_module_folders(&root_texts, &files) {
        read_folder(Path::new(&path), false, &mut files, progress);
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
    LoadedWorkspace { config, files: files.into_iter().collect(), layout, fact_sets }
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

fn read_folder(root: &Path, respect_ignore: bool, files: &mut BTreeMap<String, FileContent>, progress: &dyn Fn(usize)) {
    let walk = WalkBuilder::new(root)
        .standard_filters(false)
        .git_ignore(respect_ignore)
        .git_exclude(respect_ignore)
        .ignore(respect_ignore)
        .parents(respect_ignore)
        .require_git(false)
        .follow_links(false)
        .filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            !(entry.file_type().is_some_and(|kind| kind.is_dir()) && SKIPPED_FOLDERS.contains(&name.as_ref()))
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
        if files.contains_key(&path) || !is_read(&path) {
            continue;
        }
        let content = read_content(entry.path());
        if !content.is_absent() {
            files.insert(path, content);
            if files.len().is_multiple_of(256) {
                progress(files.len());
            }
        }
    }
    for module in linked_modules {
        read_linked_module(&module, files);
    }
}

/// A module may be a link to where it is installed or developed; other links are not followed.
fn is_linked_module(path: &Path) -> bool {
    path.is_dir() && (path.join("metadata.json").is_file() || path.join("manifests").is_dir())
}

fn read_linked_module(root: &Path, files: &mut BTreeMap<String, FileContent>) {
    // Inside of it no link is followed, so that none leads around in a circle.
    for entry in WalkBuilder::new(root).standard_filters(false).follow_links(false).build().flatten() {
        let path = path_text(entry.path());
        if entry.file_type().is_some_and(|kind| kind.is_file()) && is_read(&path) {
            let content = read_content(entry.path());
            if !content.is_absent() {
                files.insert(path, content);
            }
        }
    }
}

/// The folders that environments take modules from, where nothing of them was read.
fn ignored_module_folders(roots: &[String], files: &BTreeMap<String, FileContent>) -> Vec<String> {
    let mut candidates: Vec<String> = roots
        .iter()
        .flat_map(|root| ["modules", "site-modules", "site", "spec/fixtures/modules"].map(|f| format!("{root}/{f}")))
        .collect();
    for (path, content) in files {
        if let (Some(root), FileContent::Text(text)) = (path.strip_suffix("/environment.conf"), content) {
            let settings = analysis::module_layout::read_environment_conf(text);
            let modulepath = settings.get("modulepath").map(String::as_str).unwrap_or("modules");
            let inside = modulepath.split(':').map(str::trim).filter(|entry| !entry.starts_with('$'));
            candidates.extend(inside.map(|entry| analysis::module_layout::resolve_path(root, entry)));
        }
    }
    // What lies outside of the workspace is read only where a setting names it.
    candidates.retain(|path| roots.iter().any(|root| path.starts_with(&format!("{root}/"))));
    candidates.retain(|path| {
        let prefix = format!("{path}/");
        !files.range(prefix.clone()..).next().is_some_and(|(known, _)| known.starts_with(&prefix))
    });
    candidates.sort();
    candidates.dedup();
    candidates
}

fn absolute_below(roots: &[PathBuf], path: &str) -> String {
    match roots.first() {
        Some(root) => path_text(&root.join(path)),
        None => path_text(Path::new(path)),
    }
}
