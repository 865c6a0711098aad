//! `textDocument/formatting`. Not offered to clients: there is no formatter, and whoever asks all the same hears "nothing
//! to change".

use tower_lsp::ls_types::{DocumentFormattingParams, TextEdit};

use crate::snapshot::{Answer, Snapshot};

pub fn handle(_snapshot: &Snapshot, _params: &DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    Ok(None)
}
