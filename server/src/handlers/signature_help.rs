//! `textDocument/signatureHelp`

use tower_lsp::ls_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};

use super::position;
use crate::session::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &SignatureHelpParams) -> Answer<Option<SignatureHelp>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let Some(help) = snapshot.analysis.signature_help(at)? else { return Ok(None) };
    let signatures = help.signatures.into_iter().map(|signature| SignatureInformation {
        parameters: Some(
            signature
                .parameters
                .into_iter()
                .map(|parameter| ParameterInformation {
                    label: ParameterLabel::Simple(parameter.label),
                    documentation: text_of(parameter.documentation),
                })
                .collect(),
        ),
        label: signature.label,
        documentation: text_of(signature.documentation),
        active_parameter: Some(help.active_parameter),
    });
    Ok(Some(SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(help.active_signature),
        active_parameter: Some(help.active_parameter),
    }))
}

fn text_of(documentation: String) -> Option<Documentation> {
    Some(documentation)
        .filter(|text| !text.is_empty())
        .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }))
}
