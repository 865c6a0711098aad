//! Diagnostics, pushed and pulled.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::FileId;
use tower_lsp::ls_types::*;

use crate::convert;
use crate::session::diagnostics_publisher::Found;
use crate::session::main_loop::{Event, EventSender};
use crate::session::snapshot::{Answer, Snapshot};

/// How many files' diagnostics go to the main loop at once.
const BATCH: usize = 64;

pub fn of_file(snapshot: &Snapshot, file: FileId) -> Answer<Vec<Diagnostic>> {
    let Some(text) = snapshot.text_and_lines(file)? else { return Ok(Vec::new()) };
    let diagnostics = snapshot.analysis.diagnostics(file)?;
    diagnostics.iter().map(|diagnostic| convert::diagnostic::to_lsp(snapshot, &text, diagnostic)).collect()
}

/// Finds the diagnostics of one file for pushing; `None` where the file has none to have, `Err` where it was cancelled.
fn find(snapshot: &Snapshot, path: &str) -> Answer<Option<Found>> {
    let Some(file) = snapshot.analysis.file_id(path) else { return Ok(None) };
    if !snapshot.open.contains_key(path) && !snapshot.analysis.is_checked(file)? {
        return Ok(None);
    }
    let Some(uri) = snapshot.uri(file)? else { return Ok(None) };
    let version = snapshot.open.get(path).map(|open| open.version);
    Ok(Some(Found { path: path.to_string(), uri, version, diagnostics: of_file(snapshot, file)? }))
}

/// Sends the diagnostics of an open document to the main loop; false where the work was cancelled.
pub fn send_found(snapshot: &Snapshot, path: &str, events: &EventSender) -> bool {
    match catch_unwind(AssertUnwindSafe(|| find(snapshot, path))) {
        Ok(Ok(Some(found))) => events.send(Event::Diagnostics(vec![found])).is_ok(),
        Ok(Ok(None)) => true,
        Ok(Err(_)) => false,
        // The document keeps its last diagnostics; the others are looked at all the same.
        Err(_) => true,
    }
}

/// What was last found in each file that is not open: an equal answer of the database is not converted and sent again.
#[derive(Default)]
pub struct LastFound(HashMap<FileId, Arc<[analysis::Diagnostic]>>);

/// Sends the diagnostics of all files of the workspace that are not open.
pub fn send_workspace(
    snapshot: &Snapshot,
    last_found: &Mutex<LastFound>,
    is_current: &dyn Fn() -> bool,
    events: &EventSender,
) {
    let Ok(files) = snapshot.analysis.workspace_documents() else { return };
    let mut batch = Vec::new();
    for file in files {
        if !is_current() {
            break;
        }
        let Ok(Some(path)) = snapshot.analysis.path(file) else { continue };
        if snapshot.open.contains_key(path.as_ref()) {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(|| find_new(snapshot, file, &path, last_found))) {
            Ok(Ok(found)) => batch.extend(found),
            Ok(Err(_)) => break,
            Err(_) => {}
        }
        if batch.len() >= BATCH && events.send(Event::Diagnostics(std::mem::take(&mut batch))).is_err() {
            return;
        }
    }
    // However it ended: what counts as found is not looked for again.
    let _ = events.send(Event::Diagnostics(batch));
}

fn find_new(snapshot: &Snapshot, file: FileId, path: &str, last_found: &Mutex<LastFound>) -> Answer<Option<Found>> {
    let diagnostics = snapshot.analysis.diagnostics(file)?;
    let known = last_found.lock().unwrap_or_else(PoisonError::into_inner).0.get(&file).cloned();
    if known.is_some_and(|known| Arc::ptr_eq(&known, &diagnostics)) {
        return Ok(None);
    }
    let found = find(snapshot, path)?;
    last_found.lock().unwrap_or_else(PoisonError::into_inner).0.insert(file, diagnostics);
    Ok(found)
}

/// `textDocument/diagnostic`
pub fn handle(snapshot: &Snapshot, params: &DocumentDiagnosticParams) -> Answer<DocumentDiagnosticReportResult> {
    let items = match snapshot.file(&params.text_document.uri) {
        Some(file) => of_file(snapshot, file)?,
        None => Vec::new(),
    };
    let result_id = fingerprint(&items);
    if params.previous_result_id.as_deref() == Some(&result_id) {
        return Ok(DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        })
        .into());
    }
    Ok(DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
    })
    .into())
}

/// `workspace/diagnostic`: only files whose diagnostics differ from what the client has are sent in full.
pub fn handle_workspace(
    snapshot: &Snapshot,
    params: &WorkspaceDiagnosticParams,
) -> Answer<WorkspaceDiagnosticReportResult> {
    let known: HashMap<&Uri, &str> =
        params.previous_result_ids.iter().map(|previous| (&previous.uri, previous.value.as_str())).collect();
    let mut reports = Vec::new();
    for file in snapshot.analysis.workspace_documents()? {
        let Some(uri) = snapshot.uri(file)? else { continue };
        let items = of_file(snapshot, file)?;
        let result_id = fingerprint(&items);
        let version = snapshot.open.get(&convert::uri::path_of(&uri)).map(|open| i64::from(open.version));
        let report = if known.get(&uri) == Some(&result_id.as_str()) {
            WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                uri,
                version,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
            })
        } else if items.is_empty() && !known.contains_key(&uri) {
            continue;
        } else {
            WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                uri,
                version,
                full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
            })
        };
        reports.push(report);
    }
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items: reports }))
}

/// Equal for equal diagnostics, so that a client need not be sent them again.
fn fingerprint(items: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(items).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
