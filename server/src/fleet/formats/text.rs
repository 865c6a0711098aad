//! The report for a terminal: each change once, with the nodes that have it, and the counts at the end.

use analysis::fleet::changes::ChangeKind;
use analysis::fleet::groups::Group;

use super::words::{change_lines, count, headline, node_count, some_nodes, summary};
use crate::fleet::report::FleetReport;

/// Names that are shown of a group's nodes.
const SHOWN_NODES: usize = 5;
/// Lines that are shown of one change.
const SHOWN_LINES: usize = 40;

const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";
const BOLD: &str = "1";

/// A text with colours, where the terminal has them.
struct Writer {
    text: String,
    has_color: bool,
}

pub fn write(report: &FleetReport, has_color: bool) -> String {
    let mut writer = Writer { text: String::new(), has_color };
    for group in &report.groups {
        writer.group(group, report.nodes.total);
    }
    if !report.undecided.is_empty() {
        writer.line(BOLD, "Changes that rest on something unknown:");
        for group in &report.undecided {
            writer.group(group, report.nodes.total);
        }
    }
    for ((side, message), nodes) in report.failures_by_message() {
        let side = report.side_name(side);
        writer.line(RED, &format!("! {} cannot be compiled in {side}: {message}", count(nodes.len(), "node")));
        writer.line("", &format!("    on {}", some_nodes(&nodes, SHOWN_NODES)));
    }
    for note in &report.notes {
        writer.line(YELLOW, &format!("note: {note}"));
    }
    if report.groups.is_empty() && report.undecided.is_empty() && report.failures.is_empty() {
        writer.line("", "no change");
    }
    writer.line(BOLD, &summary(report));
    writer.text
}

impl Writer {
    fn line(&mut self, color: &str, text: &str) {
        match self.has_color && !color.is_empty() {
            true => self.text += &format!("\x1b[{color}m{text}\x1b[0m\n"),
            false => self.text += &format!("{text}\n"),
        }
    }

    fn group(&mut self, group: &Group, total: usize) {
        let change = &group.change;
        let color = match change.kind {
            ChangeKind::Added => GREEN,
            ChangeKind::Removed => RED,
            ChangeKind::Changed => YELLOW,
        };
        let headline = format!("{} {}: {}", change.kind.sign(), node_count(group, total), headline(change));
        self.line(color, &headline);
        let lines = change_lines(change);
        for line in lines.iter().take(SHOWN_LINES) {
            let color = match line.sign {
                '+' => GREEN,
                '-' => RED,
                _ => "",
            };
            self.line(color, format!("    {} {}", line.sign, line.text).trim_end());
        }
        if lines.len() > SHOWN_LINES {
            self.line("", &format!("      … {}", count(lines.len() - SHOWN_LINES, "more line")));
        }
        self.line("", &format!("    on {}", some_nodes(&group.nodes, SHOWN_NODES)));
    }
}
