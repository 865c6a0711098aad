//! The files of a git commit, read from the repository's objects by a library: no process is started, and nothing that the
//! repository's own settings name is run.

use std::path::{Component, Path, PathBuf};

/// More files than this are not looked at.
const MAX_FILES: usize = 200_000;

/// One commit of the repository that a folder is in.
pub struct Commit {
    repository: gix::Repository,
    root: PathBuf,
    files: Vec<(String, gix::ObjectId)>,
}

impl Commit {
    /// The commit that a revision names, `HEAD~1` or a branch for instance; says what is wrong where there is none.
    pub fn find(near: &Path, revision: &str) -> Result<Commit, String> {
        // The repository's own configuration, and neither the machine's, the user's, nor what it would include.
        let isolated =
            gix::sec::trust::Mapping { full: gix::open::Options::isolated(), reduced: gix::open::Options::isolated() };
        let repository = gix::ThreadSafeRepository::discover_opts(near, Default::default(), isolated)
            .map_err(|_| format!("{} is in no git repository", near.display()))?
            .to_thread_local();
        let Some(root) = repository.workdir().map(Path::to_path_buf) else {
            return Err("the repository has no files checked out".to_string());
        };
        let root = root.canonicalize().unwrap_or(root);
        let mut files = Vec::new();
        {
            let wrong = || format!("'{revision}' is no revision of the repository");
            let id = repository.rev_parse_single(revision).map_err(|_| wrong())?;
            let object = id.object().map_err(|_| wrong())?;
            let tree = object.peel_to_tree().map_err(|_| wrong())?;
            let entries =
                tree.traverse().breadthfirst.files().map_err(|error| format!("cannot read {revision}: {error}"))?;
            for entry in entries.into_iter().filter(|entry| entry.mode.is_blob()).take(MAX_FILES) {
                let path = entry.filepath.to_string();
                if is_plain(&path) {
                    files.push((path, entry.oid));
                }
            }
        }
        Ok(Commit { repository, root, files })
    }

    /// The folder that the paths of the files are below.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Paths with the names of their contents; links and submodules are left out.
    pub fn files(&self) -> &[(String, gix::ObjectId)] {
        &self.files
    }

    /// The content of a file, where it is not larger than the limit.
    pub fn content(&self, id: gix::ObjectId, limit: u64) -> Option<Vec<u8>> {
        if self.repository.find_header(id).ok()?.size() > limit {
            return None;
        }
        Some(self.repository.find_object(id).ok()?.detach().data)
    }

    /// True where a content is the one that the commit has, told without reading it.
    pub fn is_same(&self, id: gix::ObjectId, bytes: &[u8]) -> bool {
        gix::objs::compute_hash(id.kind(), gix::objs::Kind::Blob, bytes).is_ok_and(|hash| hash == id)
    }
}

/// A path that stays below the folder it is put into, and out of the repository's own.
fn is_plain(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, Component::Normal(name) if name != ".git"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out_are_left_out() {
        assert!(is_plain("manifests/site.pp"));
        for path in ["../x", "/etc/passwd", "a/../../b", ".git/config", "a/.git/hooks/x"] {
            assert!(!is_plain(path), "{path}");
        }
    }

    #[test]
    fn a_folder_without_a_repository_is_said_so() {
        let folder = std::env::temp_dir();
        let found = Commit::find(&folder, "HEAD").err();
        assert!(
            found.is_some_and(|message| message.contains("in no git repository")),
            "the temporary folder is in a repository"
        );
    }
}
