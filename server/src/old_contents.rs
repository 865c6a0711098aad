//! The state before edits: what the disk holds of unsaved documents, or what the last commit holds of changed files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use analysis::preview::baseline::OldContents;
use analysis::{FileContent, FileId};
use serde::Deserialize;

use crate::read_limits::path_text;
use crate::snapshot::{Answer, Snapshot};
use crate::workspace::read_content;

/// What edits are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaselineKind {
    /// The files as they are saved.
    Saved,
    /// The last commit.
    Head,
}

/// More changed files than this are not read from git.
const MAX_CHANGED_FILES: usize = 1_000;

/// The contents before, and how that state is called. Without a choice: the saved files where something is unsaved, else the
/// last commit where there is one.
pub fn find(snapshot: &Snapshot, near: &str, wanted: Option<BaselineKind>) -> Answer<(OldContents, String)> {
    let saved = saved(snapshot)?;
    let head = match wanted {
        Some(BaselineKind::Saved) => None,
        None if !saved.is_empty() => None,
        Some(BaselineKind::Head) | None => head(snapshot, near, &saved),
    };
    Ok(match (head, wanted) {
        (Some(head), _) => (head, "the last commit (HEAD)".to_string()),
        (None, Some(BaselineKind::Head)) => (saved, "the saved files (no commit was found)".to_string()),
        (None, _) => (saved, "the saved files".to_string()),
    })
}

/// What the disk holds of the documents whose text in the editor is another.
pub fn saved(snapshot: &Snapshot) -> Answer<OldContents> {
    let mut contents = BTreeMap::new();
    for path in snapshot.open.keys() {
        let Some(file) = snapshot.analysis.file_id(path) else { continue };
        let text = snapshot.analysis.text(file)?.unwrap_or_default();
        let on_disk = if path.starts_with('/') { read_content(Path::new(path)) } else { FileContent::Absent };
        if on_disk != FileContent::Text(text) {
            contents.insert(file, on_disk);
        }
    }
    Ok(contents.into())
}

/// What the last commit holds of the files that differ from it; `None` where there is no commit.
fn head(snapshot: &Snapshot, near: &str, saved: &OldContents) -> Option<OldContents> {
    let folder = Path::new(near).parent().filter(|folder| folder.is_dir())?;
    let root = PathBuf::from(String::from_utf8(git(folder, &["rev-parse", "--show-toplevel"])?).ok()?.trim_end());
    let mut contents: BTreeMap<FileId, FileContent> = (**saved).clone();
    let changed = git(&root, &["diff", "--name-only", "--no-ext-diff", "--no-textconv", "--no-renames", "-z", "HEAD"])?;
    let untracked = git(&root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    for name in names(&changed).into_iter().take(MAX_CHANGED_FILES) {
        if let Some(file) = snapshot.analysis.file_id(&path_text(&root.join(&name))) {
            let object = format!("HEAD:{name}");
            let content = git(&root, &["show", "--no-ext-diff", "--no-textconv", &object])
                .map_or(FileContent::Absent, FileContent::from_bytes);
            contents.insert(file, content);
        }
    }
    for name in names(&untracked) {
        if let Some(file) = snapshot.analysis.file_id(&path_text(&root.join(&name))) {
            contents.insert(file, FileContent::Absent);
        }
    }
    Some(contents.into())
}

fn names(listing: &[u8]) -> Vec<String> {
    let names = listing.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

/// Nothing that a repository's own settings name is run.
const GIT_SAFETY: &[&str] = &["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-optional-locks"];

/// What git prints, where it is installed and agrees.
fn git(folder: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let output =
        Command::new("git").current_dir(folder).args(GIT_SAFETY).args(arguments).stdin(Stdio::null()).output().ok()?;
    output.status.success().then_some(output.stdout)
}
