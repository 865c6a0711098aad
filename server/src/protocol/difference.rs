//! What a change does to catalogs.

use analysis::catalog_view::UndecidedDiff;
use analysis::features::catalog_diff::{ALL_NODES, Changes, DiffAnswer, DiffState, NodeDifference};
use evaluator::catalog::diff::{AttributeChange, AttributeValue, CatalogDiff, ChangedResource, DiffEdge, DiffResource};
use evaluator::catalog::rich_data::WireParameter;
use serde::{Serialize, Serializer};
use smol_str::SmolStr;

use super::catalog::Entries;
use super::preview::Preview;
use super::report::{Missing, Possible, PossibleError};

/// The answer of `puppet-analyzer.catalogDiff`.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum DiffReport {
    Node(Box<NodeDiffReport>),
    AllNodes(AllNodesReport),
}

/// The preview of now, with what has changed.
#[derive(Clone, Debug, Serialize)]
pub struct NodeDiffReport {
    #[serde(flatten)]
    pub preview: Preview,
    pub baseline: String,
    pub changes: usize,
    pub diff: Difference,
    pub text: String,
    pub before: State,
    pub after: State,
}

#[derive(Clone, Debug, Serialize)]
pub struct AllNodesReport {
    pub ok: bool,
    pub baseline: String,
    pub node: &'static str,
    pub changes: usize,
    pub nodes: Vec<NodeDiff>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct NodeDiff {
    pub ok: bool,
    pub node: SmolStr,
    pub facts: SmolStr,
    pub changes: usize,
    pub diff: Difference,
    pub text: String,
    pub before: State,
    pub after: State,
}

/// How the evaluation of one state went.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    pub ok: bool,
    pub errors: Vec<String>,
    pub undecided: usize,
    pub missing: Vec<Missing>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    pub added: Vec<WholeResource>,
    pub removed: Vec<WholeResource>,
    pub changed: Vec<ChangedParameters>,
    pub added_edges: Vec<KindEdge>,
    pub removed_edges: Vec<KindEdge>,
    pub added_possible: Vec<Possible>,
    pub removed_possible: Vec<Possible>,
    pub added_possible_errors: Vec<PossibleError>,
    pub removed_possible_errors: Vec<PossibleError>,
}

/// A resource that only one state has.
#[derive(Clone, Debug, Serialize)]
pub struct WholeResource {
    pub resource: String,
    pub parameters: Entries<ShownValue>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ChangedParameters {
    pub resource: String,
    pub parameters: Vec<ChangedParameter>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ChangedParameter {
    pub name: String,
    pub before: Option<ShownValue>,
    pub after: Option<ShownValue>,
}

#[derive(Clone, Debug, Serialize)]
pub struct KindEdge {
    pub source: String,
    pub target: String,
    pub kind: &'static str,
}

/// A value as in a catalog; a sensitive one hidden.
#[derive(Clone, Debug)]
pub struct ShownValue(AttributeValue);

/// One node of `diff --format json`.
#[derive(Clone, Debug, Serialize)]
pub struct CommandDifference {
    pub node: SmolStr,
    pub undecided: UndecidedParts,
    pub diff: Difference,
    pub errors: Vec<FailedSide>,
}

/// The number of undecided parts of each side of `diff`.
#[derive(Clone, Debug, Serialize)]
pub struct UndecidedParts {
    pub from: usize,
    pub to: usize,
}

/// A side of `diff` that does not compile.
#[derive(Clone, Debug, Serialize)]
pub struct FailedSide {
    pub side: String,
    pub message: String,
}

impl DiffReport {
    pub fn of(answer: DiffAnswer, markdown: Option<String>) -> Self {
        let baseline = answer.baseline;
        match answer.changes {
            Changes::AllNodes(nodes) => DiffReport::AllNodes(AllNodesReport {
                ok: nodes.iter().all(NodeDifference::is_ok),
                baseline,
                node: ALL_NODES,
                changes: nodes.iter().map(NodeDifference::changes).sum(),
                nodes: nodes.into_iter().map(NodeDiff::from).collect(),
                markdown,
            }),
            Changes::Node { difference, now } => {
                let mut preview = Preview::from(*now);
                preview.report.ok = difference.is_ok();
                preview.markdown = markdown;
                let NodeDiff { changes, diff, text, before, after, .. } = NodeDiff::from(*difference);
                let report = NodeDiffReport { preview, baseline, changes, diff, text, before, after };
                DiffReport::Node(Box::new(report))
            }
        }
    }

    pub fn markdown(&self) -> Option<&str> {
        match self {
            DiffReport::Node(report) => report.preview.markdown.as_deref(),
            DiffReport::AllNodes(report) => report.markdown.as_deref(),
        }
    }
}

impl From<NodeDifference> for NodeDiff {
    fn from(difference: NodeDifference) -> Self {
        NodeDiff {
            ok: difference.is_ok(),
            changes: difference.changes(),
            text: difference.text(),
            node: difference.context.node,
            facts: difference.context.fact_set,
            diff: Difference::of(difference.diff, difference.undecided),
            before: difference.before.into(),
            after: difference.after.into(),
        }
    }
}

impl From<DiffState> for State {
    fn from(state: DiffState) -> Self {
        let missing = state.missing.into_iter().map(Missing::from).collect();
        State { ok: state.ok, errors: state.errors, undecided: state.undecided, missing }
    }
}

impl Difference {
    pub fn of(diff: CatalogDiff, undecided: UndecidedDiff) -> Self {
        Difference {
            added: diff.added.into_iter().map(WholeResource::from).collect(),
            removed: diff.removed.into_iter().map(WholeResource::from).collect(),
            changed: diff.changed.into_iter().map(ChangedParameters::from).collect(),
            added_edges: diff.added_edges.into_iter().map(KindEdge::from).collect(),
            removed_edges: diff.removed_edges.into_iter().map(KindEdge::from).collect(),
            added_possible: undecided.added.into_iter().map(Possible::from).collect(),
            removed_possible: undecided.removed.into_iter().map(Possible::from).collect(),
            added_possible_errors: undecided.added_errors.into_iter().map(PossibleError::from).collect(),
            removed_possible_errors: undecided.removed_errors.into_iter().map(PossibleError::from).collect(),
        }
    }
}

impl From<DiffResource> for WholeResource {
    fn from(resource: DiffResource) -> Self {
        let attributes = resource.attributes.into_iter();
        let parameters = attributes.map(|(name, value)| (SmolStr::from(name), ShownValue(value)));
        WholeResource { resource: resource.reference, parameters: Entries(parameters.collect()) }
    }
}

impl From<ChangedResource> for ChangedParameters {
    fn from(resource: ChangedResource) -> Self {
        let parameters = resource.attributes.into_iter().map(ChangedParameter::from).collect();
        ChangedParameters { resource: resource.reference, parameters }
    }
}

impl From<AttributeChange> for ChangedParameter {
    fn from(change: AttributeChange) -> Self {
        ChangedParameter {
            name: change.name,
            before: change.before.map(ShownValue),
            after: change.after.map(ShownValue),
        }
    }
}

impl From<DiffEdge> for KindEdge {
    fn from(edge: DiffEdge) -> Self {
        KindEdge { source: edge.source, target: edge.target, kind: edge.kind.name() }
    }
}

impl Serialize for ShownValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.sensitive {
            true => serializer.serialize_str(&self.0.shown),
            false => WireParameter(&self.0.value).serialize(serializer),
        }
    }
}
