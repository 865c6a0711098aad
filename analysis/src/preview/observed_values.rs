//! What an expression evaluated to in the context in force: read from the observations of the memoised preview.

use evaluator::observation::{Distinct, ObservedValues};
use evaluator::request::Alone;
use evaluator::{Outcome, Place};
use syntax::{Expr, ExprId};

use super::contexts::{ContextLabel, label, preview_key};
use super::not_evaluated::{NotEvaluated, owner_of_parameter, why};
use super::{PreviewGoal, catalog_preview};
use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;

/// The values of one place, and the context that they were seen in.
#[derive(Clone, Debug)]
pub struct Observed {
    pub values: ObservedValues,
    pub context: ContextLabel,
    /// Code that the context was evaluated without, because it cannot be read as it is now.
    pub left_out: Vec<String>,
    /// Why the node's catalog does not have the values, where it ended before.
    pub ended: Option<Unseen>,
}

/// A place without a value: why, and in which context.
#[derive(Clone, Debug)]
pub struct Unseen {
    pub why: NotEvaluated,
    pub context: ContextLabel,
}

/// What the first of these places that was evaluated gave.
pub fn observed_at(db: &dyn Db, file: FileInput, places: &[ExprId]) -> Option<Observed> {
    look_at(db, file, places)?.ok()
}

/// The same, or why none was evaluated. The node's catalog is asked first; code that it does not come to is evaluated with its
/// class, define or function alone, unless the catalog has decided against it. `None` without a place.
pub fn look_at(db: &dyn Db, file: FileInput, places: &[ExprId]) -> Option<Result<Observed, Unseen>> {
    let first = *places.first()?;
    let look = |goal| {
        let key = preview_key(db, file, goal);
        let outcome = catalog_preview(db, key);
        let context = || label(db, key);
        match seen(file, db, places, &outcome) {
            Some(values) => {
                let left_out = outcome.left_out.iter().map(|left_out| left_out.what.clone()).collect();
                Ok(Observed { values: values.clone(), context: context(), left_out, ended: None })
            }
            None => Err(Unseen { why: why(db, file, first, &outcome), context: context() }),
        }
    };
    let on_node = match look(PreviewGoal::Node) {
        Ok(observed) => return Some(Ok(observed)),
        Err(unseen) => unseen,
    };
    // Where the node's catalog ended is what the user has to know.
    let ended = matches!(on_node.why, NotEvaluated::Ended(_)).then(|| on_node.clone());
    let mut unseen = on_node;
    for goal in own_goals(db, file, first) {
        if !unseen.why.may_be_seen_alone() {
            break;
        }
        match look(goal) {
            Ok(observed) => return Some(Ok(Observed { ended, ..observed })),
            Err(alone) => unseen = alone,
        }
    }
    Some(Err(ended.unwrap_or(unseen)))
}

fn seen<'o>(file: FileInput, db: &dyn Db, places: &[ExprId], outcome: &'o Outcome) -> Option<&'o ObservedValues> {
    places.iter().find_map(|place| outcome.observations.at.get(&Place::new(file.id(db), *place)))
}

/// The values beyond the kept ones in words, for instance `40 more`; `None` where there are none.
pub fn further(values: &ObservedValues) -> Option<String> {
    let kept = values.values.len();
    match values.distinct() {
        Distinct::Exactly(all) if all <= kept => None,
        Distinct::Exactly(all) => Some(format!("{} more", all - kept)),
        Distinct::AtLeast(all) => Some(format!("at least {} more", all - kept)),
    }
}

/// Whether an expression is in code that cannot be read as it is now, so that it is evaluated for nothing.
pub fn is_left_out(db: &dyn Db, file: FileInput, place: ExprId) -> bool {
    let broken = queries::broken_parts(db, file);
    let parents = queries::parents(db, file);
    !broken.parts.is_empty()
        && std::iter::once(place).chain(parents.ancestors(place)).any(|id| broken.parts.contains(&id))
}

/// The class, define or function around an expression, alone. A class that needs no more than a node gives it is the one that
/// is previewed; what else it needs is unknown.
fn own_goals(db: &dyn Db, file: FileInput, place: ExprId) -> Vec<PreviewGoal> {
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let goals_of = |id: ExprId| match program.expr(id) {
        Expr::Class(class) => {
            let name = || class.name.clone();
            Some(vec![PreviewGoal::Class(name()), PreviewGoal::Alone(Alone::Class(name()))])
        }
        Expr::Define(define) => Some(vec![PreviewGoal::Alone(Alone::Define(define.name.clone()))]),
        Expr::Function(function) => Some(vec![PreviewGoal::Alone(Alone::Function(function.name.clone()))]),
        _ => None,
    };
    let start = owner_of_parameter(&program, place).unwrap_or(place);
    std::iter::once(start).chain(parents.ancestors(start)).find_map(goals_of).unwrap_or_default()
}
