//! The edits of a rename, collected per file.

use std::collections::BTreeMap;

use evaluator::FileId;
use syntax::TextRange;

use super::{Refusal, Renaming};
use crate::inputs::FileInput;
use crate::symbol::{Form, Occurrence};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenameEdits {
    /// In the order of the text, without overlaps.
    pub edits: BTreeMap<FileId, Vec<(TextRange, String)>>,
    /// After the edits.
    pub moves: Vec<FileMove>,
    /// Why the program may not be the same afterwards; a user has to confirm the edits.
    pub doubts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMove {
    pub file: FileId,
    /// Absolute.
    pub to: String,
}

pub(super) struct Collector<'a> {
    renaming: &'a Renaming<'a>,
    found: BTreeMap<FileId, Vec<(TextRange, String)>>,
}

impl<'a> Collector<'a> {
    pub fn new(renaming: &'a Renaming<'a>) -> Self {
        Collector { renaming, found: BTreeMap::new() }
    }

    /// Replaces a range; files of installed modules are not touched.
    pub fn replace(&mut self, file: FileInput, range: TextRange, text: &str) -> Result<(), Refusal> {
        if let Some(module) = self.renaming.vendored(file) {
            return Err(Refusal::UsedInVendored { module, place: self.renaming.place(file, range) });
        }
        self.found.entry(file.id(self.renaming.db)).or_default().push((range, text.to_string()));
        Ok(())
    }

    /// Replaces the name of every occurrence, in the form that it is written in.
    pub fn replace_all(&mut self, places: &[Occurrence], plain: &str, capitalised: &str) -> Result<(), Refusal> {
        for place in places {
            let text = match place.form {
                Form::Plain => plain,
                Form::Capitalised => capitalised,
            };
            match place.name_range {
                Some(range) => self.replace(place.file, range, text)?,
                None => {
                    return Err(Refusal::Unreadable { place: self.renaming.place(place.file, place.range) });
                }
            }
        }
        Ok(())
    }

    pub fn finish(self, moves: Vec<FileMove>) -> RenameEdits {
        let mut edits = self.found;
        for list in edits.values_mut() {
            list.sort();
            list.dedup();
            // Of two edits of one place the first is as good as the second.
            let mut end = 0;
            list.retain(|(range, _)| {
                let fits = range.start >= end;
                end = if fits { range.end } else { end };
                fits
            });
        }
        RenameEdits { edits, moves, doubts: Vec::new() }
    }
}
