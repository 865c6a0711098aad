//! Where something happened, by file and expression; lines and columns are found later through source maps.

pub use syntax::ExprId;

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
    /// Writes a place by its path, line and column (both from 1).
    pub(crate) fn write(self, place: Option<(String, u32, u32)>) -> String {
        match (place, self) {
            (Some((file, line, _)), PlaceStyle::Line) => format!("(file: {file}, line: {line})"),
            (Some((file, line, column)), PlaceStyle::Column) => {
                format!("(file: {file}, line: {line}, column: {column})")
            }
            (Some((file, line, _)), PlaceStyle::Stack) => format!("[{file:?}, {line}]"),
            (Some((file, _, _)), PlaceStyle::StackStart) => format!("[{file:?}, 0]"),
            (Some((file, line, _)), PlaceStyle::Short) => format!("{file}:{line}"),
            (None, _) => "(file: unknown)".to_string(),
        }
    }
}
