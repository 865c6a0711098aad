//! Where the resources of a preview came from: the container and definition of each, the line that gave each attribute, and
//! the relationships between them. For clients with a view of their own; knows nothing of how they show it.

use evaluator::catalog::json_object::object;
use evaluator::catalog::relationship_edges::relationship_edges;
use evaluator::catalog::{Catalog, Parameter, Resource, ResourceKind};
use evaluator::observation::ParameterSource;
use evaluator::{Outcome, Place};
use serde_json::{Map, Value as Json, json};

use super::report::Names;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions, name_place, parameters_of};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;

/// More than any view can show; a catalog may have a million.
const MOST_RELATIONSHIPS: usize = 100_000;
const RELATIONSHIPS_PER_CHECKPOINT: usize = 1024;

pub struct Origins<'a> {
    pub db: &'a dyn Db,
    pub environment: EnvironmentInput,
    /// The file that the preview was asked from.
    pub from: FileInput,
    pub names: Names<'a>,
    pub outcome: &'a Outcome,
}

impl Origins<'_> {
    /// One entry for each resource of the report's catalog, in its order:
    /// `{"container", "definition": place, "attributes": {name: {"from", "layer"?, place}}}`.
    pub fn resources(&self, catalog: &Catalog) -> Json {
        catalog.realized().map(|(_, resource)| self.resource(catalog, resource)).collect()
    }

    /// `[{"source", "target", "notifies"}]`, from what is applied first to what comes after it; and whether there are more than are listed.
    pub fn relationships(&self, catalog: &Catalog) -> (Json, bool) {
        let mut edges = relationship_edges(catalog);
        let mut listed = Vec::new();
        for edge in edges.by_ref().take(MOST_RELATIONSHIPS) {
            // An edit must not wait for a report of them all.
            if listed.len().is_multiple_of(RELATIONSHIPS_PER_CHECKPOINT) {
                self.db.unwind_if_revision_cancelled();
            }
            listed.push(object([
                ("source", catalog.get(edge.source).to_string().into()),
                ("target", catalog.get(edge.target).to_string().into()),
                ("notifies", edge.notifies.into()),
            ]));
        }
        (listed.into(), edges.next().is_some())
    }

    fn resource(&self, catalog: &Catalog, resource: &Resource) -> Json {
        let definition = self.definition(resource);
        let attributes: Map<String, Json> = resource
            .parameters
            .iter()
            .filter(|(_, parameter)| !parameter.value.is_undef())
            .filter_map(|(name, parameter)| {
                Some((name.to_string(), self.attribute(resource, definition, name, parameter)?))
            })
            .collect();
        let definition = definition.and_then(|definition| {
            let program = queries::program(self.db, definition.file);
            self.place(Place::new(definition.file.id(self.db), name_place(&program, definition.expr(self.db)?)))
        });
        object([
            ("container", resource.container.map(|id| catalog.get(id).to_string()).into()),
            ("definition", definition.into()),
            ("attributes", attributes.into()),
        ])
    }

    /// The class or define that a resource is of.
    fn definition(&self, resource: &Resource) -> Option<DefinitionRef> {
        let (kind, name) = match resource.kind {
            ResourceKind::Class => (DefinitionKind::Class, &resource.title),
            ResourceKind::Define => (DefinitionKind::Define, &resource.type_name),
            ResourceKind::Node | ResourceKind::Native => return None,
        };
        find_definitions(self.db, self.environment, self.from, kind, name).into_iter().next()
    }

    fn attribute(
        &self,
        resource: &Resource,
        definition: Option<DefinitionRef>,
        name: &str,
        parameter: &Parameter,
    ) -> Option<Json> {
        if let Some(place) = parameter.place {
            return self.from("written", self.place(place)?);
        }
        let Some(declared) = definition.and_then(|definition| self.parameter_place(definition, name)) else {
            return self.from("resource", self.place(resource.place?)?);
        };
        let source = match resource.kind {
            ResourceKind::Class => {
                self.outcome.observations.at.get(&declared).and_then(|seen| seen.parameter_source.clone())
            }
            _ => None,
        };
        match source {
            Some(ParameterSource::Data { file, line, layer }) => {
                let place = json!({"file": (self.names.path)(file), "line": line, "column": 1, "layer": layer});
                self.from("data", place)
            }
            Some(ParameterSource::Given(given)) => {
                self.from("given", given.and_then(|place| self.place(place)).unwrap_or_else(|| json!({})))
            }
            Some(ParameterSource::Default) | None => self.from("default", self.place(declared)?),
        }
    }

    fn parameter_place(&self, definition: DefinitionRef, name: &str) -> Option<Place> {
        let program = queries::program(self.db, definition.file);
        let parameters = parameters_of(program.expr(definition.expr(self.db)?));
        let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
        Some(Place::new(definition.file.id(self.db), parameter.id))
    }

    fn place(&self, place: Place) -> Option<Json> {
        let (file, line, column) = self.names.describe(self.outcome, place)?;
        Some(object([("file", file.into()), ("line", line.into()), ("column", column.into())]))
    }

    fn from(&self, kind: &str, mut place: Json) -> Option<Json> {
        place.as_object_mut()?.insert("from".to_string(), json!(kind));
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use crate::features::preview_catalog::PreviewQuestion;
    use crate::fixture::Fixture;
    use serde_json::{Value as Json, json};

    fn report(text: &str) -> Json {
        let fixture = Fixture::without_cursor(text);
        let file = fixture.host.file_id("/env/manifests/site.pp").expect("a manifest");
        let answer = fixture.host.analysis().preview_catalog(file, PreviewQuestion::default());
        answer.expect("no writer").expect("a file").report
    }

    fn origin(report: &Json, title: &str) -> Json {
        let resources = report["catalog"]["resources"].as_array().cloned().unwrap_or_default();
        let index = resources.iter().position(|resource| resource["title"] == title).expect("the resource");
        report["origins"][index].clone()
    }

    #[test]
    fn attributes_know_the_line_that_gave_them() {
        let report = report(
            "class { 'a': given => 1 }\na::d { 'x': }\nFile { mode => '0600' }\nfile { '/f':\n  ensure => file,\n}\n//- /env/modules/a/manifests/init.pp\nclass a(\n  $given,\n  $data,\n  $other = 3,\n) {\n  notify { 'in a': }\n}\n//- /env/modules/a/manifests/d.pp\ndefine a::d($p = 1) {}\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n//- /env/data/common.yaml\nother: 1\na::data: 2\n",
        );
        let class = origin(&report, "A");
        let place = |json: &Json| (json["from"].clone(), json["file"].clone(), json["line"].clone());
        let init = json!("/env/modules/a/manifests/init.pp");
        let site = json!("/env/manifests/site.pp");
        assert_eq!(place(&class["attributes"]["given"]), (json!("written"), site.clone(), json!(1)));
        assert_eq!(
            place(&class["attributes"]["data"]),
            (json!("data"), json!("/env/data/common.yaml"), json!(2)),
            "{class}"
        );
        assert_eq!(class["attributes"]["data"]["layer"], json!("environment"), "{class}");
        assert_eq!(place(&class["attributes"]["other"]), (json!("default"), init.clone(), json!(4)));
        assert_eq!(class["definition"]["line"], json!(1));
        assert_eq!(origin(&report, "in a")["container"], json!("Class[A]"));
        let define = origin(&report, "x");
        let of_define = json!("/env/modules/a/manifests/d.pp");
        assert_eq!(place(&define["attributes"]["p"]), (json!("default"), of_define, json!(1)));
        let file = origin(&report, "/f");
        assert_eq!(place(&file["attributes"]["mode"]), (json!("written"), site.clone(), json!(3)));
        assert_eq!(place(&file["attributes"]["ensure"]), (json!("written"), site, json!(5)));
    }

    #[test]
    fn more_relationships_than_a_view_can_show_are_cut() {
        let report = report(
            "range(1, 320).each |$i| { notify { \"n${i}\": } }\nNotify<| |> -> Notify<| |>\nnotify { 'last': }\n",
        );
        assert_eq!(report["relationships"].as_array().map(Vec::len), Some(super::MOST_RELATIONSHIPS));
        assert_eq!(report["relationships_cut"], json!(true));
    }

    #[test]
    fn relationships_go_from_first_to_later() {
        let report =
            report("notify { 'a': require => Notify['b'] }\nnotify { 'b': }\nNotify['a'] ~> notify { 'c': }\n");
        assert_eq!(
            report["relationships"],
            json!([
                {"source": "Notify[a]", "target": "Notify[c]", "notifies": true},
                {"source": "Notify[b]", "target": "Notify[a]", "notifies": false},
            ])
        );
        assert!(report.get("relationships_cut").is_none());
    }
}
