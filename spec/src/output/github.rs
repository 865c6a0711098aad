//! Annotations for GitHub Actions: one line for each example that failed or was not run.

use crate::run::{Report, Status};

pub fn annotations(report: &Report) -> String {
    let mut text = String::new();
    for example in &report.examples {
        let (level, message) = match example.status {
            Status::Failed => ("error", example.failure.as_ref().map_or("", |failure| failure.message.as_str())),
            Status::NotRun => ("warning", example.reason.as_deref().unwrap_or_default()),
            Status::Passed | Status::Pending => continue,
        };
        let path = example.file_path.trim_start_matches("./");
        let message = escaped(&format!("{}\n{message}", example.full_description));
        text.push_str(&format!("::{level} file={path},line={}::{message}\n", example.line_number));
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
