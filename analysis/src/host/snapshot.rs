//! A reader of the database: cancellation, forks, and what every feature asks about files.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;

impl Analysis {
    /// Ends the work on this snapshot when it is used.
    pub fn cancellation_handle(&self) -> CancellationHandle {
        use salsa::Database;
        CancellationHandle(self.db.cancellation_token())
    }

    /// Unwinds into `Cancelled` where the snapshot is out of date: for long work between questions.
    pub fn checkpoint(&self) -> Cancellable<()> {
        use salsa::Database;
        self.read(|db| db.unwind_if_revision_cancelled())
    }

    /// Another handle on the same snapshot, for another thread.
    pub fn fork(&self) -> Analysis {
        Analysis { db: self.db.clone() }
    }

    /// Runs a read, and turns the unwinding of a cancelled one into a value.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&RootDatabase) -> T + UnwindSafe) -> Cancellable<T> {
        let db = AssertUnwindSafe(&self.db);
        salsa::Cancelled::catch(move || {
            let db = db;
            work(db.0)
        })
        .map_err(|cancelled| match cancelled {
            salsa::Cancelled::Local => Cancelled::ByRequest,
            salsa::Cancelled::PropagatedPanic => Cancelled::ByPanic,
            _ => Cancelled::ByWrite,
        })
    }

    /// As `read`, for an answer about one file; `None` where the file is not known.
    pub(crate) fn read_file<T>(
        &self,
        file: FileId,
        work: impl FnOnce(&RootDatabase, FileInput) -> T + UnwindSafe,
    ) -> Cancellable<Option<T>> {
        self.read(move |db| db.file_table().by_id(file).map(|file| work(db, file)))
    }

    pub fn file_id(&self, path: &str) -> Option<FileId> {
        self.db.file_table().by_path(path).map(|file| file.id(&self.db))
    }

    /// Tells whether an overlay has exactly these contents.
    pub fn overlay_has(&self, name: &str, contents: &BTreeMap<Arc<str>, FileContent>) -> Cancellable<bool> {
        self.read(|db| {
            let Some(overlay) = db.workspace().overlays(db).get(name).copied() else { return false };
            let files = overlay.files(db);
            files.len() == contents.len()
                && files
                    .iter()
                    .zip(contents)
                    .all(|(file, content)| file.0 == content.0 && file.1.content(db) == *content.1)
        })
    }

    pub fn path(&self, file: FileId) -> Cancellable<Option<Arc<str>>> {
        self.read_file(file, |db, file| file.path(db))
    }

    pub fn text(&self, file: FileId) -> Cancellable<Option<Arc<str>>> {
        self.read_file(file, |db, file| crate::queries::text(db, file))
    }

    pub fn line_index(&self, file: FileId) -> Cancellable<Option<Arc<syntax::LineIndex>>> {
        self.read_file(file, |db, file| crate::queries::line_index(db, file))
    }

    /// The manifests and templates that belong to the workspace and are developed in it.
    pub fn workspace_sources(&self) -> Cancellable<Vec<FileId>> {
        self.read(crate::queries::workspace_sources)
    }

    /// The same with the data and configuration beside them: all that has diagnostics.
    pub fn workspace_documents(&self) -> Cancellable<Vec<FileId>> {
        self.read(crate::queries::workspace_documents)
    }

    /// Returns true for a file of a module that was installed, and is developed elsewhere.
    pub fn is_installed(&self, file: FileId) -> Cancellable<bool> {
        let installed = self.read_file(
            file,
            |db, file| matches!(file.owner(db), FileOwner::Module { module, .. } if module.vendored(db)),
        )?;
        Ok(installed.unwrap_or(false))
    }

    /// True for a file that has diagnostics of its own: code, data, configuration.
    pub fn is_checked(&self, file: FileId) -> Cancellable<bool> {
        let kind = self.read_file(file, |db, file| crate::document_kind::document_kind(db, file))?;
        Ok(kind.is_some_and(|kind| kind.is_source() || kind.is_configuration()))
    }
}
