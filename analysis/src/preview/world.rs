//! The evaluator's view of the database: every file that an evaluation asks for becomes a recorded dependency of it.

use std::sync::Arc;

use evaluator::ruby::plugin_types::PluginType;
use evaluator::world::{BrokenParts, ParsedFile};
use evaluator::{FileId, World};

use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::inputs::{EnvironmentInput, FileContent, FileInput, FilesBelow};
use crate::queries;
use crate::resolve::{completeness, resource_types};

pub struct DatabaseWorld<'db> {
    db: &'db dyn Db,
    environment: EnvironmentInput,
    manifest: Option<FileInput>,
}

impl<'db> DatabaseWorld<'db> {
    pub fn new(db: &'db dyn Db, environment: EnvironmentInput, manifest: Option<FileInput>) -> Self {
        DatabaseWorld { db, environment, manifest }
    }

    fn module_files(&self, module: &str) -> Option<FilesBelow> {
        modules_by_name(self.db, self.environment).get(module).map(|module| module.files(self.db))
    }

    fn file(&self, file: FileId) -> Option<FileInput> {
        self.db.file_table().by_id(file)
    }
}

impl World for DatabaseWorld<'_> {
    fn main_manifests(&self) -> Vec<FileId> {
        let manifests = match self.manifest {
            Some(manifest) => vec![manifest],
            None => queries::main_manifests(self.db, self.environment),
        };
        manifests.into_iter().map(|file| file.id(self.db)).collect()
    }

    fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
        self.module_files(module)?.get(path).map(|file| file.id(self.db))
    }

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.environment.files(self.db).get(path).map(|file| file.id(self.db))
    }

    fn modules(&self) -> Arc<[String]> {
        let modules = self.environment.modules(self.db);
        let mut names: Vec<String> = Vec::with_capacity(modules.len());
        for module in modules.iter() {
            let name = module.name(self.db).to_string();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.into()
    }

    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
        let files = match module {
            Some(module) => self.module_files(module),
            None => Some(self.environment.files(self.db)),
        };
        let Some(files) = files else { return Vec::new() };
        let prefix = match folder.trim_end_matches('/') {
            "" => String::new(),
            folder => format!("{folder}/"),
        };
        queries::files_with_prefix(&files, &prefix).map(|(path, file)| (path.to_string(), file.id(self.db))).collect()
    }

    fn parsed(&self, file: FileId) -> Option<ParsedFile> {
        let file = self.file(file)?;
        if !queries::is_present(self.db, file) {
            return None;
        }
        Some(ParsedFile {
            program: queries::program(self.db, file),
            errors: queries::load_errors(self.db, file),
            // The editor shows warnings of the text itself; a preview does not log them again.
            warnings: Arc::default(),
        })
    }

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        match self.file(file)?.content(self.db) {
            FileContent::Absent => None,
            FileContent::Text(text) => Some(text.as_bytes().into()),
            FileContent::Bytes(bytes) => Some(bytes),
        }
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.file(file).map(|file| file.path(self.db)).unwrap_or_default()
    }

    fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>> {
        let metadata = *self.module_files(module)?.get("metadata.json")?;
        Some(completeness::dependencies(self.db, metadata).into())
    }

    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
        let file = resource_types::plugin_type(self.db, self.environment, name)?;
        Some(super::ruby_types::plugin_type(self.db, file).unwrap_or_else(|| Arc::new(PluginType::unread(name))))
    }

    fn broken_parts(&self, file: FileId) -> Option<Arc<BrokenParts>> {
        Some(queries::broken_parts(self.db, self.file(file)?))
    }

    fn checkpoint(&self) {
        self.db.unwind_if_revision_cancelled();
    }
}
