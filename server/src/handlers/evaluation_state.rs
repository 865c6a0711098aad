//! `puppet/evaluationState`: how the evaluation that a file's values come from went, for a status line.

use serde_json::{Value as Json, json};

use crate::extensions::EvaluationStateArguments;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, arguments: &EvaluationStateArguments) -> Answer<Json> {
    if !snapshot.config.evaluation_enabled {
        return Ok(json!({"enabled": false}));
    }
    let Some(file) = snapshot.file(&arguments.uri) else { return Ok(json!({"enabled": true})) };
    let Some(state) = snapshot.analysis.evaluation_state(file)? else { return Ok(json!({"enabled": true})) };
    Ok(json!({
        "enabled": true,
        "ok": state.ok,
        "resources": state.resources,
        "unknowns": state.unknowns,
        "errors": state.errors,
        "cycles": state.cycles,
        "limit": state.limit,
    }))
}
