//! How much is read from disk, and from where: the one place that opens files for the server and the command line.

use std::path::{Path, PathBuf};

/// A larger file is left out, and said to be.
pub const MAX_FILE_BYTES: u64 = 16 << 20;
/// Files that an editor's workspace loads are smaller.
pub const MAX_WORKSPACE_FILE_BYTES: u64 = 2 << 20;

/// Reads a file that is no larger than the limit.
pub fn read_file(path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(std::io::Error::other("not a file"));
    }
    if metadata.len() > limit {
        return Err(std::io::Error::other(format!("larger than {limit} bytes")));
    }
    std::fs::read(path)
}

/// A path with symlinks followed, where that stays inside one of the roots.
pub fn confined(path: &Path, roots: &[PathBuf]) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    roots.iter().any(|root| real.starts_with(root)).then_some(real)
}

/// A path as the database names it: absolute, with `/`.
pub fn path_text(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let text = absolute.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    if text.len() > 1 { text.trim_end_matches('/').to_string() } else { text }
}
