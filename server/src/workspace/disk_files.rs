//! The disk for the database: lists folders and reads files, inside of the folders that it was given.
//!
//! Links are followed only where they stay inside. They are checked when a folder is listed, so a path that was listed is read
//! as it is.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use analysis::FileContent;
use analysis::file_system::{FileSystem, FolderEntry};

use crate::workspace::excluded_folders::ExcludedFolders;
use crate::workspace::files::SKIPPED_FOLDERS;
use crate::workspace::read_limits::{MAX_FILE_BYTES, confined, read_file};

/// Files below some folders.
#[derive(Default)]
pub struct DiskFiles {
    /// With links followed.
    roots: RwLock<Vec<PathBuf>>,
    excluded: RwLock<ExcludedFolders>,
}

impl DiskFiles {
    /// Lets a folder be read, and everything below it.
    pub fn allow(&self, folder: &Path) {
        if let Ok(real) = folder.canonicalize() {
            let mut roots = self.roots.write().unwrap_or_else(PoisonError::into_inner);
            if !roots.iter().any(|root| real.starts_with(root)) {
                roots.push(real);
            }
        }
    }

    /// Leaves folders out, whatever asks for them.
    pub fn exclude(&self, excluded: ExcludedFolders) {
        *self.excluded.write().unwrap_or_else(PoisonError::into_inner) = excluded;
    }

    /// Returns the path with links followed, where it may be read.
    fn allowed(&self, path: &Path) -> Option<PathBuf> {
        confined(path, &self.roots.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lists a folder: the path, name and kind of each entry that may be read.
    fn list(&self, folder: &Path) -> Vec<(PathBuf, FolderEntry)> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let excluded = self.excluded.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::new();
        for entry in entries.flatten() {
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            let is_folder = if kind.is_symlink() {
                if is_linked_module(&path) {
                    self.allow(&path);
                }
                match self.allowed(&path) {
                    Some(real) => real.is_dir(),
                    None => continue,
                }
            } else {
                kind.is_dir()
            };
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_skipped = is_folder && SKIPPED_FOLDERS.contains(&name.as_str());
            if !is_skipped && !excluded.has(&path, is_folder) {
                found.push((path, FolderEntry { name, is_folder }));
            }
        }
        found.sort_by(|(_, one), (_, other)| one.cmp(other));
        found
    }

    fn add_files(&self, folder: &Path, prefix: &str, entered: &mut HashSet<PathBuf>, found: &mut Vec<String>) {
        for (path, entry) in self.list(folder) {
            let below = format!("{prefix}{}", entry.name);
            if !entry.is_folder {
                found.push(below);
                continue;
            }
            // A link may lead around in a circle.
            if path.is_symlink() && !path.canonicalize().is_ok_and(|real| entered.insert(real)) {
                continue;
            }
            self.add_files(&path, &format!("{below}/"), entered, found);
        }
    }
}

/// Tells a module that is a link to where it is installed or developed.
pub fn is_linked_module(path: &Path) -> bool {
    path.is_dir() && (path.join("metadata.json").is_file() || path.join("manifests").is_dir())
}

impl FileSystem for DiskFiles {
    fn read(&self, path: &str) -> FileContent {
        read_file(Path::new(path), MAX_FILE_BYTES).map_or(FileContent::Absent, FileContent::from_bytes)
    }

    fn files_below(&self, folder: &str) -> Vec<String> {
        let Some(real) = self.allowed(Path::new(folder)) else { return Vec::new() };
        let mut found = Vec::new();
        self.add_files(Path::new(folder), "", &mut HashSet::from([real]), &mut found);
        found
    }

    fn entries(&self, folder: &str) -> Vec<FolderEntry> {
        match self.allowed(Path::new(folder)) {
            Some(_) => self.list(Path::new(folder)).into_iter().map(|(_, entry)| entry).collect(),
            None => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_inside_only() {
        let outside = tempfile::tempdir().expect("a folder");
        let inside = tempfile::tempdir().expect("a folder");
        let root = inside.path();
        std::fs::write(outside.path().join("secret"), "x").expect("written");
        std::fs::create_dir_all(root.join("m/files")).expect("made");
        std::fs::write(root.join("m/files/a"), "x").expect("written");
        for (target, link) in [
            (outside.path().join("secret"), "m/files/out"),
            (root.join("m/files/a"), "m/files/in"),
            (root.join("m"), "m/files/circle"),
        ] {
            std::os::unix::fs::symlink(target, root.join(link)).expect("linked");
        }
        let disk = DiskFiles::default();
        let folder = root.join("m").to_string_lossy().into_owned();
        assert!(disk.files_below(&folder).is_empty(), "nothing was allowed");
        disk.allow(root);
        assert_eq!(disk.files_below(&folder), ["files/a", "files/in"]);
        assert!(disk.entries(&outside.path().to_string_lossy()).is_empty());
    }
}
