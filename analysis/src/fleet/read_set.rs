//! What an evaluation read: files, files that were looked for and are not there, and lists of folders. Where nothing of it
//! differs between two states of the workspace, the same node has the same catalog in both.

use std::collections::BTreeSet;
use std::sync::Arc;

use evaluator::fast_hash::{FastMap, FastSet};
use smol_str::SmolStr;

/// Paths are kept below the folder that they were looked up in, as an evaluation names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadSet {
    folders: FastMap<Arc<str>, Below>,
    /// Types that were looked for among the plugins of all modules.
    plugin_types: FastSet<SmolStr>,
}

/// What was read below one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Below {
    /// Present or absent.
    files: FastSet<SmolStr>,
    /// Folders whose files were listed; empty for all.
    listed: FastSet<SmolStr>,
}

/// The files in which two states of a workspace differ, by absolute path.
#[derive(Clone, Debug, Default)]
pub struct ChangedFiles {
    pub paths: BTreeSet<Arc<str>>,
    /// The states have other modules or environments: nothing that was read can be trusted.
    pub layout_differs: bool,
}

impl ReadSet {
    pub fn add_file(&mut self, root: &str, path: &str) {
        let below = self.below(root);
        if !below.files.contains(path) {
            below.files.insert(SmolStr::new(path));
        }
    }

    pub fn add_folder(&mut self, root: &str, folder: &str) {
        let below = self.below(root);
        if !below.listed.contains(folder) {
            below.listed.insert(SmolStr::new(folder));
        }
    }

    pub fn add_plugin_type(&mut self, name: &str) {
        if !self.plugin_types.contains(name) {
            self.plugin_types.insert(SmolStr::new(name));
        }
    }

    fn below(&mut self, root: &str) -> &mut Below {
        if !self.folders.contains_key(root) {
            self.folders.insert(root.into(), Below::default());
        }
        // Inserted above where it was missing.
        self.folders.entry(root.into()).or_default()
    }

    /// Tells whether something of what was read differs.
    pub fn meets(&self, changed: &ChangedFiles) -> bool {
        changed.layout_differs || changed.paths.iter().any(|path| self.has(path))
    }

    /// Tells whether a file was read, looked for in vain, or listed.
    pub fn has(&self, path: &str) -> bool {
        if let Some(name) = plugin_type(path)
            && self.plugin_types.contains(name.as_str())
        {
            return true;
        }
        let ends = path.char_indices().filter(|(_, character)| *character == '/').map(|(at, _)| at);
        let below = ends.filter_map(|at| Some((self.folders.get(&path[..at])?, &path[at + 1..])));
        let absolute = self.folders.get("").map(|below| (below, path));
        below.chain(absolute).any(|(below, path)| below.has(path))
    }
}

impl Below {
    fn has(&self, path: &str) -> bool {
        if self.files.contains(path) || self.listed.contains("") || self.listed.contains(path) {
            return true;
        }
        let mut folders = path.char_indices().filter(|(_, character)| *character == '/').map(|(at, _)| &path[..at]);
        folders.any(|folder| self.listed.contains(folder))
    }
}

/// The name of the resource type that a plugin file defines.
fn plugin_type(path: &str) -> Option<String> {
    let (_, file) = path.rsplit_once("/lib/puppet/type/")?;
    Some(file.strip_suffix(".rb")?.replace('/', "::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_folders_and_plugins_are_known_by_absolute_path() {
        let mut reads = ReadSet::default();
        reads.add_file("/env", "data/nodes/a.yaml");
        reads.add_file("/env/modules/a", "manifests/init.pp");
        reads.add_folder("/env/modules/a", "templates/conf.d");
        reads.add_folder("/env", "manifests");
        reads.add_file("", "/etc/hiera.yaml");
        reads.add_plugin_type("thing");
        for known in [
            "/env/data/nodes/a.yaml",
            "/env/modules/a/manifests/init.pp",
            "/env/modules/a/templates/conf.d/x/y.epp",
            "/env/manifests/new.pp",
            "/etc/hiera.yaml",
            "/elsewhere/b/lib/puppet/type/thing.rb",
        ] {
            assert!(reads.has(known), "{known}");
        }
        for unknown in ["/env/data/nodes/b.yaml", "/env/modules/a/templates/x.epp", "/env/modules/a/init.pp", "/env"] {
            assert!(!reads.has(unknown), "{unknown}");
        }
    }

    #[test]
    fn another_layout_meets_everything() {
        assert!(!ReadSet::default().meets(&ChangedFiles::default()));
        assert!(ReadSet::default().meets(&ChangedFiles { layout_differs: true, ..ChangedFiles::default() }));
    }
}
