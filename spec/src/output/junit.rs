//! The report as JUnit's XML, which most CI systems read.

use std::time::Duration;

use crate::run::{Report, Status};

pub fn to_junit(report: &Report, duration: Duration) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(&format!(
        "<testsuite name=\"puppet-analyzer\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" errors=\"0\" time=\"{:.6}\">\n",
        report.examples.len(),
        report.count(Status::Failed),
        report.count(Status::Pending) + report.count(Status::NotRun),
        duration.as_secs_f64(),
    ));
    for example in &report.examples {
        let class = example.file_path.trim_start_matches("./").trim_end_matches(".rb").replace('/', ".");
        text.push_str(&format!(
            "  <testcase classname=\"{}\" name=\"{}\" file=\"{}\" time=\"{:.6}\"",
            escaped(&class),
            escaped(&example.full_description),
            escaped(&example.file_path),
            example.run_time.as_secs_f64(),
        ));
        let inner = match example.status {
            Status::Passed => None,
            Status::Failed => {
                let failure = example.failure.as_ref();
                let (class, message) =
                    failure.map_or(("", ""), |failure| (failure.class.as_str(), failure.message.as_str()));
                Some(format!("<failure type=\"{}\" message=\"{}\"/>", escaped(class), escaped(message)))
            }
            Status::Pending => Some(format!(
                "<skipped message=\"{}\"/>",
                escaped(example.pending_message.as_deref().unwrap_or_default())
            )),
            Status::NotRun => Some(format!(
                "<skipped message=\"not run: {}\"/>",
                escaped(example.reason.as_deref().unwrap_or_default())
            )),
        };
        match inner {
            Some(inner) => text.push_str(&format!(">{inner}</testcase>\n")),
            None => text.push_str("/>\n"),
        }
    }
    text.push_str("</testsuite>\n");
    text
}

fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\n' => written.push_str("&#10;"),
            c if c.is_control() && c != '\t' => {}
            c => written.push(c),
        }
    }
    written
}
