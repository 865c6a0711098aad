//! Finds Hiera's global layer, which lies outside of the repository: the configuration that a setting names, and the files of the folders
//! that it names.

use std::path::Path;

use analysis::change::GlobalHieraChange;
use analysis::module_layout::resolve_path;
use evaluator::hiera::global_layer;
use ignore::WalkBuilder;

use crate::workspace::read_limits::{MAX_WORKSPACE_FILE_BYTES, path_text, read_file};

/// A folder with more files is not one of data.
const MOST_FILES: usize = 20_000;

/// What was found, with what is wrong in words for the user.
#[derive(Default)]
pub struct FoundGlobalHiera {
    pub layer: GlobalHieraChange,
    pub problems: Vec<String>,
}

/// Looks for the layer whose configuration is this file, by its absolute path.
pub fn find(configuration: Option<&str>) -> FoundGlobalHiera {
    let Some(path) = configuration else { return FoundGlobalHiera::default() };
    let mut found = FoundGlobalHiera::default();
    let bytes = match read_file(Path::new(path), MAX_WORKSPACE_FILE_BYTES) {
        Ok(bytes) => bytes,
        Err(error) => {
            found.problems.push(format!("the global Hiera configuration {path} cannot be read: {error}"));
            return found;
        }
    };
    found.layer = GlobalHieraChange { configuration: Some(path.to_string()), files: vec![path.to_string()] };
    let root = path.rsplit_once('/').map_or("", |(root, _)| root);
    for folder in global_layer::data_folders(&bytes) {
        let folder = resolve_path(root, &folder);
        if folder == "/" {
            found.problems.push(format!("{path}: a data folder that begins with a variable is not read"));
        } else if !Path::new(&folder).is_dir() {
            found.problems.push(format!("{path}: the data folder {folder} is not here, so its data is left out"));
        } else if !add_files(&folder, &mut found.layer.files) {
            found.problems.push(format!("{path}: {folder} has more than {MOST_FILES} files; the others are left out"));
        }
    }
    found.layer.files.sort();
    found.layer.files.dedup();
    found
}

/// Adds the files below a folder; false where there are too many.
fn add_files(folder: &str, files: &mut Vec<String>) -> bool {
    let walk = WalkBuilder::new(folder).standard_filters(false).follow_links(false).build();
    for entry in walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file())) {
        if files.len() >= MOST_FILES {
            return false;
        }
        files.push(path_text(entry.path()));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_folders_that_it_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = path_text(folder.path());
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        };
        write(
            "conf/global.yaml",
            "version: 5\nhierarchy:\n  - {name: a, path: a.yaml}\n  - {name: b, datadir: ../far, path: b.yaml}\n  - {name: c, datadir: none, path: c.yaml}\n",
        );
        write("conf/data/nodes/a.yaml", "");
        write("far/b.yaml", "");
        write("other/c.yaml", "");
        let found = find(Some(&format!("{root}/conf/global.yaml")));
        let below: Vec<&str> = found.layer.files.iter().filter_map(|path| path.strip_prefix(&root)).collect();
        assert_eq!(below, ["/conf/data/nodes/a.yaml", "/conf/global.yaml", "/far/b.yaml"]);
        assert_eq!(found.problems.len(), 1, "{:?}", found.problems);
        assert!(found.problems[0].ends_with("/conf/none is not here, so its data is left out"), "{:?}", found.problems);
        assert_eq!(find(Some("/no/such/file")).problems.len(), 1);
    }
}
