//! A project in the folder for temporary files, for tests that need files on disk; removed at the end.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value as Json, json};

use crate::client::{Client, TIMEOUT};

pub struct Project {
    pub root: PathBuf,
}

impl Project {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Project {
        let root = std::env::temp_dir().join(format!("puppet-analyzer-{name}-{}", std::process::id()));
        let project = Project { root };
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    /// A copy of the example control repository.
    pub fn example(name: &str) -> Project {
        let project = Project::new(name, &[]);
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/control-repo");
        project.copy(&example, Path::new(""));
        project
    }

    fn copy(&self, from: &Path, below: &Path) {
        for entry in std::fs::read_dir(from).expect("the example").flatten() {
            let (path, below) = (entry.path(), below.join(entry.file_name()));
            if path.is_dir() {
                self.copy(&path, &below);
            } else {
                self.write(&below.display().to_string(), &std::fs::read_to_string(&path).expect("a text"));
            }
        }
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for temporary files");
        std::fs::write(path, text).expect("a folder for temporary files");
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn uri(&self, path: &str) -> String {
        format!("file://{}", self.root.join(path).display())
    }

    /// A client with these capabilities that has read the project.
    pub fn client(&self, capabilities: Json) -> Client {
        self.client_with(capabilities, json!({}))
    }

    /// The same with settings.
    pub fn client_with(&self, capabilities: Json, settings: Json) -> Client {
        let mut client = Client::start();
        let root = json!({"uri": format!("file://{}", self.root.display()), "name": "project"});
        client.initialize(
            json!({"capabilities": capabilities, "workspaceFolders": [root], "initializationOptions": settings}),
        );
        let end = Instant::now() + TIMEOUT;
        while client.request("workspace/symbol", json!({"query": ""})).as_array().is_none_or(Vec::is_empty) {
            assert!(Instant::now() < end, "the project is not read");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        client
    }

    /// Opens a file as an editor does.
    pub fn open(&self, client: &mut Client, path: &str, language: &str) -> String {
        let uri = self.uri(path);
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": self.read(path)});
        client.notify("textDocument/didOpen", json!({"textDocument": document}));
        uri
    }

    /// The position one character into the first place of a text in a file.
    pub fn position(&self, path: &str, needle: &str) -> Json {
        let text = self.read(path);
        let at = text.find(needle).unwrap_or_else(|| panic!("no {needle} in {path}"));
        let line = text[..at].matches('\n').count() as u32;
        let column = text[..at].rsplit('\n').next().unwrap_or_default().chars().count() as u32;
        Client::position(&self.uri(path), line, column + 1)
    }

    /// The text of a range.
    pub fn slice(&self, path: &str, range: &Json) -> String {
        let text = self.read(path);
        let (start, end) = (offset(&text, &range["start"]), offset(&text, &range["end"]));
        text[start..end].to_string()
    }

    /// Does on disk what a `WorkspaceEdit` says.
    pub fn apply(&self, edit: &Json) {
        let below = |uri: &Json| {
            let path = uri.as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
            PathBuf::from(path)
        };
        for change in edit["documentChanges"].as_array().expect("document changes") {
            if change["kind"] == "rename" {
                let (from, to) = (below(&change["oldUri"]), below(&change["newUri"]));
                std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
                std::fs::rename(from, to).expect("the file moves");
                continue;
            }
            let path = below(&change["textDocument"]["uri"]);
            let mut text = std::fs::read_to_string(&path).expect("the edited file");
            let mut edits: Vec<(usize, usize, String)> = change["edits"]
                .as_array()
                .expect("edits")
                .iter()
                .map(|edit| {
                    let (start, end) = (offset(&text, &edit["range"]["start"]), offset(&text, &edit["range"]["end"]));
                    (start, end, edit["newText"].as_str().unwrap_or_default().to_string())
                })
                .collect();
            edits.sort();
            for (start, end, new_text) in edits.iter().rev() {
                text.replace_range(*start..*end, new_text);
            }
            std::fs::write(&path, text).expect("the edited file");
        }
    }

    /// What a subcommand prints.
    pub fn run(&self, arguments: &[&str]) -> String {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"))
            .args(arguments)
            .current_dir(&self.root)
            .output()
            .expect("the program runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

fn offset(text: &str, position: &Json) -> usize {
    let line = position["line"].as_u64().expect("a line") as usize;
    let column = position["character"].as_u64().expect("a column") as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start..];
    start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}
