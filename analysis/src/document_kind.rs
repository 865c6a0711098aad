//! What a file is, by its path and by what it belongs to. Reads no texts but that of `hiera.yaml`, for the folders of data.

use std::sync::Arc;

use evaluator::hiera::data_node::{DataContent, DataNode};
use evaluator::hiera::deployed_paths::DeployedPath;
use evaluator::hiera::yaml;
use smol_str::SmolStr;

use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileContent, FileInput, FileOwner, FilesBelow, ModuleInput};
use crate::queries;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    Manifest,
    /// `.epp`
    Template,
    /// `.erb`
    RubyTemplate,
    /// YAML or JSON that Hiera reads.
    HieraData,
    HieraConfig,
    ModuleMetadata,
    Puppetfile,
    EnvironmentConf,
    Other,
}

impl DocumentKind {
    /// Code of the Puppet language.
    pub fn is_source(self) -> bool {
        matches!(self, DocumentKind::Manifest | DocumentKind::Template)
    }

    /// Files beside the code that have checks of their own.
    pub fn is_configuration(self) -> bool {
        matches!(
            self,
            DocumentKind::HieraData
                | DocumentKind::HieraConfig
                | DocumentKind::ModuleMetadata
                | DocumentKind::Puppetfile
                | DocumentKind::EnvironmentConf
        )
    }
}

/// Endings of the files that Hiera reads.
const DATA_ENDINGS: &[&str] = &[".yaml", ".yml", ".eyaml", ".json"];
/// Where data is where no `hiera.yaml` says it.
const USUAL_DATA_FOLDERS: &[&str] = &["data", "hieradata"];

pub fn document_kind(db: &dyn Db, file: FileInput) -> DocumentKind {
    let path = file.path(db);
    if path.ends_with(".pp") {
        return if is_binary_payload(db, file) { DocumentKind::Other } else { DocumentKind::Manifest };
    }
    if path.ends_with(".epp") {
        return DocumentKind::Template;
    }
    if path.ends_with(".erb") {
        return DocumentKind::RubyTemplate;
    }
    let name = path.rsplit('/').next().unwrap_or(&path);
    let (below, folders) = match file.owner(db) {
        FileOwner::Module { module, path } => (path, module_data_folders(db, module)),
        FileOwner::Environment { environment, path } => (path, environment_data_folders(db, environment)),
        FileOwner::Nothing => (SmolStr::new(name), Arc::default()),
    };
    match below.as_str() {
        "hiera.yaml" => return DocumentKind::HieraConfig,
        "metadata.json" => return DocumentKind::ModuleMetadata,
        "Puppetfile" => return DocumentKind::Puppetfile,
        "environment.conf" => return DocumentKind::EnvironmentConf,
        _ => {}
    }
    let is_data = DATA_ENDINGS.iter().any(|ending| path.ends_with(ending))
        && folders.iter().any(|folder| below.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')));
    if is_data { DocumentKind::HieraData } else { DocumentKind::Other }
}

/// Returns true for a binary file that a module delivers to agents: SELinux policies end in `.pp`, too.
pub fn is_binary_payload(db: &dyn Db, file: FileInput) -> bool {
    if !file.path(db).ends_with(".pp") {
        return false;
    }
    let (FileOwner::Module { path, .. } | FileOwner::Environment { path, .. }) = file.owner(db) else { return false };
    let is_payload = path.starts_with("files/") || path.contains("/files/");
    is_payload
        && match queries::content(db, file) {
            FileContent::Bytes(_) => true,
            FileContent::Text(text) => text.contains('\0'),
            FileContent::Absent | FileContent::Unread => false,
        }
}

/// The folders of a module's own data, below its root.
#[salsa::tracked(returns(clone))]
pub fn module_data_folders(db: &dyn Db, module: ModuleInput) -> Arc<[SmolStr]> {
    data_folders(db, &module.files(db))
}

#[salsa::tracked(returns(clone))]
pub fn environment_data_folders(db: &dyn Db, environment: EnvironmentInput) -> Arc<[SmolStr]> {
    data_folders(db, &environment.files(db))
}

fn data_folders(db: &dyn Db, files: &FilesBelow) -> Arc<[SmolStr]> {
    match files.get("hiera.yaml") {
        Some(config) => configured_data_folders(&queries::text(db, *config)).into(),
        None => usual_data_folders().into(),
    }
}

fn usual_data_folders() -> Vec<SmolStr> {
    USUAL_DATA_FOLDERS.iter().map(|folder| SmolStr::new_static(folder)).collect()
}

/// Returns a `datadir` below the folder of its `hiera.yaml`; `None` for an absolute path that leads elsewhere. What a server has in the
/// folder of the environment is here beside the `hiera.yaml`.
pub fn below_configuration(datadir: &str) -> Option<&str> {
    match DeployedPath::of(datadir) {
        Some(deployed) => Some(deployed.below),
        None => (!datadir.starts_with('/')).then_some(datadir),
    }
}

/// Returns the folders of data that a `hiera.yaml` names, below the folder that it is in.
pub fn configured_data_folders(hiera_yaml: &str) -> Vec<SmolStr> {
    let Ok(Some(document)) = yaml::parse(hiera_yaml) else { return usual_data_folders() };
    let mut found: Vec<SmolStr> = Vec::new();
    let mut add = |node: Option<&DataNode>| {
        if let Some(folder) = node.and_then(|node| node.key_text()) {
            let Some(folder) = below_configuration(folder) else { return };
            // What comes before the first interpolation is certain.
            let folder = folder.split("%{").next().unwrap_or_default().trim_matches('/').trim_start_matches("./");
            if !folder.is_empty() && !found.iter().any(|known| known == folder) {
                found.push(SmolStr::new(folder));
            }
        }
    };
    let datadir = |node: &DataNode| node.entry("datadir").map(|entry| entry.value.clone());
    let default =
        document.entry("defaults").and_then(|defaults| datadir(&defaults.value)).or_else(|| datadir(&document));
    let mut uses_default = false;
    for list in ["hierarchy", "default_hierarchy"] {
        let Some(levels) = document.entry(list) else { continue };
        if let DataContent::Sequence(levels) = &levels.value.content {
            for level in levels.iter() {
                match datadir(level) {
                    Some(own) => add(Some(&own)),
                    None => uses_default = true,
                }
            }
        }
    }
    if uses_default || document.entry("hierarchy").is_none() {
        add(Some(&default.unwrap_or_else(|| DataNode::symbol("data", Default::default()))));
    }
    if found.is_empty() { usual_data_folders() } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    fn kind(text: &str, path: &str) -> DocumentKind {
        let fixture = Fixture::new(text);
        let analysis = fixture.host.analysis();
        let file = fixture.file(path);
        analysis.read_file(file, |db, file| document_kind(db, file)).expect("no writer").expect("a file")
    }

    #[test]
    fn data_is_where_the_configuration_says() {
        let text = "//- /env/manifests/site.pp\n\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    datadir: hiera/x\n    path: a.yaml\n//- /env/hiera/x/a.yaml\na: 1\n//- /env/data/a.yaml\na: 1\n//- /env/Puppetfile\n\n//- /env/environment.conf\n";
        assert_eq!(kind(text, "/env/hiera/x/a.yaml"), DocumentKind::HieraData);
        assert_eq!(kind(text, "/env/data/a.yaml"), DocumentKind::Other);
        assert_eq!(kind(text, "/env/hiera.yaml"), DocumentKind::HieraConfig);
        assert_eq!(kind(text, "/env/Puppetfile"), DocumentKind::Puppetfile);
        assert_eq!(kind(text, "/env/environment.conf"), DocumentKind::EnvironmentConf);
    }

    #[test]
    fn binary_files_that_a_module_delivers_are_no_manifests() {
        let text = "//- /env/manifests/site.pp\n\n//- /env/modules/m/files/policy.pp\n\0\n//- /env/modules/m/files/apply.pp\nnotice(1)\n//- /env/modules/m/manifests/x.pp\n\0\n";
        assert_eq!(kind(text, "/env/modules/m/files/policy.pp"), DocumentKind::Other);
        assert_eq!(kind(text, "/env/modules/m/files/apply.pp"), DocumentKind::Manifest);
        assert_eq!(kind(text, "/env/modules/m/manifests/x.pp"), DocumentKind::Manifest);
    }

    #[test]
    fn data_of_modules_and_without_configuration() {
        let text = "//- /env/manifests/site.pp\n\n//- /env/modules/m/manifests/init.pp\n\n//- /env/modules/m/data/common.yaml\nm::a: 1\n//- /env/modules/m/metadata.json\n{}\n//- /env/data/nodes/a.yaml\na: 1\n//- /env/.github/x.yaml\na: 1\n";
        assert_eq!(kind(text, "/env/modules/m/data/common.yaml"), DocumentKind::HieraData);
        assert_eq!(kind(text, "/env/data/nodes/a.yaml"), DocumentKind::HieraData);
        assert_eq!(kind(text, "/env/modules/m/metadata.json"), DocumentKind::ModuleMetadata);
        assert_eq!(kind(text, "/env/.github/x.yaml"), DocumentKind::Other);
    }
}
