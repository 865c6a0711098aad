//! A world that is given as texts, for tests, the command line's `-e`, and examples.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::place::FileId;
use crate::world::{ParsedFile, World};

/// Files by their path below the environment's folder; modules are in `modules/`.
#[derive(Clone, Debug, Default)]
pub struct MemoryWorld {
    files: Vec<(String, Arc<[u8]>)>,
    by_path: BTreeMap<String, FileId>,
    /// Put before every path in messages.
    pub root: String,
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
        self.files.push((path.to_string(), text.into().into()));
        self.by_path.insert(path.to_string(), id);
        id
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

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied()
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

    fn parsed(&self, _file: FileId) -> Option<ParsedFile> {
        None
    }

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        self.files.get(file.0 as usize).map(|(_, bytes)| bytes.clone())
    }

    fn path(&self, file: FileId) -> Arc<str> {
        match self.files.get(file.0 as usize) {
            Some((path, _)) if self.root.is_empty() => path.as_str().into(),
            Some((path, _)) => format!("{}/{path}", self.root).into(),
            None => "".into(),
        }
    }
}
