//! What was last published for each document: nothing is sent twice, and nothing that is older than the document.

use std::collections::HashMap;

use tower_lsp::ls_types::{Diagnostic, Uri};

use crate::outgoing::{Outgoing, OutgoingSender};

#[derive(Default)]
pub struct DiagnosticsPublisher {
    published: HashMap<String, Published>,
}

struct Published {
    diagnostics: Vec<Diagnostic>,
    version: Option<i32>,
}

/// The diagnostics of one file, as a job found them.
pub struct Found {
    pub path: String,
    pub uri: Uri,
    /// Of the document when the job began; `None` where it was not open.
    pub version: Option<i32>,
    pub diagnostics: Vec<Diagnostic>,
}

impl DiagnosticsPublisher {
    /// Sends what was found, unless the client has it or the document has moved on.
    pub fn publish(&mut self, found: Found, current_version: Option<i32>, outgoing: &OutgoingSender) {
        if found.version != current_version {
            return;
        }
        let known = self.published.get(&found.path);
        let same = match known {
            // An open document hears of each version, so that the client knows that it was looked at.
            Some(known) => known.diagnostics == found.diagnostics && known.version == found.version,
            None => found.diagnostics.is_empty() && found.version.is_none(),
        };
        if same {
            return;
        }
        let Found { path, uri, version, diagnostics } = found;
        self.published.insert(path, Published { diagnostics: diagnostics.clone(), version });
        let _ = outgoing.send(Outgoing::Publish { uri, diagnostics, version });
    }

    /// Takes back what was said of a file that is gone.
    pub fn clear(&mut self, path: &str, uri: Option<Uri>, outgoing: &OutgoingSender) {
        let Some(known) = self.published.remove(path) else { return };
        if let (false, Some(uri)) = (known.diagnostics.is_empty(), uri) {
            let _ = outgoing.send(Outgoing::Publish { uri, diagnostics: Vec::new(), version: None });
        }
    }
}
