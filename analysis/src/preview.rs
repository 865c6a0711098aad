//! Catalogs of nodes and classes as memoised queries: evaluated again only when something that they read has changed, and
//! cancelled when the user types.

pub mod baseline;
pub mod contexts;
pub mod observed_values;
pub(crate) mod origins;
pub mod places;
pub mod report;
pub(crate) mod ruby_types;
mod world;

use std::sync::Arc;

use evaluator::node_facts::NodeFacts;
use evaluator::observation::Probes;
use evaluator::request::{Goal, server_facts_with};
use evaluator::{Outcome, Request};
use smol_str::SmolStr;

use crate::db::Db;
use crate::inputs::{EnvironmentInput, FactSet, FileInput};
use world::DatabaseWorld;

/// What is previewed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PreviewGoal {
    /// What a node gets.
    Node,
    /// One class alone, as if a node included it.
    Class(SmolStr),
    /// One resource of a define alone.
    Define(SmolStr),
    /// A Hiera key, with the facts of the node and no code evaluated.
    Key(SmolStr),
}

/// Everything that decides a preview, besides the files.
#[salsa::interned(debug)]
pub struct PreviewKey<'db> {
    #[returns(copy)]
    pub environment: EnvironmentInput,
    /// A manifest that stands for the environment's own: that of a file outside of any environment.
    #[returns(copy)]
    pub manifest: Option<FileInput>,
    #[returns(clone)]
    pub node: SmolStr,
    /// Empty for no facts.
    #[returns(clone)]
    pub fact_set: SmolStr,
    #[returns(clone)]
    pub goal: PreviewGoal,
}

/// The title that a define is previewed with.
pub const DEFINE_TITLE: &str = "example";

/// The catalog with its logs, errors and observed values. As many are kept as nodes and classes are looked at in turn.
#[salsa::tracked(returns(clone), no_eq, lru = 24)]
pub fn catalog_preview<'db>(db: &'db dyn Db, key: PreviewKey<'db>) -> Arc<Outcome> {
    let world = DatabaseWorld::new(db, key.environment(db), key.manifest(db));
    let mut request = request_of(db, key);
    request.probes = Probes::Everything;
    Arc::new(evaluator::compile(&world, &request))
}

/// What is asked of the evaluator for a preview; nothing is watched.
fn request_of(db: &dyn Db, key: PreviewKey<'_>) -> Request {
    let workspace = db.workspace();
    let mut request = Request::catalog(&key.node(db));
    request.edition = workspace.edition(db);
    request.environment = key.environment(db).name(db);
    request.facts = node_facts(db, key);
    request.server_facts = server_facts_with(&*workspace.server_facts(db));
    if let Some(steps) = workspace.max_steps(db) {
        request.limits.steps = steps;
    }
    request.goal = match key.goal(db) {
        PreviewGoal::Node => Goal::Catalog,
        PreviewGoal::Class(name) => Goal::Class(name),
        PreviewGoal::Key(key) => Goal::Lookup { key: key.to_string() },
        PreviewGoal::Define(name) => Goal::Define { name, title: SmolStr::new_static(DEFINE_TITLE) },
    };
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
