//! What we say about files, in the form of `ask_puppet.rb`, for the comparison with Puppet.

use std::io::{BufRead, BufWriter, Write};

use syntax::validation::ValidationRules;
use syntax::{LineIndex, ReadOptions, SourceKind};

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path)?;
        let kind = if path.ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest };
        // As Puppet 7 checks.
        let rules = ValidationRules { strict: false, literal_parameter_types: false, ..ValidationRules::default() };
        let file = syntax::read_bytes(&bytes, &ReadOptions { kind, rules, ..ReadOptions::default() });
        match file.problems.iter().find(|problem| problem.is_error()) {
            None => writeln!(out, "{path}\tok\t{}", syntax::pn::print(&file.program))?,
            Some(problem) => {
                let text = String::from_utf8_lossy(&bytes);
                let line = LineIndex::new(&text).line(problem.anchor) + 1;
                writeln!(out, "{path}\terror\t{line}\t{}", problem.message.replace(['\n', '\r', '\t'], " "))?;
            }
        }
    }
    Ok(())
}
