//! Names, data types, numbers and variables.

use super::Tokenizer;
use crate::lint::token::Kind;

/// The data types that have a kind of token of their own.
const TYPES: &[&str] = &[
    "Any",
    "Array",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Enum",
    "Float",
    "Hash",
    "Integer",
    "NotUndef",
    "Numeric",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "Runtime",
    "Scalar",
    "Sensitive",
    "String",
    "Struct",
    "Tuple",
    "Type",
    "Undef",
    "Variant",
];

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

impl Tokenizer<'_> {
    /// The word at an offset: its kind and its end.
    pub(super) fn word(&self, at: usize) -> Option<(Kind, usize)> {
        let qualified = self.rest(at).starts_with(b"::");
        let first = self.byte(if qualified { at + 2 } else { at });
        if first.is_ascii_uppercase() {
            return Some(self.capitalised(at, qualified));
        }
        if first.is_ascii_digit()
            && !qualified
            && let Some(end) = self.number(at)
        {
            return Some((Kind::Number, end));
        }
        if !starts_name(first) && first != b'_' {
            return None;
        }
        let mut end = self.name_part(if qualified { at + 2 } else { at });
        while self.rest(end).starts_with(b"::") && starts_name(self.byte(end + 2)) {
            end = self.name_part(end + 2);
        }
        if self.byte(end) == b'(' {
            return Some((Kind::FunctionName, end));
        }
        let kind = self.text.get(at..end).and_then(Kind::of_word).unwrap_or(Kind::Name);
        Some((kind, end))
    }

    /// Letters, digits, `_` and `-`.
    fn name_part(&self, at: usize) -> usize {
        let rest = self.rest(at);
        at + rest.iter().position(|byte| !is_word(*byte) && *byte != b'-').unwrap_or(rest.len())
    }

    fn word_part(&self, at: usize) -> usize {
        let rest = self.rest(at);
        at + rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len())
    }

    fn capitalised(&self, at: usize, qualified: bool) -> (Kind, usize) {
        if !qualified {
            let end = self.word_part(at);
            if self.text.get(at..end).is_some_and(|word| TYPES.binary_search(&word).is_ok()) {
                return (Kind::Type, end);
            }
        }
        let mut end = self.name_part(if qualified { at + 2 } else { at });
        while self.rest(end).starts_with(b"::") && self.byte(end + 2).is_ascii_uppercase() {
            end = self.name_part(end + 2);
        }
        (Kind::ClassReference, end)
    }

    fn digits(&self, at: usize) -> usize {
        let rest = self.rest(at);
        at + rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())
    }

    /// The longest number that no letter follows.
    fn number(&self, at: usize) -> Option<usize> {
        let is_end = |end: usize| !is_word(self.byte(end));
        if self.byte(at) == b'0' && matches!(self.byte(at + 1), b'x' | b'X') {
            let rest = self.rest(at + 2);
            let length = rest.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(rest.len());
            return (length > 0 && is_end(at + 2 + length)).then_some(at + 2 + length);
        }
        let whole = self.digits(at);
        let exponent = |from: usize| {
            if !matches!(self.byte(from), b'e' | b'E') {
                return None;
            }
            let start = if self.byte(from + 1) == b'-' { from + 2 } else { from + 1 };
            let end = self.digits(start);
            (end > start).then_some(end)
        };
        let fraction =
            (self.byte(whole) == b'.' && self.byte(whole + 1).is_ascii_digit()).then(|| self.digits(whole + 1));
        let ends = [fraction.and_then(exponent), fraction, exponent(whole), Some(whole)];
        ends.into_iter().flatten().find(|end| is_end(*end))
    }

    /// The end of a variable in code, with the indexes that directly follow it on the line.
    pub(super) fn variable(&mut self, at: usize) -> Option<usize> {
        let mut end = self.variable_name(at + 1)?;
        while self.byte(end) == b'[' && end >= self.nothing.closing_bracket {
            let line_end = self.line_end(end);
            let inside = self.bytes.get(end + 2..line_end).unwrap_or(&[]);
            match inside.iter().position(|byte| *byte == b']') {
                Some(length) => end = end + 2 + length + 1,
                None => self.nothing.closing_bracket = line_end,
            }
        }
        Some(end)
    }

    /// The end of a variable's name, dashes included, without its `$`.
    pub(super) fn variable_name(&self, at: usize) -> Option<usize> {
        let mut end = at;
        if self.rest(at).starts_with(b"::") {
            end += 2;
        }
        if !is_word(self.byte(end)) {
            return None;
        }
        loop {
            end = self.word_part(end);
            while self.byte(end) == b'-' && is_word(self.byte(end + 1)) {
                end = self.word_part(end + 1);
            }
            if self.rest(end).starts_with(b"::") && is_word(self.byte(end + 2)) {
                end += 2;
            } else {
                return Some(end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn data_types_are_sorted_for_the_search() {
        assert!(super::TYPES.is_sorted());
    }
}
