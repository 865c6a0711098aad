//! From the ids of an outcome to lines and columns, through the source maps, after the evaluation.

use evaluator::{FileId, Message, Place};
use syntax::{ColumnUnit, SourceMap, TextRange};

use crate::FileRange;
use crate::db::Db;
use crate::queries;
use crate::scopes::{Binding, BindingKind};

/// A place as messages name it: path, line and column from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlace {
    pub path: String,
    pub line: u32,
    pub column: u32,
    pub at: FileRange,
}

pub fn name_place(db: &dyn Db, place: Place) -> Option<NamedPlace> {
    let file = db.file_table().by_id(place.file)?;
    let source = queries::source_file(db, file);
    let (path, line, column) = name_offset(db, place.file, source.source_map.anchor(place.expr))?;
    Some(NamedPlace {
        path,
        line,
        column,
        at: FileRange { file: place.file, range: source.source_map.range(place.expr) },
    })
}

/// The path of a file, and the line and column of an offset in it, from 1.
pub fn name_offset(db: &dyn Db, file: FileId, offset: u32) -> Option<(String, u32, u32)> {
    let file = db.file_table().by_id(file)?;
    let text = queries::text(db, file);
    let position = queries::line_index(db, file).line_column(&text, offset, ColumnUnit::CodePoints);
    Some((file.path(db).to_string(), position.line + 1, position.column + 1))
}

/// The name of a parameter without its type and default; all of any other place.
pub fn name_range(source_map: &SourceMap, binding: &Binding) -> TextRange {
    let range = source_map.range(binding.place);
    match binding.kind {
        BindingKind::Assignment => range,
        BindingKind::Parameter => {
            let start = source_map.anchor(binding.place).max(range.start);
            TextRange { start, end: (start + binding.name.len() as u32 + 1).min(range.end).max(start) }
        }
    }
}

/// A message of the evaluator with its places written out.
pub fn finish_message(db: &dyn Db, message: &Message) -> String {
    message.render(&mut |place| name_place(db, place).map(|named| (named.path, named.line, named.column)))
}
