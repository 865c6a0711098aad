//! What the outside tells the database in one step: files, the layout of the workspace, settings. Plain data.

use std::collections::BTreeMap;
use std::sync::Arc;

use evaluator::Edition;
use evaluator::request::MissingNames;
use smol_str::SmolStr;

use crate::diagnostic::SeveritySettings;
use crate::inputs::{ChosenContext, FactSet, FileContent, NodeData};

/// Everything in it happens at once: no reader sees half of it.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub files: Vec<FileChange>,
    /// The files that somebody begins (`true`) or ceases to work on, by path.
    pub opened: Vec<(String, bool)>,
    pub layout: Option<WorkspaceLayout>,
    pub settings: Option<Settings>,
    pub fact_sets: Option<Vec<FactSet>>,
    pub context: Option<ChosenContext>,
    pub node_data: Option<NodeData>,
    pub global_hiera: Option<GlobalHieraChange>,
    pub overlays: Vec<OverlayChange>,
}

/// Hiera's global layer as it is now to be. Its files are among those of the change, or were told before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalHieraChange {
    /// Absolute.
    pub configuration: Option<String>,
    /// Absolute, the configuration among them.
    pub files: Vec<String>,
    /// Absolute: further folders of data outside of the workspace, whose files are among these.
    pub folders: Vec<String>,
}

/// Another state of the workspace as it is now to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayChange {
    /// For instance `saved`.
    pub name: SmolStr,
    /// The files whose content differs from the workspace's, by path; `Absent` where the other state does not have them.
    pub files: BTreeMap<Arc<str>, FileContent>,
    /// The environments of the other state; `None` where they are the workspace's own.
    pub layout: Option<WorkspaceLayout>,
}

#[derive(Clone, Debug)]
pub struct FileChange {
    /// Absolute, with `/`.
    pub path: String,
    /// `Absent` for a file that was deleted.
    pub content: FileContent,
}

impl Change {
    pub fn of_file(path: impl Into<String>, content: FileContent) -> Self {
        let mut change = Change::default();
        change.set_file(path, content);
        change
    }

    pub fn set_file(&mut self, path: impl Into<String>, content: FileContent) {
        self.files.push(FileChange { path: path.into(), content });
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub edition: Edition,
    pub max_steps: Option<u64>,
    /// The types of the modules that come with an agent's package are there.
    pub vendor_modules: bool,
    /// What becomes of missing names on the command line; in an editor they are unknown.
    pub missing: MissingNames,
    /// The environment that shared modules and loose files are seen in, by name.
    pub environment: Option<SmolStr>,
    /// What `$server_facts` have otherwise or besides.
    pub server_facts: BTreeMap<SmolStr, SmolStr>,
    pub severities: SeveritySettings,
    pub lint: crate::lint::LintSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            edition: Edition::default(),
            max_steps: None,
            vendor_modules: true,
            missing: MissingNames::default(),
            environment: None,
            server_facts: BTreeMap::new(),
            severities: SeveritySettings::default(),
            lint: Default::default(),
        }
    }
}

/// The environments of the workspace and their modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceLayout {
    pub environments: Vec<EnvironmentLayout>,
    /// Their files are listed and read through the `FileSystem` when they are needed; else the host is given them.
    pub is_on_disk: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvironmentLayout {
    pub name: SmolStr,
    /// Absolute, without a `/` at the end.
    pub root: String,
    /// The manifest or folder of manifests, below the root.
    pub manifest: String,
    /// In the order of the modulepath.
    pub modules: Vec<ModuleLayout>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleLayout {
    pub name: SmolStr,
    /// Absolute, without a `/` at the end.
    pub root: String,
    /// Installed, not developed here.
    pub vendored: bool,
}
