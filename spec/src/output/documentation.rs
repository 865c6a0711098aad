//! Every example by its description, with its verdict.

use crate::run::{Report, Status};

pub fn listing(report: &Report) -> String {
    let mut text = String::new();
    let mut file = "";
    for example in &report.examples {
        if example.file_path != file {
            file = &example.file_path;
            text.push_str(&format!("\n{file}\n"));
        }
        let suffix = match example.status {
            Status::Passed => String::new(),
            Status::Failed => " (FAILED)".to_string(),
            Status::Pending => format!(" (PENDING: {})", example.pending_message.as_deref().unwrap_or_default()),
            Status::NotRun => format!(" (NOT RUN: {})", example.reason.as_deref().unwrap_or_default()),
        };
        text.push_str(&format!("  {}{suffix}\n", example.full_description));
    }
    text
}
