//! What the outside tells the database in one step: files, the layout of the workspace, settings. Plain data.

use std::collections::BTreeMap;

use evaluator::Edition;
use smol_str::SmolStr;

use crate::diagnostic::SeveritySettings;
use crate::inputs::{ChosenContext, FactSet, FileContent};

/// Everything in it happens at once: no reader sees half of it.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub files: Vec<FileChange>,
    pub layout: Option<WorkspaceLayout>,
    pub settings: Option<Settings>,
    pub fact_sets: Option<Vec<FactSet>>,
    pub context: Option<ChosenContext>,
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub edition: Edition,
    pub max_steps: Option<u64>,
    /// The environment that shared modules and loose files are seen in, by name.
    pub environment: Option<SmolStr>,
    /// What `$server_facts` have otherwise or besides.
    pub server_facts: BTreeMap<SmolStr, SmolStr>,
    pub severities: SeveritySettings,
    pub lint: crate::lint::LintSettings,
}

/// The environments of the workspace and their modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceLayout {
    pub environments: Vec<EnvironmentLayout>,
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
