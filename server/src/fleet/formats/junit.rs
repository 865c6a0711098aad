//! The report as JUnit's XML: a test case for each node. A node that changes has a failure, one that cannot be compiled an error.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::words::{change_lines, count, escaped, headline};
use crate::fleet::report::FleetReport;

pub fn write(report: &FleetReport) -> String {
    let changed = report.by_node();
    let mut failed: BTreeMap<&SmolStr, Vec<String>> = BTreeMap::new();
    for failure in &report.failures {
        let message = format!("{}: {}", report.side_name(failure.side), failure.message);
        failed.entry(&failure.node).or_default().push(message);
    }
    let counts = report.nodes;
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    text += &format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
        escaped(&format!("catalogs from {} to {}", report.from, report.to)),
        counts.total,
        changed.len(),
        counts.failed,
    );
    for (node, changes) in &changed {
        text += &format!("    <testcase classname=\"catalog\" name=\"{}\">\n", escaped(node));
        text += &format!("      <failure message=\"{}\">", count(changes.len(), "change"));
        for change in changes {
            text += &escaped(&format!("{} {}\n", change.kind.sign(), headline(change)));
            for line in change_lines(change) {
                text += &escaped(&format!("    {} {}\n", line.sign, line.text));
            }
        }
        text += "</failure>\n    </testcase>\n";
    }
    for (node, messages) in &failed {
        let message = messages.join("\n");
        text += &format!("    <testcase classname=\"catalog\" name=\"{}\">\n", escaped(node));
        text += &format!("      <error message=\"{}\"/>\n    </testcase>\n", escaped(&message).replace('\n', "&#10;"));
    }
    let undecided = report.undecided.iter().flat_map(|group| &group.nodes).filter(|node| !changed.contains_key(node));
    let undecided: std::collections::BTreeSet<&SmolStr> = undecided.collect();
    for node in report.unchanged.iter().chain(undecided) {
        text += &format!("    <testcase classname=\"catalog\" name=\"{}\"/>\n", escaped(node));
    }
    text + "  </testsuite>\n</testsuites>\n"
}
