//! All that the database is told: files, modules, environments and settings. Queries read nothing else.
//!
//! Inputs are never freed: a deleted file is one whose content says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use evaluator::node_facts::NodeFacts;
use evaluator::request::{Classification, ExportedResource, MissingNames};
use evaluator::{Edition, FileId, Value};
use smol_str::SmolStr;

use crate::diagnostic::SeveritySettings;

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileContent {
    /// The file is not there (any more).
    #[default]
    Absent,
    Text(Arc<str>),
    /// Not UTF-8.
    Bytes(Arc<[u8]>),
    /// On disk, read through the database's `FileSystem` when a query first needs it.
    Unread,
}

impl FileContent {
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => FileContent::Text(text.into()),
            Err(error) => FileContent::Bytes(error.into_bytes().into()),
        }
    }

    pub fn is_absent(&self) -> bool {
        matches!(self, FileContent::Absent)
    }
}

/// What a file belongs to, with its path below that folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOwner {
    Module { module: ModuleInput, path: SmolStr },
    Environment { environment: EnvironmentInput, path: SmolStr },
    Nothing,
}

#[salsa::input(debug)]
pub struct FileInput {
    #[returns(copy)]
    pub id: FileId,
    #[returns(clone)]
    pub path: Arc<str>,
    #[returns(clone)]
    pub content: FileContent,
    #[returns(clone)]
    pub owner: FileOwner,
    /// Somebody works on it: its tree is kept.
    #[returns(copy)]
    pub is_open: bool,
}

/// The files below a folder that are there, by their path below it.
pub type FilesBelow = Arc<BTreeMap<SmolStr, FileInput>>;

/// Where the list of a folder's files comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing<Base> {
    Known(FilesBelow),
    /// Listed through the database's `FileSystem` when a query first needs it.
    Unread,
    /// The files of another folder, with those of an overlay in their place.
    Over {
        base: Base,
        overlay: OverlayInput,
    },
}

impl<Base> Default for Listing<Base> {
    fn default() -> Self {
        Listing::Known(FilesBelow::default())
    }
}

/// Another state of the workspace: its last commit, its saved files, another revision. Files that are not in it are those of
/// the workspace.
#[salsa::input(debug)]
pub struct OverlayInput {
    /// For instance `saved`.
    #[returns(clone)]
    pub name: SmolStr,
    /// The files whose content differs, by path; `Absent` where the other state does not have them.
    #[returns(clone)]
    pub files: Arc<BTreeMap<Arc<str>, FileInput>>,
    /// Each environment of the workspace with its counterpart in the other state.
    #[returns(clone)]
    pub environments: Arc<[(EnvironmentInput, EnvironmentInput)]>,
}

#[salsa::input(debug)]
pub struct ModuleInput {
    #[returns(clone)]
    pub name: SmolStr,
    #[returns(clone)]
    pub root: Arc<str>,
    /// Installed, not developed here: no diagnostics are shown for it, and it hardly ever changes.
    #[returns(copy)]
    pub vendored: bool,
    #[returns(clone)]
    pub listing: Listing<ModuleInput>,
}

#[salsa::input(debug)]
pub struct EnvironmentInput {
    #[returns(clone)]
    pub name: SmolStr,
    #[returns(clone)]
    pub root: Arc<str>,
    /// The manifest or the folder of manifests, below the root.
    #[returns(clone)]
    pub manifest: SmolStr,
    /// In the order of the modulepath: of two with one name the first is used.
    #[returns(clone)]
    pub modules: Arc<[ModuleInput]>,
    /// Files of the environment that belong to no module.
    #[returns(clone)]
    pub listing: Listing<EnvironmentInput>,
}

/// The facts of a node, or of a kind of node.
#[derive(Clone, Debug, PartialEq)]
pub struct FactSet {
    pub name: SmolStr,
    pub facts: Arc<NodeFacts>,
    /// Of a kind of node, not of one: host names in it follow the node that is asked about.
    pub is_typical: bool,
}

impl FactSet {
    /// The facts as a node of this name would send them.
    pub fn for_node(&self, node: &str) -> Arc<NodeFacts> {
        if !self.is_typical {
            return self.facts.clone();
        }
        let mut facts = (**self.facts).clone();
        evaluator::fact_sets::rename_node(&mut facts, node);
        Arc::new(facts.into())
    }
}

#[salsa::input(singleton, debug)]
pub struct Workspace {
    /// The last one is that of files outside of any.
    #[returns(clone)]
    pub environments: Arc<[EnvironmentInput]>,
    #[returns(copy)]
    pub edition: Edition,
    /// The first is used where nothing else is chosen.
    #[returns(clone)]
    pub fact_sets: Arc<[FactSet]>,
    /// The node and fact set that values are shown for.
    #[returns(clone)]
    pub context: Arc<ChosenContext>,
    /// What is known of nodes besides their facts.
    #[returns(clone)]
    pub node_data: Arc<NodeData>,
    /// Hiera's global layer.
    #[returns(clone)]
    pub global_hiera: Arc<GlobalHiera>,
    #[returns(copy)]
    pub max_steps: Option<u64>,
    /// The types of the modules that come with an agent's package are there.
    #[returns(copy)]
    pub vendor_modules: bool,
    /// What becomes of missing names on the command line; in an editor they are unknown.
    #[returns(copy)]
    pub missing: MissingNames,
    /// The environment that shared modules and loose files are seen in, by name.
    #[returns(clone)]
    pub chosen_environment: Option<SmolStr>,
    /// What `$server_facts` have otherwise or besides.
    #[returns(clone)]
    pub server_facts: Arc<BTreeMap<SmolStr, SmolStr>>,
    #[returns(clone)]
    pub severities: Arc<SeveritySettings>,
    #[returns(clone)]
    pub lint: Arc<crate::lint::LintSettings>,
    /// Other states of the workspace, by name.
    #[returns(clone)]
    pub overlays: Arc<BTreeMap<SmolStr, OverlayInput>>,
}

/// Hiera's global layer: its configuration, and the files that the folders have which it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalHiera {
    pub configuration: Option<Arc<str>>,
    /// By absolute path, the configuration among them.
    pub files: BTreeMap<Arc<str>, FileInput>,
    /// Folders of data outside of the workspace that settings let be read; their files are among these.
    pub folders: Vec<String>,
}

/// What a node classifier, the certificate and other nodes say about the node that is evaluated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeData {
    pub classification: Classification,
    /// The environment that the classifier chose.
    pub environment: Option<SmolStr>,
    /// The `$trusted` hash; `None` gives that of an authenticated remote node.
    pub trusted: Option<Value>,
    /// Resources that other nodes export; `None` means that there is no such store.
    pub exported: Option<Arc<[ExportedResource]>>,
}

/// The node and the fact set that the user chose; `None` where the workspace decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenContext {
    pub node: Option<SmolStr>,
    pub fact_set: Option<SmolStr>,
}
