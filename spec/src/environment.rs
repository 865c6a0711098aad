//! What examples run with: files of the module, facts, fixtures, catalogs.

pub mod catalogs;
pub mod facterdb;
pub mod facts;
pub mod fixtures;
pub mod manifest;
pub mod paths;
pub mod supported_os;
pub mod values;
pub mod versions;

use std::collections::HashMap;
use std::sync::Arc;

use analysis::FileContent;
use analysis::file_system::FileSystem;

use catalogs::Catalogs;
use facterdb::FacterDb;
use versions::Versions;

/// One module under test, as one thread sees it.
pub struct Environment {
    /// The module's folder, absolute.
    pub root: String,
    pub files: Arc<dyn FileSystem>,
    pub versions: Versions,
    /// Variables of the process that specs may read.
    pub variables: Arc<HashMap<String, String>>,
    pub facterdb: Arc<FacterDb>,
    pub catalogs: Catalogs,
}

impl Environment {
    /// Reads a file below the module's folder.
    pub fn read_text(&self, path: &str) -> Option<String> {
        let full = self.inside(path)?;
        match self.files.read(&full) {
            FileContent::Text(text) => Some(text.to_string()),
            FileContent::Bytes(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            FileContent::Absent | FileContent::Unread => None,
        }
    }

    pub fn is_folder(&self, path: &str) -> bool {
        let Some(full) = self.inside(path) else { return false };
        if full == self.root {
            return true;
        }
        let Some((parent, name)) = full.rsplit_once('/') else { return false };
        self.files.entries(parent).iter().any(|entry| entry.is_folder && entry.name == name)
    }

    /// Lists the files below the module's folder that a pattern with `*` and `**` names, as the pattern writes them.
    pub fn glob(&self, pattern: &str) -> Vec<String> {
        let prefix = if pattern.starts_with("./") { "./" } else { "" };
        let absolute = pattern.starts_with('/');
        let full = paths::expand(pattern, &self.root, &self.root);
        let Some(below) = full.strip_prefix(&format!("{}/", self.root)) else { return Vec::new() };
        let fixed = below.split('/').take_while(|part| !part.contains('*')).collect::<Vec<_>>().join("/");
        let folder = if fixed.is_empty() { self.root.clone() } else { format!("{}/{fixed}", self.root) };
        let mut found: Vec<String> = self
            .files
            .files_below(&folder)
            .into_iter()
            .map(|file| if fixed.is_empty() { file } else { format!("{fixed}/{file}") })
            .filter(|file| paths::matches(below, file))
            .map(|file| if absolute { format!("{}/{file}", self.root) } else { format!("{prefix}{file}") })
            .collect();
        found.sort();
        found
    }

    /// Returns the absolute path where it is below the module's folder.
    fn inside(&self, path: &str) -> Option<String> {
        let full = paths::expand(path, &self.root, &self.root);
        (full == self.root || full.starts_with(&format!("{}/", self.root))).then_some(full)
    }
}
