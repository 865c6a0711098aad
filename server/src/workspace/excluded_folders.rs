//! Folders that a setting leaves out of the workspace, named as in a `.gitignore`.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The folders that are left out, below each root of the workspace.
#[derive(Clone, Debug, Default)]
pub struct ExcludedFolders {
    below: Vec<Gitignore>,
}

impl ExcludedFolders {
    /// Makes the list of a workspace's roots. Returns what is wrong with the patterns too, in words for the user.
    pub fn new(patterns: &[String], roots: &[impl AsRef<Path>]) -> (Self, Vec<String>) {
        let mut excluded = ExcludedFolders::default();
        let mut problems = Vec::new();
        if patterns.is_empty() {
            return (excluded, problems);
        }
        for root in roots {
            let mut builder = GitignoreBuilder::new(root);
            for pattern in patterns {
                if let Err(error) = builder.add_line(None, pattern) {
                    let problem = format!("the setting 'exclude' has an invalid pattern '{pattern}': {error}");
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                }
            }
            excluded.below.extend(builder.build());
        }
        (excluded, problems)
    }

    /// Tells whether a folder or file, or a folder above it, is left out.
    pub fn has(&self, path: &Path, is_folder: bool) -> bool {
        self.below
            .iter()
            .any(|list| path.starts_with(list.path()) && list.matched_path_or_any_parents(path, is_folder).is_ignore())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_git() {
        let patterns = ["/legacy".to_string(), "**/generated/".to_string(), "*.bak.pp".to_string()];
        let (excluded, problems) = ExcludedFolders::new(&patterns, &["/repo"]);
        assert!(problems.is_empty(), "{problems:?}");
        for (path, is_folder, expected) in [
            ("/repo/legacy", true, true),
            ("/repo/legacy/manifests/a.pp", false, true),
            ("/repo/modules/legacy", true, false),
            ("/repo/modules/a/generated", true, true),
            ("/repo/modules/a/generated/b.pp", false, true),
            ("/repo/modules/a/b.bak.pp", false, true),
            ("/repo/modules/a/b.pp", false, false),
            ("/elsewhere/legacy", true, false),
        ] {
            assert_eq!(excluded.has(Path::new(path), is_folder), expected, "{path}");
        }
        let (_, problems) = ExcludedFolders::new(&["[z-a]".to_string()], &["/repo", "/other"]);
        assert_eq!(problems.len(), 1, "{problems:?}");
    }
}
