//! A disk with other contents for some of its files: another state of a workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use analysis::FileContent;
use analysis::file_system::{FileSystem, FolderEntry};

/// Contents by absolute path; `Absent` where a state does not have a file.
pub type Contents = BTreeMap<Arc<str>, FileContent>;

pub struct OverlayFiles {
    pub base: Arc<dyn FileSystem>,
    pub contents: Contents,
}

impl OverlayFiles {
    /// Returns the contents below a folder, with their paths below it.
    fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a FileContent)> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let inside = self.contents.range::<str, _>(from).take_while(move |(path, _)| path.starts_with(prefix));
        inside.map(move |(path, content)| (&path[prefix.len()..], content))
    }
}

impl FileSystem for OverlayFiles {
    fn read(&self, path: &str) -> FileContent {
        match self.contents.get(path) {
            Some(content) => content.clone(),
            None => self.base.read(path),
        }
    }

    fn files_below(&self, folder: &str) -> Vec<String> {
        let mut files: BTreeSet<String> = self.base.files_below(folder).into_iter().collect();
        for (path, content) in self.below(&format!("{folder}/")) {
            if content.is_absent() {
                files.remove(path);
            } else {
                files.insert(path.to_string());
            }
        }
        files.into_iter().collect()
    }

    fn entries(&self, folder: &str) -> Vec<FolderEntry> {
        let mut entries: BTreeSet<FolderEntry> = self.base.entries(folder).into_iter().collect();
        for (path, content) in self.below(&format!("{folder}/")) {
            let (name, is_folder) = match path.split_once('/') {
                Some((name, _)) => (name.to_string(), true),
                None => (path.to_string(), false),
            };
            let entry = FolderEntry { name, is_folder };
            match content {
                // A folder that has lost its last file is still listed, and empty.
                FileContent::Absent if !is_folder => {
                    entries.remove(&entry);
                }
                FileContent::Absent => {}
                _ => {
                    entries.insert(entry);
                }
            }
        }
        entries.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::file_system::NoFiles;

    #[test]
    fn files_come_and_go() {
        let old = OverlayFiles {
            base: Arc::new(OverlayFiles {
                base: Arc::new(NoFiles),
                contents: ["/r/a", "/r/m/b"].map(|path| (Arc::from(path), FileContent::Text(path.into()))).into(),
            }),
            contents: [("/r/a", FileContent::Absent), ("/r/m/c", FileContent::Text("c".into()))]
                .map(|(path, content)| (Arc::from(path), content))
                .into(),
        };
        assert_eq!(old.files_below("/r"), ["m/b", "m/c"]);
        assert_eq!(old.entries("/r"), [FolderEntry { name: "m".to_string(), is_folder: true }]);
        assert_eq!(old.read("/r/m/b"), FileContent::Text("/r/m/b".into()));
        assert!(old.read("/r/a").is_absent());
    }
}
