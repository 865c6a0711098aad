//! A catalog in Puppet's wire format, with what a preview adds to each resource.

use std::fmt;
use std::sync::Arc;

use analysis::catalog_view::{Attribute, CatalogPart, OriginKind, ResourceView, VERSION};
use evaluator::Value;
use evaluator::catalog::ResourceKind;
use evaluator::catalog::rich_data::WireParameter;
use indexmap::IndexSet;
use serde::{Serialize, Serializer};
use smol_str::SmolStr;

use super::place::{Files, Spot};

#[derive(Clone, Debug, Serialize)]
pub struct Catalog {
    pub tags: Vec<SmolStr>,
    pub name: SmolStr,
    pub version: &'static str,
    pub code_id: Option<()>,
    pub catalog_format: u32,
    pub environment: SmolStr,
    pub resources: Vec<Resource>,
    pub edges: Vec<Edge>,
    pub classes: Vec<SmolStr>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Resource {
    #[serde(rename = "type")]
    pub type_name: SmolStr,
    pub title: SmolStr,
    pub tags: Vec<SmolStr>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Arc<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    pub exported: bool,
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub parameters: Entries<WireValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensitive_parameters: Vec<SmolStr>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<Spot>,
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub origins: Entries<Origin>,
}

/// Where the value of a parameter came from; written in the code where nothing else is said.
#[derive(Clone, Debug, Serialize)]
pub struct Origin {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<SmolStr>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Edge {
    pub source: Reference,
    pub target: Reference,
}

#[derive(Clone, Debug, Serialize)]
pub struct Relationship {
    pub source: Reference,
    pub target: Reference,
    pub notifies: bool,
}

/// A resource by name: `File[/etc/motd]`.
#[derive(Clone, Debug)]
pub struct Reference {
    type_name: SmolStr,
    title: SmolStr,
}

/// A JSON object, in its own order.
#[derive(Clone, Debug)]
pub struct Entries<V>(pub Vec<(SmolStr, V)>);

/// A value as Puppet writes it into a catalog.
#[derive(Clone, Debug)]
pub struct WireValue(pub Value);

/// What a resource is shown with.
pub enum Extras<'a> {
    None,
    /// Its container, definition and the origins of its parameters.
    Origins(&'a mut Files),
}

impl Catalog {
    /// Takes the resources out of a view: first the catalog, then those that stayed virtual.
    pub fn split(mut part: CatalogPart, mut extras: Extras<'_>) -> (Catalog, Vec<Resource>) {
        let containers: Vec<Option<Reference>> = match extras {
            Extras::None => Vec::new(),
            Extras::Origins(_) => {
                let container = |resource: &ResourceView| resource.container.map(|id| Reference::of(part.get(id)));
                part.resources.iter().map(container).collect()
            }
        };
        let mut containers = containers.into_iter();
        let tags = class_tags(&part);
        let edges = part.edges.iter().map(|(source, target)| Edge {
            source: Reference::of(part.get(*source)),
            target: Reference::of(part.get(*target)),
        });
        let edges = edges.collect();
        let (mut resources, mut virtual_resources) = (Vec::with_capacity(part.resources.len()), Vec::new());
        for view in std::mem::take(&mut part.resources) {
            let container = containers.next().flatten();
            let list = if view.is_virtual { &mut virtual_resources } else { &mut resources };
            list.push(Resource::of(view, container, &mut extras));
        }
        let catalog = Catalog {
            tags,
            name: part.name,
            version: VERSION,
            code_id: None,
            catalog_format: 2,
            environment: part.environment,
            resources,
            edges,
            classes: part.classes,
        };
        (catalog, virtual_resources)
    }
}

/// The tags of all classes, each once, in the order in which they are met.
fn class_tags(part: &CatalogPart) -> Vec<SmolStr> {
    let classes = part.realized().filter(|resource| resource.kind == ResourceKind::Class);
    let tags: IndexSet<&SmolStr> = classes.flat_map(|class| &class.tags).collect();
    tags.into_iter().cloned().collect()
}

impl Resource {
    fn of(view: ResourceView, container: Option<Reference>, extras: &mut Extras<'_>) -> Self {
        let (mut parameters, mut origins) = (Vec::with_capacity(view.attributes.len()), Vec::new());
        let mut definition = None;
        let (file, line) = view.location.map(|at| (at.path, at.line)).unzip();
        if let Extras::Origins(files) = extras {
            definition = view.definition.map(|at| files.spot(at));
        }
        for Attribute { name, value, origin } in view.attributes {
            if let (Extras::Origins(files), Some(origin)) = (&mut *extras, origin) {
                origins.push((name.clone(), Origin::of(origin, files)));
            }
            parameters.push((name, WireValue(value)));
        }
        Resource {
            type_name: view.type_name,
            title: view.title,
            tags: view.tags,
            file,
            line,
            exported: view.is_exported,
            parameters: Entries(parameters),
            sensitive_parameters: view.sensitive,
            container,
            definition,
            origins: Entries(origins),
        }
    }
}

impl Origin {
    fn of(origin: analysis::catalog_view::Origin, files: &mut Files) -> Self {
        let name = origin.from.name();
        let from = (origin.from != OriginKind::Written).then_some(name);
        let at = origin.location.map(|at| files.spot(at));
        let layer = match origin.from {
            OriginKind::Data { layer } => Some(layer),
            _ => None,
        };
        Origin { from, at, layer }
    }
}

impl Reference {
    pub fn of(resource: &ResourceView) -> Self {
        Reference { type_name: resource.type_name.clone(), title: resource.title.clone() }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}[{}]", self.type_name, self.title)
    }
}

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<V> Entries<V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V: Serialize> Serialize for Entries<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Serialize for WireValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WireParameter(&self.0).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::features::preview_catalog::PreviewQuestion;
    use analysis::fixture::Fixture;
    use evaluator::catalog::to_json::catalog_to_json;

    #[test]
    fn it_is_what_the_evaluator_writes() {
        let fixture = Fixture::without_cursor(
            "class c($pw = Sensitive('x'), $none = undef) {\n  file { '/tmp/x': content => $pw, require => Notify['n'], notify => [Notify['n']] }\n}\nnotify { 'n': message => { 1 => Integer[1, 2], 'a' => [1.5, /x/, true] } }\n@notify { 'v': }\n@@notify { 'e': tag => ['t'] }\ninclude c\n",
        );
        let file = fixture.file("/env/manifests/site.pp");
        let answer = fixture.host.analysis().preview_catalog(file, PreviewQuestion::default());
        let answer = answer.expect("no writer").expect("a file");
        let expected = {
            let places =
                |place| fixture.host.analysis().with_locator(&answer.outcome, |at| at.place(place)).expect("no writer");
            catalog_to_json(answer.outcome.catalog.as_ref().expect("a catalog"), VERSION, &places)
        };
        let (catalog, _) = Catalog::split(answer.view.catalog.expect("a catalog"), Extras::None);
        let found = serde_json::to_string(&catalog).expect("JSON");
        assert_eq!(found, expected.to_string());
    }
}
