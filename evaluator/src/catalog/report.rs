//! All that came of a compile as one JSON object: the catalog, logs, the error with its call frames, what is unknown.

use serde_json::{Value as Json, json};

use super::json_object::object;
use super::to_json::{PlaceResolver, catalog_to_json, resource_to_json};
use crate::error::{EvaluationError, RUNTIME_ERROR};
use crate::outcome::Outcome;
use crate::place::{FileId, Place, resolve_place_markers};

/// Path, line and column of an offset in a file, both from 1.
pub type OffsetResolver<'a> = &'a dyn Fn(FileId, u32) -> Option<(String, u32, u32)>;

/// How places and files are shown.
pub struct ReportNames<'a> {
    pub place: PlaceResolver<'a>,
    /// Path, line and column of an offset in a file, both from 1.
    pub offset: OffsetResolver<'a>,
    /// The path of a file.
    pub path: &'a dyn Fn(FileId) -> String,
    /// The configuration's version.
    pub version: &'a str,
}

/// `{"ok", "catalog", "logs", "error", "errors", "unknowns", "left_out", "virtual_resources", "cycles", "limit"}`.
pub fn outcome_to_report(outcome: &Outcome, names: &ReportNames<'_>) -> Json {
    let catalog = outcome.catalog.as_ref();
    let logs: Vec<Json> = outcome
        .logs
        .iter()
        .map(|entry| {
            let mut log = json!({"level": entry.level.name(), "message": resolve(&entry.message, names)});
            if !entry.source.is_empty() {
                insert(&mut log, "source", json!(entry.source.as_str()));
            }
            add_place(&mut log, entry.place, names);
            log
        })
        .collect();
    let errors: Vec<Json> = outcome.errors.iter().map(|error| error_to_json(error, names)).collect();
    let unknowns: Vec<Json> = outcome
        .unknowns
        .iter()
        .map(|unknown| {
            let mut entry = json!({"reason": unknown.reason});
            add_place(&mut entry, unknown.place, names);
            entry
        })
        .collect();
    let left_out: Vec<Json> = outcome
        .left_out
        .iter()
        .map(|left_out| {
            let mut entry = json!({"what": left_out.what});
            add_place(&mut entry, left_out.place, names);
            entry
        })
        .collect();
    let virtual_resources: Vec<Json> = catalog
        .into_iter()
        .flat_map(|catalog| catalog.resources.iter().filter(|resource| resource.is_virtual))
        .map(|resource| resource_to_json(resource, names.place))
        .collect();
    let cycles: Vec<Json> = catalog
        .into_iter()
        .flat_map(|catalog| {
            catalog
                .cycles
                .iter()
                .map(|cycle| json!(cycle.path.iter().map(|id| catalog.get(*id).to_string()).collect::<Vec<_>>()))
        })
        .collect();
    let first_error = errors.first().cloned();
    object([
        ("ok", outcome.is_ok().into()),
        ("catalog", catalog.map(|catalog| catalog_to_json(catalog, names.version, names.place)).into()),
        ("logs", logs.into()),
        ("error", first_error.into()),
        ("errors", errors.into()),
        ("unknowns", unknowns.into()),
        ("left_out", left_out.into()),
        ("virtual_resources", virtual_resources.into()),
        ("cycles", cycles.into()),
        ("limit", outcome.limit.as_ref().map(|limit| limit.message()).into()),
    ])
}

/// `{"code", "message", "file", "line", "column", "data": {"file", "line", "column"}, "hint", "frames": [{"what", "file",
/// "line", "column"}]}`; `data` is the place in a data file that is to blame.
pub fn error_to_json(error: &EvaluationError, names: &ReportNames<'_>) -> Json {
    let mut result = json!({"code": error.code(), "message": resolve(&error.message(), names)});
    add_position(&mut result, error_position(error, names));
    if let Some(place) = error.issue.data_place() {
        let mut data = json!({"file": (names.path)(place.file)});
        if place.line > 0 {
            insert(&mut data, "line", json!(place.line));
            insert(&mut data, "column", json!(place.column));
        }
        insert(&mut result, "data", data);
    }
    if let Some(hint) = error.issue.hint() {
        insert(&mut result, "hint", json!(resolve(&hint, names)));
    }
    let frames: Vec<Json> = error
        .frames
        .iter()
        .map(|frame| {
            let mut entry = json!({"what": frame.what});
            add_place(&mut entry, frame.place, names);
            entry
        })
        .collect();
    insert(&mut result, "frames", Json::Array(frames));
    result
}

fn resolve(message: &str, names: &ReportNames<'_>) -> String {
    resolve_place_markers(message, &mut |place| (names.place)(place))
}

/// Where Puppet reports an error: in the data that is to blame, at the expression, or in the text that cannot be read.
/// What comes out of a function call has the place of the call.
pub fn error_position(error: &EvaluationError, names: &ReportNames<'_>) -> Option<(String, u32, u32)> {
    let data = error.issue.data_place().map(|data| ((names.path)(data.file), data.line, data.column));
    if let Some(data) = data.as_ref().filter(|(_, line, _)| *line > 0 && error.code() != RUNTIME_ERROR) {
        return Some(data.clone());
    }
    match (error.place, error.issue.source_problem()) {
        (Some(place), _) => (names.place)(place),
        (None, Some((file, problem))) => (names.offset)(file, problem.anchor),
        (None, None) => data,
    }
}

fn add_place(object: &mut Json, place: Option<Place>, names: &ReportNames<'_>) {
    add_position(object, place.and_then(names.place));
}

fn add_position(object: &mut Json, position: Option<(String, u32, u32)>) {
    if let Some((path, line, column)) = position {
        insert(object, "file", path.into());
        insert(object, "line", json!(line));
        insert(object, "column", json!(column));
    }
}

fn insert(object: &mut Json, key: &str, value: Json) {
    if let Json::Object(map) = object {
        map.insert(key.to_string(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::test_support::{parameter, resource};
    use crate::catalog::{Catalog, ResourceKind};
    use crate::error::RuntimeError;
    use crate::outcome::{LogEntry, LogLevel};
    use crate::place::{ExprId, PlaceStyle, place_marker};
    use crate::value::{UnknownReason, Value};

    #[test]
    fn a_report_has_everything_with_lines() {
        let place = Place::new(FileId(0), ExprId(4));
        let mut catalog = Catalog { name: "web".into(), environment: "production".into(), ..Catalog::default() };
        let mut file = resource(ResourceKind::Native, "File", "/x");
        file.place = Some(place);
        file.parameters.insert("content".into(), parameter("secret"));
        file.parameters.insert("mode".into(), parameter(Value::Undef));
        file.sensitive_parameters.push("content".into());
        catalog.add(file);
        let mut hidden = resource(ResourceKind::Native, "Notify", "n");
        hidden.is_virtual = true;
        catalog.add(hidden);
        let outcome = Outcome {
            catalog: Some(catalog),
            logs: vec![LogEntry {
                level: LogLevel::Notice,
                message: "hi".to_string(),
                source: "Scope(Class[main])".into(),
                place: Some(place),
            }],
            errors: vec![EvaluationError::new(
                RuntimeError(format!("declared {}", place_marker(place, PlaceStyle::Line))),
                Some(place),
            )],
            unknowns: vec![UnknownReason { reason: "ruby".to_string(), place: None, of_text: None }],
            ..Outcome::default()
        };
        let names = ReportNames {
            place: &|_| Some(("site.pp".to_string(), 7, 3)),
            offset: &|_, offset| Some(("site.pp".to_string(), offset, 1)),
            path: &|_| "site.pp".to_string(),
            version: "1",
        };
        let report = outcome_to_report(&outcome, &names);
        assert_eq!(report["ok"], json!(false));
        assert_eq!(report["error"]["message"], json!("declared (file: site.pp, line: 7)"));
        assert_eq!(report["error"]["line"], json!(7));
        assert_eq!(
            report["catalog"]["resources"],
            json!([{"type": "File", "title": "/x", "tags": [], "file": "site.pp", "line": 7, "exported": false,
                "parameters": {"content": "secret"}, "sensitive_parameters": ["content"]}])
        );
        assert_eq!(report["virtual_resources"][0]["title"], json!("n"));
        assert_eq!(report["unknowns"], json!([{"reason": "ruby"}]));
        assert_eq!(report["logs"][0]["source"], json!("Scope(Class[main])"));
    }
}
