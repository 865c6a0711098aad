//! One side of a comparison: a folder, or the files of a git revision in a folder that is removed afterwards.

use std::path::{Path, PathBuf};

use crate::git_objects::Commit;
use crate::read_limits::MAX_FILE_BYTES;

pub enum Side {
    Folder(PathBuf),
    /// Removed when dropped.
    Revision(PathBuf),
}

impl Side {
    pub fn folder(&self) -> &Path {
        match self {
            Side::Folder(path) | Side::Revision(path) => path,
        }
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        if let Side::Revision(path) = self {
            let _ = std::fs::remove_dir_all(path);
        }
    }
}

/// A folder of this name, else the revision of the repository that the current folder is in.
pub fn side(name: &str) -> Result<Side, String> {
    if Path::new(name).is_dir() {
        return Ok(Side::Folder(PathBuf::from(name)));
    }
    let here = std::env::current_dir().map_err(|error| format!("the current folder cannot be read: {error}"))?;
    let commit = Commit::find(&here, name)
        .map_err(|problem| format!("'{name}' is neither a folder nor a git revision here: {problem}"))?;
    let side = Side::Revision(new_folder()?);
    // The other side is a folder of the repository: the same folder of the commit is what it is compared with.
    let here = here.canonicalize().unwrap_or(here);
    let below = here.strip_prefix(commit.root()).unwrap_or(Path::new(""));
    for (path, id) in commit.files() {
        let Ok(path) = Path::new(path).strip_prefix(below) else { continue };
        let target = side.folder().join(path);
        let Some(content) = commit.content(*id, MAX_FILE_BYTES) else { continue };
        let written = match target.parent() {
            Some(parent) => std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&target, content)),
            None => Ok(()),
        };
        written.map_err(|error| format!("cannot write {}: {error}", target.display()))?;
    }
    Ok(side)
}

/// A folder of our own that nobody else has made before.
fn new_folder() -> Result<PathBuf, String> {
    for number in 0..1000 {
        let folder = std::env::temp_dir().join(format!("puppet-analyzer-{}-{number}", std::process::id()));
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(format!("cannot create {}: {error}", folder.display())),
        }
    }
    Err("no temporary folder can be made".to_string())
}
