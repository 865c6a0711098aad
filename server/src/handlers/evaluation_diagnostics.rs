//! What evaluating the context in force finds, pushed after the static diagnostics and off the way of keystrokes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::convert;
use crate::session::diagnostics_publisher::Found;
use crate::session::main_loop::{Event, EventSender};
use crate::session::snapshot::{Answer, Snapshot};

/// Sends what the contexts of the open documents find. `revision` is the state that was looked at.
pub fn send(snapshot: &Snapshot, revision: usize, events: &EventSender) {
    let found = match catch_unwind(AssertUnwindSafe(|| find(snapshot))) {
        Ok(Ok(found)) => found,
        // A write came between; the next state is looked at anew.
        Ok(Err(_)) | Err(_) => return,
    };
    let _ = events.send(Event::EvaluationDiagnostics { found, revision });
}

fn find(snapshot: &Snapshot) -> Answer<Vec<Found>> {
    if !snapshot.config.evaluation_enabled {
        return Ok(Vec::new());
    }
    let open = snapshot.open.keys().filter_map(|path| snapshot.analysis.file_id(path)).collect();
    let mut all = Vec::new();
    for (file, found) in snapshot.analysis.evaluation_diagnostics(open)? {
        let (Some(path), Some(uri)) = (snapshot.analysis.path(file)?, snapshot.uri(file)?) else { continue };
        let Some(text) = snapshot.text_and_lines(file)? else { continue };
        let mut diagnostics = Vec::new();
        for diagnostic in &found {
            let mut converted = convert::diagnostic::to_lsp(snapshot, &text, diagnostic)?;
            converted.source = Some(convert::diagnostic::EVALUATION_SOURCE.to_string());
            diagnostics.push(converted);
        }
        let version = snapshot.open.get(path.as_ref()).map(|open| open.version);
        all.push(Found { path: path.to_string(), uri, version, diagnostics });
    }
    Ok(all)
}
