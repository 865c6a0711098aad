//! Makes a view of an outcome, in one pass. A write ends it at the next checkpoint.

use std::cell::RefCell;

use evaluator::Outcome;
use evaluator::catalog::relationship_edges::relationship_edges;
use evaluator::catalog::{Catalog, Resource};
use evaluator::error::EvaluationError;
use evaluator::outcome::Undecided;
use smol_str::SmolStr;

use super::locator::Locator;
use super::origins::Origins;
use super::{
    Attribute, CatalogPart, CatalogView, Frame, LeftOutCode, Log, PossibleProblem, PossibleResource, Problem,
    Relationship, ResourceView, Unknown, ViewContext,
};
use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileInput};

/// More than any view can show; a catalog may have a million.
pub(crate) const MOST_RELATIONSHIPS: usize = 100_000;

/// An edit must not wait for a view of a huge catalog.
const ENTRIES_PER_CHECKPOINT: usize = 1024;

/// The amount of the catalog that a view holds.
#[derive(Clone, Copy)]
pub(crate) enum Detail {
    /// Messages only, for those who write the catalog themselves.
    Messages,
    Resources,
    /// Resources with origins, as they are seen from a file.
    Origins {
        environment: EnvironmentInput,
        from: FileInput,
    },
}

/// The parts that a view is built from.
pub(crate) struct Source<'a> {
    pub db: &'a dyn Db,
    pub outcome: &'a Outcome,
    pub context: ViewContext,
    /// The environment that it was evaluated in.
    pub environment: EnvironmentInput,
    pub detail: Detail,
}

impl CatalogView {
    pub(crate) fn of(source: Source<'_>) -> Self {
        let Source { db, outcome, context, environment, detail } = source;
        let locator = Locator::new(db, outcome);
        let place = |place: Option<evaluator::Place>| place.and_then(|place| locator.place(place));
        let log = |entry: &evaluator::outcome::LogEntry| Log {
            level: entry.level,
            message: locator.finish(&entry.message),
            source: entry.source.clone(),
            location: place(entry.place),
        };
        let unknown = |unknown: &evaluator::value::UnknownReason| Unknown {
            reason: unknown.reason.clone(),
            location: place(unknown.place),
        };
        let left_out = |left_out: &evaluator::outcome::LeftOut| LeftOutCode {
            what: left_out.what.clone(),
            location: place(left_out.place),
        };
        CatalogView {
            ok: outcome.is_ok(),
            context,
            catalog: outcome.catalog.as_ref().and_then(|catalog| part(&locator, outcome, catalog, detail)),
            logs: outcome.logs.iter().map(log).collect(),
            errors: outcome.errors.iter().map(|error| problem(&locator, error)).collect(),
            unknowns: outcome.unknowns.iter().map(unknown).collect(),
            left_out: outcome.left_out.iter().map(left_out).collect(),
            undecided: outcome.possible.len(),
            possible: outcome.possible.iter().flat_map(|part| possible_resources(&locator, part)).collect(),
            possible_errors: outcome.possible.iter().flat_map(|part| possible_errors(&locator, part)).collect(),
            missing: super::missing::missing(&locator, environment, outcome),
            limit: outcome.limit.as_ref().map(|limit| limit.message()),
        }
    }
}

/// A name that is not known.
const NOT_KNOWN: &str = "?";

fn possible_resources(locator: &Locator<'_>, part: &Undecided) -> Vec<PossibleResource> {
    let name = |name: &Option<SmolStr>| name.clone().unwrap_or(SmolStr::new_static(NOT_KNOWN));
    let condition = condition(locator, part);
    let resource = |resource: &evaluator::outcome::PossibleResource| PossibleResource {
        type_name: name(&resource.type_name),
        title: name(&resource.title),
        condition: condition.clone(),
        reason: part.reason.reason.clone(),
        location: resource.place.and_then(|place| locator.place(place)),
    };
    part.resources.iter().map(resource).collect()
}

fn possible_errors(locator: &Locator<'_>, part: &Undecided) -> Vec<PossibleProblem> {
    let condition = condition(locator, part);
    let problem = |error: &evaluator::outcome::PossibleError| PossibleProblem {
        message: error.message.as_deref().unwrap_or("a message that is computed").to_string(),
        condition: condition.clone(),
        reason: part.reason.reason.clone(),
        location: error.place.and_then(|place| locator.place(place)),
    };
    part.errors.iter().map(problem).collect()
}

/// Returns what undecided code hangs on: its kind and the expression, for instance `if $facts['x'] == 1`.
fn condition(locator: &Locator<'_>, part: &Undecided) -> String {
    let text = part.place.and_then(|place| locator.text(place)).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    format!("{} {line}", part.kind.words()).trim_end().to_string()
}

fn problem(locator: &Locator<'_>, error: &EvaluationError) -> Problem {
    let frame = |frame: &evaluator::error::StackFrame| Frame {
        what: frame.what.clone(),
        location: frame.place.and_then(|place| locator.place(place)),
    };
    Problem {
        // Puppet has none for it.
        code: if error.code() == evaluator::codes::NO_CODE { String::new() } else { error.code().to_string() },
        message: locator.finish(&error.message()),
        location: locator.error(error),
        data: locator.error_data(error),
        hint: error.issue.hint(),
        frames: error.frames.iter().map(frame).collect(),
    }
}

fn part(locator: &Locator<'_>, outcome: &Outcome, catalog: &Catalog, detail: Detail) -> Option<CatalogPart> {
    let origins = match detail {
        Detail::Messages => return None,
        Detail::Resources => None,
        Detail::Origins { environment, from } => {
            let observations = &outcome.observations;
            Some(Origins { environment, from, locator, observations, defines: RefCell::default() })
        }
    };
    let mut resources = Vec::with_capacity(catalog.resources.len());
    for shown in &catalog.resources {
        checkpoint(locator.db, resources.len());
        resources.push(resource(locator, origins.as_ref(), shown));
    }
    let is_realized = |id: &evaluator::catalog::ResourceId| !catalog.get(*id).is_virtual;
    let edges = catalog.edges.iter().filter(|(source, target)| is_realized(source) && is_realized(target));
    let (relationships, relationships_cut) = match origins {
        Some(_) => relationships(locator.db, catalog),
        None => (Vec::new(), false),
    };
    Some(CatalogPart {
        name: catalog.name.clone(),
        environment: catalog.environment.clone(),
        classes: catalog.classes.clone(),
        resources,
        edges: edges.copied().collect(),
        relationships,
        relationships_cut,
        cycles: catalog.cycles.iter().map(|cycle| cycle.path.clone()).collect(),
    })
}

fn resource(locator: &Locator<'_>, origins: Option<&Origins<'_, '_>>, resource: &Resource) -> ResourceView {
    let location = resource.place.and_then(|place| locator.place(place));
    let definition = origins.and_then(|origins| origins.definition(resource));
    let set = resource.parameters.iter().filter(|(_, parameter)| !parameter.value.is_undef());
    let attributes = set.map(|(name, parameter)| Attribute {
        name: name.clone(),
        value: parameter.value.clone(),
        origin: origins
            .and_then(|origins| origins.attribute(resource, location.as_ref(), definition.as_ref(), name, parameter)),
    });
    ResourceView {
        kind: resource.kind,
        type_name: resource.type_name.clone(),
        title: resource.title.clone(),
        attributes: attributes.collect(),
        sensitive: resource.sensitive_parameters.clone(),
        tags: resource.tags.iter().cloned().collect(),
        range: resource.place.filter(|_| origins.is_some()).and_then(|place| locator.range(place)),
        container: resource.container,
        definition: origins.zip(definition.as_ref()).and_then(|(origins, found)| origins.location(found)),
        is_exported: resource.is_exported,
        is_virtual: resource.is_virtual,
        location,
    }
}

/// Lists the relationships, and tells whether there are more than are listed.
fn relationships(db: &dyn Db, catalog: &Catalog) -> (Vec<Relationship>, bool) {
    let mut edges = relationship_edges(catalog);
    let mut listed = Vec::new();
    for edge in edges.by_ref().take(MOST_RELATIONSHIPS) {
        checkpoint(db, listed.len());
        listed.push(Relationship { source: edge.source, target: edge.target, notifies: edge.notifies });
    }
    (listed, edges.next().is_some())
}

fn checkpoint(db: &dyn Db, done: usize) {
    if done.is_multiple_of(ENTRIES_PER_CHECKPOINT) {
        db.unwind_if_revision_cancelled();
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog_view::{CatalogPart, CatalogView, Location, Origin, ResourceView};
    use crate::features::preview_catalog::PreviewQuestion;
    use crate::fixture::Fixture;

    fn view(text: &str) -> CatalogView {
        let fixture = Fixture::without_cursor(text);
        let file = fixture.file("/env/manifests/site.pp");
        let answer = fixture.host.analysis().preview_catalog(file, PreviewQuestion::default());
        answer.expect("no writer").expect("a file").view
    }

    fn catalog(text: &str) -> CatalogPart {
        view(text).catalog.expect("a catalog")
    }

    fn titled<'a>(catalog: &'a CatalogPart, title: &str) -> &'a ResourceView {
        catalog.resources.iter().find(|resource| resource.title == title).expect("the resource")
    }

    fn at(location: Option<&Location>) -> String {
        location.map(|at| format!("{}:{}", at.path, at.line)).unwrap_or_default()
    }

    /// The kind of an attribute's origin and its place.
    fn origin(resource: &ResourceView, name: &str) -> (&'static str, String) {
        let found = resource.attributes.iter().find(|attribute| attribute.name == name).expect("the attribute");
        let Origin { from, location } = found.origin.as_ref().expect("an origin");
        (from.name(), at(location.as_ref()))
    }

    #[test]
    fn every_attribute_knows_the_line_that_gave_it() {
        let catalog = catalog(
            "class { 'a': given => 1 }\na::d { 'x': }\nfile { '/f': mode => '0644' }\nFile['/f'] {\n  ensure => file,\n}\n//- /env/modules/a/manifests/init.pp\nclass a(\n  $given,\n  $data,\n  $other = 3,\n) {\n  notify { 'in a': }\n}\n//- /env/modules/a/manifests/d.pp\ndefine a::d($p = 1) {}\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n//- /env/data/common.yaml\nother: 1\na::data: 2\n",
        );
        let (init, site) = ("/env/modules/a/manifests/init.pp", "/env/manifests/site.pp");
        let class = titled(&catalog, "A");
        assert_eq!(origin(class, "given"), ("written", format!("{site}:1")));
        assert_eq!(origin(class, "data"), ("data", "/env/data/common.yaml:2".to_string()));
        assert_eq!(origin(class, "other"), ("default", format!("{init}:4")));
        assert_eq!(at(class.definition.as_ref()), format!("{init}:1"));
        let inner = titled(&catalog, "in a");
        assert_eq!(inner.container.map(|id| catalog.get(id).to_string()).as_deref(), Some("Class[A]"));
        let define = titled(&catalog, "x");
        assert_eq!(origin(define, "p"), ("default", "/env/modules/a/manifests/d.pp:1".to_string()));
        let file = titled(&catalog, "/f");
        assert_eq!(origin(file, "mode"), ("written", format!("{site}:3")));
        assert_eq!(origin(file, "ensure"), ("written", format!("{site}:5")));
    }

    #[test]
    fn more_relationships_than_a_view_can_show_are_cut() {
        let catalog = catalog(
            "range(1, 320).each |$i| { notify { \"n${i}\": } }\nNotify<| |> -> Notify<| |>\nnotify { 'last': }\n",
        );
        assert_eq!((catalog.relationships.len(), catalog.relationships_cut), (super::MOST_RELATIONSHIPS, true));
    }

    #[test]
    fn relationships_go_from_first_to_later() {
        let catalog =
            catalog("notify { 'a': require => Notify['b'] }\nnotify { 'b': }\nNotify['a'] ~> notify { 'c': }\n");
        let shown = |edge: &super::Relationship| {
            (catalog.get(edge.source).to_string(), catalog.get(edge.target).to_string(), edge.notifies)
        };
        let found: Vec<_> = catalog.relationships.iter().map(shown).collect();
        let edge = |source: &str, target: &str, notifies| (source.to_string(), target.to_string(), notifies);
        assert_eq!(found, [edge("Notify[a]", "Notify[c]", true), edge("Notify[b]", "Notify[a]", false)]);
        assert!(!catalog.relationships_cut);
    }

    #[test]
    fn errors_have_their_code_place_and_calls() {
        let view = view("include a\n//- /env/modules/a/manifests/init.pp\nclass a {\n  notice($x + 1)\n}\n");
        let error = view.error().expect("an error");
        assert!(!view.ok);
        assert_eq!((error.code.as_str(), error.message.as_str()), ("unknown-variable", "Unknown variable: 'x'."));
        assert_eq!(at(error.location.as_ref()), "/env/modules/a/manifests/init.pp:2");
        assert_eq!(error.frames.iter().map(|frame| frame.what.as_str()).collect::<Vec<_>>(), ["class a"]);
    }

    #[test]
    fn logs_unknowns_and_virtual_resources_are_there() {
        let view = view("notice('hi')\n@notify { 'v': }\nnotify { 'n': message => $facts['none'] }\n");
        assert_eq!(
            view.logs.iter().map(|log| (log.message.as_str(), at(log.location.as_ref()))).collect::<Vec<_>>(),
            [("hi", "/env/manifests/site.pp:1".to_string())]
        );
        let catalog = view.catalog.expect("a catalog");
        assert!(titled(&catalog, "v").is_virtual);
        assert!(!catalog.realized().any(|resource| resource.title == "v"));
    }
}
