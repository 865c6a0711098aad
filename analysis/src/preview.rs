//! Catalogs of nodes and classes as memoised queries: evaluated again only when something that they read has changed, and
//! cancelled when the user types.

pub mod command;
pub mod contexts;
pub mod example;
pub mod not_evaluated;
pub mod observed_values;
pub mod places;
pub(crate) mod ruby_types;
pub(crate) mod world;

use std::sync::Arc;

use evaluator::node_facts::NodeFacts;
use evaluator::observation::Probes;
use evaluator::request::{Alone, Goal, MissingNames, server_facts_with};
use evaluator::{Outcome, Request};
use smol_str::SmolStr;

use crate::db::Db;
use crate::inputs::{EnvironmentInput, FactSet, FileInput, NodeData, OverlayInput};
use world::DatabaseWorld;

/// What is previewed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PreviewGoal {
    /// What a node gets.
    Node,
    /// One class alone, as if a node included it.
    Class(SmolStr),
    /// One resource of a define alone, with the title `DEFINE_TITLE`.
    Define(SmolStr),
    /// One definition alone, with nothing known of what has to be given to it: for values in the code, not for a catalog.
    Alone(Alone),
    /// A Hiera key, with the facts of the node and no code evaluated.
    Key(SmolStr),
    /// The value of the last expression of a file, without the environment's manifests.
    Value(FileInput),
}

/// How much of the code is evaluated, and what is kept of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreviewMode {
    /// For an editor: code that cannot be read is skipped, and the values of all places are kept.
    Observed,
    /// As `Observed`, without the values: the other side of a comparison.
    Plain,
    /// As Puppet: a file that cannot be read is an error.
    Strict,
}

/// Manifests that are evaluated in place of the environment's own.
pub type Manifests = Option<Arc<[FileInput]>>;

/// Everything that decides a preview, besides the files.
#[salsa::interned(debug)]
pub struct PreviewKey<'db> {
    #[returns(copy)]
    pub environment: EnvironmentInput,
    /// In place of the environment's own: a manifest outside of any environment, or what a command names.
    #[returns(clone)]
    pub manifests: Manifests,
    #[returns(clone)]
    pub node: SmolStr,
    /// Empty for no facts.
    #[returns(clone)]
    pub fact_set: SmolStr,
    #[returns(clone)]
    pub goal: PreviewGoal,
    #[returns(copy)]
    pub mode: PreviewMode,
}

/// The same preview in another state of the workspace; nothing is observed there.
pub fn in_overlay<'db>(db: &'db dyn Db, key: PreviewKey<'db>, overlay: OverlayInput) -> PreviewKey<'db> {
    let environment = key.environment(db);
    let counterparts = overlay.environments(db);
    let there = counterparts.iter().find(|(base, _)| *base == environment).map_or(environment, |(_, other)| *other);
    let files = overlay.files(db);
    let counterpart = |file: FileInput| files.get(&file.path(db)).copied().unwrap_or(file);
    let manifests = key.manifests(db).map(|manifests| manifests.iter().map(|file| counterpart(*file)).collect());
    let mode = match key.mode(db) {
        PreviewMode::Observed | PreviewMode::Plain => PreviewMode::Plain,
        PreviewMode::Strict => PreviewMode::Strict,
    };
    PreviewKey::new(db, there, manifests, key.node(db), key.fact_set(db), key.goal(db), mode)
}

/// The title that a define is previewed with.
pub const DEFINE_TITLE: &str = "example";

/// The catalog with its logs, errors and observed values. As many are kept as nodes and classes are looked at in turn.
#[salsa::tracked(returns(clone), no_eq, lru = 24)]
pub fn catalog_preview<'db>(db: &'db dyn Db, key: PreviewKey<'db>) -> Arc<Outcome> {
    let world = DatabaseWorld::new(db, key);
    Arc::new(evaluator::compile(&world, &request_of(db, key)))
}

/// What is asked of the evaluator for a preview.
fn request_of(db: &dyn Db, key: PreviewKey<'_>) -> Request {
    let node_data = db.workspace().node_data(db);
    let mut request = node_request(db, &key.node(db), key.environment(db), &node_data);
    if key.mode(db) != PreviewMode::Strict {
        request.missing = MissingNames::AreUnknown;
    }
    if key.mode(db) == PreviewMode::Observed {
        request.probes = Probes::Everything;
    }
    request.facts = node_facts(db, key);
    request.goal = match key.goal(db) {
        PreviewGoal::Node => Goal::Catalog,
        PreviewGoal::Class(name) => Goal::Class(name),
        PreviewGoal::Value(file) => Goal::Value(file.id(db)),
        PreviewGoal::Key(key) => Goal::Lookup { key: key.to_string() },
        PreviewGoal::Define(name) => Goal::Define { name, title: SmolStr::new_static(DEFINE_TITLE) },
        PreviewGoal::Alone(alone) => Goal::Alone(alone),
    };
    request
}

/// Returns the request for a node's catalog, as the settings have it, without facts.
pub(crate) fn node_request(db: &dyn Db, node: &str, environment: EnvironmentInput, data: &NodeData) -> Request {
    let workspace = db.workspace();
    let mut request = Request::catalog(node);
    request.edition = workspace.edition(db);
    request.environment = data.environment.clone().unwrap_or_else(|| environment.name(db));
    request.classification = data.classification.clone();
    request.trusted = data.trusted.clone();
    request.exported = data.exported.clone();
    request.vendor_modules = workspace.vendor_modules(db);
    request.missing = workspace.missing(db);
    request.server_facts = server_facts_with(&*workspace.server_facts(db));
    if let Some(steps) = workspace.max_steps(db) {
        request.limits.steps = steps;
    }
    request
}

/// The facts of the node that a preview is for.
#[salsa::tracked(returns(clone), no_eq, lru = 64)]
fn node_facts<'db>(db: &'db dyn Db, key: PreviewKey<'db>) -> Arc<NodeFacts> {
    facts_named(db, &key.fact_set(db)).map(|set| set.for_node(&key.node(db))).unwrap_or_default()
}

pub(crate) fn facts_named(db: &dyn Db, name: &str) -> Option<FactSet> {
    db.workspace().fact_sets(db).iter().find(|set| set.name == name).cloned()
}
