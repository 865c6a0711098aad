//! Offsets and LSP positions, in the encoding that the client chose.

use analysis::{ColumnUnit, LineColumn, LineIndex, TextRange};
use tower_lsp::ls_types::{Position, Range};

pub fn offset(text: &str, lines: &LineIndex, position: Position, unit: ColumnUnit) -> u32 {
    lines.offset(text, LineColumn { line: position.line, column: position.character }, unit)
}

pub fn position(text: &str, lines: &LineIndex, offset: u32, unit: ColumnUnit) -> Position {
    let LineColumn { line, column } = lines.line_column(text, offset, unit);
    Position { line, character: column }
}

pub fn range(text: &str, lines: &LineIndex, range: TextRange, unit: ColumnUnit) -> Range {
    Range { start: position(text, lines, range.start, unit), end: position(text, lines, range.end, unit) }
}
