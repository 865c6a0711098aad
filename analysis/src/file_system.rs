//! The disk as the database sees it: what files enter through that nobody has read yet. The server implements it.

use std::fmt;
use std::sync::Arc;

use crate::inputs::FileContent;

/// Reads and lists files by absolute path, with `/`. Gives nothing from outside of the folders that it was made for.
///
/// A query that reads through it depends on an input that says `Unread`: whoever knows that the disk has changed sets that
/// input again.
pub trait FileSystem: Send + Sync {
    /// Reads a file; `Absent` where it is not there or may not be read.
    fn read(&self, path: &str) -> FileContent;

    /// Lists the files below a folder, however deep, as paths below it.
    fn files_below(&self, folder: &str) -> Vec<String>;

    /// Lists the files and folders directly in a folder.
    fn entries(&self, folder: &str) -> Vec<FolderEntry>;
}

/// A name in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderEntry {
    pub name: String,
    pub is_folder: bool,
}

/// A shared `FileSystem`.
#[derive(Clone)]
pub struct SharedFileSystem(pub Arc<dyn FileSystem>);

impl fmt::Debug for SharedFileSystem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FileSystem")
    }
}

/// A disk without files, for a database that is told everything.
pub struct NoFiles;

impl FileSystem for NoFiles {
    fn read(&self, _: &str) -> FileContent {
        FileContent::Absent
    }

    fn files_below(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn entries(&self, _: &str) -> Vec<FolderEntry> {
        Vec::new()
    }
}
