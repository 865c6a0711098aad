//! The report as RSpec's JSON formatter prints it, with `not_run` and its reason besides.

use std::time::Duration;

use serde_json::{Value, json};

use crate::run::{ExampleResult, Report, Status};

pub fn to_json(report: &Report, duration: Duration) -> Value {
    let examples: Vec<Value> = report.examples.iter().map(example).collect();
    json!({
        "version": "3.12.0",
        "examples": examples,
        "summary": {
            "duration": duration.as_secs_f64(),
            "example_count": report.examples.len(),
            "failure_count": report.count(Status::Failed),
            "pending_count": report.count(Status::Pending),
            "not_run_count": report.count(Status::NotRun),
            "errors_outside_of_examples_count": report.examples.iter().filter(|example| example.is_whole_group).count(),
        },
        "summary_line": report.summary_line(),
    })
}

fn example(result: &ExampleResult) -> Value {
    let mut value = json!({
        "id": result.id,
        "description": result.description,
        "full_description": result.full_description,
        "status": result.status.name(),
        "file_path": result.file_path,
        "line_number": result.line_number,
        "run_time": result.run_time.as_secs_f64(),
        "pending_message": result.pending_message,
    });
    if let Some(failure) = &result.failure {
        value["exception"] = json!({"class": failure.class, "message": failure.message, "backtrace": []});
    }
    if let Some(reason) = &result.reason {
        value["reason"] = json!(reason);
    }
    value
}
