//! Tasks: the metadata beside them.

use serde_json::Value as Json;

use crate::docstring::{Docstring, parse};
use crate::model::{Problem, Reference, Task, TaskParameter};

pub fn read(path: &str, text: &str, reference: &mut Reference) {
    let problem = |line: usize, message: String| Problem { file: path.to_string(), line, message };
    let metadata = match serde_json::from_str::<Json>(text) {
        Ok(Json::Object(metadata)) => metadata,
        Ok(_) => return reference.problems.push(problem(1, "The metadata of a task is a JSON object".to_string())),
        Err(error) => return reference.problems.push(problem(error.line(), format!("Invalid JSON: {error}"))),
    };
    if metadata.is_empty() {
        return;
    }
    let none = serde_json::Map::new();
    let parameters = metadata.get("parameters").and_then(Json::as_object).unwrap_or(&none);
    let parameters = parameters
        .iter()
        .map(|(name, properties)| TaskParameter {
            name: name.clone(),
            description: given(properties.get("description")).unwrap_or_else(|| Json::from("")),
            data_type: properties.get("type").cloned().unwrap_or_default(),
        })
        .collect();
    // Tags are taken out of the text; nothing shows them.
    let description = parse(metadata.get("description").and_then(Json::as_str).unwrap_or_default());
    let file_name = path.rsplit('/').next().unwrap_or(path);
    reference.tasks.push(Task {
        name: file_name.replace(".json", ""),
        file: path.to_string(),
        docstring: Docstring { tags: Vec::new(), ..description },
        parameters,
        supports_noop: given(metadata.get("supports_noop")).unwrap_or(Json::Bool(false)),
        input_method: metadata.get("input_method").cloned().unwrap_or_default(),
        source: text.to_string(),
    });
}

/// Returns a value unless Ruby takes it for false.
fn given(value: Option<&Json>) -> Option<Json> {
    value.filter(|value| !matches!(value, Json::Null | Json::Bool(false))).cloned()
}
