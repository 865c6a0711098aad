//! `puppet/evaluationState`: how the evaluation that a file's values come from went, for a status line.

use crate::protocol::{EvaluationState, EvaluationStateArguments};
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, arguments: &EvaluationStateArguments) -> Answer<EvaluationState> {
    if !snapshot.config.evaluation_enabled {
        return Ok(EvaluationState::of(false, None));
    }
    let state = match snapshot.file(&arguments.uri) {
        Some(file) => snapshot.analysis.evaluation_state(file)?,
        None => None,
    };
    Ok(EvaluationState::of(true, state))
}
