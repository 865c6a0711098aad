//! An outcome as the report that `compile --format report` and the preview answer with.

use evaluator::outcome::LogEntry;
use evaluator::place::resolve_place_markers;
use evaluator::{EvaluationError, Outcome, Place};
use serde_json::{Value as Json, json};
use syntax::problem::kebab_case;

/// Says of a place its path, line and column, both from 1.
pub type Describe<'a> = &'a dyn Fn(Place) -> Option<(String, u32, u32)>;

/// `{"ok","catalog","logs","error","unknowns","virtual_resources"}`; `errors` has all of them, and what limited it.
pub fn report(outcome: &Outcome, describe: Describe<'_>) -> Json {
    let mut error = outcome.errors.first().map(|error| error_json(error, describe));
    if error.is_none() {
        error = outcome.limit.as_ref().map(|limit| json!({"code": "limit-reached", "message": limit.message()}));
    }
    json!({
        "ok": outcome.is_ok(),
        "catalog": catalog_json(outcome, describe),
        "logs": outcome.logs.iter().map(|entry| log_json(entry, describe)).collect::<Vec<_>>(),
        "error": error,
        "errors": outcome.errors.iter().map(|error| error_json(error, describe)).collect::<Vec<_>>(),
        "unknowns": outcome.unknowns.iter().map(|unknown| {
            let mut entry = place_json(unknown.place, describe);
            entry["reason"] = json!(unknown.reason);
            entry
        }).collect::<Vec<_>>(),
        "virtual_resources": virtual_resources(outcome),
    })
}

pub fn finish(message: &str, describe: Describe<'_>) -> String {
    resolve_place_markers(message, &mut |place| describe(place))
}

pub fn log_json(entry: &LogEntry, describe: Describe<'_>) -> Json {
    let mut json = place_json(entry.place, describe);
    json["level"] = json!(entry.level.name());
    json["message"] = json!(finish(&entry.message, describe));
    json["source"] = json!(entry.source.as_str());
    json
}

/// `{"code","message","file","line","column","frames"}`
pub fn error_json(error: &EvaluationError, describe: Describe<'_>) -> Json {
    let mut json = place_json(error.place, describe);
    json["code"] = json!(kebab_case(error.code()));
    json["message"] = json!(finish(&error.message(), describe));
    json["hint"] = json!(error.issue.hint());
    json["frames"] = Json::Array(
        error
            .frames
            .iter()
            .map(|frame| {
                let mut entry = place_json(frame.place, describe);
                entry["what"] = json!(frame.what);
                entry
            })
            .collect(),
    );
    json
}

fn place_json(place: Option<Place>, describe: Describe<'_>) -> Json {
    match place.and_then(describe) {
        Some((file, line, column)) => json!({"file": file, "line": line, "column": column}),
        None => json!({"file": null, "line": null, "column": null}),
    }
}

fn catalog_json(outcome: &Outcome, describe: Describe<'_>) -> Json {
    let _ = describe;
    match &outcome.catalog {
        Some(catalog) => json!({"name": catalog.name.as_str(), "environment": catalog.environment.as_str()}),
        None => Json::Null,
    }
}

fn virtual_resources(outcome: &Outcome) -> Vec<Json> {
    let resources = outcome.catalog.iter().flat_map(|catalog| &catalog.resources);
    resources
        .filter(|resource| resource.is_virtual)
        .map(|resource| json!({"type": resource.type_name.as_str(), "title": resource.title.as_str()}))
        .collect()
}
