//! One function for each kind of documented thing: its JSON.

use serde_json::{Map, Value as Json, json};

use super::docstring;
use crate::kinds::functions::signature;
use crate::model::{
    Attribute, DataType, Definition, Feature, Function, Origin, Provider, Reference, ResourceType, Task, TypeAlias,
    sorted,
};

/// Returns things ordered by name.
pub fn ordered<T>(things: &[T], name: impl Fn(&T) -> &String, render: impl Fn(&T) -> Json) -> Json {
    let mut things: Vec<&T> = things.iter().collect();
    things.sort_by(|left, right| name(left).cmp(name(right)));
    things.into_iter().map(render).collect()
}

/// Returns pairs as an object; `None` where there are none.
pub fn pairs(pairs: &[(String, String)]) -> Option<Json> {
    let object: Map<String, Json> = pairs.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    (!object.is_empty()).then_some(Json::Object(object))
}

struct Hash(Map<String, Json>);

impl Hash {
    fn new(name: &str, origin: &Origin) -> Self {
        Hash(Map::new()).with("name", json!(name)).with("file", json!(origin.file)).with("line", json!(origin.line))
    }

    fn with(mut self, key: &str, value: Json) -> Self {
        self.0.insert(key.to_string(), value);
        self
    }

    fn maybe(self, key: &str, value: Option<Json>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds a list unless it is empty.
    fn list(self, key: &str, values: Vec<Json>) -> Self {
        if values.is_empty() { self } else { self.with(key, Json::Array(values)) }
    }

    fn done(self) -> Json {
        Json::Object(self.0)
    }
}

pub fn definition(definition: &Definition) -> Json {
    Hash::new(&definition.name, &definition.origin)
        .maybe("inherits", definition.inherits.as_ref().map(|parent| json!(parent)))
        .with("docstring", docstring(&definition.docstring, false))
        .maybe("defaults", pairs(&definition.defaults))
        .with("source", json!(definition.source))
        .done()
}

pub fn type_alias(alias: &TypeAlias) -> Json {
    Hash::new(&alias.name, &alias.origin)
        .with("docstring", docstring(&alias.docstring, false))
        .with("alias_of", json!(alias.alias_of))
        .done()
}

pub fn data_type(data_type: &DataType) -> Json {
    let defaults: Map<String, Json> = data_type.defaults.iter().cloned().collect();
    let functions: Json = data_type
        .functions
        .iter()
        .map(|function| {
            json!({
                "name": function.name,
                "signature": function.signature,
                "docstring": docstring(&function.docstring, true),
            })
        })
        .collect();
    Hash::new(&data_type.name, &data_type.origin)
        .with("docstring", docstring(&data_type.docstring, true))
        .maybe("defaults", (!defaults.is_empty()).then_some(Json::Object(defaults)))
        .with("functions", functions)
        .done()
}

pub fn function(function: &Function) -> Json {
    let overloads: Vec<Json> = function
        .docstring
        .tags_named("overload")
        .filter_map(|tag| tag.overload.as_ref())
        .map(|overload| json!({"signature": overload.signature, "docstring": docstring(&overload.docstring, true)}))
        .collect();
    let signatures = if overloads.is_empty() {
        let only = signature(&function.name, &function.parameters, &function.docstring.tags);
        vec![json!({"signature": only, "docstring": docstring(&function.docstring, true)})]
    } else {
        overloads
    };
    let defaults: Vec<(String, String)> =
        function.parameters.iter().filter_map(|(name, default)| Some((name.clone(), default.clone()?))).collect();
    Hash::new(&function.name, &function.origin)
        .with("type", json!(function.kind.key()))
        .with("signatures", Json::Array(signatures))
        .with("docstring", docstring(&function.docstring, false))
        .maybe("defaults", pairs(&defaults))
        .with("source", json!(function.source))
        .done()
}

pub fn resource_type(reference: &Reference, resource_type: &ResourceType) -> Json {
    let mut features: Vec<&Feature> = resource_type.features.iter().collect();
    features.sort_by(|left, right| left.name.cmp(&right.name));
    let all = |attributes: Vec<Attribute>| attributes.iter().map(attribute).collect();
    Hash::new(&resource_type.name, &resource_type.origin)
        .with("docstring", docstring(&resource_type.docstring, false))
        .list("properties", all(sorted(&resource_type.properties)))
        .list("parameters", all(reference.parameters_of(resource_type)))
        .list("checks", all(sorted(&resource_type.checks)))
        .list("features", features.into_iter().map(feature).collect())
        .list("providers", reference.providers_of(&resource_type.name).into_iter().map(provider).collect())
        .done()
}

fn feature(feature: &Feature) -> Json {
    Hash(Map::new())
        .with("name", json!(feature.name))
        .maybe("description", (!feature.description.is_empty()).then(|| json!(feature.description)))
        .done()
}

fn attribute(attribute: &Attribute) -> Json {
    Hash(Map::new())
        .with("name", json!(attribute.name))
        .maybe("description", (!attribute.description.is_empty()).then(|| json!(attribute.description)))
        .list("values", attribute.values.iter().map(|value| json!(value)).collect())
        .maybe("data_type", attribute.data_type.as_ref().map(|data_type| json!(data_type)))
        .maybe("aliases", pairs(&attribute.aliases))
        .maybe("isnamevar", attribute.is_namevar.then_some(Json::Bool(true)))
        .maybe("required_features", attribute.required_features.as_ref().map(|features| json!(features)))
        .maybe("default", attribute.default.clone())
        .done()
}

pub fn provider(provider: &Provider) -> Json {
    let defaults: Vec<Json> = provider.defaults.iter().map(|constraints| json!(constraints)).collect();
    Hash(Map::new())
        .with("name", json!(provider.name))
        .with("type_name", json!(provider.type_name))
        .with("file", json!(provider.origin.file))
        .with("line", json!(provider.origin.line))
        .with("docstring", docstring(&provider.docstring, false))
        .maybe("confines", pairs(&provider.confines))
        .list("features", provider.features.iter().map(|feature| json!(feature)).collect())
        .list("defaults", defaults)
        .maybe("commands", pairs(&provider.commands))
        .done()
}

pub fn task(task: &Task) -> Json {
    let tags: Json = task
        .parameters
        .iter()
        .map(|parameter| {
            json!({
                "name": parameter.name,
                "tag_name": "param",
                "text": parameter.description,
                "types": [parameter.data_type],
            })
        })
        .collect();
    json!({
        "name": task.name,
        "file": task.file,
        "line": 0,
        "docstring": {"text": task.docstring.text, "tags": tags},
        "source": task.source,
        "supports_noop": task.supports_noop,
        "input_method": task.input_method,
    })
}
