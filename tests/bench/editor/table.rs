//! Figures as one table: how they are spread, the goal, and the ratio to the Ruby server.

use std::fmt;

use crate::server_process::Time;

pub const HEAD: &str =
    "| what | median | p99 | processor, median | processor, p99 | goal | Ruby server |\n|---|--:|--:|--:|--:|--:|--:|";

pub struct Row {
    pub what: String,
    /// By the clock, or in megabytes, in any order.
    pub values: Vec<f64>,
    /// On the processor, in any order.
    pub processor: Vec<f64>,
    pub unit: &'static str,
    pub goal: Option<f64>,
    /// What the Ruby language server takes for the same.
    pub ruby: Option<f64>,
}

impl Row {
    pub fn times(what: impl Into<String>, times: &[Time], goal: Option<f64>) -> Self {
        Row {
            what: what.into(),
            values: times.iter().map(|time| time.clock).collect(),
            processor: times.iter().map(|time| time.processor).collect(),
            unit: "ms",
            goal,
            ruby: None,
        }
    }

    pub fn megabytes(what: impl Into<String>, values: Vec<f64>, goal: Option<f64>) -> Self {
        Row { what: what.into(), values, processor: Vec::new(), unit: "MB", goal, ruby: None }
    }
}

/// The value below which this share of all values is.
fn percentile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get((sorted.len().saturating_sub(1) as f64 * share) as usize).copied()
}

impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.1} {}", self.unit));
        let goal = self.goal.map_or("–".to_string(), |goal| format!("< {goal} {}", self.unit));
        let ruby = match (self.ruby, percentile(&self.values, 0.5)) {
            (Some(ruby), Some(median)) if median > 0.0 => format!("{ruby} {} = {:.0} ×", self.unit, ruby / median),
            _ => "–".to_string(),
        };
        write!(
            formatter,
            "| {} | {} | {} | {} | {} | {goal} | {ruby} |",
            self.what,
            shown(percentile(&self.values, 0.5)),
            shown(percentile(&self.values, 0.99)),
            shown(percentile(&self.processor, 0.5)),
            shown(percentile(&self.processor, 0.99)),
        )
    }
}
