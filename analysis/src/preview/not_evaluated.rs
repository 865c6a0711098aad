//! Why an evaluation has no value for a place: which branch is not taken, what nothing declares or calls, where it ended.
//!
//! The evaluator notes what it enters; the first construct around the place, from the outside in, that it did not enter is the reason.

use evaluator::error::EvaluationError;
use evaluator::observation::ParameterSource;
use evaluator::{Outcome, Place};
use smol_str::SmolStr;
use syntax::program::{BinaryOperator, Parameter};
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Program};

use super::places::finish_message;
use crate::db::Db;
use crate::definition_index::parameters_of;
use crate::features::links;
use crate::inputs::FileInput;
use crate::queries::{self, Parents};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotEvaluated {
    /// Of an `if` or `unless`.
    BranchNotTaken,
    /// Of a `case` or selector.
    OptionNotTaken,
    BlockNotCalled,
    /// Nobody can say whether a branch is taken or a block is called.
    Undecided(String),
    /// `and` or `or` was decided by its left side.
    LeftSideDecides,
    DefaultNotUsed,
    /// A statement before it leaves the block.
    BlockLeft,
    ClassNotDeclared(SmolStr),
    DefineNotDeclared(SmolStr),
    FunctionNotCalled(SmolStr),
    /// A plan is not for catalogs.
    Plan,
    OtherNode,
    TemplateNotRendered,
    FileNotUsed,
    CannotBeRead,
    /// The evaluation came to an end before: the error or limit.
    Ended(String),
    /// A parameter whose default ended the evaluation.
    DefaultFails(String),
    Unclear,
}

impl NotEvaluated {
    /// Whether something has to lead to the place and does not; otherwise it may be a place that has no value.
    pub fn is_certain(&self) -> bool {
        !matches!(self, NotEvaluated::Ended(_) | NotEvaluated::DefaultFails(_) | NotEvaluated::Unclear)
    }

    /// Whether evaluating the class, define or function alone may have a value: nothing decided against this place.
    pub fn may_be_seen_alone(&self) -> bool {
        matches!(
            self,
            NotEvaluated::ClassNotDeclared(_)
                | NotEvaluated::DefineNotDeclared(_)
                | NotEvaluated::FunctionNotCalled(_)
                | NotEvaluated::Ended(_)
        )
    }

    pub fn text(&self) -> String {
        let reason = match self {
            NotEvaluated::BranchNotTaken => "this branch is not taken".to_string(),
            NotEvaluated::OptionNotTaken => "this option is not taken".to_string(),
            NotEvaluated::BlockNotCalled => "this block is not called".to_string(),
            NotEvaluated::Undecided(reason) => format!("whether this runs is unknown: {reason}"),
            NotEvaluated::LeftSideDecides => "the left side decides".to_string(),
            NotEvaluated::DefaultNotUsed => "this default is not used".to_string(),
            NotEvaluated::BlockLeft => "a statement before it leaves the block".to_string(),
            NotEvaluated::ClassNotDeclared(name) => format!("nothing declares class `{name}`"),
            NotEvaluated::DefineNotDeclared(name) => format!("nothing declares a `{name}`"),
            NotEvaluated::FunctionNotCalled(name) => format!("nothing calls `{name}`"),
            NotEvaluated::Plan => "a plan is not part of a catalog".to_string(),
            NotEvaluated::OtherNode => "this definition is for other nodes".to_string(),
            NotEvaluated::TemplateNotRendered => "nothing renders this template".to_string(),
            NotEvaluated::FileNotUsed => "nothing evaluates this file outside of its definitions".to_string(),
            NotEvaluated::CannotBeRead => "the code around it cannot be read as it is now".to_string(),
            NotEvaluated::Ended(message) => format!("the evaluation ended early.\n\n{message}"),
            NotEvaluated::DefaultFails(message) => return format!("No value: its default fails.\n\n{message}"),
            NotEvaluated::Unclear => "nothing leads here".to_string(),
        };
        format!("Not evaluated: {reason}")
    }
}

/// A construct around a place that decides whether it is evaluated.
struct Guard {
    /// What the evaluator notes when it enters it; `None` where it notes nothing.
    entered: Option<ExprId>,
    /// What it notes when it cannot decide.
    undecided: ExprId,
    otherwise: NotEvaluated,
}

pub fn why(db: &dyn Db, file: FileInput, place: ExprId, outcome: &Outcome) -> NotEvaluated {
    if super::observed_values::is_left_out(db, file, place) {
        return NotEvaluated::CannotBeRead;
    }
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let seeker = Seeker { program: &program, parents: &parents, outcome, place_of: &|id| Place::new(file.id(db), id) };
    let observations = &outcome.observations;
    let mut inferred = None;
    for guard in seeker.guards(place).into_iter().rev() {
        match guard.entered {
            Some(entered) if observations.entered.contains(&(seeker.place_of)(entered)) => {}
            Some(_) => {
                let undecided = observations.undecided.get(&(seeker.place_of)(guard.undecided));
                return undecided.map_or(guard.otherwise, |reason| NotEvaluated::Undecided(reason.clone()));
            }
            None => inferred = Some(guard.otherwise),
        }
    }
    let ended = ended(db, outcome).filter(|_| seeker.was_unfinished(place));
    match (ended, inferred) {
        (_, Some(NotEvaluated::DefaultNotUsed)) => NotEvaluated::DefaultNotUsed,
        (Some(message), _) if seeker.has_failing_default(place) => NotEvaluated::DefaultFails(message),
        (Some(message), _) => NotEvaluated::Ended(message),
        (None, Some(inferred)) => inferred,
        (None, None) if seeker.is_behind_leaving(place) => NotEvaluated::BlockLeft,
        (None, None) => NotEvaluated::Unclear,
    }
}

/// The error that ended an evaluation. What is wrong with a text is left out, and the rest goes on.
fn final_error(outcome: &Outcome) -> Option<&EvaluationError> {
    outcome.errors.iter().find(|error| error.issue.source_problem().is_none())
}

/// What ended an evaluation early, with its place.
fn ended(db: &dyn Db, outcome: &Outcome) -> Option<String> {
    let Some(error) = final_error(outcome) else {
        return outcome.limit.as_ref().map(|limit| limit.message());
    };
    let at = error.place.and_then(|place| links::to_place(db, place));
    let at = at.map(|at| format!(" ({at})")).unwrap_or_default();
    Some(finish_message(db, &error.message()) + &at)
}

/// The definition, lambda or template that a parameter belongs to. The places of parameters are no children of anything.
pub fn owner_of_parameter(program: &Program, place: ExprId) -> Option<ExprId> {
    if !matches!(program.expr(place), Expr::Part) {
        return None;
    }
    let index =
        program.exprs.iter().position(|expr| parameters_of(expr).iter().any(|parameter| parameter.id == place))?;
    Some(ExprId(index as u32))
}

struct Seeker<'a> {
    program: &'a Program,
    parents: &'a Parents,
    outcome: &'a Outcome,
    place_of: &'a dyn Fn(ExprId) -> Place,
}

impl Seeker<'_> {
    /// The expressions around a place, from the inside out.
    fn around(&self, place: ExprId) -> Vec<ExprId> {
        match owner_of_parameter(self.program, place) {
            Some(owner) => std::iter::once(owner).chain(self.parents.ancestors(owner)).collect(),
            None => self.parents.ancestors(place).collect(),
        }
    }

    /// What decides about a place, from the inside out to the definition or file that it is in.
    fn guards(&self, place: ExprId) -> Vec<Guard> {
        let mut guards = Vec::new();
        let mut inner = place;
        for outer in self.around(place) {
            guards.extend(self.guard(outer, inner));
            if let Some(definition) = self.definition(outer) {
                guards.push(definition);
                return guards;
            }
            inner = outer;
        }
        let root = self.program.root;
        guards.push(Guard { entered: Some(root), undecided: root, otherwise: NotEvaluated::FileNotUsed });
        guards
    }

    /// Whether a construct decides about a part of it.
    fn guard(&self, outer: ExprId, inner: ExprId) -> Option<Guard> {
        let noted = |otherwise| Some(Guard { entered: Some(inner), undecided: inner, otherwise });
        let inferred = |otherwise| Some(Guard { entered: None, undecided: inner, otherwise });
        match self.program.expr(outer) {
            Expr::If(branches) | Expr::Unless(branches) if branches.test != inner => {
                noted(NotEvaluated::BranchNotTaken)
            }
            Expr::Case(case) if case.options.iter().any(|option| option.then == inner) => {
                noted(NotEvaluated::OptionNotTaken)
            }
            Expr::Case(case) if case.test != inner => inferred(NotEvaluated::OptionNotTaken),
            Expr::Selector(selector) if selector.entries.iter().any(|entry| entry.value == inner) => {
                noted(NotEvaluated::OptionNotTaken)
            }
            Expr::Selector(selector) if selector.left != inner => inferred(NotEvaluated::OptionNotTaken),
            Expr::Binary { operator: BinaryOperator::And | BinaryOperator::Or, right, .. } if *right == inner => {
                inferred(NotEvaluated::LeftSideDecides)
            }
            Expr::Lambda(lambda) => {
                Some(Guard { entered: Some(lambda.body), undecided: outer, otherwise: NotEvaluated::BlockNotCalled })
            }
            expr => {
                let parameter = parameters_of(expr).iter().find(|parameter| parameter.default == Some(inner))?;
                self.has_value_without_default(parameter).then(|| inferred(NotEvaluated::DefaultNotUsed))?
            }
        }
    }

    fn has_value_without_default(&self, parameter: &Parameter) -> bool {
        let seen = self.outcome.observations.at.get(&(self.place_of)(parameter.id));
        seen.is_some_and(|seen| {
            seen.values
                .iter()
                .all(|value| !value.has_other_sources && !value.sources.contains(&ParameterSource::Default))
        })
    }

    fn definition(&self, id: ExprId) -> Option<Guard> {
        let otherwise = match self.program.expr(id) {
            Expr::Class(class) => NotEvaluated::ClassNotDeclared(class.name.clone()),
            Expr::Define(define) => NotEvaluated::DefineNotDeclared(define.name.clone()),
            Expr::Function(function) => NotEvaluated::FunctionNotCalled(function.name.clone()),
            Expr::Plan(_) => NotEvaluated::Plan,
            Expr::Node(_) => NotEvaluated::OtherNode,
            Expr::Epp(_) => NotEvaluated::TemplateNotRendered,
            _ => return None,
        };
        Some(Guard { entered: Some(id), undecided: id, otherwise })
    }

    /// Whether the code around a place was being evaluated when an error ended all, and had not come behind the place.
    fn was_unfinished(&self, place: ExprId) -> bool {
        let Some(error) = final_error(self.outcome) else { return true };
        let path = |place: ExprId| -> Vec<ExprId> { std::iter::once(place).chain(self.around(place)).collect() };
        let is_definition = |id: &&ExprId| self.definition(**id).is_some();
        let own = path(place);
        let definition = own.iter().find(is_definition).copied();
        let is_here = |other: &Place| *other == (self.place_of)(other.expr);
        let frames = error.frames.iter().filter_map(|frame| frame.place);
        let failing: Vec<Vec<ExprId>> = error
            .place
            .into_iter()
            .chain(frames)
            .filter(is_here)
            .map(|place| path(place.expr))
            .filter(|path| path.iter().find(is_definition).copied() == definition)
            .collect();
        if failing.is_empty() {
            return definition.is_some_and(|id| error.frames.iter().any(|frame| self.is_frame_of(&frame.what, id)));
        }
        failing.iter().any(|failing| self.comes_behind(&own, failing))
    }

    /// Whether a frame of an error is that of a definition.
    fn is_frame_of(&self, frame: &str, definition: ExprId) -> bool {
        match self.program.expr(definition) {
            Expr::Class(class) => frame.strip_prefix("class ").is_some_and(|name| name == class.name),
            Expr::Function(function) => frame.strip_prefix("function ").is_some_and(|name| name == function.name),
            Expr::Define(define) => {
                frame.split_once('[').is_some_and(|(name, _)| name.eq_ignore_ascii_case(&define.name))
            }
            Expr::Epp(_) => frame == "template",
            _ => false,
        }
    }

    /// Whether a place is behind another or in the same statement, both with what is around them.
    fn comes_behind(&self, place: &[ExprId], other: &[ExprId]) -> bool {
        let Some(at) = place.iter().position(|id| other.contains(id)) else { return false };
        let (Some(Expr::Block(statements)), Some(before)) =
            (place.get(at).map(|id| self.program.expr(*id)), at.checked_sub(1).and_then(|at| place.get(at)))
        else {
            return true;
        };
        let index = |path: &[ExprId]| statements.iter().position(|statement| path.contains(statement));
        index(std::slice::from_ref(before)) >= index(other)
    }

    /// Whether a place is a parameter that has no value though those to its left have one: they are evaluated in turn.
    fn has_failing_default(&self, place: ExprId) -> bool {
        let Some(owner) = owner_of_parameter(self.program, place) else { return false };
        let parameters = parameters_of(self.program.expr(owner));
        let seen = |parameter: &Parameter| self.outcome.observations.at.contains_key(&(self.place_of)(parameter.id));
        let own = parameters.iter().position(|parameter| parameter.id == place);
        own.and_then(|own| parameters.split_at_checked(own))
            .is_some_and(|(left, rest)| left.iter().all(seen) && rest.first().is_some_and(|own| own.default.is_some()))
    }

    /// Whether a statement before a place, in a block around it, has a call that leaves it.
    fn is_behind_leaving(&self, place: ExprId) -> bool {
        let mut inner = place;
        for outer in self.around(place) {
            if let Expr::Block(statements) = self.program.expr(outer)
                && statements.iter().take_while(|statement| **statement != inner).any(|before| self.leaves(*before, 0))
            {
                return true;
            }
            if self.definition(outer).is_some() {
                return false;
            }
            inner = outer;
        }
        false
    }

    fn leaves(&self, id: ExprId, depth: usize) -> bool {
        const LEAVING: [&str; 3] = ["return", "next", "break"];
        const MAX_DEPTH: usize = 200;
        if depth > MAX_DEPTH || self.definition(id).is_some() {
            return false;
        }
        let expr = self.program.expr(id);
        if let Expr::Call(call) = expr
            && let Expr::QualifiedName(name) = self.program.expr(call.functor)
            && LEAVING.contains(&name.as_str())
        {
            return true;
        }
        let mut found = false;
        for_each_child(expr, &mut |child| found = found || self.leaves(child, depth + 1));
        found
    }
}
