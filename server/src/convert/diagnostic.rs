//! Diagnostics as LSP has them.

use analysis::diagnostic::{DiagnosticOrigin, DiagnosticTag as Tag};
use analysis::{Diagnostic, DiagnosticSeverity as Severity};
use tower_lsp::ls_types::{
    Diagnostic as LspDiagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, NumberOrString,
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
        severity: Some(severity(diagnostic.severity)),
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

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}
