//! An outcome as the report that `compile --format report` and the preview answer with: the evaluator's own, with codes in
//! kebab case as everywhere else, and places of inline templates found too.

use evaluator::catalog::report::{ReportNames, error_position, error_to_json, outcome_to_report};
use evaluator::outcome::InlineSource;
use evaluator::place::resolve_place_markers;
use evaluator::{EvaluationError, FileId, Outcome, Place};
use serde_json::{Value as Json, json};
use syntax::problem::kebab_case;
use syntax::{ColumnUnit, LineIndex};

/// How whoever asked names places and files.
pub struct Names<'a> {
    /// Path, line and column of a place, both from 1.
    pub place: &'a dyn Fn(Place) -> Option<(String, u32, u32)>,
    /// The same for an offset in a file's text.
    pub offset: &'a dyn Fn(FileId, u32) -> Option<(String, u32, u32)>,
    pub path: &'a dyn Fn(FileId) -> String,
}

/// The version of a catalog that no server made.
const VERSION: &str = "puppet-analyzer";

impl Names<'_> {
    /// Where a place is, in a text of the evaluation itself too.
    pub fn describe(&self, outcome: &Outcome, place: Place) -> Option<(String, u32, u32)> {
        match inline_source(outcome, place.file) {
            Some(inline) => Some(position_in(inline, inline.source_map.anchor(place.expr))),
            None => (self.place)(place),
        }
    }

    fn describe_offset(&self, outcome: &Outcome, file: FileId, offset: u32) -> Option<(String, u32, u32)> {
        match inline_source(outcome, file) {
            Some(inline) => Some(position_in(inline, offset)),
            None => (self.offset)(file, offset),
        }
    }

    /// Where an error is reported.
    pub fn error_position(&self, outcome: &Outcome, error: &EvaluationError) -> Option<(String, u32, u32)> {
        self.with_report_names(outcome, |names| error_position(error, names))
    }

    fn with_report_names<T>(&self, outcome: &Outcome, ask: impl FnOnce(&ReportNames<'_>) -> T) -> T {
        let place = |place| self.describe(outcome, place);
        let offset = |file, offset| self.describe_offset(outcome, file, offset);
        ask(&ReportNames { place: &place, offset: &offset, path: self.path, version: VERSION })
    }

    /// A message with its places written out.
    pub fn finish(&self, outcome: &Outcome, message: &str) -> String {
        resolve_place_markers(message, &mut |place| self.describe(outcome, place))
    }

    pub fn report(&self, outcome: &Outcome) -> Json {
        let mut report = self.with_report_names(outcome, |names| outcome_to_report(outcome, names));
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
        let first = outcome.errors.first().map(|error| {
            let mut json = self.with_report_names(outcome, |names| error_to_json(error, names));
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

fn inline_source(outcome: &Outcome, file: FileId) -> Option<&InlineSource> {
    outcome.inline_sources.iter().find(|inline| inline.file == file)
}

fn position_in(inline: &InlineSource, offset: u32) -> (String, u32, u32) {
    let at = LineIndex::new(&inline.text).line_column(&inline.text, offset, ColumnUnit::CodePoints);
    ("inline template".to_string(), at.line + 1, at.column + 1)
}

fn use_kebab_case(error: &mut Json) {
    if let Some(code) = error.get("code").and_then(Json::as_str) {
        error["code"] = json!(kebab_case(code));
    }
}
