//! `puppet/contexts`: the nodes and fact sets that values can be shown for, and those that they are shown for.

use serde_json::{Value as Json, json};

use crate::extensions::ContextsArguments;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, arguments: &ContextsArguments) -> Answer<Json> {
    let file = arguments.uri.as_ref().and_then(|uri| snapshot.file(uri));
    let contexts = snapshot.analysis.contexts(file)?;
    Ok(json!({
        "environment": contexts.environment,
        "edition": contexts.edition,
        "nodes": contexts.nodes,
        "factSets": contexts.fact_sets,
        "evaluation": snapshot.config.evaluation_enabled,
        "current": {"node": contexts.node, "facts": contexts.fact_set},
    }))
}
