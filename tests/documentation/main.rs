//! The manual is held to what is there: links and anchors lead somewhere, every page can be reached, commands and their options
//! exist and print what is shown, configurations can be read, the README's settings are the server's.

mod commands;
mod configurations;
mod links;
mod markdown;
mod settings;
mod transcripts;

use std::path::{Path, PathBuf};

use markdown::Page;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository")
}

/// Folders that hold no pages of ours.
const LEFT_OUT: &[&str] = &["target", "node_modules", "dist", "examples"];

/// Every Markdown page of the repository.
fn pages() -> Vec<Page> {
    let mut found = Vec::new();
    collect(&root(), &mut found);
    assert!(found.len() > 50, "only {} pages were found", found.len());
    found
}

fn collect(folder: &Path, found: &mut Vec<Page>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !name.starts_with('.') && !LEFT_OUT.contains(&name) {
                collect(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.push(Page { path, text });
        }
    }
}
