//! Formatting keeps the PN of every recorded valid source and of every file of Debian's modules, and formatting again changes
//! nothing.

use std::path::{Path, PathBuf};

use syntax::format::{FormatError, FormatOptions, format};
use syntax::{ParseOptions, SourceKind, lower, parse};

use crate::cases::read;

fn pn(text: &str, options: &ParseOptions) -> String {
    syntax::pn::print(&lower(&parse(text, options)).0)
}

/// The usual one, and a narrow one that breaks most lines.
fn layouts() -> [FormatOptions; 2] {
    [FormatOptions::default(), FormatOptions { width: 20, ..FormatOptions::default() }]
}

/// What is wrong with a text after formatting; nothing where it cannot be read.
fn problem(source: &str, options: &ParseOptions, layout: &FormatOptions) -> Option<String> {
    let formatted = match format(source, options.kind, layout) {
        Err(FormatError::MeaningWouldChange) => return Some(format!("the program changes\n{source}")),
        formatted => formatted.ok()?,
    };
    if pn(source, options) != pn(&formatted, options) {
        return Some(format!("the PN changes\n{source}\n{formatted}"));
    }
    let again = format(&formatted, options.kind, layout);
    let is_done = again.as_deref() == Ok(formatted.as_str());
    (!is_done).then(|| format!("formatting again changes it\n{formatted}\n{again:?}"))
}

#[test]
fn formatting_keeps_the_pn_and_is_done_after_once() {
    let mut wrong = Vec::new();
    for layout in layouts() {
        for case in read("syntax-positive.jsonl").iter().filter(|case| !case.options.tasks) {
            wrong
                .extend(problem(&case.source, &case.options, &layout).map(|problem| format!("{}: {problem}", case.id)));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Where Debian installs modules, or the folder that `FORMAT_ROOT` names.
fn installed() -> PathBuf {
    std::env::var("FORMAT_ROOT").map_or_else(|_| PathBuf::from("/usr/share/puppet/modules"), PathBuf::from)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "pp" || ending == "epp") {
            found.push(path);
        }
    }
}

/// Says nothing where no modules are installed.
#[test]
fn every_file_of_installed_modules_is_the_same_program_after_formatting() {
    let mut paths = Vec::new();
    sources(&installed(), &mut paths);
    let (mut wrong, mut unreadable) = (Vec::new(), 0);
    for path in &paths {
        let Ok(text) = std::fs::read_to_string(path) else {
            unreadable += 1;
            continue;
        };
        let kind = if path.extension().is_some_and(|ending| ending == "epp") {
            SourceKind::Template
        } else {
            SourceKind::Manifest
        };
        let options = ParseOptions { kind, ..ParseOptions::default() };
        unreadable += usize::from(format(&text, kind, &FormatOptions::default()).is_err());
        for layout in layouts() {
            wrong.extend(problem(&text, &options, &layout).map(|problem| format!("{}: {problem}", path.display())));
        }
    }
    println!(
        "{} files of {}, {unreadable} with syntax errors, {} wrong",
        paths.len(),
        installed().display(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
