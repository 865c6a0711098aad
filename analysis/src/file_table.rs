//! Names files: a path and its id and input, once given, stay the same for the life of the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use dashmap::DashMap;
use evaluator::FileId;
use evaluator::fast_hash::{FastSet, FastState};

use crate::inputs::FileInput;

/// Shared by all handles of a database; entries are only ever added.
#[derive(Clone, Default)]
pub struct FileTable {
    entries: Arc<Entries>,
}

#[derive(Default)]
struct Entries {
    by_path: DashMap<Arc<str>, FileInput, FastState>,
    by_id: DashMap<FileId, FileInput, FastState>,
    next_id: AtomicU32,
}

impl FileTable {
    pub fn by_path(&self, path: &str) -> Option<FileInput> {
        self.entries.by_path.get(path).map(|entry| *entry)
    }

    pub fn by_id(&self, id: FileId) -> Option<FileInput> {
        self.entries.by_id.get(&id).map(|entry| *entry)
    }

    pub fn next_id(&self) -> FileId {
        FileId(self.entries.next_id.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the file of a path; makes it where nobody has named that path yet.
    pub fn get_or_insert(&self, path: Arc<str>, make: impl FnOnce(FileId) -> FileInput) -> FileInput {
        // The entry is locked until the file is there: two readers may ask for it at once.
        *self.entries.by_path.entry(path).or_insert_with(|| {
            let id = self.next_id();
            let file = make(id);
            self.entries.by_id.insert(id, file);
            file
        })
    }

    pub fn insert(&self, path: Arc<str>, id: FileId, input: FileInput) {
        self.entries.by_path.insert(path, input);
        self.entries.by_id.insert(id, input);
    }

    /// Adds a file of another state of the workspace: it has an id, and its path stays that of the workspace's own file.
    pub fn insert_overlaid(&self, id: FileId, input: FileInput) {
        self.entries.by_id.insert(id, input);
    }

    /// Returns all files of the workspace, in the order in which they became known. Takes no files of overlays.
    pub fn all(&self) -> Vec<FileInput> {
        let mut all: Vec<(FileId, FileInput)> =
            self.entries.by_id.iter().map(|entry| (*entry.key(), *entry.value())).collect();
        let known: FastSet<FileInput> = self.entries.by_path.iter().map(|entry| *entry.value()).collect();
        all.retain(|(_, input)| known.contains(input));
        all.sort_by_key(|(id, _)| *id);
        all.into_iter().map(|(_, input)| input).collect()
    }
}
