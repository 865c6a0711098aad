//! Documents for the client to show: files in a folder of this process's own, which is removed when the process ends. What is
//! in them is the caller's.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Made when the first document is shown.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

pub fn write(name: &str, text: &str) -> io::Result<PathBuf> {
    let mut folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = match &mut *folder {
        Some(folder) => folder,
        none => none.insert(make_folder(&std::env::temp_dir())?),
    };
    let path = folder.join(name);
    std::fs::write(&path, text)?;
    Ok(path)
}

pub fn remove_all() {
    let folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(folder) = folder {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// A folder that did not exist before, with a name that nobody can guess: others may write to the folder around it.
fn make_folder(parent: &Path) -> io::Result<PathBuf> {
    let number = RandomState::new().build_hasher().finish();
    let folder = parent.join(format!("puppet-analyzer-{}-{number:016x}", std::process::id()));
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_new_private_and_goes_in_the_end() {
        let first = write("catalog.md", "# One\n").expect("a folder for temporary files");
        let second = write("catalog.md", "# Two\n").expect("a folder for temporary files");
        assert_eq!(first, second);
        assert_eq!(std::fs::read_to_string(&first).expect("the document"), "# Two\n");
        let folder = first.parent().expect("a folder");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(folder).expect("the folder").permissions().mode() & 0o777, 0o700);
        }
        remove_all();
        assert!(!folder.exists());
    }
}
