//! Which files the client is asked to watch, and what a change of one means.

use serde_json::json;
use tower_lsp::ls_types::{DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration};

use crate::workspace::files::{READ_ENDINGS, READ_FOLDERS};

/// Folders of data, whose files are read whatever their names where a `hiera.yaml` names them.
const DATA_FOLDERS: &[&str] = &["data", "hieradata"];

/// Returns patterns for everything that the workspace reads.
fn patterns() -> Vec<String> {
    let is_extension = |ending: &&&str| ending.strip_prefix('.').is_some_and(|rest| !rest.contains('.'));
    let extensions: Vec<&str> =
        READ_ENDINGS.iter().filter(is_extension).map(|ending| ending.trim_start_matches('.')).collect();
    let names: Vec<&str> = READ_ENDINGS
        .iter()
        .filter(|ending| !is_extension(ending))
        .copied()
        // Some clients let no `*` stand for a name that begins with a dot.
        .chain([crate::config::FILE_NAME])
        .collect();
    let folders: Vec<&str> =
        READ_FOLDERS.iter().map(|folder| folder.trim_matches('/')).chain(DATA_FOLDERS.iter().copied()).collect();
    vec![
        format!("**/*.{{{}}}", extensions.join(",")),
        format!("**/{{{}}}", names.join(",")),
        format!("**/{{{}}}/**", folders.join(",")),
    ]
}

pub fn registrations(configuration: bool, watched_files: bool) -> Vec<Registration> {
    let mut registrations = Vec::new();
    if watched_files {
        let watch = |pattern: String| FileSystemWatcher { glob_pattern: GlobPattern::String(pattern), kind: None };
        let watchers = patterns().into_iter().map(watch).collect();
        registrations.push(Registration {
            id: "puppet-analyzer/watched-files".to_string(),
            method: "workspace/didChangeWatchedFiles".to_string(),
            register_options: serde_json::to_value(DidChangeWatchedFilesRegistrationOptions { watchers }).ok(),
        });
    }
    if configuration {
        registrations.push(Registration {
            id: "puppet-analyzer/configuration".to_string(),
            method: "workspace/didChangeConfiguration".to_string(),
            register_options: Some(json!({"section": crate::config::SECTION})),
        });
    }
    registrations
}

/// True for files that hold settings: with them everything is read again.
pub fn changes_settings(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    [crate::workspace::lint_options::FILE_NAME, crate::config::FILE_NAME].contains(&name)
}

/// True for files that decide which environments and modules there are.
pub fn changes_layout(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ["environment.conf", "Puppetfile", "metadata.json", crate::config::FILE_NAME].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ignore::overrides::OverrideBuilder;

    /// What is read once and not watched would be stale after an edit outside of the editor.
    #[test]
    fn what_is_read_is_watched() {
        let mut builder = OverrideBuilder::new("/w");
        for pattern in patterns() {
            builder.add(&pattern).expect("a pattern");
        }
        let watched = builder.build().expect("patterns");
        // `.rb` is the end of a name, `.puppet-lint.rc` a whole one.
        let names = READ_ENDINGS.iter().map(|ending| match ending.rfind('.') {
            Some(0) => format!("/w/modules/m/some/x{ending}"),
            _ => format!("/w/{ending}"),
        });
        let below = READ_FOLDERS.iter().map(|folder| format!("/w/modules/m{folder}deep/no_ending"));
        let own = ["/w/.puppet-analyzer.toml", "/w/data/nodes/no_ending"].map(String::from);
        for path in names.chain(below).chain(own) {
            assert!(watched.matched(&path, false).is_whitelist(), "{path} is read and not watched");
        }
        assert!(!watched.matched("/w/README.md", false).is_whitelist());
    }
}
