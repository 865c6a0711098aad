//! `[…]`: sets of characters, with ranges, named sets and sets inside.

use super::escapes::Escaped;
use super::{Check, Checker};

const NAMED_SETS: [&str; 14] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
    "ascii", "word",
];

/// Beyond this many characters Ruby does not look for the `:]` of a named set.
const NAMED_SET_SEARCH: usize = 20;

/// What stands before the next character of a set.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    Character(Option<u32>),
    Class,
    /// A character and `-`: a range that waits for its end.
    Range(Option<u32>),
    /// A range that is complete.
    AfterRange,
}

impl Checker<'_> {
    /// After `[`.
    pub(super) fn character_class(&mut self) -> Check {
        if self.depth >= 200 {
            self.position = self.pattern.len();
            self.depth = 0;
            return Ok(());
        }
        self.eat('^');
        let mut before = Before::Nothing;
        if self.peek() == Some(']') {
            // It belongs to the set where another one closes it.
            if !self.rest().get(1..).is_some_and(has_closing_bracket) {
                return self.fail("empty char-class");
            }
            self.next();
            before = Before::Character(Some(u32::from(b']')));
        }
        loop {
            let Some(character) = self.next() else { return self.fail("premature end of char-class") };
            before = match character {
                ']' => return Ok(()),
                '[' => match self.named_set()? {
                    true if matches!(before, Before::Range(_)) => return self.fail("char-class value at end of range"),
                    true => Before::Class,
                    false => {
                        self.depth += 1;
                        self.character_class()?;
                        self.depth = self.depth.saturating_sub(1);
                        Before::Class
                    }
                },
                '&' if self.peek() == Some('&') => {
                    self.next();
                    Before::Nothing
                }
                '-' if matches!(before, Before::Range(_)) => self.end_range(before, Some(u32::from(b'-')))?,
                '-' => self.dash(before)?,
                '\\' => match self.escaped_character()? {
                    Escaped::Class if matches!(before, Before::Range(_)) => {
                        return self.fail("char-class value at end of range");
                    }
                    Escaped::Class => Before::Class,
                    Escaped::Character(value) => self.end_range(before, Some(value))?,
                    Escaped::Unknown => self.end_range(before, None)?,
                },
                other => self.end_range(before, Some(other as u32))?,
            };
        }
    }

    /// A dash between two characters makes a range; elsewhere it is a character, but not after `\d` and its like.
    fn dash(&mut self, before: Before) -> Result<Before, String> {
        let is_last = self.peek() == Some(']');
        match before {
            _ if is_last => Ok(Before::Character(Some(u32::from(b'-')))),
            Before::Character(value) => Ok(Before::Range(value)),
            Before::Class if self.peek() != Some('[') && !self.rest().starts_with("&&") => self.dash_after_class(),
            _ => Ok(Before::Character(Some(u32::from(b'-')))),
        }
    }

    /// `[\d-a]` is refused, `[[a-c]-z]` is not.
    fn dash_after_class(&mut self) -> Result<Before, String> {
        let before_dash = self.pattern.get(..self.position.saturating_sub(1)).unwrap_or_default();
        if before_dash.ends_with(']') {
            return Ok(Before::Character(Some(u32::from(b'-'))));
        }
        self.fail("unmatched range specifier in char-class")
    }

    fn end_range(&mut self, before: Before, value: Option<u32>) -> Result<Before, String> {
        match before {
            Before::Range(low) => match low.zip(value) {
                Some((low, high)) if high < low => self.fail("empty range in char class"),
                _ => Ok(Before::AfterRange),
            },
            _ => Ok(Before::Character(value)),
        }
    }

    /// After `[`: true for `[:alpha:]`, whose rest is taken; false where a set inside begins.
    fn named_set(&mut self) -> Result<bool, String> {
        let Some(inside) = self.rest().strip_prefix(':') else { return Ok(false) };
        let name = inside.strip_prefix('^').unwrap_or(inside);
        let negation = inside.len() - name.len();
        if let Some(set) =
            NAMED_SETS.iter().find(|set| name.strip_prefix(**set).is_some_and(|rest| rest.starts_with(":]")))
        {
            self.position += 1 + negation + set.len() + 2;
            return Ok(true);
        }
        let searched: String = name.chars().take(NAMED_SET_SEARCH).collect();
        match searched.find(":]") {
            Some(end) if !searched.get(..end).is_some_and(|before| before.contains(']')) => {
                self.fail("invalid POSIX bracket type")
            }
            _ => Ok(false),
        }
    }
}

/// True where a `]` follows that is not escaped.
fn has_closing_bracket(text: &str) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            ']' => return true,
            '\\' => {
                characters.next();
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::lexer::regex_pattern::mistake;

    #[test]
    fn sets() {
        for good in [
            "[]a]",
            "[^]]]",
            "[a[b]]",
            "[a&&b]",
            "[&&]",
            "[a-]",
            "[-a]",
            "[--9]",
            "[a-z-9]",
            "[[a-c]-z]",
            "[[:^alpha:]]+",
            "[\\b\\d-]",
            "[(*+?]",
            "[\\]]",
        ] {
            assert_eq!(mistake(good), None, "{good}");
        }
        for (bad, message) in [
            ("[z-a]", "empty range in char class"),
            ("[0--9]", "empty range in char class"),
            ("[a-\\n]", "empty range in char class"),
            ("[a-\\d]", "char-class value at end of range"),
            ("[b-[:alpha:]]", "char-class value at end of range"),
            ("[\\d-a]", "unmatched range specifier in char-class"),
            ("[]", "empty char-class"),
            ("[^]", "empty char-class"),
            ("[a", "premature end of char-class"),
            ("[[:alpha]", "premature end of char-class"),
            ("[[:foo:]]", "invalid POSIX bracket type"),
            ("[\\", "too short escape sequence"),
        ] {
            assert_eq!(mistake(bad), Some(format!("{message}: /{bad}/")));
        }
    }
}
