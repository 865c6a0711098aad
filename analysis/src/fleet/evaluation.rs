//! The catalog of one node of a fleet, in one state of the workspace. It is not kept: there may be ten thousand. What it is made
//! of (files, programs, data) is in the database, once for all nodes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use evaluator::node_facts::NodeFacts;
use evaluator::request::{ExportedResource, Goal};
use evaluator::{Outcome, Request};
use smol_str::SmolStr;

use super::read_set::ReadSet;
use crate::catalog_view::ViewContext;
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, NodeData};
use crate::preview::command::{CommandAnswer, first_environment};
use crate::preview::node_request;
use crate::preview::world::DatabaseWorld;

/// A node with all that is known of it.
#[derive(Clone, Debug)]
pub struct FleetNode {
    pub name: SmolStr,
    pub facts: Arc<NodeFacts>,
    pub data: NodeData,
}

/// What is asked about a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeQuestion<'q> {
    pub node: &'q FleetNode,
    /// A Hiera key in place of the catalog.
    pub key: Option<&'q str>,
    /// The other state of the workspace that is meant, by name.
    pub overlay: Option<&'q str>,
    /// What was read is to be kept.
    pub keeps_reads: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct NodeAnswer {
    pub answer: CommandAnswer,
    pub reads: ReadSet,
}

impl Analysis {
    /// Evaluates a node of a fleet as Puppet would, in the first environment of the workspace.
    pub fn evaluate_node(&self, question: NodeQuestion<'_>) -> Cancellable<NodeAnswer> {
        let question = AssertUnwindSafe(question);
        self.read(move |db| {
            let AssertUnwindSafe(question) = { question };
            let environment = environment_of(db, question.overlay);
            let world = DatabaseWorld::of_node(db, environment, question.keeps_reads);
            let request = request_of(db, environment, &question);
            let outcome = Arc::new(evaluator::compile(&world, &request));
            let context = view_context(db, environment, question.node);
            NodeAnswer { answer: CommandAnswer { outcome, context }, reads: world.into_reads() }
        })
    }
}

/// Returns the first environment in a state of the workspace.
fn environment_of(db: &dyn Db, overlay: Option<&str>) -> EnvironmentInput {
    let base = first_environment(db);
    let overlays = db.workspace().overlays(db);
    let counterparts = overlay.and_then(|name| overlays.get(name)).map(|overlay| overlay.environments(db));
    let other = counterparts.iter().flat_map(|all| all.iter()).find(|(from, _)| *from == base);
    other.map_or(base, |(_, to)| *to)
}

fn request_of(db: &dyn Db, environment: EnvironmentInput, question: &NodeQuestion<'_>) -> Request {
    let node = question.node;
    let mut request = node_request(db, &node.name, environment, &node.data);
    request.facts = node.facts.clone();
    if let Some(key) = question.key {
        request.goal = Goal::Lookup { key: key.to_string() };
    }
    request
}

fn view_context(db: &dyn Db, environment: EnvironmentInput, node: &FleetNode) -> ViewContext {
    ViewContext {
        node: node.name.clone(),
        fact_set: node.name.clone(),
        environment: node.data.environment.clone().unwrap_or_else(|| environment.name(db)),
        edition: db.workspace().edition(db).name(),
        label: format!("node {}", node.name),
    }
}

/// Returns what a node exports, as other nodes collect it.
pub fn exports_of(outcome: &Outcome, node: &str) -> Vec<ExportedResource> {
    let resources = outcome.catalog.iter().flat_map(|catalog| &catalog.resources);
    let own = resources.filter(|resource| resource.is_exported && resource.exported_by.is_none());
    own.map(|resource| ExportedResource {
        type_name: resource.type_name.clone(),
        title: resource.title.clone(),
        parameters: resource
            .parameters
            .iter()
            .filter(|(_, parameter)| !parameter.value.is_undef())
            .map(|(name, parameter)| (name.clone(), parameter.value.clone()))
            .collect(),
        tags: resource.tags.iter().cloned().collect(),
        certname: SmolStr::new(node),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::fleet::read_set::ChangedFiles;
    use crate::inputs::FileContent;
    use evaluator::Value;

    fn node(name: &str, facts: &[(&str, &str)]) -> FleetNode {
        let facts = facts.iter().map(|(name, value)| (SmolStr::new(name), Value::string(value)));
        let facts: evaluator::fact_sets::Facts = facts.collect();
        FleetNode { name: SmolStr::new(name), facts: Arc::new(facts.into()), data: NodeData::default() }
    }

    fn ask(fixture: &Fixture, node: &FleetNode, overlay: Option<&str>) -> NodeAnswer {
        let question = NodeQuestion { node, key: None, overlay, keeps_reads: true };
        fixture.host.analysis().evaluate_node(question).expect("nobody writes")
    }

    const FILES: &str = "//- /env/manifests/site.pp\nif $facts['role'] == 'web' { include a }\n@@notify { $trusted['certname']: message => 'x' }\n\
         //- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: n\n    path: \"nodes/%{trusted.certname}.yaml\"\n\
         //- /env/data/nodes/w.yaml\na::text: from data\n\
         //- /env/modules/a/manifests/init.pp\nclass a($text = 'default') { notify { \"a ${text}\": } }\n";

    #[test]
    fn each_node_has_its_own_facts_and_read_set() {
        let fixture = Fixture::new(FILES);
        let web = ask(&fixture, &node("w", &[("role", "web")]), None);
        let other = ask(&fixture, &node("o", &[("role", "db")]), None);
        let titles = |answer: &NodeAnswer| {
            let resources = answer.answer.outcome.catalog.iter().flat_map(|catalog| &catalog.resources);
            resources
                .filter(|resource| resource.type_name == "Notify")
                .map(|it| it.title.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(titles(&web), ["a from data", "w"]);
        assert_eq!(titles(&other), ["o"]);
        let class = "/env/modules/a/manifests/init.pp";
        assert!(web.reads.has(class) && !other.reads.has(class));
        assert!(web.reads.has("/env/data/nodes/w.yaml"));
        let absent = ask(&fixture, &node("x", &[("role", "web")]), None);
        assert!(absent.reads.has("/env/data/nodes/x.yaml"), "a file that is not there yet counts");
        let changed = ChangedFiles { paths: [class.into()].into(), layout_differs: false };
        assert!(web.reads.meets(&changed) && !other.reads.meets(&changed));
        let exported = exports_of(&other.answer.outcome, "o");
        assert_eq!((exported.len(), exported[0].certname.as_str()), (1, "o"));
    }

    #[test]
    fn the_other_state_is_an_overlay() {
        let mut fixture = Fixture::new(FILES);
        let old = FileContent::Text("class a { notify { 'old': } }".into());
        fixture.set_overlay("from", &[("/env/modules/a/manifests/init.pp", old)]);
        let node = node("w", &[("role", "web")]);
        let before = ask(&fixture, &node, Some("from"));
        let catalog = before.answer.outcome.catalog.as_ref().expect("a catalog");
        assert!(catalog.resources.iter().any(|resource| resource.title == "old"));
    }
}
