//! The state before edits: what the disk holds of unsaved documents, or what the last commit holds of changed files.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use analysis::preview::baseline::OldContents;
use analysis::{FileContent, FileId};
use serde::Deserialize;

use crate::git_objects::Commit;
use crate::read_limits::{MAX_FILE_BYTES, path_text, read_file};
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
    let commit = Commit::find(folder, "HEAD").ok()?;
    let mut contents: BTreeMap<FileId, FileContent> = (**saved).clone();
    let mut committed: HashSet<FileId> = HashSet::new();
    for (name, id) in commit.files() {
        let path = commit.root().join(name);
        let Some(file) = snapshot.analysis.file_id(&path_text(&path)) else { continue };
        committed.insert(file);
        // What the disk holds decides: an unsaved text is compared with the commit too.
        let unchanged = !contents.contains_key(&file)
            && read_file(&path, MAX_FILE_BYTES).is_ok_and(|bytes| commit.is_same(*id, &bytes));
        if !unchanged {
            let content = commit.content(*id, MAX_FILE_BYTES).map_or(FileContent::Absent, FileContent::from_bytes);
            contents.insert(file, content);
        }
    }
    for file in snapshot.analysis.workspace_sources().ok()? {
        if !committed.contains(&file) && is_below(snapshot, file, commit.root()) {
            contents.insert(file, FileContent::Absent);
        }
    }
    Some(contents.into())
}

fn is_below(snapshot: &Snapshot, file: FileId, root: &Path) -> bool {
    snapshot.analysis.path(file).is_ok_and(|path| path.is_some_and(|path| Path::new(path.as_ref()).starts_with(root)))
}
