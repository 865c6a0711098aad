//! The evaluator's view of the database: every file that an evaluation asks for becomes a recorded dependency of it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashSet;
use std::ops::Bound;
use std::sync::Arc;

use evaluator::hiera::data_file::{DataFormat, ParsedData};
use evaluator::regex_dialect::Regexp;
use evaluator::ruby::erb::ErbTemplate;
use evaluator::ruby::plugin_functions::PluginFunction;
use evaluator::ruby::plugin_types::PluginType;
use evaluator::ruby::syntax_tree::Node;
use evaluator::world::{BrokenParts, ParsedFile};
use evaluator::{FileId, World};

use super::{Manifests, PreviewGoal, PreviewKey, PreviewMode};
use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::fleet::read_set::ReadSet;
use crate::inputs::{EnvironmentInput, FileContent, FileInput, Listing, ModuleInput};
use crate::resolve::{completeness, resource_types};
use crate::{parsed_files, queries};

pub struct DatabaseWorld<'db> {
    db: &'db dyn Db,
    environment: EnvironmentInput,
    manifests: Manifests,
    mode: PreviewMode,
    names: OnceCell<Arc<[String]>>,
    /// What was asked for, where somebody wants to know.
    reads: Option<RefCell<ReadSet>>,
    example: Option<ExampleCode>,
}

/// The code of an example of a spec, which no file holds.
pub struct ExampleCode {
    pub id: FileId,
    pub parsed: ParsedFile,
    pub text: Arc<str>,
    /// The configuration of Hiera's global layer, absolute.
    pub hiera_config: Option<String>,
}

impl<'db> DatabaseWorld<'db> {
    /// Makes the world that a preview is evaluated in.
    pub fn new(db: &'db dyn Db, key: PreviewKey<'db>) -> Self {
        let manifests = match key.goal(db) {
            PreviewGoal::Value(_) => Some(Arc::default()),
            _ => key.manifests(db),
        };
        let (environment, mode) = (key.environment(db), key.mode(db));
        DatabaseWorld { db, environment, manifests, mode, names: OnceCell::new(), reads: None, example: None }
    }

    /// Makes the world of a node as Puppet would compile it; keeps what is read of it where that is asked for.
    pub fn of_node(db: &'db dyn Db, environment: EnvironmentInput, keeps_reads: bool) -> Self {
        let reads = keeps_reads.then(RefCell::default);
        let (manifests, mode) = (None, PreviewMode::Strict);
        DatabaseWorld { db, environment, manifests, mode, names: OnceCell::new(), reads, example: None }
    }

    /// Makes the world of an example of a spec.
    pub fn for_example(db: &'db dyn Db, environment: EnvironmentInput, example: ExampleCode) -> Self {
        let (manifests, mode) = (None, PreviewMode::Strict);
        DatabaseWorld { db, environment, manifests, mode, names: OnceCell::new(), reads: None, example: Some(example) }
    }

    /// Returns what was asked for since.
    pub fn into_reads(self) -> ReadSet {
        self.reads.map(RefCell::into_inner).unwrap_or_default()
    }

    fn note(&self, add: impl FnOnce(&mut ReadSet)) {
        if let Some(reads) = &self.reads {
            add(&mut reads.borrow_mut());
        }
    }

    fn example_of(&self, file: FileId) -> Option<&ExampleCode> {
        self.example.as_ref().filter(|example| example.id == file)
    }

    fn module(&self, name: &str) -> Option<ModuleInput> {
        modules_by_name(self.db, self.environment).get(name).copied()
    }

    /// Returns a file of the state of the workspace that is evaluated, where it differs from that of now.
    fn overlaid(&self, path: &str) -> Option<FileInput> {
        match self.environment.listing(self.db) {
            Listing::Over { overlay, .. } => overlay.files(self.db).get(path).copied(),
            Listing::Known(_) | Listing::Unread => None,
        }
    }

    fn file(&self, file: FileId) -> Option<FileInput> {
        self.db.file_table().by_id(file)
    }
}

impl World for DatabaseWorld<'_> {
    fn main_manifests(&self) -> Vec<FileId> {
        if let Some(example) = &self.example {
            return vec![example.id];
        }
        match &self.manifests {
            Some(manifests) => manifests.iter().map(|file| file.id(self.db)).collect(),
            None => {
                let manifest = self.environment.manifest(self.db);
                let manifest = if manifest.is_empty() { "manifests" } else { manifest.as_str() };
                self.note(|reads| reads.add_folder(&self.environment.root(self.db), manifest));
                let manifests = queries::main_manifests(self.db, self.environment);
                manifests.into_iter().map(|file| file.id(self.db)).collect()
            }
        }
    }

    fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
        let module = self.module(module)?;
        self.note(|reads| reads.add_file(&module.root(self.db), path));
        module.file(self.db, path).map(|file| file.id(self.db))
    }

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.note(|reads| reads.add_file(&self.environment.root(self.db), path));
        self.environment.file(self.db, path).map(|file| file.id(self.db))
    }

    fn global_configuration(&self) -> Option<FileId> {
        let configuration = match &self.example {
            Some(example) => example.hiera_config.clone()?,
            None => self.db.workspace().global_hiera(self.db).configuration.as_deref()?.to_string(),
        };
        self.global_file(&configuration)
    }

    fn global_file(&self, path: &str) -> Option<FileId> {
        self.note(|reads| reads.add_file("", path));
        let file = match self.overlaid(path) {
            Some(other) => other,
            None => *self.db.workspace().global_hiera(self.db).files.get(path)?,
        };
        (!file.content(self.db).is_absent()).then(|| file.id(self.db))
    }

    fn global_files_below(&self, folder: &str) -> Vec<(String, FileId)> {
        self.note(|reads| reads.add_folder("", folder));
        let (prefix, global) = (format!("{folder}/"), self.db.workspace().global_hiera(self.db));
        let from = (Bound::Included(prefix.as_str()), Bound::Unbounded);
        let below = global.files.range::<str, _>(from).map(|(path, _)| path);
        let below = below.take_while(|path| path.starts_with(&prefix));
        below.filter_map(|path| Some((path.to_string(), self.global_file(path)?))).collect()
    }

    fn absolute_file(&self, path: &str) -> Option<Option<FileId>> {
        self.note(|reads| reads.add_file("", path));
        let root = self.environment.root(self.db);
        if let Some(below) = path.strip_prefix(&*root).and_then(|rest| rest.strip_prefix('/'))
            && !root.is_empty()
        {
            return Some(self.environment.file(self.db, below).map(|file| file.id(self.db)));
        }
        let modules = self.environment.modules(self.db);
        let found = modules.iter().find_map(|module| {
            let below = path.strip_prefix(&*module.root(self.db))?.strip_prefix('/')?;
            Some(module.file(self.db, below))
        });
        found.map(|file| file.map(|file| file.id(self.db)))
    }

    fn modules(&self) -> Arc<[String]> {
        let names = || {
            let modules = self.environment.modules(self.db);
            let mut seen = HashSet::new();
            let names = modules.iter().map(|module| module.name(self.db).to_string());
            names.filter(|name| seen.insert(name.clone())).collect()
        };
        self.names.get_or_init(names).clone()
    }

    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
        let folder = folder.trim_end_matches('/');
        self.note(|reads| match module {
            None => reads.add_folder(&self.environment.root(self.db), folder),
            Some(module) => {
                if let Some(module) = self.module(module) {
                    reads.add_folder(&module.root(self.db), folder);
                }
            }
        });
        let files = match module {
            Some(module) => self.module(module).map(|module| module.files_around(self.db, folder)),
            None => Some(self.environment.files_around(self.db, folder)),
        };
        let Some(files) = files else { return Vec::new() };
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        queries::files_with_prefix(&files, &prefix).map(|(path, file)| (path.to_string(), file.id(self.db))).collect()
    }

    fn parsed(&self, file: FileId) -> Option<ParsedFile> {
        if let Some(example) = self.example_of(file) {
            return Some(example.parsed.clone());
        }
        let file = self.file(file)?;
        if !queries::is_present(self.db, file) {
            return None;
        }
        Some(ParsedFile {
            program: queries::program(self.db, file),
            errors: queries::load_errors(self.db, file),
            // The editor shows warnings of the text itself; a preview does not log them again.
            warnings: match self.mode {
                PreviewMode::Strict => queries::load_warnings(self.db, file),
                PreviewMode::Observed | PreviewMode::Plain => Arc::default(),
            },
        })
    }

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        if let Some(example) = self.example_of(file) {
            return Some(example.text.as_bytes().into());
        }
        match queries::content(self.db, self.file(file)?) {
            FileContent::Absent | FileContent::Unread => None,
            FileContent::Text(text) => Some(text.as_bytes().into()),
            FileContent::Bytes(bytes) => Some(bytes),
        }
    }

    fn size(&self, file: FileId) -> Option<usize> {
        match queries::content(self.db, self.file(file)?) {
            FileContent::Absent | FileContent::Unread => None,
            FileContent::Text(text) => Some(text.len()),
            FileContent::Bytes(bytes) => Some(bytes.len()),
        }
    }

    fn data(&self, file: FileId, format: DataFormat) -> Option<Arc<ParsedData>> {
        parsed_files::data(self.db, self.file(file)?, format)
    }

    fn erb_template(&self, file: FileId) -> Option<Arc<ErbTemplate>> {
        parsed_files::erb_template(self.db, self.file(file)?)
    }

    fn ruby_tree(&self, file: FileId) -> Option<Arc<Node>> {
        parsed_files::ruby_tree(self.db, self.file(file)?)
    }

    fn ruby_functions(&self, file: FileId) -> Arc<[Arc<PluginFunction>]> {
        self.file(file).map(|file| parsed_files::ruby_functions(self.db, file)).unwrap_or_default()
    }

    fn regexp(&self, source: &str) -> Regexp {
        parsed_files::regexp(self.db, source)
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.file(file).map(|file| file.path(self.db)).unwrap_or_default()
    }

    fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>> {
        let module = self.module(module)?;
        self.note(|reads| reads.add_file(&module.root(self.db), "metadata.json"));
        let metadata = module.file(self.db, "metadata.json")?;
        Some(completeness::dependencies(self.db, metadata).into())
    }

    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
        self.note(|reads| reads.add_plugin_type(name));
        let file = resource_types::plugin_type(self.db, self.environment, name)?;
        Some(super::ruby_types::plugin_type(self.db, file).unwrap_or_else(|| Arc::new(PluginType::unread(name))))
    }

    fn broken_parts(&self, file: FileId) -> Option<Arc<BrokenParts>> {
        match self.mode {
            PreviewMode::Strict => None,
            PreviewMode::Observed | PreviewMode::Plain => Some(queries::broken_parts(self.db, self.file(file)?)),
        }
    }

    fn checkpoint(&self) {
        self.db.unwind_if_revision_cancelled();
    }
}
