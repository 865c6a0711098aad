//! The one writer (`AnalysisHost`) and the snapshots that readers work on (`Analysis`).
//!
//! A write compares with what is there and sets only what differs, so that nothing runs again without need. Each
//! feature adds its own method to `Analysis` in its own file.

mod overlays;
mod snapshot;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, UnwindSafe};
use std::sync::Arc;

use evaluator::FileId;
use evaluator::fast_hash::FastMap;
use salsa::{Durability, Setter};
use smol_str::SmolStr;

use crate::change::{Change, FileChange, GlobalHieraChange, Settings, WorkspaceLayout};
use crate::db::{Db, RootDatabase};
use crate::file_system::FileSystem;
use crate::inputs::{
    ChosenContext, EnvironmentInput, FactSet, FileContent, FileInput, FileOwner, GlobalHiera, Listing, ModuleInput,
    NodeData, Workspace,
};
use crate::queries;
use overlays::Overlays;

/// Owns the database and is the only one that changes it.
pub struct AnalysisHost {
    db: RootDatabase,
    layout: WorkspaceLayout,
    folders: OwnerFolders,
    overlays: Overlays,
}

/// The folders of one state of the workspace, by path.
#[derive(Default)]
struct OwnerFolders {
    modules: FastMap<Arc<str>, ModuleInput>,
    environments: FastMap<Arc<str>, EnvironmentInput>,
}

/// Answers of one query, or values of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    pub count: usize,
    /// Without what the values themselves point to.
    pub bytes: usize,
}

/// A snapshot. Every question can be answered `Cancelled` when the host wants to write.
pub struct Analysis {
    pub(crate) db: RootDatabase,
}

/// The snapshot is out of date, or whoever asked does not want the answer any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// A write is waiting: ask again on a new snapshot.
    ByWrite,
    /// The snapshot's `CancellationHandle` was used.
    ByRequest,
    /// Another reader panicked in a query that this one waited for.
    ByPanic,
}

pub type Cancellable<T> = Result<T, Cancelled>;

/// Cancels the work on one snapshot, from any thread.
#[derive(Clone)]
pub struct CancellationHandle(salsa::CancellationToken);

impl CancellationHandle {
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

/// What an owner of files is, while its list of files is being changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    Module(ModuleInput),
    Environment(EnvironmentInput),
}

impl Default for AnalysisHost {
    fn default() -> Self {
        AnalysisHost::new()
    }
}

impl AnalysisHost {
    pub fn new() -> Self {
        AnalysisHost::over(RootDatabase::new())
    }

    /// A host whose queries are noted, for tests that name the queries that ran.
    pub fn with_query_log() -> Self {
        AnalysisHost::over(RootDatabase::with_query_log())
    }

    /// A host that reads files which nobody gave it from here.
    pub fn over_disk(file_system: Arc<dyn FileSystem>) -> Self {
        let mut db = RootDatabase::new();
        db.set_file_system(file_system);
        AnalysisHost::over(db)
    }

    /// As `over_disk`, with the queries noted.
    pub fn over_disk_with_query_log(file_system: Arc<dyn FileSystem>) -> Self {
        let mut db = RootDatabase::with_query_log();
        db.set_file_system(file_system);
        AnalysisHost::over(db)
    }

    pub fn take_query_log(&self) -> Vec<String> {
        self.db.take_query_log()
    }

    fn over(db: RootDatabase) -> Self {
        let no_environment = EnvironmentInput::builder(
            SmolStr::new_static("production"),
            Arc::from(""),
            SmolStr::default(),
            Arc::from([]),
            Listing::default(),
        )
        .durability(Durability::MEDIUM)
        .new(&db);
        let _ = Workspace::builder(
            Arc::from([no_environment]),
            evaluator::Edition::default(),
            Arc::from([]),
            Arc::new(ChosenContext::default()),
            Arc::new(NodeData::default()),
            Arc::default(),
            None,
            true,
            Default::default(),
            None,
            Arc::default(),
            Arc::default(),
            Arc::default(),
            Arc::default(),
        )
        .durability(Durability::MEDIUM)
        .new(&db);
        AnalysisHost {
            db,
            layout: WorkspaceLayout::default(),
            folders: OwnerFolders {
                modules: FastMap::default(),
                environments: FastMap::from_iter([(Arc::from(""), no_environment)]),
            },
            overlays: Overlays::default(),
        }
    }

    pub fn analysis(&self) -> Analysis {
        Analysis { db: self.db.clone() }
    }

    /// What the database keeps: how many answers of each query and values of each kind, with the bytes of their bookkeeping.
    pub fn kept(&mut self) -> BTreeMap<&'static str, Kept> {
        let db: &mut dyn salsa::Database = &mut self.db;
        let usage = db.memory_usage();
        let of_structs = usage.structs.iter().map(|info| (info.debug_name(), info));
        let of_queries = usage.queries.iter().map(|(name, info)| (*name, info));
        let mut kept: BTreeMap<&'static str, Kept> = BTreeMap::new();
        for (name, info) in of_structs.chain(of_queries) {
            let entry = kept.entry(name).or_default();
            entry.count += info.count();
            entry.bytes += info.size_of_metadata() + info.size_of_fields();
        }
        kept
    }

    /// The id of a file that the database was told about.
    pub fn file_id(&self, path: &str) -> Option<FileId> {
        self.db.file_table().by_path(path).map(|file| file.id(&self.db))
    }

    pub fn apply_change(&mut self, change: Change) {
        if let Some(settings) = change.settings {
            self.apply_settings(settings);
        }
        if let Some(fact_sets) = change.fact_sets {
            self.apply_fact_sets(fact_sets);
        }
        if let Some(context) = change.context {
            let workspace = Workspace::get(&self.db);
            if *workspace.context(&self.db) != context {
                workspace.set_context(&mut self.db).with_durability(Durability::MEDIUM).to(Arc::new(context));
            }
        }
        if let Some(layout) = change.layout
            && layout != self.layout
        {
            self.apply_layout(layout);
        }
        if let Some(node_data) = change.node_data
            && *Workspace::get(&self.db).node_data(&self.db) != node_data
        {
            Workspace::get(&self.db)
                .set_node_data(&mut self.db)
                .with_durability(Durability::MEDIUM)
                .to(Arc::new(node_data));
        }
        self.apply_files(change.files);
        self.apply_opened(change.opened);
        if let Some(global) = change.global_hiera {
            self.apply_global_hiera(global);
        }
        for overlay in change.overlays {
            self.apply_overlay(overlay);
        }
    }

    fn apply_global_hiera(&mut self, change: GlobalHieraChange) {
        let table = self.db.file_table();
        let file = |path: &String| Some((path.as_str().into(), table.by_path(path)?));
        let files = change.files.iter().filter_map(file).collect();
        let global =
            GlobalHiera { configuration: change.configuration.map(Into::into), files, folders: change.folders };
        let workspace = Workspace::get(&self.db);
        if *workspace.global_hiera(&self.db) != global {
            workspace.set_global_hiera(&mut self.db).with_durability(Durability::MEDIUM).to(Arc::new(global));
        }
    }

    fn apply_settings(&mut self, settings: Settings) {
        let workspace = Workspace::get(&self.db);
        if workspace.edition(&self.db) != settings.edition {
            workspace.set_edition(&mut self.db).with_durability(Durability::HIGH).to(settings.edition);
        }
        if workspace.max_steps(&self.db) != settings.max_steps {
            workspace.set_max_steps(&mut self.db).with_durability(Durability::HIGH).to(settings.max_steps);
        }
        if workspace.vendor_modules(&self.db) != settings.vendor_modules {
            workspace.set_vendor_modules(&mut self.db).with_durability(Durability::HIGH).to(settings.vendor_modules);
        }
        if workspace.missing(&self.db) != settings.missing {
            workspace.set_missing(&mut self.db).with_durability(Durability::HIGH).to(settings.missing);
        }
        if workspace.chosen_environment(&self.db) != settings.environment {
            workspace.set_chosen_environment(&mut self.db).with_durability(Durability::HIGH).to(settings.environment);
        }
        if *workspace.server_facts(&self.db) != settings.server_facts {
            let server_facts = Arc::new(settings.server_facts);
            workspace.set_server_facts(&mut self.db).with_durability(Durability::HIGH).to(server_facts);
        }
        if *workspace.severities(&self.db) != settings.severities {
            let severities = Arc::new(settings.severities);
            workspace.set_severities(&mut self.db).with_durability(Durability::HIGH).to(severities);
        }
        if *workspace.lint(&self.db) != settings.lint {
            workspace.set_lint(&mut self.db).with_durability(Durability::HIGH).to(Arc::new(settings.lint));
        }
    }

    fn apply_fact_sets(&mut self, fact_sets: Vec<FactSet>) {
        let workspace = Workspace::get(&self.db);
        if workspace.fact_sets(&self.db).as_ref() != fact_sets.as_slice() {
            workspace.set_fact_sets(&mut self.db).with_durability(Durability::MEDIUM).to(fact_sets.into());
        }
    }

    fn apply_layout(&mut self, layout: WorkspaceLayout) {
        let mut environments = Vec::new();
        for environment in &layout.environments {
            let mut modules = Vec::new();
            for module in &environment.modules {
                modules.push(self.module(&module.name, &module.root, module.vendored, layout.is_on_disk));
            }
            let input =
                self.environment(&environment.name, &environment.root, &environment.manifest, layout.is_on_disk);
            if input.modules(&self.db).as_ref() != modules.as_slice() {
                input.set_modules(&mut self.db).with_durability(Durability::MEDIUM).to(modules.into());
            }
            environments.push(input);
        }
        if let Some(no_environment) = self.folders.environments.get("")
            && !environments.contains(no_environment)
        {
            environments.push(*no_environment);
        }
        let kept_modules: BTreeSet<&str> = layout
            .environments
            .iter()
            .flat_map(|environment| environment.modules.iter().map(|module| module.root.as_str()))
            .collect();
        let kept_environments: BTreeSet<&str> =
            layout.environments.iter().map(|environment| environment.root.as_str()).collect();
        self.folders.modules.retain(|root, _| kept_modules.contains(root.as_ref()));
        self.folders.environments.retain(|root, _| root.is_empty() || kept_environments.contains(root.as_ref()));
        let workspace = Workspace::get(&self.db);
        if workspace.environments(&self.db).as_ref() != environments.as_slice() {
            workspace.set_environments(&mut self.db).with_durability(Durability::MEDIUM).to(environments.into());
        }
        self.layout = layout;
        self.assign_owners();
        self.apply_overlays_again();
    }

    fn module(&mut self, name: &SmolStr, root: &str, vendored: bool, is_on_disk: bool) -> ModuleInput {
        if let Some(module) = self.folders.modules.get(root) {
            let module = *module;
            let durability = resting_durability(vendored);
            if module.name(&self.db) != *name {
                module.set_name(&mut self.db).with_durability(durability).to(name.clone());
            }
            if module.vendored(&self.db) != vendored {
                module.set_vendored(&mut self.db).with_durability(durability).to(vendored);
            }
            return module;
        }
        let root: Arc<str> = root.into();
        let listing = if is_on_disk { Listing::Unread } else { Listing::default() };
        let module = ModuleInput::builder(name.clone(), root.clone(), vendored, listing)
            .durability(resting_durability(vendored))
            .new(&self.db);
        self.folders.modules.insert(root, module);
        module
    }

    fn environment(&mut self, name: &SmolStr, root: &str, manifest: &str, is_on_disk: bool) -> EnvironmentInput {
        if let Some(environment) = self.folders.environments.get(root) {
            let environment = *environment;
            if environment.name(&self.db) != *name {
                environment.set_name(&mut self.db).with_durability(Durability::MEDIUM).to(name.clone());
            }
            if environment.manifest(&self.db) != manifest {
                environment.set_manifest(&mut self.db).with_durability(Durability::MEDIUM).to(manifest.into());
            }
            return environment;
        }
        let root: Arc<str> = root.into();
        let listing = if is_on_disk { Listing::Unread } else { Listing::default() };
        let environment =
            EnvironmentInput::builder(name.clone(), root.clone(), SmolStr::new(manifest), Arc::from([]), listing)
                .durability(Durability::MEDIUM)
                .new(&self.db);
        self.folders.environments.insert(root, environment);
        environment
    }

    /// Every file anew, after the folders have changed.
    fn assign_owners(&mut self) {
        let mut contents: FastMap<Owner, BTreeMap<SmolStr, FileInput>> = FastMap::default();
        for module in self.folders.modules.values() {
            contents.insert(Owner::Module(*module), BTreeMap::new());
        }
        for environment in self.folders.environments.values() {
            contents.insert(Owner::Environment(*environment), BTreeMap::new());
        }
        for file in self.db.file_table().all() {
            let owner = self.folders.owner_of(&file.path(&self.db));
            if file.owner(&self.db) != owner {
                file.set_owner(&mut self.db).with_durability(Durability::MEDIUM).to(owner.clone());
            }
            if !file.content(&self.db).is_absent()
                && let Some((key, path)) = owner_key(&owner)
            {
                contents.entry(key).or_default().insert(path, file);
            }
        }
        for (owner, files) in contents {
            self.set_files(owner, files);
        }
    }

    fn apply_files(&mut self, changes: Vec<FileChange>) {
        let mut listings: FastMap<Owner, BTreeMap<SmolStr, FileInput>> = FastMap::default();
        let mut gone = Vec::new();
        for FileChange { path, content } in changes {
            let (file, was_absent) = match self.db.file_table().by_path(&path) {
                Some(file) => {
                    let old = file.content(&self.db);
                    // `Unread` again says that the disk has another content now.
                    if old == content && old != FileContent::Unread {
                        continue;
                    }
                    // A file that is being edited is not as durable as the others.
                    let durability = match old.is_absent() {
                        true => self.content_durability(&path, &file.owner(&self.db)),
                        false => Durability::LOW,
                    };
                    file.set_content(&mut self.db).with_durability(durability).to(content.clone());
                    (file, old.is_absent())
                }
                None => (self.add_file(&path, content.clone()), true),
            };
            if was_absent == content.is_absent() {
                continue;
            }
            if content.is_absent() {
                gone.push(file);
            }
            if let Some((owner, below)) = owner_key(&file.owner(&self.db))
                && !self.is_on_disk(owner)
            {
                let listing = listings.entry(owner).or_insert_with(|| self.files_of(owner));
                if content.is_absent() {
                    listing.remove(&below);
                } else {
                    listing.insert(below, file);
                }
            }
        }
        for (owner, files) in listings {
            self.set_files(owner, files);
        }
        for file in gone {
            queries::let_go(&self.db, file);
        }
    }

    fn apply_opened(&mut self, opened: Vec<(String, bool)>) {
        for (path, is_open) in opened {
            let Some(file) = self.db.file_table().by_path(&path) else { continue };
            if file.is_open(&self.db) != is_open {
                // Whoever reads the text depends on its durability anyway.
                let durability = self.content_durability(&path, &file.owner(&self.db));
                file.set_is_open(&mut self.db).with_durability(durability).to(is_open);
            }
        }
    }

    fn add_file(&mut self, path: &str, content: FileContent) -> FileInput {
        let path: Arc<str> = path.into();
        let owner = self.folders.owner_of(&path);
        let of_content = self.content_durability(&path, &owner);
        let id = self.db.file_table().next_id();
        let file = FileInput::builder(id, path.clone(), content, owner, false)
            .durability(of_content.max(Durability::MEDIUM))
            .content_durability(of_content)
            .is_open_durability(of_content)
            .new(&self.db);
        self.db.file_table().insert(path, id, file);
        file
    }

    fn files_of(&self, owner: Owner) -> BTreeMap<SmolStr, FileInput> {
        match owner {
            Owner::Module(module) => (*module.files(&self.db)).clone(),
            Owner::Environment(environment) => (*environment.files(&self.db)).clone(),
        }
    }

    fn is_on_disk(&self, owner: Owner) -> bool {
        match owner {
            Owner::Module(module) => module.listing(&self.db) == Listing::Unread,
            Owner::Environment(environment) => environment.listing(&self.db) == Listing::Unread,
        }
    }

    /// Sets the list of files of a folder; one that is listed from disk stays that way.
    fn set_files(&mut self, owner: Owner, files: BTreeMap<SmolStr, FileInput>) {
        let known = match owner {
            Owner::Module(module) => known_files(module.listing(&self.db)),
            Owner::Environment(environment) => known_files(environment.listing(&self.db)),
        };
        if known.is_none_or(|known| *known == files) {
            return;
        }
        let files = Arc::new(files);
        match owner {
            Owner::Module(module) => {
                let durability = resting_durability(module.vendored(&self.db));
                module.set_listing(&mut self.db).with_durability(durability).to(Listing::Known(files));
            }
            Owner::Environment(environment) => {
                let listing = Listing::Known(files);
                environment.set_listing(&mut self.db).with_durability(Durability::MEDIUM).to(listing);
            }
        }
    }

    /// That of a file which nobody has typed in yet. Code and data that are developed here will be typed in; to make their content
    /// less durable only then would run everything again that has read it.
    fn content_durability(&self, path: &str, owner: &FileOwner) -> Durability {
        let is_vendored = matches!(owner, FileOwner::Module { module, .. } if module.vendored(&self.db));
        let is_typed_in = [".pp", ".epp", ".yaml"].iter().any(|ending| path.ends_with(ending));
        if is_typed_in && !is_vendored { Durability::LOW } else { resting_durability(is_vendored) }
    }
}

impl OwnerFolders {
    /// Returns the innermost module, else environment, whose folder the path is in.
    fn owner_of(&self, path: &str) -> FileOwner {
        let ancestors = || path.char_indices().rev().filter(|(_, character)| *character == '/').map(|(at, _)| at);
        for at in ancestors() {
            if let Some(module) = self.modules.get(&path[..at]) {
                return FileOwner::Module { module: *module, path: SmolStr::new(&path[at + 1..]) };
            }
        }
        for at in ancestors().filter(|at| *at > 0) {
            if let Some(environment) = self.environments.get(&path[..at]) {
                return FileOwner::Environment { environment: *environment, path: SmolStr::new(&path[at + 1..]) };
            }
        }
        FileOwner::Nothing
    }
}

fn known_files<Base>(listing: Listing<Base>) -> Option<crate::inputs::FilesBelow> {
    match listing {
        Listing::Known(files) => Some(files),
        Listing::Unread | Listing::Over { .. } => None,
    }
}

/// Which modules and files there are hardly changes: after a keystroke all that follows from it is known to be as it was
/// without a look at each module, however many there are.
fn resting_durability(vendored: bool) -> Durability {
    if vendored { Durability::HIGH } else { Durability::MEDIUM }
}

fn owner_key(owner: &FileOwner) -> Option<(Owner, SmolStr)> {
    match owner {
        FileOwner::Module { module, path } => Some((Owner::Module(*module), path.clone())),
        FileOwner::Environment { environment, path } => Some((Owner::Environment(*environment), path.clone())),
        FileOwner::Nothing => None,
    }
}
