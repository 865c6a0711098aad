//! One side of a comparison: a folder, or the files of a git revision in a folder that is removed afterwards.
//!
//! Asks the `git` program, which is there wherever a repository is worked on.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    // The name must not be taken for an option of git.
    if name.starts_with('-') {
        return Err(format!("'{name}' is neither a folder nor a revision"));
    }
    let commit = output(Command::new("git").args(["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")]));
    let commit = commit.map_err(|_| format!("'{name}' is neither a folder nor a git revision here"))?;
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-{}-{}", std::process::id(), commit.trim()));
    let side = Side::Revision(folder.clone());
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    let mut archive = Command::new("git")
        .args(["archive", "--format=tar", commit.trim()])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run git: {error}"))?;
    let Some(pipe) = archive.stdout.take() else { return Err("git gives no output".to_string()) };
    let unpacked = Command::new("tar").arg("-x").arg("-C").arg(&folder).stdin(pipe).status();
    let archived = archive.wait();
    match (unpacked, archived) {
        (Ok(unpacked), Ok(archived)) if unpacked.success() && archived.success() => Ok(side),
        _ => Err(format!("cannot unpack the revision {name}")),
    }
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
