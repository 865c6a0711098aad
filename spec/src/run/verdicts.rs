//! Verdicts of examples, and their sums.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Passed,
    Failed,
    Pending,
    /// It uses something that is not known here, or hangs on a value that is not known.
    NotRun,
}

impl Status {
    /// As RSpec's JSON names it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Pending => "pending",
            Status::NotRun => "not_run",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub class: String,
    pub message: String,
}

#[derive(Clone, Debug)]
pub struct ExampleResult {
    /// As RSpec makes it, for instance `./spec/classes/a_spec.rb[1:2:1]`.
    pub id: String,
    pub description: String,
    pub full_description: String,
    pub status: Status,
    pub file_path: String,
    pub line_number: u32,
    pub run_time: Duration,
    pub failure: Option<Failure>,
    /// Why it was not run.
    pub reason: Option<String>,
    pub pending_message: Option<String>,
    /// Its place among the examples of its file.
    pub number: usize,
    /// It stands for a group or file that could not be read, not for one example.
    pub is_whole_group: bool,
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub examples: Vec<ExampleResult>,
}

impl Report {
    pub fn count(&self, status: Status) -> usize {
        self.examples.iter().filter(|example| example.status == status).count()
    }

    /// Writes the sums as RSpec does, with what was not run.
    pub fn summary_line(&self) -> String {
        let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let mut line = plural(self.examples.len(), "example");
        line.push_str(&format!(", {}", plural(self.count(Status::Failed), "failure")));
        if self.count(Status::Pending) > 0 {
            line.push_str(&format!(", {} pending", self.count(Status::Pending)));
        }
        if self.count(Status::NotRun) > 0 {
            line.push_str(&format!(", {} not run", self.count(Status::NotRun)));
        }
        line
    }
}
