//! Reads the documented files of a module from the disk.

use std::path::Path;

use reference::{Reference, SourceText, documented_paths};

use crate::workspace::read_limits::{MAX_FILE_BYTES, read_file};

/// The folders that documented files are in.
const FOLDERS: [&str; 6] = ["manifests", "functions", "types", "lib", "tasks", "plans"];
/// No module is nested deeper.
const MAX_DEPTH: usize = 32;

/// Returns whether a folder has something to document.
pub fn has_sources(folder: &Path) -> bool {
    FOLDERS.iter().any(|name| folder.join(name).is_dir())
}

/// Returns the name of a module: that of its metadata, else that of its folder.
pub fn title(folder: &Path) -> String {
    let metadata = read_file(&folder.join("metadata.json"), MAX_FILE_BYTES).ok();
    let metadata = metadata.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    let named = metadata.as_ref().and_then(|metadata| metadata.get("name")).and_then(|name| name.as_str());
    let folder_name = || folder.canonicalize().ok()?.file_name().map(|name| name.to_string_lossy().into_owned());
    named.map(str::to_string).or_else(folder_name).unwrap_or_default()
}

/// Reads a module.
pub fn read(folder: &Path) -> Result<Reference, String> {
    let mut found = Vec::new();
    for name in FOLDERS {
        list(&folder.join(name), name, 0, &mut found);
    }
    let paths = documented_paths(found.iter().map(String::as_str));
    let mut texts = Vec::with_capacity(paths.len());
    for path in &paths {
        let bytes = read_file(&folder.join(path), MAX_FILE_BYTES)
            .map_err(|error| format!("cannot read {}: {error}", folder.join(path).display()))?;
        texts.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    let sources = paths.iter().zip(&texts).map(|(path, text)| SourceText { path, text });
    Ok(reference::read(sources))
}

/// Lists files below a folder. A link to a folder is not followed, as Ruby's `**` does not.
fn list(folder: &Path, below: &str, depth: usize, found: &mut Vec<String>) {
    if depth > MAX_DEPTH {
        return;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let Some(name) = entry.file_name().to_str().map(|name| format!("{below}/{name}")) else { continue };
        if kind.is_dir() {
            list(&entry.path(), &name, depth + 1, found);
        } else if entry.path().is_file() {
            found.push(name);
        }
    }
}
