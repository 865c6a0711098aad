//! Prints what every built-in lint check finds in the files that standard input names: `file<tab>line<tab>column<tab>check`.

use std::io::{BufRead, Write};

use syntax::lint::{CHECKS, LintRequest, Origin, Selection, lint};

fn main() -> std::io::Result<()> {
    let built_in: Vec<&str> =
        CHECKS.iter().filter(|check| check.origin == Origin::BuiltIn).map(|check| check.name).collect();
    let selection = Selection::only(&built_in);
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        for finding in lint(&text, &LintRequest { selection: &selection, path: Some(&path) }) {
            if finding.ignored.is_none() {
                writeln!(output, "{path}\t{}\t{}\t{}", finding.line, finding.column, finding.check.name)?;
            }
        }
    }
    output.flush()
}
