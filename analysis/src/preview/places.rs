//! From the ids of an outcome to lines and columns, through the source maps, after the evaluation.

use evaluator::{FileId, Location, Message, Place};
use syntax::{SourceMap, TextRange};

use crate::FileRange;
use crate::db::Db;
use crate::queries;
use crate::scopes::{Binding, BindingKind};

/// A place as messages name it, and where its text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlace {
    pub location: Location,
    pub at: FileRange,
}

pub fn name_place(db: &dyn Db, place: Place) -> Option<NamedPlace> {
    let file = db.file_table().by_id(place.file)?;
    let source = queries::source_file(db, file);
    let location = name_offset(db, place.file, source.source_map.anchor(place.expr))?;
    Some(NamedPlace { location, at: FileRange { file: place.file, range: source.source_map.range(place.expr) } })
}

/// Returns where an offset of a file is.
pub fn name_offset(db: &dyn Db, file: FileId, offset: u32) -> Option<Location> {
    let file = db.file_table().by_id(file)?;
    let text = queries::text(db, file);
    Some(Location::of_offset(file.path(db), &text, &queries::line_index(db, file), offset))
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
    message.render(&mut |place| name_place(db, place).map(|named| named.location))
}
