//! Diagnostics as LSP has them.

use analysis::diagnostic::{DiagnosticOrigin, DiagnosticTag as Tag};
use analysis::lint::LintLevel;
use analysis::{Diagnostic, DiagnosticSeverity as Severity};
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic as LspDiagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    NumberOrString,
};

use crate::session::snapshot::{Answer, Snapshot, TextAndLines};

pub const SOURCE: &str = "puppet-analyzer";
/// Of matters of style.
pub const LINT_SOURCE: &str = "puppet-analyzer (lint)";
/// Of what was found by evaluating, which can be switched off.
pub const EVALUATION_SOURCE: &str = "puppet-analyzer (evaluation)";

pub fn to_lsp(snapshot: &Snapshot, text: &TextAndLines, diagnostic: &Diagnostic) -> Answer<LspDiagnostic> {
    let mut related = Vec::new();
    for place in &diagnostic.related {
        let at = analysis::FileRange { file: place.file, range: place.range };
        if let Some(location) = snapshot.location(at)? {
            related.push(DiagnosticRelatedInformation { location, message: place.message.clone() });
        }
    }
    Ok(LspDiagnostic {
        range: text.range(diagnostic.range),
        severity: Some(match shown_softly(snapshot, diagnostic) {
            true => DiagnosticSeverity::INFORMATION,
            false => severity(diagnostic.severity),
        }),
        code_description: page_of(diagnostic),
        code: Some(NumberOrString::String(diagnostic.code.to_string())),
        source: Some(match diagnostic.origin {
            DiagnosticOrigin::Check => SOURCE.to_string(),
            DiagnosticOrigin::Lint => LINT_SOURCE.to_string(),
        }),
        message: diagnostic.full_message(),
        related_information: (!related.is_empty()).then_some(related),
        tags: diagnostic.tag.map(|tag| {
            vec![match tag {
                Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
                Tag::Deprecated => DiagnosticTag::DEPRECATED,
            }]
        }),
        ..LspDiagnostic::default()
    })
}

/// Style is no mistake: the findings of lint that nobody gave a severity are information in an editor.
fn shown_softly(snapshot: &Snapshot, diagnostic: &Diagnostic) -> bool {
    let level = snapshot.config.lint.levels.get(&diagnostic.code.to_string().replace('-', "_"));
    diagnostic.origin == DiagnosticOrigin::Lint
        && diagnostic.severity == Severity::Warning
        && !matches!(level, Some(LintLevel::Severity(_)))
}

/// The part of the manual that explains a code.
fn page_of(diagnostic: &Diagnostic) -> Option<CodeDescription> {
    let page = match diagnostic.origin {
        DiagnosticOrigin::Check => format!("diagnostics.md#{}", diagnostic.code),
        DiagnosticOrigin::Lint => "lint.md".to_string(),
    };
    let href = format!("{}/blob/main/docs/{page}", env!("CARGO_PKG_REPOSITORY")).parse().ok()?;
    Some(CodeDescription { href })
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}
