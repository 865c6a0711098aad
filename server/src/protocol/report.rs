//! The report of an evaluation: what `compile --format report` prints, and what a preview begins with.

use analysis::catalog_view::{self as view, CatalogView};
use evaluator::outcome::MissingKind;
use serde::Serialize;
use smol_str::SmolStr;

use super::catalog::{Catalog, Extras, Reference, Resource};
use super::place::Place;

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub ok: bool,
    pub catalog: Option<Catalog>,
    pub logs: Vec<Log>,
    pub error: Option<Problem>,
    pub errors: Vec<Problem>,
    pub unknowns: Vec<Unknown>,
    pub left_out: Vec<LeftOut>,
    pub virtual_resources: Vec<Resource>,
    pub undecided: usize,
    pub possible: Vec<Possible>,
    pub possible_errors: Vec<PossibleError>,
    pub missing: Vec<Missing>,
    pub cycles: Vec<Vec<Reference>>,
    pub limit: Option<String>,
    pub node: SmolStr,
    pub facts: SmolStr,
    pub edition: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub struct Log {
    pub level: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "SmolStr::is_empty")]
    pub source: SmolStr,
    #[serde(flatten)]
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    pub code: String,
    pub message: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    pub what: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Unknown {
    pub reason: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
pub struct LeftOut {
    pub what: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// A resource of a branch that nothing decides.
#[derive(Clone, Debug, Serialize)]
pub struct Possible {
    #[serde(rename = "type")]
    pub type_name: SmolStr,
    pub title: SmolStr,
    pub condition: String,
    pub reason: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// An error of a branch that nothing decides.
#[derive(Clone, Debug, Serialize)]
pub struct PossibleError {
    pub message: String,
    pub condition: String,
    pub reason: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// A name that nothing here defines.
#[derive(Clone, Debug, Serialize)]
pub struct Missing {
    pub kind: &'static str,
    pub name: SmolStr,
    pub hint: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

impl Report {
    pub fn of(view: CatalogView, extras: Extras<'_>) -> Self {
        let error = view.error().map(Problem::from);
        let mut cycles = Vec::new();
        let (mut catalog, mut virtual_resources) = (None, Vec::new());
        if let Some(part) = view.catalog {
            let path = |path: &Vec<_>| path.iter().map(|id| Reference::of(part.get(*id))).collect();
            cycles = part.cycles.iter().map(path).collect();
            let (whole, others) = Catalog::split(part, extras);
            (catalog, virtual_resources) = (Some(whole), others);
        }
        Report {
            ok: view.ok,
            catalog,
            logs: view.logs.into_iter().map(Log::from).collect(),
            error,
            errors: view.errors.into_iter().map(Problem::from).collect(),
            unknowns: view.unknowns.into_iter().map(Unknown::from).collect(),
            left_out: view.left_out.into_iter().map(LeftOut::from).collect(),
            virtual_resources,
            undecided: view.undecided,
            possible: view.possible.into_iter().map(Possible::from).collect(),
            possible_errors: view.possible_errors.into_iter().map(PossibleError::from).collect(),
            missing: view.missing.into_iter().map(Missing::from).collect(),
            cycles,
            limit: view.limit,
            node: view.context.node,
            facts: view.context.fact_set,
            edition: view.context.edition,
        }
    }
}

impl From<CatalogView> for Report {
    fn from(view: CatalogView) -> Self {
        Report::of(view, Extras::None)
    }
}

impl From<view::Log> for Log {
    fn from(log: view::Log) -> Self {
        let place = log.location.map(Place::from);
        Log { level: log.level.name(), message: log.message, source: log.source, place }
    }
}

impl From<view::Problem> for Problem {
    fn from(problem: view::Problem) -> Self {
        Problem {
            code: problem.code,
            message: problem.message,
            place: problem.location.map(Place::from),
            data: problem.data.map(Place::from),
            hint: problem.hint,
            frames: problem.frames.into_iter().map(Frame::from).collect(),
        }
    }
}

impl From<view::Frame> for Frame {
    fn from(frame: view::Frame) -> Self {
        Frame { what: frame.what, place: frame.location.map(Place::from) }
    }
}

impl From<view::Unknown> for Unknown {
    fn from(unknown: view::Unknown) -> Self {
        Unknown { reason: unknown.reason, place: unknown.location.map(Place::from) }
    }
}

impl From<view::LeftOutCode> for LeftOut {
    fn from(left_out: view::LeftOutCode) -> Self {
        LeftOut { what: left_out.what, place: left_out.location.map(Place::from) }
    }
}

impl From<view::PossibleResource> for Possible {
    fn from(possible: view::PossibleResource) -> Self {
        Possible {
            type_name: possible.type_name,
            title: possible.title,
            condition: possible.condition,
            reason: possible.reason,
            place: possible.location.map(Place::from),
        }
    }
}

impl From<view::Missing> for Missing {
    fn from(missing: view::Missing) -> Self {
        let kind = match missing.kind {
            MissingKind::Class => "class",
            MissingKind::ResourceType => "resource_type",
            MissingKind::Function => "function",
            MissingKind::DataType => "data_type",
            MissingKind::File => "file",
        };
        Missing { kind, name: missing.name, hint: missing.hint, place: missing.location.map(Place::from) }
    }
}

impl From<view::PossibleProblem> for PossibleError {
    fn from(possible: view::PossibleProblem) -> Self {
        PossibleError {
            message: possible.message,
            condition: possible.condition,
            reason: possible.reason,
            place: possible.location.map(Place::from),
        }
    }
}
