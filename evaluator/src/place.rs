//! Where something happened, by file and expression; lines and columns are found later through source maps.

use std::sync::Arc;

pub use syntax::ExprId;
use syntax::{ColumnUnit, LineIndex};

/// Names a file of the world. Only the world knows what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// An expression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub file: FileId,
    pub expr: ExprId,
}

impl Place {
    pub fn new(file: FileId, expr: ExprId) -> Self {
        Place { file, expr }
    }
}

/// A place as users read it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    pub path: Arc<str>,
    /// From 1; 0 where only the file is known.
    pub line: u32,
    /// In code points, from 1; 0 where only the file is known.
    pub column: u32,
}

impl Location {
    /// Makes one of an offset in a text.
    pub fn of_offset(path: Arc<str>, text: &str, lines: &LineIndex, offset: u32) -> Self {
        let position = lines.line_column(text, offset, ColumnUnit::CodePoints);
        Location { path, line: position.line + 1, column: position.column + 1 }
    }

    /// Returns `path:line`, or the path alone where only the file is known.
    pub fn short(&self) -> String {
        match self.line {
            0 => self.path.to_string(),
            line => format!("{}:{line}", self.path),
        }
    }
}

/// How a place is written inside a message, as Puppet writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaceStyle {
    /// `(file: F, line: L)`
    Line,
    /// `(file: F, line: L, column: C)`
    Column,
    /// `F:L`
    Short,
    /// `["F", L]`, a frame of the stack as Ruby prints it.
    Stack,
    /// `["F", 0]`, the frame of a file that is evaluated as a whole.
    StackStart,
}

impl PlaceStyle {
    /// Writes a place.
    pub(crate) fn write(self, at: Option<Location>) -> String {
        let Some(Location { path, line, column }) = at else { return "(file: unknown)".to_string() };
        match self {
            PlaceStyle::Line => format!("(file: {path}, line: {line})"),
            PlaceStyle::Column => format!("(file: {path}, line: {line}, column: {column})"),
            PlaceStyle::Stack => format!("[{path:?}, {line}]"),
            PlaceStyle::StackStart => format!("[{path:?}, 0]"),
            PlaceStyle::Short => format!("{path}:{line}"),
        }
    }
}
