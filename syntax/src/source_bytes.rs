//! Bytes to text without loss. Knows nothing of the language.
//!
//! A byte that is no UTF-8 stands in the text as one `?`, so that every offset stays true; what it was is kept beside.

use crate::code;
use crate::lexer::byte_order_mark_message;
use crate::problem::Problem;
use crate::text_range::TextRange;

/// Encodings that a byte order mark announces, with the mark's bytes.
const BYTE_ORDER_MARKS: &[(&str, &[u8])] = &[
    ("UTF-32", &[0x00, 0x00, 0xfe, 0xff]),
    ("UTF-32", &[0xff, 0xfe, 0x00, 0x00]),
    ("GB-18030", &[0x84, 0x31, 0x95, 0x33]),
    ("UTF-EBCDIC", &[0xdd, 0x73, 0x66, 0x73]),
    ("SCSU", &[0x0e, 0xfe, 0xff]),
    ("UTF-1", &[0xf7, 0x64, 0x4c]),
    ("BOCU", &[0xfb, 0xee, 0x28]),
    ("UTF-16", &[0xfe, 0xff]),
    ("UTF-16", &[0xff, 0xfe]),
];

/// A file's bytes as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceBytes {
    pub text: String,
    /// The bytes that stand as `?` in the text, by their offset.
    pub replaced: Vec<(u32, u8)>,
    pub problems: Vec<Problem>,
    /// False where the bytes are in another encoding altogether.
    pub is_readable: bool,
}

impl SourceBytes {
    pub fn new(bytes: &[u8]) -> Self {
        let mut text = String::with_capacity(bytes.len());
        let mut replaced = Vec::new();
        let mut problems = Vec::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            if chunk.invalid().is_empty() {
                continue;
            }
            let start = text.len() as u32;
            for byte in chunk.invalid() {
                replaced.push((text.len() as u32, *byte));
                text.push('?');
            }
            let range = TextRange::new(start, text.len() as u32);
            let mut problem =
                Problem::error(code::INVALID_BYTE_SEQUENCE, "invalid byte sequence in UTF-8", range, start);
            problem.hint = Some("save the file as UTF-8".into());
            problems.push(problem);
        }
        let mark = BYTE_ORDER_MARKS.iter().find(|(_, mark)| bytes.starts_with(mark));
        if let Some((encoding, mark)) = mark {
            let range = TextRange::new(0, mark.len() as u32);
            problems = vec![Problem::error(code::ILLEGAL_BOM, byte_order_mark_message(encoding, mark), range, 0)];
        }
        SourceBytes { text, replaced, problems, is_readable: mark.is_none() }
    }

    /// The bytes as they were.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.text.clone().into_bytes();
        for (offset, byte) in &self.replaced {
            if let Some(slot) = bytes.get_mut(*offset as usize) {
                *slot = *byte;
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_bytes_keep_their_offsets_and_come_back() {
        let bytes = b"$a = 'a \xff\xc3 b'";
        let source = SourceBytes::new(bytes);
        assert_eq!(source.text, "$a = 'a ?? b'");
        assert_eq!(source.bytes(), bytes);
        assert_eq!(source.problems.iter().map(|problem| problem.anchor).collect::<Vec<_>>(), [8, 9]);
    }

    #[test]
    fn other_encodings_are_named() {
        let source = SourceBytes::new(&[0xfe, 0xff, 0x00, 0x61]);
        assert!(!source.is_readable);
        assert_eq!(
            source.problems.first().map(|problem| problem.message.as_str()),
            Some("Illegal UTF-16 Byte Order mark at beginning of input: [FE FF] - remove these from the puppet source")
        );
    }
}
