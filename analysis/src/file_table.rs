//! Names files: a path and its id and input, once given, stay the same for the life of the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use dashmap::DashMap;
use evaluator::FileId;

use crate::inputs::FileInput;

/// Shared by all handles of a database; entries are only ever added.
#[derive(Clone, Default)]
pub struct FileTable {
    entries: Arc<Entries>,
}

#[derive(Default)]
struct Entries {
    by_path: DashMap<Arc<str>, FileInput>,
    by_id: DashMap<FileId, FileInput>,
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

    pub fn insert(&self, path: Arc<str>, id: FileId, input: FileInput) {
        self.entries.by_path.insert(path, input);
        self.entries.by_id.insert(id, input);
    }

    pub fn all(&self) -> Vec<FileInput> {
        let mut all: Vec<(FileId, FileInput)> =
            self.entries.by_id.iter().map(|entry| (*entry.key(), *entry.value())).collect();
        all.sort_by_key(|(id, _)| *id);
        all.into_iter().map(|(_, input)| input).collect()
    }
}
