//! Which files the client is asked to watch, and what a change of one means.

use serde_json::json;
use tower_lsp::ls_types::{DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration};

/// Everything that the database reads.
const PATTERNS: &[&str] = &[
    "**/*.{pp,epp,erb,yaml,yml,eyaml,json,rb}",
    "**/{environment.conf,Puppetfile,.puppet-analyzer.toml,.puppet-lint.rc}",
    // Functions read these whatever their names.
    "**/{files,templates,data,hieradata}/**",
];

pub fn registrations(configuration: bool, watched_files: bool) -> Vec<Registration> {
    let mut registrations = Vec::new();
    if watched_files {
        let watchers = PATTERNS
            .iter()
            .map(|pattern| FileSystemWatcher { glob_pattern: GlobPattern::String(pattern.to_string()), kind: None })
            .collect();
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
