//! The options that say what an evaluation runs with: environment, modules, node, facts, edition.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::preview::contexts::DEFAULT_NODE;
use analysis::{Edition, FactSet};
use clap::Args;
use evaluator::request::server_facts_with;
use evaluator::{Request, World};
use smol_str::SmolStr;
use syntax::Expr;

use super::project_root;
use crate::config::Config;
use crate::disk_world::DiskWorld;
use crate::fact_sets;
use crate::read_limits;

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
}

/// A world and a request, before the goal is set.
pub struct Prepared {
    pub world: DiskWorld,
    pub request: Request,
    /// The facts, which the output names.
    pub facts: FactSet,
    /// The manifest or folder of manifests of the environment.
    pub manifest: Option<PathBuf>,
}

impl Prepared {
    /// Asks about another node; facts of a kind of node become its own.
    pub fn set_node(&mut self, node: SmolStr) {
        self.request.facts = self.facts.for_node(&node);
        self.request.node_name = node;
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

    /// `near` is a path that the environment is looked for from, where none was given.
    pub fn prepare(&self, near: Option<&Path>) -> Result<Prepared, String> {
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
        let edition = self
            .edition
            .or(config.edition)
            .or_else(|| root.as_deref().and_then(project_root::edition_of_metadata))
            .unwrap_or_default();
        let mut world = DiskWorld::new(edition);
        let mut manifest = None;
        if let Some(root) = &root {
            world.set_environment(root);
            manifest = Some(self.add_modules(root, &config, &mut world));
        } else {
            for folder in self.modulepath.iter().flat_map(|path| path.split(':')).filter(|path| !path.is_empty()) {
                world.add_module_folder(Path::new(folder));
            }
        }
        let facts = self.facts(edition)?;
        let mut request = Request::catalog(DEFAULT_NODE);
        request.edition = edition;
        request.facts = facts.for_node(DEFAULT_NODE);
        request.server_facts = server_facts_with(&config.server_facts);
        if let Some(steps) = config.max_steps {
            request.limits.steps = steps;
        }
        if let Some(folder) = &self.environment
            && let Some(name) = folder.canonicalize().ok().as_deref().and_then(Path::file_name)
        {
            request.environment = SmolStr::new(name.to_string_lossy());
        } else if let Some(name) = &config.environment {
            request.environment = SmolStr::new(name);
        }
        Ok(Prepared { world, request, facts, manifest })
    }

    /// Adds the modules of an environment or module; the environment's manifests.
    fn add_modules(&self, root: &Path, config: &Config, world: &mut DiskWorld) -> PathBuf {
        let conf = read_limits::read_file(&root.join("environment.conf"), read_limits::MAX_FILE_BYTES).ok();
        let settings = conf
            .map(|bytes| analysis::module_layout::read_environment_conf(&String::from_utf8_lossy(&bytes)))
            .unwrap_or_default();
        for folder in self.modulepath.iter().flat_map(|path| path.split(':')).filter(|path| !path.is_empty()) {
            world.add_module_folder(Path::new(folder));
        }
        for folder in &config.modulepath {
            world.add_module_folder(&root.join(folder));
        }
        if self.modulepath.is_none() {
            let default = "modules:site-modules:site".to_string();
            let modulepath = settings.get("modulepath").unwrap_or(&default);
            for folder in
                modulepath.split(':').map(str::trim).filter(|entry| !entry.is_empty() && !entry.starts_with('$'))
            {
                world.add_module_folder(&root.join(folder));
            }
            if root.join("metadata.json").is_file() && !root.join("environment.conf").is_file() {
                world.add_module(&module_name(root), root);
                world.add_module_folder(&root.join("spec/fixtures/modules"));
            }
        }
        root.join(settings.get("manifest").map(String::as_str).unwrap_or("manifests"))
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

/// The name that `metadata.json` gives, without its author.
fn module_name(root: &Path) -> String {
    let folder = root.canonicalize().ok().and_then(|root| Some(root.file_name()?.to_string_lossy().into_owned()));
    let named = read_limits::read_file(&root.join("metadata.json"), read_limits::MAX_FILE_BYTES)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok())
        .and_then(|json| json.get("name")?.as_str().map(str::to_string));
    let full = named.or(folder).unwrap_or_default();
    full.rsplit(['-', '/']).next().unwrap_or_default().to_string()
}

/// The first node that the manifests name in so many words.
pub fn first_named_node(world: &DiskWorld) -> Option<SmolStr> {
    world.main_manifests().into_iter().find_map(|file| {
        let program = world.parsed(file)?.program;
        program.definitions.iter().find_map(|id| match program.expr(*id) {
            Expr::Node(node) => node.matches.iter().find_map(|matching| match program.expr(*matching) {
                Expr::String(name) | Expr::QualifiedName(name) => Some(name.clone()),
                _ => None,
            }),
            _ => None,
        })
    })
}
