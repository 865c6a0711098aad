//! A world that is given as texts, for tests, the command line's `-e`, and examples.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use syntax::line_index::LineIndex;
use syntax::validation::{ModuleLocation, ValidationRules};
use syntax::{ReadOptions, SourceFile, SourceKind};

use crate::hiera::data_file::{DataFormat, ParsedData};
use crate::place::{FileId, Location, Place};
use crate::regex_dialect::Regexp;
use crate::ruby::erb::ErbTemplate;
use crate::ruby::parse;
use crate::ruby::plugin_functions::{PluginFunction, read_functions};
use crate::ruby::plugin_types::{self, PluginType};
use crate::ruby::syntax_tree::Node;
use crate::world::{BrokenParts, ParsedFile, World};

/// Files by their path below the environment's folder; modules are in `modules/`.
#[derive(Clone, Debug, Default)]
pub struct MemoryWorld {
    files: Vec<MemoryFile>,
    by_path: BTreeMap<String, FileId>,
    /// Put before every path in messages.
    pub root: String,
    /// What validation accepts.
    pub rules: ValidationRules,
    /// The absolute path of the configuration of Hiera's global layer.
    pub global_configuration: Option<String>,
}

#[derive(Clone, Debug)]
struct MemoryFile {
    path: String,
    bytes: Arc<[u8]>,
    /// Parsed when it is first asked for.
    parsed: OnceLock<Option<Arc<SourceFile>>>,
    lines: OnceLock<LineIndex>,
}

impl MemoryWorld {
    pub fn new() -> Self {
        MemoryWorld::default()
    }

    pub fn with_file(mut self, path: &str, text: impl Into<Vec<u8>>) -> Self {
        self.add_file(path, text);
        self
    }

    pub fn add_file(&mut self, path: &str, text: impl Into<Vec<u8>>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(MemoryFile {
            path: path.to_string(),
            bytes: text.into().into(),
            parsed: OnceLock::new(),
            lines: OnceLock::new(),
        });
        self.by_path.insert(path.to_string(), id);
        id
    }

    /// The file parsed as a manifest or template; `None` where it is not text.
    pub fn source_file(&self, file: FileId) -> Option<Arc<SourceFile>> {
        let file = self.files.get(file.0 as usize)?;
        file.parsed
            .get_or_init(|| {
                let text = std::str::from_utf8(&file.bytes).ok()?;
                let location = file
                    .path
                    .strip_prefix("modules/")
                    .and_then(|path| path.split_once('/'))
                    .map(|(module, path)| ModuleLocation { module: module.to_string(), path: path.to_string() });
                let kind = if file.path.ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest };
                let options = ReadOptions { kind, tasks: false, rules: self.rules.clone(), location };
                Some(Arc::new(syntax::source_file::read(text, &options)))
            })
            .clone()
    }

    /// Returns where Puppet names an expression.
    pub fn describe(&self, place: Place) -> Option<Location> {
        let source = self.source_file(place.file)?;
        self.describe_offset(place.file, source.source_map.anchor(place.expr))
    }

    /// Returns where an offset is.
    pub fn describe_offset(&self, file: FileId, offset: u32) -> Option<Location> {
        let known = self.files.get(file.0 as usize)?;
        let text = std::str::from_utf8(&known.bytes).ok()?;
        let lines = known.lines.get_or_init(|| LineIndex::new(text));
        Some(Location::of_offset(self.path(file).as_ref().into(), text, lines, offset))
    }
}

impl World for MemoryWorld {
    fn main_manifests(&self) -> Vec<FileId> {
        self.by_path
            .iter()
            .filter(|(path, _)| path.starts_with("manifests/") && path.ends_with(".pp"))
            .map(|(_, id)| *id)
            .collect()
    }

    fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
        self.by_path.get(&format!("modules/{module}/{path}")).copied()
    }

    fn module_root(&self, module: &str) -> Option<Arc<str>> {
        let root = format!("modules/{module}/");
        let (own, file) = self.by_path.range(root.clone()..).next().filter(|(path, _)| path.starts_with(&root))?;
        let path = self.path(*file);
        let before = path.strip_suffix(own.as_str())?;
        Some(format!("{before}modules/{module}").into())
    }

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied()
    }

    fn global_configuration(&self) -> Option<FileId> {
        self.by_path.get(self.global_configuration.as_ref()?).copied()
    }

    fn global_file(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied().filter(|_| path.starts_with('/'))
    }

    fn global_files_below(&self, folder: &str) -> Vec<(String, FileId)> {
        let prefix = format!("{folder}/");
        let below = self.by_path.range(prefix.clone()..).take_while(|(path, _)| path.starts_with(&prefix));
        below.filter(|(path, _)| path.starts_with('/')).map(|(path, id)| (path.clone(), *id)).collect()
    }

    /// The texts are all that there is.
    fn absolute_file(&self, path: &str) -> Option<Option<FileId>> {
        let below = path.strip_prefix(self.root.as_str()).and_then(|rest| rest.strip_prefix('/'));
        Some(below.and_then(|path| self.environment_file(path)))
    }

    fn modules(&self) -> Arc<[String]> {
        let mut names: Vec<String> = self
            .by_path
            .keys()
            .filter_map(|path| path.strip_prefix("modules/")?.split_once('/').map(|(name, _)| name.to_string()))
            .collect();
        names.dedup();
        names.into()
    }

    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
        let root = match module {
            Some(module) => format!("modules/{module}/"),
            None => String::new(),
        };
        let prefix = format!("{root}{}/", folder.trim_end_matches('/'));
        self.by_path
            .iter()
            .filter(|(path, _)| path.starts_with(&prefix))
            .map(|(path, id)| (path[root.len()..].to_string(), *id))
            .collect()
    }

    fn parsed(&self, file: FileId) -> Option<ParsedFile> {
        let source = self.source_file(file)?;
        let errors = source.problems.iter().filter(|problem| problem.is_error()).cloned().collect();
        let warnings = source.problems.iter().filter(|problem| !problem.is_error()).cloned().collect();
        Some(ParsedFile { program: source.program.clone(), errors, warnings })
    }

    fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>> {
        let file = self.module_file(module, "metadata.json")?;
        let metadata: serde_json::Value = serde_json::from_slice(&self.files.get(file.0 as usize)?.bytes).ok()?;
        let dependencies = metadata.get("dependencies")?.as_array()?;
        let names = dependencies.iter().filter_map(|dependency| {
            let name = dependency.get("name")?.as_str()?;
            Some(name.rsplit(['/', '-']).next().unwrap_or(name).to_string())
        });
        Some(names.collect())
    }

    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
        let path = format!("lib/puppet/type/{}.rb", name.replace("::", "/"));
        let file = self.modules().iter().find_map(|module| self.module_file(module, &path))?;
        let text = String::from_utf8_lossy(&self.files.get(file.0 as usize)?.bytes);
        Some(Arc::new(plugin_types::read_type(&text).unwrap_or_else(|| PluginType::unread(name))))
    }

    fn broken_parts(&self, _: FileId) -> Option<Arc<BrokenParts>> {
        None
    }

    fn checkpoint(&self) {}

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        self.files.get(file.0 as usize).map(|file| file.bytes.clone())
    }

    fn size(&self, file: FileId) -> Option<usize> {
        self.files.get(file.0 as usize).map(|file| file.bytes.len())
    }

    fn data(&self, file: FileId, format: DataFormat) -> Option<Arc<ParsedData>> {
        Some(Arc::new(ParsedData::read(&self.bytes(file)?, format)))
    }

    fn erb_template(&self, file: FileId) -> Option<Arc<ErbTemplate>> {
        Some(Arc::new(ErbTemplate::new(&String::from_utf8_lossy(&self.bytes(file)?))))
    }

    fn ruby_tree(&self, file: FileId) -> Option<Arc<Node>> {
        parse::parse(&String::from_utf8_lossy(&self.bytes(file)?)).ok().map(Arc::new)
    }

    fn ruby_functions(&self, file: FileId) -> Arc<[Arc<PluginFunction>]> {
        let Some(bytes) = self.bytes(file) else { return Arc::default() };
        read_functions(&String::from_utf8_lossy(&bytes)).into_iter().map(Arc::new).collect()
    }

    fn regexp(&self, source: &str) -> Regexp {
        Regexp::new(source)
    }

    fn path(&self, file: FileId) -> Arc<str> {
        match self.files.get(file.0 as usize) {
            Some(file) if self.root.is_empty() => file.path.as_str().into(),
            Some(file) => format!("{}/{}", self.root, file.path).into(),
            None => "".into(),
        }
    }
}

/// What a program that compiles logs, for tests.
#[cfg(test)]
pub(crate) fn notices(code: &str) -> Vec<String> {
    let world = MemoryWorld::new().with_file("manifests/site.pp", code);
    let outcome = crate::compile(&world, &crate::request::Request::catalog("node.example.com"));
    assert!(outcome.is_ok(), "{:?}", outcome.errors);
    outcome.logs.into_iter().map(|entry| entry.message.text().to_string()).collect()
}
