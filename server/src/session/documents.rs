//! The documents that the client has open: their texts are the client's, whatever the disk says.

use std::collections::HashMap;
use std::sync::Arc;

use analysis::{ColumnUnit, LineIndex};
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::convert;
use crate::session::snapshot::OpenVersion;

pub struct Document {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<str>,
}

#[derive(Default)]
pub struct Documents {
    by_path: HashMap<String, Document>,
}

impl Documents {
    pub fn open(&mut self, path: String, document: Document) {
        self.by_path.insert(path, document);
    }

    pub fn close(&mut self, path: &str) -> Option<Document> {
        self.by_path.remove(path)
    }

    pub fn get(&self, path: &str) -> Option<&Document> {
        self.by_path.get(path)
    }

    pub fn is_open(&self, path: &str) -> bool {
        self.by_path.contains_key(path)
    }

    /// Applies the edits of one notification; the new text, or `None` where the document is not open.
    pub fn edit(
        &mut self,
        path: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        unit: ColumnUnit,
    ) -> Option<Arc<str>> {
        let document = self.by_path.get_mut(path)?;
        document.version = version;
        let mut text = document.text.to_string();
        for change in changes {
            apply(&mut text, change, unit);
        }
        document.text = text.into();
        Some(document.text.clone())
    }

    pub fn versions(&self) -> HashMap<String, OpenVersion> {
        self.by_path
            .iter()
            .map(|(path, document)| {
                (path.clone(), OpenVersion { uri: document.uri.clone(), version: document.version })
            })
            .collect()
    }
}

fn apply(text: &mut String, change: TextDocumentContentChangeEvent, unit: ColumnUnit) {
    let Some(range) = change.range else {
        *text = change.text;
        return;
    };
    let lines = LineIndex::new(text);
    let start = convert::position::offset(text, &lines, range.start, unit) as usize;
    let end = convert::position::offset(text, &lines, range.end, unit) as usize;
    text.replace_range(start..end.max(start), &change.text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tower_lsp::ls_types::{Position, Range};

    /// From, to (line and column), new text.
    type Edit<'a> = ((u32, u32), (u32, u32), &'a str);

    fn edited(text: &str, edits: &[Edit<'_>], unit: ColumnUnit) -> String {
        let mut text = text.to_string();
        for (start, end, new) in edits {
            let position = |(line, character): (u32, u32)| Position { line, character };
            let range = Some(Range { start: position(*start), end: position(*end) });
            let change = TextDocumentContentChangeEvent { range, range_length: None, text: new.to_string() };
            apply(&mut text, change, unit);
        }
        text
    }

    #[test]
    fn edits_apply_in_order_in_both_encodings() {
        assert_eq!(edited("a\nb\n", &[((0, 1), (1, 0), ""), ((0, 2), (0, 2), "c")], ColumnUnit::Utf16), "abc\n");
        assert_eq!(edited("😀x", &[((0, 2), (0, 3), "y")], ColumnUnit::Utf16), "😀y");
        assert_eq!(edited("😀x", &[((0, 4), (0, 5), "y")], ColumnUnit::Bytes), "😀y");
    }

    #[test]
    fn positions_beyond_the_text_and_backward_ranges_do_no_harm() {
        assert_eq!(edited("ab", &[((9, 9), (9, 9), "!")], ColumnUnit::Utf16), "ab!");
        assert_eq!(edited("ab", &[((0, 2), (0, 0), "!")], ColumnUnit::Utf16), "ab!");
        assert_eq!(edited("a\r\nb", &[((0, 9), (1, 0), "")], ColumnUnit::Utf16), "ab");
    }
}
