//! Which files data functions may read: those of modules, of the environment, and of the folders that the global
//! configuration names. The rest of the server's disk is nobody's business here.

use super::found_value::Layer;
use super::global_layer::data_folders;
use crate::functions::files::{Found, is_in_module, locate};
use crate::interpreter::Interpreter;
use crate::place::FileId;

/// What is at an absolute path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadablePath {
    File(FileId),
    Folder,
    /// Nothing is there, which is certain.
    Missing,
    /// Only the server's disk can say.
    Outside,
}

impl Interpreter<'_> {
    /// Returns what is at a path that Ruby code or a data function names.
    pub(crate) fn readable_path(&self, path: &str) -> ReadablePath {
        if !path.starts_with('/') {
            return ReadablePath::Outside;
        }
        let path = normalized(path);
        if let Some(file) = self.global_data_file(&path) {
            return ReadablePath::File(file);
        }
        match locate(self, &path, "") {
            Found::File(file) => return ReadablePath::File(file),
            Found::Folder(_) => return ReadablePath::Folder,
            Found::Missing | Found::Outside => {}
        }
        let below_root = self.below_environment_root(&path);
        let in_environment = below_root.is_some_and(|below| !self.world.files_below(None, below).is_empty());
        if in_environment || !self.global_data_files(&path).is_empty() {
            return ReadablePath::Folder;
        }
        if below_root.is_some() || is_in_module(self, &path) || self.is_in_global_folder(&path) {
            return ReadablePath::Missing;
        }
        ReadablePath::Outside
    }

    fn below_environment_root<'p>(&self, path: &'p str) -> Option<&'p str> {
        let root = self.layer_root(&Layer::Environment);
        if root.starts_with('/') { path.strip_prefix(root.as_str()) } else { None }
    }

    fn is_in_global_folder(&self, path: &str) -> bool {
        let Some(bytes) = self.world.global_configuration().and_then(|file| self.world.bytes(file)) else {
            return false;
        };
        let root = self.layer_root(&Layer::Global);
        data_folders(&bytes).iter().any(|folder| {
            let folder = if folder.starts_with('/') { folder.clone() } else { format!("{root}{folder}") };
            format!("{path}/").starts_with(&format!("{}/", normalized(&folder)))
        })
    }

    /// Notes that the data function that is running has read a file: it is where the value comes from.
    pub(crate) fn note_read_file(&mut self, file: FileId) {
        if let Some(active) = &mut self.hiera.active
            && !active.files.contains(&file)
        {
            active.files.push(file);
        }
    }
}

/// The path without `.`, `..` and doubled slashes, as a server's disk would follow it.
fn normalized(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed_without_a_disk() {
        assert_eq!(normalized("/a//b/../c/./d.yaml"), "/a/c/d.yaml");
        assert_eq!(normalized("/../.."), "/");
    }
}
