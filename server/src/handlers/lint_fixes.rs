//! Code actions for lint findings: fix one, ignore one, fix all of a file.

use std::collections::HashMap;

use analysis::FileId;
use analysis::lint::code_of;
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, NumberOrString, TextEdit, Uri,
    WorkspaceEdit,
};

use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

/// The kind of the action that fixes all; `source.fixAll` includes it.
pub const FIX_ALL_KIND: &str = "source.fixAll.puppet-analyzer";

pub fn actions(
    snapshot: &Snapshot,
    file: FileId,
    text: &TextAndLines,
    params: &CodeActionParams,
) -> Answer<Vec<CodeActionOrCommand>> {
    let uri = &params.text_document.uri;
    let mut actions = Vec::new();
    if is_wanted(params, CodeActionKind::QUICKFIX.as_str()) {
        let (start, end) = (text.offset(params.range.start), text.offset(params.range.end));
        let asked = analysis::TextRange { start, end: end.max(start) };
        for fix in snapshot.analysis.lint_fixes(file, asked)? {
            let code = code_of(fix.check);
            let about: Vec<Diagnostic> =
                params.context.diagnostics.iter().filter(|known| is_about(known, &code)).cloned().collect();
            let quick_fix = |title: String, edits: Vec<syntax::format::TextEdit>, is_preferred: bool| CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: (!about.is_empty()).then(|| about.clone()),
                is_preferred: is_preferred.then_some(true),
                edit: Some(edit(uri, text, edits)),
                ..CodeAction::default()
            };
            if !fix.edits.is_empty() {
                actions.push(quick_fix(format!("Fix: {}", fix.message), fix.edits, true));
            }
            actions.push(quick_fix(format!("Ignore {code} on this line"), vec![fix.ignore], false));
        }
    }
    // Only where it is asked for: it is about the file, not about this place.
    if params.context.only.is_some()
        && is_wanted(params, FIX_ALL_KIND)
        && let Some(fixed) = snapshot.analysis.lint_fix_all(file)?
    {
        actions.push(CodeAction {
            title: "Fix all style problems".to_string(),
            kind: Some(CodeActionKind::new(FIX_ALL_KIND)),
            edit: Some(edit(uri, text, syntax::format::edits_between(&text.text, &fixed))),
            ..CodeAction::default()
        });
    }
    Ok(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
}

fn is_about(diagnostic: &Diagnostic, code: &str) -> bool {
    matches!(&diagnostic.code, Some(NumberOrString::String(known)) if known == code)
}

/// A client that asks for kinds gets only those; a kind includes those below it.
fn is_wanted(params: &CodeActionParams, kind: &str) -> bool {
    let includes = |asked: &str| asked.is_empty() || asked == kind || kind.starts_with(&format!("{asked}."));
    params.context.only.as_ref().is_none_or(|kinds| kinds.iter().any(|asked| includes(asked.as_str())))
}

#[allow(clippy::mutable_key_type)] // The protocol's own type has URIs as keys.
fn edit(uri: &Uri, text: &TextAndLines, edits: Vec<syntax::format::TextEdit>) -> WorkspaceEdit {
    let convert = |edit: syntax::format::TextEdit| TextEdit { range: text.range(edit.range), new_text: edit.new_text };
    let edits = edits.into_iter().map(convert).collect();
    WorkspaceEdit { changes: Some(HashMap::from([(uri.clone(), edits)])), ..WorkspaceEdit::default() }
}
