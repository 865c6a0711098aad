//! Lines and columns of byte offsets, and back. Knows nothing of what the text means.
//!
//! A line ends after `\n`, as Puppet counts them. Nothing here fails: what lies beyond the text is moved to its end.

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnUnit {
    Bytes,
    Utf16,
    CodePoints,
}

/// Where the lines of one text start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    line_starts: Vec<u32>,
    text_length: u32,
    ascii: bool,
}

/// A line and a column, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1));
        LineIndex { line_starts, text_length: text.len() as u32, ascii: text.is_ascii() }
    }

    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// The line of an offset, from 0.
    pub fn line(&self, offset: u32) -> u32 {
        (self.line_starts.partition_point(|start| *start <= offset).max(1) - 1) as u32
    }

    /// The offset at which a line starts; the text's end for a line that is not there.
    pub fn line_start(&self, line: u32) -> u32 {
        self.line_starts.get(line as usize).copied().unwrap_or(self.text_length)
    }

    /// The offset at which a line ends, before its line break.
    pub fn line_end(&self, text: &str, line: u32) -> u32 {
        let start = self.line_start(line);
        let end = self.line_start(line.saturating_add(1));
        let content = text.get(start as usize..end as usize).unwrap_or_default();
        let content = content.strip_suffix('\n').map_or(content, |rest| rest.strip_suffix('\r').unwrap_or(rest));
        start + content.len() as u32
    }

    /// Line and column of an offset in the text that this index was made of.
    pub fn line_column(&self, text: &str, offset: u32, unit: ColumnUnit) -> LineColumn {
        let offset = floor_char_boundary(text, offset);
        let line = self.line(offset);
        LineColumn { line, column: self.column(text, line, offset, unit) }
    }

    /// The column of an offset whose line is known.
    pub fn column(&self, text: &str, line: u32, offset: u32, unit: ColumnUnit) -> u32 {
        let start = self.line_start(line);
        if self.ascii || unit == ColumnUnit::Bytes {
            offset.saturating_sub(start)
        } else {
            count(text.get(start as usize..offset as usize).unwrap_or_default(), unit)
        }
    }

    /// The offset of a line and column; a column beyond the line's end is its end.
    pub fn offset(&self, text: &str, position: LineColumn, unit: ColumnUnit) -> u32 {
        let start = self.line_start(position.line);
        let end = self.line_end(text, position.line).max(start);
        if self.ascii || unit == ColumnUnit::Bytes {
            return floor_char_boundary(text, start.saturating_add(position.column).min(end));
        }
        let mut counted = 0;
        for (at, character) in text.get(start as usize..end as usize).unwrap_or_default().char_indices() {
            counted += width(character, unit);
            if counted > position.column {
                return start + at as u32;
            }
        }
        end
    }
}

fn floor_char_boundary(text: &str, offset: u32) -> u32 {
    let mut offset = (offset as usize).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset as u32
}

fn width(character: char, unit: ColumnUnit) -> u32 {
    match unit {
        ColumnUnit::Bytes => character.len_utf8() as u32,
        ColumnUnit::Utf16 => character.len_utf16() as u32,
        ColumnUnit::CodePoints => 1,
    }
}

fn count(text: &str, unit: ColumnUnit) -> u32 {
    text.chars().map(|character| width(character, unit)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_columns_are_inverse_in_every_unit() {
        let text = "ab\n€x😀y\r\n\nend";
        let index = LineIndex::new(text);
        for unit in [ColumnUnit::Bytes, ColumnUnit::Utf16, ColumnUnit::CodePoints] {
            for (offset, character) in text.char_indices() {
                if character == '\n' && offset > 0 && text.as_bytes()[offset - 1] == b'\r' {
                    continue;
                }
                let position = index.line_column(text, offset as u32, unit);
                assert_eq!(index.offset(text, position, unit), offset as u32, "{unit:?} {offset}");
            }
        }
    }

    #[test]
    fn columns_count_what_the_unit_says() {
        let text = "€😀y";
        let index = LineIndex::new(text);
        let column = |unit| index.line_column(text, 7, unit).column;
        assert_eq!((column(ColumnUnit::Bytes), column(ColumnUnit::Utf16), column(ColumnUnit::CodePoints)), (7, 3, 2));
    }

    #[test]
    fn what_lies_beyond_the_text_is_its_end() {
        let index = LineIndex::new("a\nb");
        assert_eq!(index.offset("a\nb", LineColumn { line: 9, column: 9 }, ColumnUnit::Utf16), 3);
        assert_eq!(index.offset("a\nb", LineColumn { line: 0, column: 9 }, ColumnUnit::Utf16), 1);
        assert_eq!(index.line_column("a\nb", 99, ColumnUnit::Utf16), LineColumn { line: 1, column: 1 });
    }
}
