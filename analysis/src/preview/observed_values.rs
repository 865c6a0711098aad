//! What an expression evaluated to in the context in force: read from the observations of the memoised preview.

use evaluator::Place;
use evaluator::observation::ObservedValues;
use syntax::{Expr, ExprId};

use super::contexts::{ContextLabel, label, preview_key};
use super::{PreviewGoal, catalog_preview};
use crate::db::Db;
use crate::definition_index::parameters_of;
use crate::inputs::FileInput;
use crate::queries;

/// The values of one place, and the context that they were seen in.
#[derive(Clone, Debug)]
pub struct Observed {
    pub values: ObservedValues,
    pub context: ContextLabel,
    /// Code that the context was evaluated without, because it cannot be read as it is now.
    pub left_out: Vec<String>,
}

/// What the first of these places that was evaluated gave. The node's catalog is asked first; code that it does not
/// reach is evaluated with its class or define alone.
pub fn observed_at(db: &dyn Db, file: FileInput, places: &[ExprId]) -> Option<Observed> {
    let goals = std::iter::once(PreviewGoal::Node).chain(own_goal(db, file, *places.first()?));
    for goal in goals {
        let key = preview_key(db, file, goal);
        let outcome = catalog_preview(db, key);
        for place in places {
            if let Some(values) = outcome.observations.at.get(&Place::new(file.id(db), *place)) {
                let left_out = outcome.left_out.iter().map(|left_out| left_out.what.clone()).collect();
                return Some(Observed { values: values.clone(), context: label(db, key), left_out });
            }
        }
    }
    None
}

/// Whether an expression is in code that cannot be read as it is now, so that it is evaluated for nothing.
pub fn is_left_out(db: &dyn Db, file: FileInput, place: ExprId) -> bool {
    let broken = queries::broken_parts(db, file);
    let parents = queries::parents(db, file);
    !broken.parts.is_empty()
        && std::iter::once(place).chain(parents.ancestors(place)).any(|id| broken.parts.contains(&id))
}

/// The class or define around an expression.
pub fn own_goal(db: &dyn Db, file: FileInput, place: ExprId) -> Option<PreviewGoal> {
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let goal_of = |id: ExprId| match program.expr(id) {
        Expr::Class(class) => Some(PreviewGoal::Class(class.name.clone())),
        Expr::Define(define) => Some(PreviewGoal::Define(define.name.clone())),
        _ => None,
    };
    let around = std::iter::once(place).chain(parents.ancestors(place)).find_map(goal_of);
    // The places of parameters and names are no children of anything: look for the definition that has them.
    around.or_else(|| {
        program.definitions.iter().copied().find_map(|id| {
            let expr = program.expr(id);
            let is_name = crate::definition_index::name_place(&program, id) == place;
            (is_name || parameters_of(expr).iter().any(|p| p.id == place)).then(|| goal_of(id)).flatten()
        })
    })
}
