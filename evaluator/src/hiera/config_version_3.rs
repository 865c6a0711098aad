//! A `hiera.yaml` of version 3, which only the global layer may have: backends, and one list of paths for all of them.

use smol_str::SmolStr;

use super::config::{FunctionKind, HieraConfig, HierarchyEntry, Locations, text_at, texts};
use super::data_node::{DataContent, DataNode, Position};
use super::error::HieraError;
use crate::error::DataPlace;
use crate::place::FileId;
use crate::value::Value;

/// Where data is when a backend does not say: in the environment, as servers deploy it.
const DEFAULT_DATADIR: &str = "/etc/puppetlabs/code/environments/%{::environment}/hieradata";

/// The levels that a version 3 file means: one for each backend, with all paths of the hierarchy.
pub fn read(document: &DataNode, file: FileId) -> Result<HieraConfig, HieraError> {
    let backends = one_or_several(document, "backends").unwrap_or_else(|| vec![SmolStr::new_static("yaml")]);
    let paths = one_or_several(document, "hierarchy")
        .unwrap_or_else(|| vec![SmolStr::new_static("nodes/%{::trusted.certname}"), SmolStr::new_static("common")]);
    let mut hierarchy: Vec<HierarchyEntry> = Vec::new();
    for backend in backends {
        if hierarchy.iter().any(|entry| entry.name == backend) {
            let position = document.entry("backends").map(|entry| entry.key.position).unwrap_or_default();
            let place = DataPlace { file, line: position.line, column: position.column };
            return Err(HieraError::BackendMultiplyDefined { name: backend.to_string(), first_line: None, place });
        }
        let settings = document.entry(&backend).map(|entry| &entry.value);
        let setting = |key: &str| settings.and_then(|settings| text_at(settings, key));
        let (kind, function, extension) = match backend.as_str() {
            "yaml" => (FunctionKind::DataHash, SmolStr::new_static("yaml_data"), "yaml"),
            "json" => (FunctionKind::DataHash, SmolStr::new_static("json_data"), "json"),
            "hocon" => (FunctionKind::DataHash, SmolStr::new_static("hocon_data"), "conf"),
            "eyaml" => (FunctionKind::LookupKey, SmolStr::new_static("eyaml_lookup_key"), "eyaml"),
            _ => (FunctionKind::Hiera3Backend, backend.clone(), backend.as_str()),
        };
        let extension = format!(".{}", setting("extension").as_deref().unwrap_or(extension));
        hierarchy.push(HierarchyEntry {
            name: backend.clone(),
            kind,
            function,
            datadir: setting("datadir").unwrap_or_else(|| SmolStr::new_static(DEFAULT_DATADIR)),
            locations: Some(Locations::Paths(paths.clone())),
            options: Value::hash([]),
            extension: Some(SmolStr::new(extension)),
            position: Position::default(),
        });
    }
    let merge_behavior = text_at(document, "merge_behavior").and_then(|behavior| {
        let strategy = match behavior.as_str() {
            "array" => "unique",
            "deep" => "reverse_deep",
            "deeper" => "unconstrained_deep",
            _ => return None,
        };
        let mut entries = vec![(Value::string("strategy"), Value::string(strategy))];
        if let Some(options) = document.entry("deep_merge_options").and_then(|entry| entry.value.entries()) {
            entries.extend(options.iter().map(|option| (option.key.to_value(), option.value.to_value())));
        }
        Some(Value::hash(entries))
    });
    Ok(HieraConfig { version: 3, file: Some(file), hierarchy, default_hierarchy: None, merge_behavior })
}

fn one_or_several(document: &DataNode, key: &str) -> Option<Vec<SmolStr>> {
    let node = &document.entry(key)?.value;
    match &node.content {
        DataContent::Scalar(Value::String(text)) | DataContent::Symbol(text) => Some(vec![text.clone()]),
        DataContent::Sequence(_) => Some(texts(node)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hiera::yaml;

    #[test]
    fn each_backend_is_a_level_with_all_paths() {
        let document = yaml::parse(
            "---\n:backends: [yaml, json]\n:hierarchy:\n  - \"%{::fqdn}\"\n  - common\n:yaml:\n  :datadir: /data\n:merge_behavior: deeper\n",
        );
        let config = read(&document.unwrap().unwrap(), FileId(0)).unwrap();
        let [yaml, json] = config.hierarchy.as_slice() else { panic!("two levels") };
        assert_eq!((yaml.datadir.as_str(), yaml.extension.as_deref()), ("/data", Some(".yaml")));
        assert_eq!((json.datadir.as_str(), json.function.as_str()), (DEFAULT_DATADIR, "json_data"));
        assert!(config.merge_behavior.is_some());
    }
}
