//! The architecture's rules that a compiler does not check: who may use what.

#[cfg(unix)]
mod instruction_guard;

use std::path::{Path, PathBuf};

/// Crates in the order of dependency: each may use those before it.
const CRATES: &[&str] = &["syntax", "evaluator", "reference", "analysis", "spec", "server"];

/// What only some crates may name in their sources, and why.
const CONFINED: &[(&str, &[&str])] = &[
    ("rowan", &["syntax"]),
    ("logos", &["syntax"]),
    ("salsa", &["analysis"]),
    ("dashmap", &["analysis"]),
    ("tower_lsp", &["server"]),
    ("tokio", &["server"]),
    ("std::fs", &["server"]),
    ("std::process", &["server"]),
    // State beside the database: the parser may share equal nodes of one thread's trees.
    ("thread_local", &["syntax"]),
    ("SystemTime", &["server"]),
    ("Instant", &["server"]),
    ("TcpStream", &[]),
    ("TcpListener", &[]),
    ("UdpSocket", &[]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a source file before its tests, comments left out.
fn code_of(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().enumerate().take_while(|(_, line)| !line.starts_with("#[cfg(test)]"));
    lines.map(|(number, line)| (number + 1, line.split("//").next().unwrap_or(line))).collect()
}

fn mentions(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '"');
        !is_word(before) && !is_word(after)
    })
}

#[test]
fn crates_depend_only_on_those_before_them() {
    for (index, name) in CRATES.iter().enumerate() {
        let manifest = std::fs::read_to_string(root().join(name).join("Cargo.toml")).expect(name);
        let dependencies = manifest.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next());
        let dependencies = dependencies.expect("dependencies");
        for later in &CRATES[index..] {
            let used = dependencies
                .lines()
                .any(|line| line.starts_with(&format!("{later}.")) || line.starts_with(&format!("{later} ")));
            assert!(!used, "{name} depends on {later}");
        }
    }
}

#[test]
fn libraries_and_file_access_stay_where_they_belong() {
    let mut wrong = Vec::new();
    for name in CRATES {
        let mut files = Vec::new();
        sources(&root().join(name).join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for (number, line) in code_of(&text) {
                for (library, allowed) in CONFINED {
                    if !allowed.contains(name) && mentions(line, library) {
                        wrong.push(format!("{}:{number}: {library}: {}", file.display(), line.trim()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_is_for() {
    let mut silent = Vec::new();
    for name in CRATES {
        let mut files = Vec::new();
        sources(&root().join(name).join("src"), &mut files);
        let is_silent = |file: &PathBuf| !std::fs::read_to_string(file).expect("a source file").starts_with("//!");
        silent.extend(files.into_iter().filter(is_silent).map(|file| file.display().to_string()));
    }
    assert!(silent.is_empty(), "no //! line at the top of:\n{}", silent.join("\n"));
}

#[test]
fn panics_stay_recoverable() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace's manifest");
    assert!(!manifest.contains("panic = \"abort\""), "a panic in one request must not end the process");
}
