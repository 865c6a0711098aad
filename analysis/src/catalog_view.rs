//! What came of an evaluation, as everything that shows it reads it: resources with the origin of each attribute, edges,
//! problems, logs and what is unknown, all with their lines. Plain data; knows nothing of how it is written or drawn.

mod build;
mod locator;
mod missing;
mod origins;
mod undecided_diff;

use std::fmt;

use evaluator::catalog::{ResourceId, ResourceKind};
use evaluator::outcome::{LogLevel, MissingKind};
use evaluator::value::Value;
use smol_str::SmolStr;

use crate::FileRange;
pub(crate) use build::{Detail, Source};
pub use evaluator::Location;
pub use locator::Locator;
pub use undecided_diff::UndecidedDiff;

/// The version of a catalog that no server made.
pub const VERSION: &str = "puppet-analyzer";

#[derive(Clone, Debug)]
pub struct CatalogView {
    /// Nothing went wrong and no limit was reached.
    pub ok: bool,
    pub context: ViewContext,
    /// The catalog, or the part that was made before an error, where one was asked for.
    pub catalog: Option<CatalogPart>,
    pub logs: Vec<Log>,
    /// The first is what Puppet would have stopped with.
    pub errors: Vec<Problem>,
    pub unknowns: Vec<Unknown>,
    /// Code that cannot be read as it is now, and that all else was evaluated without.
    pub left_out: Vec<LeftOutCode>,
    /// The number of parts of the code that depend on something unknown.
    pub undecided: usize,
    /// Resources of code that nothing decides.
    pub possible: Vec<PossibleResource>,
    /// Errors of such code.
    pub possible_errors: Vec<PossibleProblem>,
    /// Names that the code uses and nothing in the workspace defines.
    pub missing: Vec<Missing>,
    /// The limit that ended the evaluation early.
    pub limit: Option<String>,
}

/// The node, facts and edition of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewContext {
    pub node: SmolStr,
    /// Empty for no facts.
    pub fact_set: SmolStr,
    pub environment: SmolStr,
    pub edition: &'static str,
    /// All of it in a few words, for instance `node web01 · facts debian-12`.
    pub label: String,
}

#[derive(Clone, Debug, Default)]
pub struct CatalogPart {
    /// The node's name.
    pub name: SmolStr,
    pub environment: SmolStr,
    /// Names of the classes, in the order in which they were evaluated.
    pub classes: Vec<SmolStr>,
    /// All of them, virtual ones too; a `ResourceId` is an index into it.
    pub resources: Vec<ResourceView>,
    /// Containment between realized resources: container and content.
    pub edges: Vec<(ResourceId, ResourceId)>,
    pub relationships: Vec<Relationship>,
    /// There are more relationships than are listed.
    pub relationships_cut: bool,
    /// Resources that wait for one another, as an agent would find them.
    pub cycles: Vec<Vec<ResourceId>>,
}

#[derive(Clone, Debug)]
pub struct ResourceView {
    pub kind: ResourceKind,
    /// The name as references print it: `File`, `Foo::Bar`, `Class`.
    pub type_name: SmolStr,
    pub title: SmolStr,
    /// In the order in which they were set; without those that were set to `undef`.
    pub attributes: Vec<Attribute>,
    /// The names of attributes whose value was `Sensitive`.
    pub sensitive: Vec<SmolStr>,
    pub tags: Vec<SmolStr>,
    pub location: Option<Location>,
    pub range: Option<FileRange>,
    /// The class, node or define whose code declared it.
    pub container: Option<ResourceId>,
    /// The name of the class or define that it is of.
    pub definition: Option<Location>,
    /// Declared with `@@`.
    pub is_exported: bool,
    /// Declared with `@` or `@@` and not realized.
    pub is_virtual: bool,
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: SmolStr,
    pub value: Value,
    pub origin: Option<Origin>,
}

/// The source of an attribute's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub from: OriginKind,
    pub location: Option<Location>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OriginKind {
    /// An attribute operation.
    Written,
    /// Given where the class was declared, or by a node classifier.
    Given,
    /// A layer of Hiera.
    Data { layer: SmolStr },
    /// The default of the parameter.
    Default,
    /// Implied by the resource itself.
    Resource,
}

/// The source is applied before the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relationship {
    pub source: ResourceId,
    pub target: ResourceId,
    /// A change of the source refreshes the target.
    pub notifies: bool,
}

#[derive(Clone, Debug)]
pub struct Log {
    pub level: LogLevel,
    pub message: String,
    /// For instance `Scope(Class[main])`.
    pub source: SmolStr,
    pub location: Option<Location>,
}

#[derive(Clone, Debug)]
pub struct Problem {
    /// In kebab case; empty for what Puppet reports without a code.
    pub code: String,
    pub message: String,
    pub location: Option<Location>,
    /// The place in a data file that is to blame.
    pub data: Option<Location>,
    pub hint: Option<String>,
    /// The calls that led there, innermost first.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug)]
pub struct Frame {
    /// For instance `class profile::web`.
    pub what: String,
    pub location: Option<Location>,
}

#[derive(Clone, Debug)]
pub struct Unknown {
    pub reason: String,
    pub location: Option<Location>,
}

#[derive(Clone, Debug)]
pub struct LeftOutCode {
    /// For instance `class web`.
    pub what: String,
    pub location: Option<Location>,
}

/// A name that nothing here defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub kind: MissingKind,
    pub name: SmolStr,
    /// The way to supply it.
    pub hint: String,
    pub location: Option<Location>,
}

/// A resource that may or may not be in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleResource {
    pub type_name: SmolStr,
    pub title: SmolStr,
    /// The condition as it is written.
    pub condition: String,
    /// Why nothing decides it.
    pub reason: String,
    pub location: Option<Location>,
}

/// An error that may or may not be raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleProblem {
    pub message: String,
    /// The condition as it is written.
    pub condition: String,
    /// Why nothing decides it.
    pub reason: String,
    pub location: Option<Location>,
}

/// The code of the error that stands for a limit.
pub const LIMIT_CODE: &str = "limit-reached";

impl CatalogView {
    /// Returns the first error, or the limit that ended the evaluation.
    pub fn error(&self) -> Option<Problem> {
        self.errors.first().cloned().or_else(|| {
            Some(Problem {
                code: LIMIT_CODE.to_string(),
                message: self.limit.clone()?,
                location: None,
                data: None,
                hint: None,
                frames: Vec::new(),
            })
        })
    }

    /// Returns the errors with the calls that led there, as documents show them.
    pub fn error_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.errors.iter().map(Problem::text).collect();
        texts.extend(self.limit.clone());
        texts
    }
}

impl CatalogPart {
    pub fn get(&self, id: ResourceId) -> &ResourceView {
        &self.resources[id.index()]
    }

    /// Returns what an agent gets: everything that is not virtual, in order.
    pub fn realized(&self) -> impl Iterator<Item = &ResourceView> {
        self.resources.iter().filter(|resource| !resource.is_virtual)
    }
}

impl Missing {
    /// Returns what is missing, for instance `class private::web`.
    pub fn text(&self) -> String {
        format!("{} {}", self.kind.words(), self.name)
    }
}

impl Problem {
    fn text(&self) -> String {
        let mut text = self.message.clone();
        if let Some(at) = &self.location {
            text += &format!(" ({})", at.short());
        }
        for frame in &self.frames {
            let at = frame.location.as_ref().map(|at| format!(" at {}", at.short())).unwrap_or_default();
            text += &format!("\n  in {}{at}", frame.what);
        }
        text
    }
}

impl OriginKind {
    pub fn name(&self) -> &'static str {
        match self {
            OriginKind::Written => "written",
            OriginKind::Given => "given",
            OriginKind::Data { .. } => "data",
            OriginKind::Default => "default",
            OriginKind::Resource => "resource",
        }
    }
}

/// Prints the reference: `File[/etc/motd]`.
impl fmt::Display for ResourceView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}[{}]", self.type_name, self.title)
    }
}
