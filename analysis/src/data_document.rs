//! A YAML or JSON file as a tree, and where its scalars stand in the text. Knows nothing of what the data is for.

use std::sync::Arc;

use evaluator::hiera::data_file::{DataFormat, DataProblem};
use evaluator::hiera::data_node::{DataContent, DataNode, Position};
use evaluator::value::Value;
use syntax::{ColumnUnit, LineColumn, LineIndex, TextRange};

use crate::db::Db;
use crate::inputs::FileInput;
use crate::{parsed_files, queries};

/// Larger files are no data that people write.
const MAX_BYTES: usize = 4 << 20;

#[derive(Debug, Default)]
pub struct DataDocument {
    /// `None` where the file is empty or cannot be read.
    pub root: Option<Arc<DataNode>>,
    pub error: Option<DataError>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    pub message: String,
    pub range: TextRange,
}

#[salsa::tracked(returns(clone), no_eq)]
pub fn data_document(db: &dyn Db, file: FileInput) -> Arc<DataDocument> {
    let places = DataPlaces::of(db, file);
    if places.text.len() > MAX_BYTES {
        return Arc::default();
    }
    let format = if file.path(db).ends_with(".json") { DataFormat::Json } else { DataFormat::Yaml };
    let Some(data) = parsed_files::data(db, file, format) else { return Arc::default() };
    Arc::new(match &data.root {
        Ok(root) => DataDocument { root: root.clone(), error: None },
        Err(DataProblem { message, position }) => {
            let start = position.map_or(0, |position| places.offset(position));
            let range = TextRange::new(start, places.line_end(start).max(start));
            DataDocument { root: None, error: Some(DataError { message: message.clone(), range }) }
        }
    })
}

/// The text of a data file with what finds places in it.
pub struct DataPlaces {
    pub text: Arc<str>,
    lines: Arc<LineIndex>,
}

impl DataPlaces {
    pub fn of(db: &dyn Db, file: FileInput) -> Self {
        DataPlaces { text: queries::text(db, file), lines: queries::line_index(db, file) }
    }

    pub fn offset(&self, position: Position) -> u32 {
        let line_column =
            LineColumn { line: position.line.saturating_sub(1), column: position.column.saturating_sub(1) };
        self.lines.offset(&self.text, line_column, ColumnUnit::CodePoints)
    }

    fn line_end(&self, offset: u32) -> u32 {
        self.lines.line_end(&self.text, self.lines.line(offset))
    }

    /// The text of a scalar without its quotes; of a collection its first character.
    pub fn range(&self, node: &DataNode) -> TextRange {
        let start = self.offset(node.position);
        let rest = self.text.get(start as usize..).unwrap_or_default();
        let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
        if let Some(quote) = quote {
            let inner = rest.get(1..).unwrap_or_default();
            let end = closing_quote(inner, quote).unwrap_or_else(|| inner.find('\n').unwrap_or(inner.len()));
            return TextRange::new(start + 1, start + 1 + end as u32);
        }
        let len = match &node.content {
            DataContent::Scalar(Value::String(text)) if rest.starts_with(text.as_str()) => text.len(),
            DataContent::Symbol(name) if rest.starts_with(':') => name.len() + 1,
            DataContent::Symbol(name) if rest.starts_with(name.as_str()) => name.len(),
            DataContent::Scalar(_) | DataContent::Symbol(_) => plain_length(rest),
            DataContent::Sequence(_) | DataContent::Mapping(_) => rest.chars().next().map_or(0, char::len_utf8),
        };
        TextRange::new(start, start + len as u32)
    }

    /// Where a part of a scalar's text stands, if the text is written as it is meant.
    pub fn part(&self, node: &DataNode, from: usize, len: usize) -> Option<TextRange> {
        let text = node.key_text()?;
        let range = self.range(node);
        if self.text.get(range.start as usize..range.end as usize) != Some(text) {
            return None;
        }
        let start = range.start + from as u32;
        Some(TextRange::new(start, (start + len as u32).min(range.end)))
    }
}

fn closing_quote(inner: &str, quote: char) -> Option<usize> {
    let mut characters = inner.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' if quote == '"' => {
                characters.next();
            }
            '\'' if quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == '\'') => {
                characters.next();
            }
            character if character == quote => return Some(at),
            _ => {}
        }
    }
    None
}

/// How long a scalar without quotes is: to the end of the line, a comment, or what ends it in a flow collection.
fn plain_length(rest: &str) -> usize {
    let line = rest.lines().next().unwrap_or_default();
    let end = [": ", " #", ", ", "]", "}"].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    line.get(..end).unwrap_or(line).trim_end().trim_end_matches([':', ',']).len()
}

/// Every scalar of a tree that is a value, with the entry of the first level that it stands in.
pub fn for_each_scalar<'a>(root: &'a DataNode, visit: &mut dyn FnMut(&'a DataNode)) {
    match &root.content {
        DataContent::Scalar(_) | DataContent::Symbol(_) => visit(root),
        DataContent::Sequence(elements) => elements.iter().for_each(|element| for_each_scalar(element, visit)),
        DataContent::Mapping(entries) => entries.iter().for_each(|entry| for_each_scalar(&entry.value, visit)),
    }
}

/// The keys of the first level of YAML that is written in blocks, line by line: for texts that cannot be read as a whole, and
/// for keys that stand twice.
pub fn block_keys(text: &str) -> Vec<(&str, TextRange)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        found.extend(block_key(line, offset));
        offset += line.len() as u32;
    }
    found
}

/// The key at the very start of a line.
fn block_key(line: &str, offset: u32) -> Option<(&str, TextRange)> {
    let quote = line.chars().next().filter(|first| matches!(first, '"' | '\''));
    let (start, end) = match quote {
        Some(quote) => (1, 1 + line.get(1..)?.find(quote)?),
        None => {
            let is_plain = line.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_');
            let mut colons = line.match_indices(':').map(|(at, _)| at);
            let is_end = |at: &usize| {
                line.get(at + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r', '\t']))
            };
            (0, colons.find(is_end).filter(|_| is_plain)?)
        }
    };
    let rest = line.get(end..)?.trim_start_matches(['"', '\'']);
    let key = line.get(start..end)?.trim_end();
    rest.trim_start()
        .starts_with(':')
        .then(|| (key, TextRange::new(offset + start as u32, offset + (start + key.len()) as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn scalars_stand_where_they_are_written() {
        let text = "//- /env/manifests/site.pp\n\n//- /env/data/a.yaml\na::b: 12 # x\n\"q::r\": 'it''s'\nl: [x, yy]\n'é': plain text\n";
        let fixture = Fixture::new(text);
        let file = fixture.file("/env/data/a.yaml");
        let shown = fixture
            .host
            .analysis()
            .read_file(file, |db, file| {
                let document = data_document(db, file);
                let places = DataPlaces::of(db, file);
                let mut shown = Vec::new();
                let mut note = |node: &DataNode| {
                    let range = places.range(node);
                    shown.push(places.text[range.start as usize..range.end as usize].to_string());
                };
                for entry in document.root.as_deref().and_then(DataNode::entries).unwrap_or_default() {
                    note(&entry.key);
                    for_each_scalar(&entry.value, &mut note);
                }
                shown
            })
            .expect("no writer")
            .expect("a file");
        assert_eq!(shown, ["a::b", "12", "q::r", "it''s", "l", "x", "yy", "é", "plain text"]);
    }

    #[test]
    fn a_mistake_has_its_place() {
        let fixture = Fixture::new("//- /env/manifests/site.pp\n\n//- /env/data/a.yaml\na: 1\nb: [1\nc: 2\n");
        let file = fixture.file("/env/data/a.yaml");
        let document = fixture.host.analysis().read_file(file, |db, file| data_document(db, file));
        let document = document.expect("no writer").expect("a file");
        assert!(document.root.is_none());
        assert!(document.error.as_ref().is_some_and(|error| error.range.start >= 5), "{:?}", document.error);
    }
}
