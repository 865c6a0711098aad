//! Finds FacterDB's fact sets: the user's gems, those of a bundle, or the system's package.

use std::path::{Path, PathBuf};

/// Where gems are, besides those that the environment and the bundle of a module name.
const SYSTEM_FOLDERS: &[&str] = &["/usr/share/rubygems-integration/all/gems", "/usr/local/share/gems/gems"];
/// Folders with one folder for each version of Ruby, which have `gems` inside.
const VERSIONED_FOLDERS: &[&str] =
    &["/var/lib/gems", "/usr/lib/ruby/gems", "/usr/local/lib/ruby/gems", "/opt/puppetlabs/pdk/share/cache/ruby"];

/// Returns the folder `facts` of the newest FacterDB that is installed.
pub fn find(root: &Path) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for variable in ["GEM_HOME", "GEM_PATH"] {
        let paths = std::env::var_os(variable).unwrap_or_default();
        folders.extend(std::env::split_paths(&paths).map(|path| path.join("gems")));
    }
    for bundle in ["vendor/bundle/ruby", ".bundle/ruby", "vendor/ruby"] {
        folders.extend(subfolders(&root.join(bundle)).map(|version| version.join("gems")));
    }
    folders.extend(SYSTEM_FOLDERS.iter().map(PathBuf::from));
    folders.extend(
        VERSIONED_FOLDERS.iter().flat_map(|folder| subfolders(Path::new(folder)).map(|version| version.join("gems"))),
    );
    folders.iter().find_map(|folder| newest_in(folder))
}

fn newest_in(gems: &Path) -> Option<PathBuf> {
    let named = subfolders(gems).filter_map(|gem| {
        let version = gem.file_name()?.to_str()?.strip_prefix("facterdb-")?.to_string();
        gem.join("facts").is_dir().then(|| (version, gem.join("facts")))
    });
    let newest = named.max_by(|(one, _), (other, _)| spec::environment::versions::compare_versions(one, other));
    newest.map(|(_, folder)| folder)
}

fn subfolders(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_gem_of_the_bundle_is_taken() {
        let root = tempfile::tempdir().expect("a folder");
        let gems = root.path().join("vendor/bundle/ruby/3.2.0/gems");
        for name in ["facterdb-1.9.0/facts", "facterdb-1.26.0/facts", "facterdb-2.1.0", "other-9.0/facts"] {
            std::fs::create_dir_all(gems.join(name)).expect("made");
        }
        assert_eq!(newest_in(&gems), Some(gems.join("facterdb-1.26.0/facts")));
    }
}
