//! The state that edits are compared with: what the disk holds of unsaved documents, or what the last commit holds of changed
//! files. It is an overlay of the database, which only the main loop can change.

use std::collections::HashSet;
use std::path::Path;

use analysis::change::OverlayChange;
use analysis::{Change, FileContent, FileId};
use serde::Deserialize;
use smol_str::SmolStr;

use crate::session::snapshot::{Answer, Failure, Snapshot};
use crate::workspace::files::read_content;
use crate::workspace::git_objects::Commit;
use crate::workspace::overlay_files::Contents;
use crate::workspace::read_limits::{MAX_FILE_BYTES, path_text, read_file};

/// What edits are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaselineKind {
    /// The files as they are saved.
    Saved,
    /// The last commit.
    Head,
}

const SAVED: SmolStr = SmolStr::new_static("saved");
const HEAD: SmolStr = SmolStr::new_static("head");

/// Returns the overlay of the state before, where it differs, and what that state is called. Without a choice: the saved files
/// where something is unsaved, else the last commit where there is one.
pub fn find(snapshot: &Snapshot, near: &str, wanted: Option<BaselineKind>) -> Answer<(Option<SmolStr>, String)> {
    let saved = unsaved(snapshot)?;
    let head = match wanted {
        Some(BaselineKind::Saved) => None,
        None if !saved.is_empty() => None,
        Some(BaselineKind::Head) | None => head(snapshot, near, &saved),
    };
    Ok(match (head, wanted) {
        (Some(head), _) => (overlay(snapshot, HEAD, head)?, "the last commit (HEAD)".to_string()),
        (None, Some(BaselineKind::Head)) => {
            (overlay(snapshot, SAVED, saved)?, "the saved files (no commit was found)".to_string())
        }
        (None, _) => (overlay(snapshot, SAVED, saved)?, "the saved files".to_string()),
    })
}

/// Returns the overlay of the saved files, where something is unsaved.
pub fn saved(snapshot: &Snapshot) -> Answer<Option<SmolStr>> {
    overlay(snapshot, SAVED, unsaved(snapshot)?)
}

/// Tells whether a document has a text that is not saved.
pub fn is_unsaved(snapshot: &Snapshot) -> Answer<bool> {
    Ok(!unsaved(snapshot)?.is_empty())
}

/// Returns the overlay's name where the database has it with these contents; else asks the main loop to set it.
fn overlay(snapshot: &Snapshot, name: SmolStr, contents: Contents) -> Answer<Option<SmolStr>> {
    if contents.is_empty() {
        return Ok(None);
    }
    if snapshot.analysis.overlay_has(&name, &contents)? {
        return Ok(Some(name));
    }
    let change = OverlayChange { name, files: contents, layout: None };
    Err(Failure::NeedsChange(Box::new(Change { overlays: vec![change], ..Change::default() })))
}

/// Returns what the disk holds of the documents whose text in the editor is another.
fn unsaved(snapshot: &Snapshot) -> Answer<Contents> {
    let mut contents = Contents::new();
    for path in snapshot.open.keys() {
        let Some(file) = snapshot.analysis.file_id(path) else { continue };
        let text = snapshot.analysis.text(file)?.unwrap_or_default();
        let on_disk = if path.starts_with('/') { read_content(Path::new(path)) } else { FileContent::Absent };
        if on_disk != FileContent::Text(text) {
            contents.insert(path.as_str().into(), on_disk);
        }
    }
    Ok(contents)
}

/// Returns what the last commit holds of the files that differ from it; `None` where there is no commit.
fn head(snapshot: &Snapshot, near: &str, saved: &Contents) -> Option<Contents> {
    let folder = Path::new(near).parent().filter(|folder| folder.is_dir())?;
    let commit = Commit::find(folder, "HEAD").ok()?;
    let mut contents = saved.clone();
    let mut committed: HashSet<FileId> = HashSet::new();
    for (name, id) in commit.files() {
        let path = commit.root().join(name);
        let text = path_text(&path);
        let Some(file) = snapshot.analysis.file_id(&text) else { continue };
        committed.insert(file);
        // What the disk holds decides: an unsaved text is compared with the commit too.
        let unchanged = !contents.contains_key(text.as_str())
            && read_file(&path, MAX_FILE_BYTES).is_ok_and(|bytes| commit.is_same(*id, &bytes));
        if !unchanged {
            let content = commit.content(*id, MAX_FILE_BYTES).map_or(FileContent::Absent, FileContent::from_bytes);
            contents.insert(text.into(), content);
        }
    }
    for file in snapshot.analysis.workspace_sources().ok()? {
        let path = snapshot.analysis.path(file).ok().flatten().unwrap_or_default();
        if !committed.contains(&file) && Path::new(path.as_ref()).starts_with(commit.root()) {
            contents.insert(path, FileContent::Absent);
        }
    }
    Some(contents)
}
