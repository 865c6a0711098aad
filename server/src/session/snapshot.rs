//! What one request works on: the database as it was when the request arrived, and what is needed to answer in the
//! client's terms.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use analysis::{Analysis, Cancelled, Change, ColumnUnit, FileId, LineIndex};
use tower_lsp::jsonrpc;
use tower_lsp::ls_types::{Location, Position, Range, Uri};

use crate::config::Config;
use crate::convert;
use crate::handlers::semantic_tokens::SentTokens;
use crate::session::capabilities::ClientFeatures;

pub struct Snapshot {
    pub analysis: Analysis,
    pub config: Arc<Config>,
    pub client: Arc<ClientFeatures>,
    /// The URIs and versions of open documents, by path.
    pub open: Arc<HashMap<String, OpenVersion>>,
    pub sent_tokens: Arc<Mutex<SentTokens>>,
}

#[derive(Clone, Debug)]
pub struct OpenVersion {
    pub uri: Uri,
    pub version: i32,
}

/// Why a request has no answer.
#[derive(Debug)]
pub enum Failure {
    Cancelled(Cancelled),
    Error(jsonrpc::Error),
    /// The database has to be told this before the request can be answered.
    NeedsChange(Box<Change>),
}

impl From<Cancelled> for Failure {
    fn from(cancelled: Cancelled) -> Self {
        Failure::Cancelled(cancelled)
    }
}

impl From<jsonrpc::Error> for Failure {
    fn from(error: jsonrpc::Error) -> Self {
        Failure::Error(error)
    }
}

pub type Answer<T> = Result<T, Failure>;

/// A file's text with what converts its offsets.
pub struct TextAndLines {
    pub text: Arc<str>,
    pub lines: Arc<LineIndex>,
    pub unit: ColumnUnit,
}

impl TextAndLines {
    pub fn range(&self, range: analysis::TextRange) -> Range {
        convert::position::range(&self.text, &self.lines, range, self.unit)
    }

    /// The column of an offset whose line is known.
    pub fn column(&self, line: u32, offset: u32) -> u32 {
        self.lines.column(&self.text, line, offset, self.unit)
    }

    pub fn offset(&self, position: Position) -> u32 {
        convert::position::offset(&self.text, &self.lines, position, self.unit)
    }
}

impl Snapshot {
    pub fn file(&self, uri: &Uri) -> Option<FileId> {
        self.analysis.file_id(&convert::uri::path_of(uri))
    }

    pub fn text_and_lines(&self, file: FileId) -> Answer<Option<TextAndLines>> {
        let (Some(text), Some(lines)) = (self.analysis.text(file)?, self.analysis.line_index(file)?) else {
            return Ok(None);
        };
        Ok(Some(TextAndLines { text, lines, unit: self.client.column_unit }))
    }

    /// The URI of a file, as the client writes it where it has the file open.
    pub fn uri(&self, file: FileId) -> Answer<Option<Uri>> {
        let Some(path) = self.analysis.path(file)? else { return Ok(None) };
        Ok(match self.open.get(path.as_ref()) {
            Some(open) => Some(open.uri.clone()),
            None => convert::uri::uri_of(&path),
        })
    }

    pub fn location(&self, place: analysis::FileRange) -> Answer<Option<Location>> {
        let (Some(uri), Some(text)) = (self.uri(place.file)?, self.text_and_lines(place.file)?) else {
            return Ok(None);
        };
        Ok(Some(Location { uri, range: text.range(place.range) }))
    }
}
