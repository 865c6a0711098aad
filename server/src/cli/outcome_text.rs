//! What came of an evaluation as lines on a terminal: logs, errors with the calls that led there.

use analysis::catalog_view::{CatalogView, Location};

use super::shown_path;

/// Prints log lines to standard error.
pub fn print_logs(view: &CatalogView) {
    for entry in &view.logs {
        eprintln!("{}: {}: {}", entry.level.name(), entry.source, entry.message);
    }
}

/// Prints errors with the calls that led there, and the limit that was reached, to standard error.
pub fn print_errors(view: &CatalogView) {
    let shown = |at: &Location| format!("{}:{}:{}", shown_path(&at.path), at.line, at.column);
    for error in &view.errors {
        let at = error.location.as_ref().map(|at| shown(at) + ": ").unwrap_or_default();
        eprintln!("{at}error: {}", error.message);
        if let Some(hint) = &error.hint {
            eprintln!("    hint: {hint}");
        }
        for frame in &error.frames {
            let at = frame.location.as_ref().map(|at| format!(" at {}", shown(at))).unwrap_or_default();
            eprintln!("    in {}{at}", frame.what);
        }
    }
    if let Some(limit) = &view.limit {
        eprintln!("error: {limit}");
    }
}

/// Prints what the code names and nothing here defines, with what brings it, to standard error.
pub fn print_missing(view: &CatalogView) {
    for missing in &view.missing {
        let at = missing.location.as_ref().map(|at| format!("{}:{}:{}: ", shown_path(&at.path), at.line, at.column));
        eprintln!("{}missing: {}", at.unwrap_or_default(), missing.text());
        eprintln!("    hint: {}", missing.hint);
    }
}
