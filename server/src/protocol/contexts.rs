//! What values are shown for, and how their evaluation went.

use analysis::features::evaluation_state as analysis_state;
use analysis::preview::contexts as analysis_contexts;
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contexts {
    pub environment: String,
    pub edition: &'static str,
    pub nodes: Vec<String>,
    pub fact_sets: Vec<String>,
    pub evaluation: bool,
    pub current: CurrentContext,
}

#[derive(Clone, Debug, Serialize)]
pub struct CurrentContext {
    pub node: String,
    pub facts: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct EvaluationState {
    pub enabled: bool,
    #[serde(flatten)]
    pub numbers: Option<EvaluationNumbers>,
}

#[derive(Clone, Debug, Serialize)]
pub struct EvaluationNumbers {
    pub ok: bool,
    pub resources: usize,
    pub unknowns: usize,
    pub errors: usize,
    pub cycles: usize,
    pub limit: Option<String>,
}

impl Contexts {
    pub fn of(contexts: analysis_contexts::Contexts, is_enabled: bool) -> Self {
        Contexts {
            environment: contexts.environment,
            edition: contexts.edition,
            nodes: contexts.nodes,
            fact_sets: contexts.fact_sets,
            evaluation: is_enabled,
            current: CurrentContext { node: contexts.node, facts: contexts.fact_set },
        }
    }
}

impl EvaluationState {
    pub fn of(is_enabled: bool, state: Option<analysis_state::EvaluationState>) -> Self {
        let numbers = state.map(|state| EvaluationNumbers {
            ok: state.ok,
            resources: state.resources,
            unknowns: state.unknowns,
            errors: state.errors,
            cycles: state.cycles,
            limit: state.limit,
        });
        EvaluationState { enabled: is_enabled, numbers }
    }
}
