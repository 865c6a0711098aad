//! A disk without a database over it, to measure the evaluator alone: an environment and its modules, read when asked for.
//!
//! Paths never leave the folders that the world was given; symlinks are followed only inside of them. What was answered once is
//! kept: the same question gets the same answer, whatever becomes of the disk meanwhile.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use evaluator::hiera::data_file::{DataFormat, ParsedData};
use evaluator::regex_dialect::Regexp;
use evaluator::ruby::erb::ErbTemplate;
use evaluator::ruby::parse::parse;
use evaluator::ruby::plugin_functions::{PluginFunction, read_functions};
use evaluator::ruby::plugin_types::{self, PluginType};
use evaluator::ruby::syntax_tree::Node;
use evaluator::world::{BrokenParts, ParsedFile};
use evaluator::{Edition, FileId, Place, World};
use syntax::validation::ModuleLocation;
use syntax::{ColumnUnit, LineIndex, ReadOptions, SourceFile, SourceKind};

use crate::read_limits::{self, MAX_FILE_BYTES};

pub struct DiskWorld {
    environment: Option<PathBuf>,
    manifests: Vec<FileId>,
    /// Name and folder, the first of a name only.
    modules: Vec<(String, PathBuf)>,
    roots: Vec<PathBuf>,
    edition: Edition,
    files: RefCell<Files>,
    module_names: OnceCell<Arc<[String]>>,
    plugin_types: RefCell<HashMap<String, Option<Arc<PluginType>>>>,
    others: RefCell<OtherFiles>,
}

/// What was parsed besides manifests.
#[derive(Default)]
struct OtherFiles {
    data: HashMap<(FileId, DataFormat), Option<Arc<ParsedData>>>,
    templates: HashMap<FileId, Option<Arc<ErbTemplate>>>,
    ruby: HashMap<FileId, Option<Arc<Node>>>,
    functions: HashMap<FileId, Arc<[Arc<PluginFunction>]>>,
    regexps: HashMap<String, Regexp>,
}

#[derive(Default)]
struct Files {
    entries: Vec<Entry>,
    by_path: HashMap<PathBuf, FileId>,
    /// Answers about paths below a module, by its name, or below the environment, which has none.
    below: HashMap<String, HashMap<String, Option<FileId>>>,
    parsed: HashMap<FileId, Option<Parsed>>,
    bytes: HashMap<FileId, Option<Arc<[u8]>>>,
    /// Texts with their lines, of files that places were asked for.
    lines: HashMap<FileId, Arc<(String, LineIndex)>>,
}

#[derive(Clone)]
struct Parsed {
    source: Arc<SourceFile>,
    /// The same as the evaluator takes it.
    file: ParsedFile,
}

impl Parsed {
    fn new(source: SourceFile) -> Self {
        let (errors, warnings): (Vec<_>, Vec<_>) =
            source.problems.iter().cloned().partition(|problem| problem.is_error());
        let file = ParsedFile { program: source.program.clone(), errors: errors.into(), warnings: warnings.into() };
        Parsed { source: Arc::new(source), file }
    }
}

struct Entry {
    /// As messages name it.
    name: Arc<str>,
    place: Source,
    location: Option<ModuleLocation>,
    is_template: bool,
}

enum Source {
    Disk(PathBuf),
    Memory(Arc<[u8]>),
}

impl DiskWorld {
    pub fn new(edition: Edition) -> Self {
        DiskWorld {
            environment: None,
            manifests: Vec::new(),
            modules: Vec::new(),
            roots: Vec::new(),
            edition,
            files: RefCell::default(),
            module_names: OnceCell::new(),
            plugin_types: RefCell::default(),
            others: RefCell::default(),
        }
    }

    /// Takes `hiera.yaml`, data and functions from this folder.
    pub fn set_environment(&mut self, folder: &Path) {
        if let Ok(real) = folder.canonicalize() {
            self.roots.push(real.clone());
            self.environment = Some(real);
        }
    }

    /// Adds the modules in a folder; those that are known already hide them.
    pub fn add_module_folder(&mut self, folder: &Path) {
        let Ok(real) = folder.canonicalize() else { return };
        self.roots.push(real.clone());
        // Messages name files by the path that leads to them through the modulepath, as Puppet's do.
        let folder = std::path::absolute(folder).unwrap_or(real);
        let Ok(entries) = std::fs::read_dir(&folder) else { return };
        let mut found: Vec<(String, PathBuf)> = entries
            .flatten()
            .filter(|entry| entry.path().is_dir())
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
            .filter(|(name, _)| is_module_name(name))
            .collect();
        found.sort();
        for (name, path) in found {
            // A module may be a link to where it is developed.
            let Ok(real) = path.canonicalize() else { continue };
            if !self.modules.iter().any(|(known, _)| *known == name) {
                self.roots.push(real);
                self.modules.push((name, path));
            }
        }
    }

    /// Adds a module that stands for itself.
    pub fn add_module(&mut self, name: &str, folder: &Path) {
        if let Ok(real) = folder.canonicalize()
            && !self.modules.iter().any(|(known, _)| known == name)
        {
            self.roots.push(real.clone());
            self.modules.push((name.to_string(), real));
        }
    }

    /// The manifests to begin with: a file, or a folder with all the manifests in it.
    pub fn set_manifests(&mut self, path: &Path) -> std::io::Result<()> {
        let mut paths = Vec::new();
        if path.is_dir() {
            list_files(path, &mut paths);
            paths.retain(|path| path.extension().is_some_and(|extension| extension == "pp"));
            paths.sort();
        } else {
            std::fs::metadata(path)?;
            paths.push(path.to_path_buf());
        }
        self.manifests = paths.iter().map(|path| self.file(path, None)).collect();
        Ok(())
    }

    pub fn add_manifest(&mut self, file: FileId) {
        self.manifests.push(file);
    }

    /// A file that is not on disk: standard input, `-e`.
    pub fn add_text(&mut self, name: &str, text: impl Into<Vec<u8>>, is_template: bool) -> FileId {
        let mut files = self.files.borrow_mut();
        let id = FileId(files.entries.len() as u32);
        files.entries.push(Entry {
            name: name.into(),
            place: Source::Memory(text.into().into()),
            location: None,
            is_template,
        });
        id
    }

    fn file(&self, path: &Path, location: Option<ModuleLocation>) -> FileId {
        let mut files = self.files.borrow_mut();
        if let Some(id) = files.by_path.get(path) {
            return *id;
        }
        let id = FileId(files.entries.len() as u32);
        files.entries.push(Entry {
            name: path.to_string_lossy().into(),
            place: Source::Disk(path.to_path_buf()),
            location,
            is_template: path.extension().is_some_and(|extension| extension == "epp"),
        });
        files.by_path.insert(path.to_path_buf(), id);
        id
    }

    fn module_root(&self, module: &str) -> Option<&Path> {
        self.modules.iter().find(|(name, _)| name == module).map(|(_, root)| root.as_path())
    }

    fn below(&self, root: &Path, path: &str) -> Option<PathBuf> {
        let relative = Path::new(path);
        if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return None;
        }
        let full = root.join(relative);
        let real = read_limits::confined(&full, &self.roots)?;
        real.is_file().then_some(full)
    }

    fn read(&self, file: FileId) -> Option<Parsed> {
        if let Some(known) = self.files.borrow().parsed.get(&file) {
            return known.clone();
        }
        let bytes = self.bytes(file);
        let options = {
            let files = self.files.borrow();
            let entry = files.entries.get(file.0 as usize)?;
            ReadOptions {
                kind: if entry.is_template { SourceKind::Template } else { SourceKind::Manifest },
                tasks: entry.location.as_ref().is_some_and(|location| location.path.starts_with("plans/")),
                rules: self.edition.validation_rules(),
                location: entry.location.clone(),
            }
        };
        let parsed = bytes.map(|bytes| Parsed::new(syntax::source_file::read_bytes(&bytes, &options)));
        self.files.borrow_mut().parsed.insert(file, parsed.clone());
        parsed
    }

    /// The file of a path below a module's folder, or below the environment's (`None`).
    fn file_below(&self, module: Option<&str>, path: &str) -> Option<FileId> {
        let folder = module.unwrap_or_default();
        if let Some(known) = self.files.borrow().below.get(folder).and_then(|known| known.get(path)) {
            return *known;
        }
        let root = match module {
            Some(module) => self.module_root(module),
            None => self.environment.as_deref(),
        };
        let location = || module.map(|module| ModuleLocation { module: module.to_string(), path: path.to_string() });
        let found = root.and_then(|root| self.below(root, path)).map(|full| self.file(&full, location()));
        self.files.borrow_mut().below.entry(folder.to_string()).or_default().insert(path.to_string(), found);
        found
    }

    /// Where a place is: path, line and column from 1.
    pub fn describe(&self, place: Place) -> Option<(String, u32, u32)> {
        let source = self.read(place.file)?.source;
        self.describe_offset(place.file, source.source_map.anchor(place.expr))
    }

    pub fn describe_offset(&self, file: FileId, offset: u32) -> Option<(String, u32, u32)> {
        let indexed = self.lines(file)?;
        let (text, lines) = &*indexed;
        let position = lines.line_column(text, offset, ColumnUnit::CodePoints);
        Some((self.path(file).to_string(), position.line + 1, position.column + 1))
    }

    /// The text and lines of a file, read once: a catalog asks for the place of each of its resources.
    fn lines(&self, file: FileId) -> Option<Arc<(String, LineIndex)>> {
        if let Some(known) = self.files.borrow().lines.get(&file) {
            return Some(known.clone());
        }
        let text = String::from_utf8_lossy(&self.bytes(file)?).into_owned();
        let lines = LineIndex::new(&text);
        let indexed = Arc::new((text, lines));
        self.files.borrow_mut().lines.insert(file, indexed.clone());
        Some(indexed)
    }
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn list_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        // Folders behind links are not walked into: they may lead around in a circle.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list_files(&path, found),
            Ok(_) if path.is_file() => found.push(path),
            _ => {}
        }
    }
}

impl DiskWorld {
    fn text(&self, file: FileId) -> Option<String> {
        Some(String::from_utf8_lossy(&self.bytes(file)?).into_owned())
    }
}

impl World for DiskWorld {
    fn main_manifests(&self) -> Vec<FileId> {
        self.manifests.clone()
    }

    fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
        self.file_below(Some(module), path)
    }

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.file_below(None, path)
    }

    fn size(&self, file: FileId) -> Option<usize> {
        self.bytes(file).map(|bytes| bytes.len())
    }

    fn data(&self, file: FileId, format: DataFormat) -> Option<Arc<ParsedData>> {
        let read = || Some(Arc::new(ParsedData::read(&self.bytes(file)?, format)));
        self.others.borrow_mut().data.entry((file, format)).or_insert_with(read).clone()
    }

    fn erb_template(&self, file: FileId) -> Option<Arc<ErbTemplate>> {
        let read = || Some(Arc::new(ErbTemplate::new(&self.text(file)?)));
        self.others.borrow_mut().templates.entry(file).or_insert_with(read).clone()
    }

    fn ruby_tree(&self, file: FileId) -> Option<Arc<Node>> {
        let read = || Some(Arc::new(parse(&self.text(file)?).ok()?));
        self.others.borrow_mut().ruby.entry(file).or_insert_with(read).clone()
    }

    fn ruby_functions(&self, file: FileId) -> Arc<[Arc<PluginFunction>]> {
        let read = || read_functions(&self.text(file).unwrap_or_default()).into_iter().map(Arc::new).collect();
        self.others.borrow_mut().functions.entry(file).or_insert_with(read).clone()
    }

    fn regexp(&self, source: &str) -> Regexp {
        let mut parsed = self.others.borrow_mut();
        parsed.regexps.entry(source.to_string()).or_insert_with(|| Regexp::new(source)).clone()
    }

    fn global_configuration(&self) -> Option<FileId> {
        None
    }

    fn global_file(&self, _: &str) -> Option<FileId> {
        None
    }

    fn global_files_below(&self, _: &str) -> Vec<(String, FileId)> {
        Vec::new()
    }

    fn absolute_file(&self, _: &str) -> Option<Option<FileId>> {
        None
    }

    fn module_dependencies(&self, _: &str) -> Option<Arc<[String]>> {
        None
    }

    fn broken_parts(&self, _: FileId) -> Option<Arc<BrokenParts>> {
        None
    }

    fn checkpoint(&self) {}

    fn modules(&self) -> Arc<[String]> {
        self.module_names.get_or_init(|| self.modules.iter().map(|(name, _)| name.clone()).collect()).clone()
    }

    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
        let root = match module {
            Some(module) => self.module_root(module),
            None => self.environment.as_deref(),
        };
        let Some(root) = root else { return Vec::new() };
        let mut paths = Vec::new();
        list_files(&root.join(folder), &mut paths);
        let mut found: Vec<(String, FileId)> = paths
            .iter()
            .filter_map(|path| {
                let relative = path.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
                let location =
                    module.map(|module| ModuleLocation { module: module.to_string(), path: relative.clone() });
                read_limits::confined(path, &self.roots)?;
                Some((relative, self.file(path, location)))
            })
            .collect();
        found.sort();
        found
    }

    fn parsed(&self, file: FileId) -> Option<ParsedFile> {
        self.read(file).map(|parsed| parsed.file)
    }

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        let mut files = self.files.borrow_mut();
        if let Some(known) = files.bytes.get(&file) {
            return known.clone();
        }
        let bytes = match &files.entries.get(file.0 as usize)?.place {
            Source::Memory(bytes) => Some(bytes.clone()),
            Source::Disk(path) => read_limits::read_file(path, MAX_FILE_BYTES).ok().map(Into::into),
        };
        files.bytes.insert(file, bytes.clone());
        bytes
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.files.borrow().entries.get(file.0 as usize).map(|entry| entry.name.clone()).unwrap_or_default()
    }

    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
        if let Some(known) = self.plugin_types.borrow().get(name) {
            return known.clone();
        }
        let path = format!("lib/puppet/type/{}.rb", name.replace("::", "/"));
        let file = self.modules.iter().find_map(|(module, _)| self.module_file(module, &path));
        let found = file.map(|file| {
            let read = self.bytes(file).and_then(|bytes| plugin_types::read_type(&String::from_utf8_lossy(&bytes)));
            Arc::new(read.unwrap_or_else(|| PluginType::unread(name)))
        });
        self.plugin_types.borrow_mut().insert(name.to_string(), found.clone());
        found
    }
}
