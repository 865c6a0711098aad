//! The catalog as it was before edits: the same preview with other texts for some files, those of the disk or of a commit.
//!
//! The texts are part of the query's key, so typing does not evaluate the old state again.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use evaluator::ruby::plugin_types::PluginType;
use evaluator::world::{BrokenParts, ParsedFile};
use evaluator::{FileId, Outcome, World};
use syntax::SourceFile;

use super::world::DatabaseWorld;
use super::{PreviewKey, request_of};
use crate::db::Db;
use crate::inputs::FileContent;
use crate::queries;

/// The files that had another content before, with that content.
pub type OldContents = Arc<BTreeMap<FileId, FileContent>>;

#[salsa::interned(debug)]
pub struct Baseline<'db> {
    #[returns(clone)]
    pub contents: OldContents,
}

/// The preview of a key as it was with the old contents.
#[salsa::tracked(returns(clone), no_eq, lru = 16)]
pub fn baseline_preview<'db>(db: &'db dyn Db, key: PreviewKey<'db>, baseline: Baseline<'db>) -> Arc<Outcome> {
    let world = BaselineWorld {
        db,
        now: DatabaseWorld::new(db, key.environment(db), key.manifest(db)),
        old: baseline.contents(db),
        parsed: RefCell::default(),
    };
    Arc::new(evaluator::compile(&world, &request_of(db, key)))
}

/// The database's world with the old contents over it.
struct BaselineWorld<'db> {
    db: &'db dyn Db,
    now: DatabaseWorld<'db>,
    old: OldContents,
    parsed: RefCell<HashMap<FileId, Option<ParsedFile>>>,
}

impl BaselineWorld<'_> {
    /// Whether the file was there before.
    fn was_there(&self, file: &FileId) -> bool {
        self.old.get(file).is_none_or(|content| !content.is_absent())
    }

    fn read_old(&self, file: FileId, content: &FileContent) -> Option<SourceFile> {
        let options = queries::read_options(self.db, self.db.file_table().by_id(file)?);
        match content {
            FileContent::Absent => None,
            FileContent::Text(text) => Some(syntax::read(text, &options)),
            FileContent::Bytes(bytes) => Some(syntax::source_file::read_bytes(bytes, &options)),
        }
    }

    fn parse_old(&self, file: FileId, content: &FileContent) -> Option<ParsedFile> {
        let source = self.read_old(file, content)?;
        Some(ParsedFile {
            errors: source.problems.iter().filter(|problem| problem.is_error()).cloned().collect(),
            program: source.program,
            warnings: Arc::default(),
        })
    }
}

impl World for BaselineWorld<'_> {
    fn main_manifests(&self) -> Vec<FileId> {
        let mut manifests = self.now.main_manifests();
        manifests.retain(|file| self.was_there(file));
        manifests
    }

    fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
        self.now.module_file(module, path).filter(|file| self.was_there(file))
    }

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.now.environment_file(path).filter(|file| self.was_there(file))
    }

    fn modules(&self) -> Arc<[String]> {
        self.now.modules()
    }

    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
        let mut files = self.now.files_below(module, folder);
        files.retain(|(_, file)| self.was_there(file));
        files
    }

    fn parsed(&self, file: FileId) -> Option<ParsedFile> {
        let Some(content) = self.old.get(&file) else { return self.now.parsed(file) };
        if let Some(known) = self.parsed.borrow().get(&file) {
            return known.clone();
        }
        let parsed = self.parse_old(file, content);
        self.parsed.borrow_mut().insert(file, parsed.clone());
        parsed
    }

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        match self.old.get(&file) {
            None => self.now.bytes(file),
            Some(FileContent::Absent) => None,
            Some(FileContent::Text(text)) => Some(text.as_bytes().into()),
            Some(FileContent::Bytes(bytes)) => Some(bytes.clone()),
        }
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.now.path(file)
    }

    fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>> {
        self.now.module_dependencies(module)
    }

    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
        self.now.plugin_resource_type(name)
    }

    fn broken_parts(&self, file: FileId) -> Option<Arc<BrokenParts>> {
        match self.old.get(&file) {
            None => self.now.broken_parts(file),
            Some(content) => Some(Arc::new(BrokenParts::of(&self.read_old(file, content)?))),
        }
    }

    fn checkpoint(&self) {
        self.now.checkpoint();
    }
}
