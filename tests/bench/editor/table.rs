//! Figures as one table: how they are spread, the goal, and the ratio to the Ruby server.

use std::fmt;

pub const HEAD: &str = "| what | median | p99 | most | goal | Ruby server |\n|---|--:|--:|--:|--:|--:|";

pub struct Row {
    pub what: String,
    /// In the unit, in any order.
    pub values: Vec<f64>,
    pub unit: &'static str,
    pub goal: Option<f64>,
    /// What the Ruby language server takes for the same.
    pub ruby: Option<f64>,
}

impl Row {
    pub fn milliseconds(what: impl Into<String>, values: Vec<f64>, goal: f64) -> Self {
        Row { what: what.into(), values, unit: "ms", goal: Some(goal), ruby: None }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted.get((sorted.len().saturating_sub(1) as f64 * share) as usize).copied();
        let shown = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.1} {}", self.unit));
        let goal = match (self.goal, at(0.5)) {
            (Some(goal), Some(median)) if median > goal => format!("< {goal} **missed**"),
            (Some(goal), _) => format!("< {goal}"),
            (None, _) => "–".to_string(),
        };
        let ruby = match (self.ruby, at(0.5)) {
            (Some(ruby), Some(median)) if median > 0.0 => format!("{ruby} {} = {:.0} ×", self.unit, ruby / median),
            _ => "–".to_string(),
        };
        let (median, p99, most) = (shown(at(0.5)), shown(at(0.99)), shown(sorted.last().copied()));
        write!(formatter, "| {} | {median} | {p99} | {most} | {goal} | {ruby} |", self.what)
    }
}
