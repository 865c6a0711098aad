//! The options that say what an evaluation runs with: environment, modules, node, facts, edition.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::change::GlobalHieraChange;
use analysis::file_system::FileSystem;
use analysis::inputs::NodeData;
use analysis::module_layout::{CommandDiscovery, discover_on_disk};
use analysis::{AnalysisHost, Change, Edition, FactSet, FileContent, Settings, WorkspaceLayout};
use clap::Args;
use smol_str::SmolStr;

use super::outside_options::OutsideOptions;
use super::project_root;
use crate::config::Config;
use crate::workspace::disk_files::DiskFiles;
use crate::workspace::excluded_folders::ExcludedFolders;
use crate::workspace::fact_sets;
use crate::workspace::global_hiera;
use crate::workspace::read_limits::path_text;

#[derive(Args, Clone, Debug, Default)]
pub struct EnvironmentOptions {
    /// The folder of the environment; its name is the environment's
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// Folders of modules, with `:` between them
    #[arg(long, value_name = "DIR:DIR")]
    pub modulepath: Option<String>,
    /// puppet8, puppet7 or spec4x
    #[arg(long, value_parser = super::edition)]
    pub edition: Option<Edition>,
    /// A file of facts in JSON or YAML, or a built-in set; `list` lists those
    #[arg(long, value_name = "FILE|SET")]
    pub facts: Option<String>,
    #[command(flatten)]
    pub outside: OutsideOptions,
}

/// The environment that a command runs in, and how it is to be evaluated.
pub struct Project {
    /// The folder of the environment or module, absolute.
    pub root: Option<String>,
    pub disk: Arc<DiskFiles>,
    pub facts: FactSet,
    pub settings: Settings,
    /// Folders of modules from the settings.
    modulepath: Vec<String>,
    /// Folders of modules from the command line.
    whole_modulepath: Option<Vec<String>>,
    environment: Option<String>,
    pub node_data: NodeData,
    /// Changes that a fleet's comparison leaves out.
    pub fleet_ignore: Vec<String>,
    global_hiera: GlobalHieraChange,
}

impl Project {
    /// Finds the environment and its modules among the files of a disk.
    pub fn layout(&self, disk: &dyn FileSystem) -> WorkspaceLayout {
        let discovery = CommandDiscovery {
            root: self.root.as_deref(),
            modulepath: &self.modulepath,
            whole_modulepath: self.whole_modulepath.as_deref(),
            environment: self.environment.as_deref(),
        };
        discover_on_disk(&discovery, disk)
    }

    /// Returns what a database is told about the project.
    pub fn change(&self, disk: &dyn FileSystem) -> Change {
        let mut change = Change {
            layout: Some(self.layout(disk)),
            settings: Some(self.settings.clone()),
            fact_sets: Some(vec![self.facts.clone()]),
            node_data: Some(self.node_data.clone()),
            global_hiera: Some(self.global_hiera.clone()),
            ..Change::default()
        };
        self.global_hiera.files.iter().for_each(|path| change.set_file(path, FileContent::Unread));
        change
    }

    /// Makes the database of the project; it reads files when they are needed.
    pub fn host(&self) -> AnalysisHost {
        let mut host = AnalysisHost::over_disk(self.disk.clone());
        host.apply_change(self.change(&*self.disk));
        host
    }

    /// Calls the environment something else than its folder.
    pub fn set_environment_name(&mut self, name: &str) {
        self.environment = Some(name.to_string());
    }
}

impl EnvironmentOptions {
    /// Prints the built-in fact sets where that was asked for.
    pub fn lists_facts(&self) -> bool {
        let asked = self.facts.as_deref() == Some("list");
        if asked {
            super::print(&fact_sets::builtin_names().map(|name| format!("{name}\n")).collect::<String>());
        }
        asked
    }

    /// Finds the project. `near` is a path that the environment is looked for from, where none was given.
    pub fn open(&self, near: Option<&Path>) -> Result<Project, String> {
        if let Some(folder) = &self.environment
            && !folder.is_dir()
        {
            return Err(format!("there is no folder {}", folder.display()));
        }
        let found = near.and_then(project_root::find);
        let root = self.environment.clone().or(found);
        let mut config = Config::default();
        if let Some(root) = &root {
            config.apply_file(root);
            super::tell_problems(&config);
        }
        config.edition =
            self.edition.or(config.edition).or_else(|| root.as_deref().and_then(project_root::edition_of_metadata));
        self.outside.apply(&mut config, root.as_deref());
        let given = |folder: &Path| folder.canonicalize().ok().as_deref().and_then(Path::file_name).map(Into::into);
        let name: Option<std::ffi::OsString> = self.environment.as_deref().and_then(given);
        let disk = Arc::new(DiskFiles::default());
        let (excluded, problems) = ExcludedFolders::new(&config.exclude, root.as_deref().map(path_text).as_slice());
        disk.exclude(excluded);
        let global = global_hiera::find(config.global_hiera.as_deref());
        if self.outside.hiera_global.is_some() && global.layer.configuration.is_none() {
            return Err(global.problems.concat());
        }
        problems.iter().chain(&global.problems).for_each(|problem| eprintln!("puppet-analyzer: {problem}"));
        let settings_path = |folder: &String| root.as_ref().map(|root| path_text(&root.join(folder)));
        let project = Project {
            root: root.as_deref().map(path_text),
            facts: self.facts(config.edition.unwrap_or_default())?,
            settings: config.settings(),
            modulepath: config.modulepath.iter().filter_map(settings_path).collect(),
            whole_modulepath: self.modulepath.as_ref().map(|folders| {
                folders
                    .split(':')
                    .filter(|folder| !folder.is_empty())
                    .map(|folder| path_text(folder.as_ref()))
                    .collect()
            }),
            environment: name.map(|name| name.to_string_lossy().into_owned()).or(config.environment.clone()),
            node_data: config.node_files.read()?,
            fleet_ignore: config.fleet_ignore.clone(),
            global_hiera: global.layer,
            disk: disk.clone(),
        };
        let named = project.whole_modulepath.iter().flatten().chain(&project.modulepath).chain(&project.root);
        named.for_each(|folder| disk.allow(Path::new(folder)));
        Ok(project)
    }

    fn facts(&self, edition: Edition) -> Result<FactSet, String> {
        let Some(name) = &self.facts else { return Ok(fact_sets::default_set(edition)) };
        if let Some(set) = fact_sets::builtin(name, edition) {
            return Ok(set);
        }
        let bytes =
            super::read_input(name).map_err(|error| format!("{error} (`--facts list` lists the built-in sets)"))?;
        let read = evaluator::fact_file::read_facts(&bytes).map_err(|error| format!("{name}: {}", error.message()))?;
        Ok(FactSet { name: SmolStr::new(name), facts: Arc::new(read.facts.into()), is_typical: false })
    }
}
