//! Names, bare words, references and variables. Knows nothing of keywords.

use super::is_word_byte;

/// A bare word and whether it is a name.
pub(super) struct Word {
    pub end: usize,
    pub is_name: bool,
}

/// The bare word at `start`, which may begin with `::`; `None` where there is none.
pub(super) fn word(bytes: &[u8], start: usize) -> Option<Word> {
    let mut end = start;
    let mut is_name = true;
    loop {
        let segment = if bytes.get(end..end + 2) == Some(b"::") { end + 2 } else { end };
        if end != start && segment == end {
            break;
        }
        match bytes.get(segment) {
            Some(byte) if byte.is_ascii_lowercase() => {}
            Some(b'_') => is_name = false,
            _ => break,
        }
        let (segment_end, has_dash) = segment_end(bytes, segment);
        is_name &= !has_dash;
        end = segment_end;
    }
    (end > start).then_some(Word { end, is_name })
}

/// Dashes belong to a word when a word character follows them.
fn segment_end(bytes: &[u8], start: usize) -> (usize, bool) {
    let mut end = start + 1;
    let mut position = end;
    let mut has_dash = false;
    while let Some(byte) = bytes.get(position) {
        if is_word_byte(*byte) {
            position += 1;
            has_dash |= position > end + 1;
            end = position;
        } else if *byte == b'-' {
            position += 1;
        } else {
            break;
        }
    }
    (end, has_dash)
}

/// The end of the capitalised name at `start`, which may begin with `::`.
pub(super) fn reference_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        let segment = if bytes.get(end..end + 2) == Some(b"::") { end + 2 } else { end };
        if end != start && segment == end {
            break;
        }
        if !bytes.get(segment).is_some_and(u8::is_ascii_uppercase) {
            break;
        }
        end = segment + 1;
        while bytes.get(end).copied().is_some_and(is_word_byte) {
            end += 1;
        }
    }
    end
}

/// The same where the name of a match variable ends with its last digit.
pub(super) fn string_variable_end(bytes: &[u8], start: usize) -> usize {
    let digits = bytes.iter().skip(start).take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0 { start + digits } else { variable_end(bytes, start) }
}

/// The end of the variable name at `start` (after the `$`); `start` where there is none.
pub(super) fn variable_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    let mut segment = if bytes.get(start..start + 2) == Some(b"::") { start + 2 } else { start };
    loop {
        let mut position = segment;
        while bytes.get(position).copied().is_some_and(is_word_byte) {
            position += 1;
        }
        if position == segment {
            return end;
        }
        end = position;
        if bytes.get(end..end + 2) != Some(b"::") {
            return end;
        }
        segment = end + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_dashes_only_between_word_characters() {
        let cases = [
            ("abc", 3, true),
            ("a-b c", 3, false),
            ("a- b", 1, true),
            ("a--b", 4, false),
            ("a::b::", 4, true),
            ("a::_b", 5, false),
            ("::a::B", 3, true),
            ("_a", 2, false),
        ];
        for (text, end, is_name) in cases {
            let word = word(text.as_bytes(), 0).expect(text);
            assert_eq!((word.end, word.is_name), (end, is_name), "{text}");
        }
        assert!(word(b"::1", 0).is_none());
    }

    #[test]
    fn variables_end_before_an_open_namespace() {
        for (text, end) in [("a::b", 4), ("a::", 1), ("::a", 3), ("::", 0), ("1a", 2), ("a:::b", 1)] {
            assert_eq!(variable_end(text.as_bytes(), 0), end, "{text}");
        }
    }
}
