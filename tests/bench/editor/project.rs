//! Projects on disk for the server to open, and a client that has opened one.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::lsp_client::Client;

pub const DEBIAN_MODULES: &str = "/usr/share/puppet/modules";

/// A folder for temporary files of its own, removed at the end; or one that is there anyway.
pub struct Project {
    pub root: PathBuf,
    is_temporary: bool,
}

impl Project {
    pub fn new(name: &str, files: impl IntoIterator<Item = (String, String)>) -> Project {
        let root = std::env::temp_dir().join(format!("puppet-analyzer-bench-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path.trim_start_matches('/'));
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for temporary files");
            std::fs::write(path, text).expect("a folder for temporary files");
        }
        Project { root, is_temporary: true }
    }

    pub fn existing(root: impl Into<PathBuf>) -> Option<Project> {
        let root = root.into();
        root.is_dir().then_some(Project { root, is_temporary: false })
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    pub fn uri(&self, below: &str) -> String {
        uri_of(&self.path(below))
    }

    /// A server that has read the project.
    pub fn open(&self, settings: Json, capabilities: Json) -> Client {
        self.open_with_answer(settings, capabilities).0
    }

    /// The same, with the answer to `initialize`.
    pub fn open_with_answer(&self, settings: Json, capabilities: Json) -> (Client, Json) {
        let mut client = Client::start();
        let folder = json!({"uri": self.uri(""), "name": "bench"});
        let mut all = json!({"window": {"workDoneProgress": true}});
        if let (Some(all), Json::Object(more)) = (all.as_object_mut(), capabilities) {
            all.extend(more);
        }
        let answer = client.initialize(json!({
            "capabilities": all, "workspaceFolders": [folder], "initializationOptions": settings,
        }));
        client.notification("$/progress", |params| params["value"]["kind"] == "end");
        (client, answer)
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        if self.is_temporary {
            let _ = std::fs::remove_dir_all(&self.root);
        }
    }
}

pub fn uri_of(path: &Path) -> String {
    format!("file://{}", path.display())
}
