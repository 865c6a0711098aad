//! What was last published for each document: nothing is sent twice, and nothing that is older than the document.
//!
//! Static findings and those of an evaluation come at different times; a client is sent both together.

use std::collections::{HashMap, HashSet};

use tower_lsp::ls_types::{Diagnostic, Uri};

use crate::transport::outgoing::{Outgoing, OutgoingSender};

#[derive(Default)]
pub struct DiagnosticsPublisher {
    published: HashMap<String, Published>,
}

struct Published {
    uri: Uri,
    diagnostics: Vec<Diagnostic>,
    /// What an evaluation found: stays until the next evaluation is done.
    evaluation: Vec<Diagnostic>,
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

impl Published {
    fn send(&self, outgoing: &OutgoingSender) {
        let diagnostics = self.diagnostics.iter().chain(&self.evaluation).cloned().collect();
        let _ = outgoing.send(Outgoing::Publish { uri: self.uri.clone(), diagnostics, version: self.version });
    }
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
        let evaluation = self.published.remove(&path).map(|known| known.evaluation).unwrap_or_default();
        let published = Published { uri, diagnostics, evaluation, version };
        published.send(outgoing);
        self.published.insert(path, published);
    }

    /// Takes over all that an evaluation found: files that it does not name have nothing of it any more.
    pub fn publish_evaluation(&mut self, found: Vec<Found>, outgoing: &OutgoingSender) {
        let named: HashSet<String> = found.iter().map(|found| found.path.clone()).collect();
        for (path, known) in &mut self.published {
            if !named.contains(path) && !known.evaluation.is_empty() {
                known.evaluation.clear();
                known.send(outgoing);
            }
        }
        for Found { path, uri, version, diagnostics } in found {
            let known = self.published.entry(path).or_insert_with(|| Published {
                uri,
                diagnostics: Vec::new(),
                evaluation: Vec::new(),
                version,
            });
            if known.evaluation != diagnostics || known.version != version {
                known.evaluation = diagnostics;
                known.version = version;
                known.send(outgoing);
            }
        }
    }

    /// Takes back what was said of a file that is gone.
    pub fn clear(&mut self, path: &str, uri: Option<Uri>, outgoing: &OutgoingSender) {
        let Some(known) = self.published.remove(path) else { return };
        let is_empty = known.diagnostics.is_empty() && known.evaluation.is_empty();
        if let (false, Some(uri)) = (is_empty, uri) {
            let _ = outgoing.send(Outgoing::Publish { uri, diagnostics: Vec::new(), version: None });
        }
    }
}
