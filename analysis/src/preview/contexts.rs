//! Which node and facts values are shown for: what the user chose, else what the workspace says.

use evaluator::Value;
use evaluator::request::Alone;
use smol_str::SmolStr;
use syntax::Expr;

use super::default_facts::fact_set_for;
use super::{DEFINE_TITLE, Manifests, PreviewGoal, PreviewKey, PreviewMode, facts_named};
use crate::catalog_view::ViewContext;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, file_signature};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, FactSet, FileInput, FileOwner};
use crate::queries;

/// The node where no manifest names one.
pub const DEFAULT_NODE: &str = "localhost.localdomain";

/// The nodes and fact sets that can be chosen, and what is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contexts {
    pub environment: String,
    pub nodes: Vec<String>,
    pub fact_sets: Vec<String>,
    pub node: String,
    pub fact_set: String,
    pub edition: &'static str,
}

/// The node and fact set that a value was found with, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextLabel {
    pub node: SmolStr,
    pub fact_set: SmolStr,
    pub goal: PreviewGoal,
}

impl ContextLabel {
    pub fn text(&self) -> String {
        let facts = if self.fact_set.is_empty() { "no facts".into() } else { format!("facts {}", self.fact_set) };
        match &self.goal {
            PreviewGoal::Node | PreviewGoal::Key(_) | PreviewGoal::Value(_) => format!("node {} · {facts}", self.node),
            PreviewGoal::Class(name) | PreviewGoal::Alone(Alone::Class(name)) => {
                format!("class {name} alone · {facts}")
            }
            PreviewGoal::Define(name) => format!("a {name} alone, with the title '{DEFINE_TITLE}' · {facts}"),
            PreviewGoal::Alone(Alone::Define(name)) => format!("a {name} alone · {facts}"),
            PreviewGoal::Alone(Alone::Function(name)) => format!("function {name} alone · {facts}"),
        }
    }
}

impl Analysis {
    /// The contexts of the environment that a file is in, or of the first environment.
    pub fn contexts(&self, file: Option<evaluator::FileId>) -> Cancellable<Contexts> {
        self.read(move |db| contexts(db, file.and_then(|file| db.file_table().by_id(file))))
    }
}

fn contexts(db: &dyn Db, file: Option<FileInput>) -> Contexts {
    let environments = db.workspace().environments(db);
    let environment = match file {
        Some(file) => queries::environment_of(db, file),
        None => environments[0],
    };
    let manifests = file.and_then(|file| own_manifest(db, file));
    Contexts {
        environment: environment.name(db).to_string(),
        nodes: known_nodes(db, environment, &manifests).iter().map(SmolStr::to_string).collect(),
        fact_sets: db.workspace().fact_sets(db).iter().map(|set| set.name.to_string()).collect(),
        node: node_name(db, environment, &manifests).to_string(),
        fact_set: fact_set_for(db, environment, None).to_string(),
        edition: db.workspace().edition(db).name(),
    }
}

/// A manifest outside of any environment and module stands for an environment of its own.
pub fn own_manifest(db: &dyn Db, file: FileInput) -> Manifests {
    match file.owner(db) {
        FileOwner::Nothing => Some([file].into()),
        FileOwner::Module { .. } => None,
        // A loose manifest in a folder that has no manifests of its own.
        FileOwner::Environment { environment, .. } => {
            let manifests = queries::main_manifests(db, environment);
            (manifests.is_empty() && file.path(db).ends_with(".pp")).then(|| [file].into())
        }
    }
}

/// The preview of the context in force, for what a file holds.
pub fn preview_key(db: &dyn Db, file: FileInput, goal: PreviewGoal) -> PreviewKey<'_> {
    let environment = queries::environment_of(db, file);
    let manifests = own_manifest(db, file);
    let node = node_name(db, environment, &manifests);
    let fact_set = fact_set_of_goal(db, environment, file, &goal);
    PreviewKey::new(db, environment, manifests, node, fact_set, goal, PreviewMode::Observed)
}

/// The facts of a node are those in force; a definition alone is seen on a system that its module supports.
pub fn fact_set_of_goal(db: &dyn Db, environment: EnvironmentInput, file: FileInput, goal: &PreviewGoal) -> SmolStr {
    let is_alone = matches!(goal, PreviewGoal::Class(_) | PreviewGoal::Define(_) | PreviewGoal::Alone(_));
    fact_set_for(db, environment, is_alone.then_some(file))
}

pub fn label(db: &dyn Db, key: PreviewKey<'_>) -> ContextLabel {
    ContextLabel { node: key.node(db), fact_set: key.fact_set(db), goal: key.goal(db) }
}

/// What a preview is for, as views show it.
pub(crate) fn view_context(db: &dyn Db, key: PreviewKey<'_>) -> ViewContext {
    ViewContext {
        node: key.node(db),
        fact_set: key.fact_set(db),
        environment: key.environment(db).name(db),
        edition: db.workspace().edition(db).name(),
        label: label(db, key).text(),
    }
}

/// The fact set in force: the chosen one, that of the chosen node, else the first; empty where there is none.
pub fn fact_set_name(db: &dyn Db) -> SmolStr {
    let workspace = db.workspace();
    let context = workspace.context(db);
    let own = || {
        let node = context.node.as_ref()?;
        let sets = workspace.fact_sets(db);
        sets.iter().find(|set| node_of_facts(set).as_ref() == Some(node)).map(|set| set.name.clone())
    };
    let chosen = context.fact_set.clone().filter(|name| facts_named(db, name).is_some());
    chosen.or_else(own).or_else(|| workspace.fact_sets(db).first().map(|set| set.name.clone())).unwrap_or_default()
}

/// The node in force: the chosen one, the one whose facts were chosen, else the first that a manifest names.
pub fn node_name(db: &dyn Db, environment: EnvironmentInput, manifests: &Manifests) -> SmolStr {
    let context = db.workspace().context(db);
    if let Some(node) = &context.node {
        return node.clone();
    }
    let of_facts = context.fact_set.as_ref().and_then(|name| facts_named(db, name)).and_then(|set| {
        match set.facts.get("clientcert")? {
            Value::String(name) => Some(name.clone()),
            _ => None,
        }
    });
    of_facts
        .or_else(|| named_nodes(db, environment, manifests).into_iter().next())
        .unwrap_or(SmolStr::new_static(DEFAULT_NODE))
}

/// Every node that is known: those that the manifests name, then those that facts are of.
pub fn all_nodes(db: &dyn Db, environment: EnvironmentInput, manifests: &Manifests) -> Vec<SmolStr> {
    let mut nodes = known_nodes(db, environment, manifests);
    if nodes.is_empty() {
        nodes.push(node_name(db, environment, manifests));
    }
    nodes
}

fn known_nodes(db: &dyn Db, environment: EnvironmentInput, manifests: &Manifests) -> Vec<SmolStr> {
    let mut nodes = named_nodes(db, environment, manifests);
    for set in db.workspace().fact_sets(db).iter() {
        if let Some(node) = node_of_facts(set)
            && !nodes.contains(&node)
        {
            nodes.push(node);
        }
    }
    nodes
}

/// A node's own facts, else those in force.
pub fn fact_set_of_node(db: &dyn Db, node: &str) -> SmolStr {
    let sets = db.workspace().fact_sets(db);
    let own = sets.iter().find(|set| node_of_facts(set).is_some_and(|of| of == node));
    own.map_or_else(|| fact_set_name(db), |set| set.name.clone())
}

/// The node that a fact set is of.
pub(crate) fn node_of_facts(set: &FactSet) -> Option<SmolStr> {
    match set.facts.get("clientcert")? {
        Value::String(name) if !set.is_typical => Some(name.clone()),
        _ => None,
    }
}

/// The nodes that the manifests name in so many words, in their order.
pub fn named_nodes(db: &dyn Db, environment: EnvironmentInput, manifests: &Manifests) -> Vec<SmolStr> {
    let manifests = match manifests {
        Some(manifests) => manifests.to_vec(),
        None => queries::main_manifests(db, environment),
    };
    let mut names: Vec<SmolStr> = Vec::new();
    for file in manifests {
        let signature = file_signature(db, file);
        if !signature.definitions.iter().any(|definition| definition.kind == DefinitionKind::Node) {
            continue;
        }
        let program = queries::program(db, file);
        for definition in &program.definitions {
            let Expr::Node(node) = program.expr(*definition) else { continue };
            for matching in &node.matches {
                if let Expr::String(name) | Expr::QualifiedName(name) = program.expr(*matching)
                    && !names.contains(name)
                {
                    names.push(name.clone());
                }
            }
        }
    }
    names
}
