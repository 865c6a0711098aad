//! The two states of a comparison: folders, or revisions of the repository around the current one, as contents that differ.
//! Nothing is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::FileContent;
use ignore::WalkBuilder;

use crate::workspace::git_objects::Commit;
use crate::workspace::overlay_files::Contents;
use crate::workspace::read_limits::{MAX_FILE_BYTES, path_text, read_file};

/// Where the states are compared, and how they differ from what the disk has there.
pub struct Sides {
    /// The folder that the files of both states are named by.
    pub root: PathBuf,
    /// What the new state has otherwise than the disk.
    pub to: Contents,
    /// What the old state has otherwise than the new one.
    pub from: Contents,
}

enum Side {
    Folder(PathBuf),
    Revision(Box<Commit>),
}

impl Sides {
    pub fn find(from: &str, to: &str) -> Result<Sides, String> {
        let here = std::env::current_dir().map_err(|error| format!("the current folder cannot be read: {error}"))?;
        let (from, to) = (side(&here, from)?, side(&here, to)?);
        let root = match &to {
            Side::Folder(folder) => folder.clone(),
            Side::Revision(_) => here.clone(),
        };
        let (old, new) = (from.differences(&here, &root), to.differences(&here, &root));
        Ok(Sides { from: between(&old, &new), to: new, root })
    }
}

/// A folder of this name, else the revision of the repository that the current folder is in.
fn side(here: &Path, name: &str) -> Result<Side, String> {
    if Path::new(name).is_dir() {
        return Ok(Side::Folder(PathBuf::from(name)));
    }
    let commit = Commit::find(here, name)
        .map_err(|problem| format!("'{name}' is neither a folder nor a git revision here: {problem}"))?;
    Ok(Side::Revision(Box::new(commit)))
}

impl Side {
    /// Returns what a state has otherwise than a folder on disk has it.
    fn differences(&self, here: &Path, root: &Path) -> Contents {
        match self {
            Side::Folder(folder) => folder_differences(folder, root),
            Side::Revision(commit) => commit_differences(commit, here, root),
        }
    }
}

/// Paths below a folder that version control would keep.
fn kept_files(folder: &Path) -> BTreeSet<PathBuf> {
    let walk = WalkBuilder::new(folder)
        .hidden(false)
        .require_git(false)
        // Neither the user's nor the machine's configuration is read.
        .git_global(false)
        .follow_links(false)
        .build();
    let files = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let below = files.filter_map(|entry| entry.path().strip_prefix(folder).ok().map(Path::to_path_buf));
    below.filter(|path| !path.starts_with(".git")).collect()
}

fn folder_differences(folder: &Path, root: &Path) -> Contents {
    let same =
        |one: &Path, other: &Path| one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|o| one == o));
    if same(folder, root) {
        return Contents::new();
    }
    let (theirs, ours) = (kept_files(folder), kept_files(root));
    let mut contents = Contents::new();
    for path in theirs.union(&ours) {
        let content = content_at(&folder.join(path));
        if content != content_at(&root.join(path)) {
            contents.insert(name(root, path), content);
        }
    }
    contents
}

fn commit_differences(commit: &Commit, here: &Path, root: &Path) -> Contents {
    // The other side is a folder of the repository: the same folder of the commit is what it is compared with.
    let here = here.canonicalize().unwrap_or_else(|_| here.to_path_buf());
    let below = here.strip_prefix(commit.root()).unwrap_or(Path::new(""));
    let mut missing = kept_files(root);
    let mut contents = Contents::new();
    for (path, id) in commit.files() {
        let Ok(path) = Path::new(path).strip_prefix(below) else { continue };
        missing.remove(path);
        let unchanged = read_file(&root.join(path), MAX_FILE_BYTES).is_ok_and(|bytes| commit.is_same(*id, &bytes));
        if !unchanged {
            let content = commit.content(*id, MAX_FILE_BYTES).map_or(FileContent::Absent, FileContent::from_bytes);
            contents.insert(name(root, path), content);
        }
    }
    // What version control ignores, installed modules for instance, belongs to every revision.
    contents.extend(missing.iter().map(|path| (name(root, path), FileContent::Absent)));
    contents
}

/// Returns what the old state has otherwise than the new one, both told by how they differ from the disk.
fn between(old: &Contents, new: &Contents) -> Contents {
    let mut contents: Contents = BTreeMap::new();
    let disk = |path: &Arc<str>| content_at(Path::new(path.as_ref()));
    for path in old.keys().chain(new.keys()) {
        let before = old.get(path).cloned().unwrap_or_else(|| disk(path));
        let after = new.get(path).cloned().unwrap_or_else(|| disk(path));
        if before != after {
            contents.insert(path.clone(), before);
        }
    }
    contents
}

fn content_at(path: &Path) -> FileContent {
    read_file(path, MAX_FILE_BYTES).map_or(FileContent::Absent, FileContent::from_bytes)
}

fn name(root: &Path, path: &Path) -> Arc<str> {
    path_text(&root.join(path)).into()
}
