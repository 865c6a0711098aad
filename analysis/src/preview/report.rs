//! An outcome as the report that `compile --format report` and the preview answer with: the evaluator's own, with codes in
//! kebab case as everywhere else, and places of inline templates found too.

use evaluator::catalog::report::{ReportNames, error_to_json, outcome_to_report};
use evaluator::place::resolve_place_markers;
use evaluator::{FileId, Outcome, Place};
use serde_json::{Value as Json, json};
use syntax::problem::kebab_case;
use syntax::{ColumnUnit, LineIndex};

/// How whoever asked names places and files.
pub struct Names<'a> {
    /// Path, line and column of a place, both from 1.
    pub place: &'a dyn Fn(Place) -> Option<(String, u32, u32)>,
    pub path: &'a dyn Fn(FileId) -> String,
}

/// The version of a catalog that no server made.
const VERSION: &str = "puppet-analyzer";

impl Names<'_> {
    /// Where a place is, in a text of the evaluation itself too.
    pub fn describe(&self, outcome: &Outcome, place: Place) -> Option<(String, u32, u32)> {
        let Some(inline) = outcome.inline_sources.iter().find(|inline| inline.file == place.file) else {
            return (self.place)(place);
        };
        let anchor = inline.source_map.anchor(place.expr);
        let at = LineIndex::new(&inline.text).line_column(&inline.text, anchor, ColumnUnit::CodePoints);
        Some(("inline template".to_string(), at.line + 1, at.column + 1))
    }

    /// A message with its places written out.
    pub fn finish(&self, outcome: &Outcome, message: &str) -> String {
        resolve_place_markers(message, &mut |place| self.describe(outcome, place))
    }

    pub fn report(&self, outcome: &Outcome) -> Json {
        let place = |place| self.describe(outcome, place);
        let names = ReportNames { place: &place, path: self.path, version: VERSION };
        let mut report = outcome_to_report(outcome, &names);
        if report.get("error").is_none_or(Json::is_null) {
            report["error"] = self.limit(outcome).unwrap_or(Json::Null);
        }
        use_kebab_case(&mut report["error"]);
        for error in report.get_mut("errors").and_then(Json::as_array_mut).into_iter().flatten() {
            use_kebab_case(error);
        }
        report
    }

    /// The first error, or the limit that ended the evaluation.
    pub fn error(&self, outcome: &Outcome) -> Option<Json> {
        let place = |place| self.describe(outcome, place);
        let names = ReportNames { place: &place, path: self.path, version: VERSION };
        let first = outcome.errors.first().map(|error| {
            let mut json = error_to_json(error, &names);
            use_kebab_case(&mut json);
            json
        });
        first.or_else(|| self.limit(outcome))
    }

    fn limit(&self, outcome: &Outcome) -> Option<Json> {
        let limit = outcome.limit.as_ref()?;
        Some(json!({"code": "limit-reached", "message": limit.message(), "frames": []}))
    }
}

fn use_kebab_case(error: &mut Json) {
    if let Some(code) = error.get("code").and_then(Json::as_str) {
        error["code"] = json!(kebab_case(code));
    }
}
