//! Where each expression of a `Program` stands in its text. Knows nothing of what the expressions mean.

use crate::program::ExprId;
use crate::text_range::TextRange;

/// The places of a program's expressions, by `ExprId`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    places: Vec<Place>,
}

/// The text of an expression, and the offset that Puppet names when it reports a problem with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub range: TextRange,
    /// Puppet reports a binary expression at its operator, a hash entry at `=>`, a method call at `.`: that offset.
    pub anchor: u32,
}

impl SourceMap {
    pub fn with_capacity(capacity: usize) -> Self {
        SourceMap { places: Vec::with_capacity(capacity) }
    }

    pub fn push(&mut self, place: Place) -> ExprId {
        let id = ExprId(self.places.len() as u32);
        self.places.push(place);
        id
    }

    pub fn set(&mut self, id: ExprId, place: Place) {
        if let Some(slot) = self.places.get_mut(id.index()) {
            *slot = place;
        }
    }

    /// The range of an expression; empty at 0 for an id of another program.
    pub fn range(&self, id: ExprId) -> TextRange {
        self.places.get(id.index()).map(|place| place.range).unwrap_or_default()
    }

    pub fn anchor(&self, id: ExprId) -> u32 {
        self.places.get(id.index()).map(|place| place.anchor).unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The smallest expressions that touch an offset come last.
    pub fn touching(&self, offset: u32) -> Vec<ExprId> {
        let mut found: Vec<ExprId> = self
            .places
            .iter()
            .enumerate()
            .filter(|(_, place)| place.range.touches(offset))
            .map(|(index, _)| ExprId(index as u32))
            .collect();
        found.sort_by_key(|id| std::cmp::Reverse((self.range(*id).len(), id.0)));
        found
    }
}
