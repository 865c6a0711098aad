//! The style that Ruby's YAML library gives a string: what it wants by the looks of the text, and what the text allows.

use std::sync::LazyLock;

use regex::Regex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// What the characters of a text allow.
#[derive(Clone, Copy, Debug)]
pub struct Analysis {
    is_empty: bool,
    has_breaks: bool,
    plain: bool,
    single_quoted: bool,
    literal: bool,
}

impl Analysis {
    pub fn of(text: &str) -> Analysis {
        let mut found = Analysis {
            is_empty: text.is_empty(),
            has_breaks: false,
            plain: true,
            single_quoted: true,
            literal: !text.is_empty(),
        };
        if text.starts_with("---") || text.starts_with("...") {
            found.plain = false;
        }
        let (mut before, mut characters) = (None, text.chars().peekable());
        while let Some(character) = characters.next() {
            let next = characters.peek().copied();
            let ends_word = next.is_none_or(is_white);
            let after_word = before.is_none_or(is_white);
            match character {
                '#' if after_word => found.plain = false,
                ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`'
                    if before.is_none() =>
                {
                    found.plain = false;
                }
                '?' | '-' if before.is_none() && ends_word => found.plain = false,
                ':' if ends_word => found.plain = false,
                ' ' => {
                    if before.is_none() || next.is_none() {
                        found.plain = false;
                    }
                    if next.is_none() {
                        found.literal = false;
                    }
                    if before.is_some_and(is_break) {
                        found.plain = false;
                        found.single_quoted = false;
                    }
                }
                _ if is_break(character) => {
                    found.has_breaks = true;
                    found.plain = false;
                    if before == Some(' ') {
                        found.single_quoted = false;
                        found.literal = false;
                    }
                }
                _ => {}
            }
            if !is_printable(character) {
                found.plain = false;
                found.single_quoted = false;
                found.literal = false;
            }
            before = Some(character);
        }
        found
    }
}

impl Style {
    /// This style, or the next one that the text allows.
    pub fn allowed(self, text: &Analysis, in_simple_key: bool) -> Style {
        let mut style = self;
        if in_simple_key && text.has_breaks {
            style = Style::DoubleQuoted;
        }
        if style == Style::Plain && (!text.plain || (text.is_empty && in_simple_key)) {
            style = Style::SingleQuoted;
        }
        if style == Style::SingleQuoted && !text.single_quoted {
            style = Style::DoubleQuoted;
        }
        if style == Style::Literal && (!text.literal || in_simple_key) {
            style = Style::DoubleQuoted;
        }
        style
    }
}

/// What the library wants for a string before it asks what the text allows.
pub fn style_of_string(text: &str) -> Style {
    let body = text.strip_suffix('\n').unwrap_or(text);
    if body.strip_suffix('\n').unwrap_or(body).contains('\n') || (body.contains('\n') && !text.ends_with('\n')) {
        return Style::Literal;
    }
    match text {
        "<<" => return Style::SingleQuoted,
        "y" | "Y" | "n" | "N" => return Style::DoubleQuoted,
        _ => {}
    }
    let starts_oddly = |line: &str| match line.chars().next() {
        Some(first) => !is_word(first) && !line.get(first.len_utf8()..).unwrap_or_default().contains('"'),
        None => false,
    };
    if text.starts_with('\n') || text.contains("\n\n") || body.split('\n').any(starts_oddly) {
        return Style::DoubleQuoted;
    }
    let octal_like = text
        .strip_prefix('0')
        .is_some_and(|rest| rest.trim_start_matches(|digit| matches!(digit, '0'..='7')).starts_with(['8', '9']));
    if octal_like || reads_as_something_else(text) { Style::SingleQuoted } else { Style::Plain }
}

/// A string that starts like a word: no number, date or symbol.
static WORD_LIKE: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"^[^0-9.:-]?[\p{Alphabetic}_\s!@#$%\^&*(){}<>|/\\~;=]"));
/// Times, numbers to the base of 60, and numbers, as the library reads them.
static TIME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^-?[0-9]{4}-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]|\s+)([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]*)?(?:\s*(?:Z|[-+][0-9]{1,2}:?(?:[0-9]{2})?))?$",
    )
});
static DATE: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"^([0-9]{4})-(1[012]|0[0-9]|[0-9])-([12][0-9]|3[01]|0[0-9]|[0-9])$"));
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\.[0-9_]*)?",
        r"|[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?",
        r"|[-+]?0b[01_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)$"
    ))
});

fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// A plain text that the library would not read back as the same string.
fn reads_as_something_else(text: &str) -> bool {
    let matches = |pattern: &LazyLock<Option<Regex>>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(text));
    if text.is_empty() {
        return true;
    }
    let lower = text.to_ascii_lowercase();
    if text.contains('\n') || matches(&WORD_LIKE) {
        return matches!(lower.as_str(), "~" | "null" | "yes" | "true" | "on" | "no" | "false" | "off");
    }
    if matches!(lower.as_str(), ".inf" | "+.inf" | "-.inf" | ".nan") || (text.starts_with(':') && text.len() > 1) {
        return true;
    }
    let number = |found: &regex::Captures<'_>, index: usize| -> u32 {
        found.get(index).and_then(|part| part.as_str().parse().ok()).unwrap_or(0)
    };
    if let Some(found) = TIME.as_ref().and_then(|pattern| pattern.captures(text)) {
        let is_day = (1..=12).contains(&number(&found, 1)) && (1..=31).contains(&number(&found, 2));
        return is_day && number(&found, 3) <= 24 && number(&found, 4) < 60 && number(&found, 5) <= 60;
    }
    if let Some(found) = DATE.as_ref().and_then(|pattern| pattern.captures(text)) {
        return is_date(number(&found, 1), number(&found, 2), number(&found, 3));
    }
    matches(&NUMBER) && !matches!(text, "." | "-." | "+.")
}

fn is_date(year: u32, month: u32, day: u32) -> bool {
    let is_leap_year = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_white(character: char) -> bool {
    matches!(character, ' ' | '\t') || is_break(character)
}

fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// What the library writes as itself; it knows no character beyond the first 65536.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | '\u{20}'..='\u{7e}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}
