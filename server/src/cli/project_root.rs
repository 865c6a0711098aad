//! The control repo or module that a path belongs to, and the edition that it asks for.

use std::path::{Path, PathBuf};

use analysis::Edition;

use crate::config::{self, Config};
use crate::workspace::read_limits;

/// Files that mark the root of an environment or module, the surest first.
const MARKERS: &[&str] = &["environment.conf", "Puppetfile", config::FILE_NAME, "metadata.json"];

/// The nearest folder at or above a path that is marked as a project.
pub fn find(path: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).ok()?;
    for marker in MARKERS {
        if let Some(found) = absolute.ancestors().find(|folder| folder.join(marker).is_file()) {
            return Some(found.to_path_buf());
        }
    }
    None
}

/// What the project's settings say, else what the `puppet` requirement in `metadata.json` allows, else the default.
pub fn edition_of(path: &Path) -> Edition {
    let Some(root) = find(path) else { return Edition::default() };
    let mut config = Config::default();
    config.apply_file(&root);
    config.edition.or_else(|| edition_of_metadata(&root)).unwrap_or_default()
}

/// A requirement whose upper bound is below 8 means Puppet 7.
pub fn edition_of_metadata(root: &Path) -> Option<Edition> {
    let bytes = read_limits::read_file(&root.join("metadata.json"), read_limits::MAX_FILE_BYTES).ok()?;
    let metadata: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
    let requirements = metadata.get("requirements")?.as_array()?;
    let named = |name: &str| requirements.iter().find(|entry| entry.get("name").is_some_and(|found| found == name));
    let bounds = named("puppet").or_else(|| named("openvox"))?.get("version_requirement")?.as_str()?;
    let upper = bounds.split('<').nth(1)?.trim_start_matches('=').trim();
    let major: u32 = upper.split('.').next()?.trim().parse().ok()?;
    let excluded = !bounds.contains("<=");
    (major < 8 || excluded && major == 8).then_some(Edition::Puppet7)
}
