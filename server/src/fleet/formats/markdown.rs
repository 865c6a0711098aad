//! The report for a comment on a pull request, which GitHub limits to 65,536 characters.

use analysis::fleet::groups::Group;

use super::words::{change_lines, count, headline, node_count, some_nodes, summary};
use crate::fleet::report::FleetReport;

const MAX_CHARACTERS: usize = 65_536;
/// Room for the lines that say what was left out.
const END: usize = 300;
const SHOWN_NODES: usize = 20;
const SHOWN_LINES: usize = 60;

pub fn write(report: &FleetReport) -> String {
    let mut text =
        format!("### Catalogs from `{}` to `{}`\n\n{}\n\n", inline(&report.from), inline(&report.to), summary(report));
    let mut left = MAX_CHARACTERS.saturating_sub(END + text.chars().count());
    let mut sections: Vec<String> = Vec::new();
    for ((side, message), nodes) in report.failures_by_message() {
        let names = some_nodes(&nodes, SHOWN_NODES);
        sections.push(format!(
            "- :x: {} cannot be compiled in `{}`: `{}` ({names})\n",
            count(nodes.len(), "node"),
            inline(report.side_name(side)),
            inline(&shortened(message, 1000)),
        ));
    }
    if !sections.is_empty() {
        sections.push("\n".to_string());
    }
    sections.extend(report.notes.iter().map(|note| format!("> {note}\n\n")));
    sections.extend(report.groups.iter().map(|group| section(group, report.nodes.total, "")));
    sections.extend(report.undecided.iter().map(|group| section(group, report.nodes.total, "possibly ")));
    for (number, section) in sections.iter().enumerate() {
        let length = section.chars().count();
        if length > left {
            let more = count(sections.len() - number, "more entry").replace("entrys", "entries");
            text += &format!("\n… and {more}: `--format html` or `--format json` has all of them.\n");
            break;
        }
        left -= length;
        text += section;
    }
    text
}

fn section(group: &Group, total: usize, certainty: &str) -> String {
    let change = &group.change;
    let title = format!("{certainty}{} <code>{}</code>", change.kind.name(), escaped(&headline(change)));
    let mut text = format!("<details><summary>{}: {title}</summary>\n\n", node_count(group, total));
    let lines = change_lines(change);
    if !lines.is_empty() {
        // A fence that is longer than any in the text.
        let longest = lines.iter().map(|line| longest_run(&line.text)).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        text += &format!("{fence}diff\n");
        for line in lines.iter().take(SHOWN_LINES) {
            text += &format!("{} {}\n", line.sign, shortened(&line.text, 500));
        }
        if lines.len() > SHOWN_LINES {
            text += &format!("  … {}\n", count(lines.len() - SHOWN_LINES, "more line"));
        }
        text += &format!("{fence}\n\n");
    }
    text + &format!("{}\n\n</details>\n", some_nodes(&group.nodes, SHOWN_NODES))
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// Text for a code span.
fn inline(text: &str) -> String {
    text.replace('`', "'").replace('\n', " ")
}

fn escaped(text: &str) -> String {
    super::words::escaped(text).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::fleet::changes::{Change, ChangeKind};
    use serde_json::json;

    #[test]
    fn a_large_report_stays_within_the_limit_and_says_so() {
        let group = |number: usize| Group {
            change: Change {
                kind: ChangeKind::Changed,
                resource: format!("File[/etc/{number}<b>]"),
                attribute: Some("content".to_string()),
                old: Some(json!("é".repeat(300))),
                new: Some(json!("```\n".repeat(20))),
            },
            nodes: vec!["a".into()],
            general: None,
        };
        let mut report = FleetReport { groups: (0..500).map(group).collect(), ..FleetReport::default() };
        let text = write(&report);
        assert!(text.chars().count() <= MAX_CHARACTERS && text.chars().count() > MAX_CHARACTERS / 2);
        assert!(text.contains("more entries") && !text.contains("<b>"));
        report.groups.truncate(1);
        assert!(write(&report).contains("````diff"));
    }
}
