//! Finds the option files of puppet-lint: below the roots of a workspace, and above them up to the root of the disk.

use std::collections::BTreeMap;
use std::path::PathBuf;

use analysis::FileContent;
use syntax::lint::OptionsFile;

use crate::workspace::read_limits::{MAX_WORKSPACE_FILE_BYTES, path_text, read_file};

pub const FILE_NAME: &str = ".puppet-lint.rc";

/// Each option file with the folder that it is for.
pub fn find(roots: &[PathBuf], files: &BTreeMap<String, FileContent>) -> Vec<(String, OptionsFile)> {
    let mut found: BTreeMap<String, OptionsFile> = BTreeMap::new();
    for root in roots {
        // The nearest above a root counts for all of it.
        for folder in std::path::absolute(root).unwrap_or_else(|_| root.clone()).ancestors() {
            if let Ok(bytes) = read_file(&folder.join(FILE_NAME), MAX_WORKSPACE_FILE_BYTES) {
                found.insert(path_text(folder), OptionsFile::read(&String::from_utf8_lossy(&bytes)));
                break;
            }
        }
    }
    for (path, content) in files {
        if let (Some(folder), FileContent::Text(text)) = (path.strip_suffix(&format!("/{FILE_NAME}")), content) {
            found.insert(folder.to_string(), OptionsFile::read(text));
        }
    }
    found.into_iter().collect()
}
