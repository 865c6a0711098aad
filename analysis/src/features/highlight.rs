//! The mentions in one file of what stands at a position.

use syntax::TextRange;

use crate::FilePosition;
use crate::host::{Analysis, Cancellable};
use crate::preview::places::name_range;
use crate::scopes::file_scopes;
use crate::{queries, resolve};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    pub range: TextRange,
    /// The place gives it its value.
    pub is_write: bool,
}

impl Analysis {
    pub fn highlights(&self, position: FilePosition) -> Cancellable<Vec<Highlight>> {
        let places = self.references(position, true)?;
        let found = self.read_file(position.file, |db, file| {
            let source = queries::source_file(db, file);
            let writes: Vec<TextRange> = match resolve::at(db, file, position.offset).map(|at| at.what) {
                Some(resolve::What::Variable { .. }) => file_scopes(db, file)
                    .scopes
                    .iter()
                    .flat_map(|scope| scope.bindings.iter().map(|binding| name_range(&source.source_map, binding)))
                    .collect(),
                _ => Vec::new(),
            };
            let here = places.iter().filter(|place| place.file == position.file);
            here.map(|place| Highlight { range: place.range, is_write: writes.contains(&place.range) }).collect()
        })?;
        Ok(found.unwrap_or_default())
    }
}
