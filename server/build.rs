//! Finds the commit that the program is built from: from git in a checkout, from what `git archive` wrote in a release's
//! sources, else none.

use std::path::Path;
use std::process::Command;

/// `git archive` replaces what is between the dollar signs: see `.gitattributes`.
const ARCHIVED: &str = include_str!("commit.txt");

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo:rerun-if-changed=commit.txt");
    println!("cargo:rerun-if-changed=build.rs");
    let text = match archived_commit().or_else(checked_out_commit) {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo:rustc-env=PUPPET_ANALYZER_VERSION={text}");
}

fn archived_commit() -> Option<String> {
    let text = ARCHIVED.trim();
    (!text.is_empty() && !text.contains("$Format")).then(|| text.to_string())
}

fn checked_out_commit() -> Option<String> {
    // Only this project's own repository counts, not one that happens to lie around its sources.
    let git_folder = Path::new("../.git");
    if !git_folder.exists() {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = git_folder.join(file);
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    let output =
        Command::new("git").args(["log", "-1", "--abbrev=10", "--format=%h %cs"]).current_dir("..").output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (output.status.success() && !commit.is_empty()).then_some(commit)
}
