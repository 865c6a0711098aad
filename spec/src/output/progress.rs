//! One character for each example, then what failed and what was not run.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::run::{ExampleResult, Report, Status};

/// Returns the character of an example.
pub fn mark(status: Status) -> char {
    match status {
        Status::Passed => '.',
        Status::Failed => 'F',
        Status::Pending => '*',
        Status::NotRun => '-',
    }
}

/// Writes what failed, why others were not run, and the sums.
pub fn summary(report: &Report, duration: Duration) -> String {
    let mut text = String::new();
    let failed: Vec<&ExampleResult> =
        report.examples.iter().filter(|example| example.status == Status::Failed).collect();
    if !failed.is_empty() {
        text.push_str("\nFailures:\n");
    }
    for (number, example) in failed.iter().enumerate() {
        let message = example.failure.as_ref().map_or("", |failure| failure.message.as_str());
        text.push_str(&format!("\n  {}) {}\n", number + 1, example.full_description));
        message.lines().for_each(|line| text.push_str(&format!("     {line}\n")));
        text.push_str(&format!("     # {}:{}\n", example.file_path, example.line_number));
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in report.examples.iter().filter_map(|example| example.reason.as_deref()) {
        *reasons.entry(reason).or_default() += 1;
    }
    if !reasons.is_empty() {
        text.push_str("\nNot run, because puppet-analyzer does not know:\n");
    }
    for (reason, count) in reasons {
        text.push_str(&format!("  {count} × {reason}\n"));
    }
    text.push_str(&format!("\nFinished in {:.2} seconds\n{}\n", duration.as_secs_f64(), report.summary_line()));
    if !failed.is_empty() {
        text.push_str("\nFailed examples:\n\n");
        for example in failed {
            text.push_str(&format!(
                "puppet-analyzer test {} # {}\n",
                example.id.split('[').next().unwrap_or_default().to_string() + &format!(":{}", example.line_number),
                example.full_description
            ));
        }
    }
    text
}
