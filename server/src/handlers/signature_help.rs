//! `textDocument/signatureHelp`

use tower_lsp::ls_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams, SignatureInformation,
};

use super::position;
use crate::snapshot::{Answer, Snapshot};

pub fn handle(snapshot: &Snapshot, params: &SignatureHelpParams) -> Answer<Option<SignatureHelp>> {
    let Some((at, _)) = position(snapshot, &params.text_document_position_params)? else { return Ok(None) };
    let Some(help) = snapshot.analysis.signature_help(at)? else { return Ok(None) };
    let signatures = help.signatures.into_iter().map(|signature| SignatureInformation {
        parameters: Some(
            signature
                .parameters
                .into_iter()
                .map(|label| ParameterInformation { label: ParameterLabel::Simple(label), documentation: None })
                .collect(),
        ),
        label: signature.label,
        documentation: Some(Documentation::String(signature.documentation)),
        active_parameter: Some(help.active_parameter),
    });
    Ok(Some(SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(0),
        active_parameter: Some(help.active_parameter),
    }))
}
