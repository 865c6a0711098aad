//! One format: `%<flags><width>.<precision><letter>`, with what a collection's format has beyond that.

use super::FormatMap;

/// The letters that have a meaning of their own in the defaults.
#[derive(Clone, Copy, Debug)]
pub(super) enum Letters {
    A,
    B,
    D,
    F,
    H,
    P,
    S,
}

impl Letters {
    fn character(self) -> char {
        match self {
            Letters::A => 'a',
            Letters::B => 'B',
            Letters::D => 'd',
            Letters::F => 'f',
            Letters::H => 'h',
            Letters::P => 'p',
            Letters::S => 's',
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Format {
    /// As it was written.
    pub(super) text: String,
    pub(super) letter: char,
    /// `#`
    pub(super) alternate: bool,
    pub(super) left: bool,
    /// A blank among the flags.
    pub(super) space: bool,
    pub(super) plus: bool,
    pub(super) zero: bool,
    pub(super) delimiter: Option<char>,
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
    pub(super) separator: Option<String>,
    pub(super) separator2: Option<String>,
    /// Formats for what is in the collection.
    pub(super) inner: Option<FormatMap>,
}

/// No width is taken beyond this, so that a format cannot ask for gigabytes.
const MAX_WIDTH: usize = 1 << 16;

impl Format {
    pub(super) fn plain(letter: Letters) -> Format {
        let letter = letter.character();
        Format {
            text: format!("%{letter}"),
            letter,
            alternate: false,
            left: false,
            space: false,
            plus: false,
            zero: false,
            delimiter: None,
            width: None,
            precision: None,
            separator: None,
            separator2: None,
            inner: None,
        }
    }

    pub fn parse(text: &str) -> Result<Format, String> {
        let invalid =
            || format!("The format '{text}' is not a valid format on the form '%<flags><width>.<prec><format>'");
        let rest = text.strip_prefix('%').ok_or_else(invalid)?;
        let is_flag = |c: char| c.is_whitespace() || "[+#0{<(|-".contains(c);
        let after_flags = rest.trim_start_matches(is_flag);
        let flags = rest.get(..rest.len() - after_flags.len()).unwrap_or("");
        let after_width = after_flags.trim_start_matches(|c: char| c.is_ascii_digit());
        let width = after_flags.get(..after_flags.len() - after_width.len()).unwrap_or("");
        let (precision, letter) = match after_width.strip_prefix('.') {
            Some(rest) => {
                let letter = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = rest.get(..rest.len() - letter.len()).filter(|digits| !digits.is_empty());
                (Some(digits.ok_or_else(invalid)?), letter)
            }
            None => (None, after_width),
        };
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next().filter(char::is_ascii_alphabetic), letters.next()) else {
            return Err(invalid());
        };
        let mut seen = Vec::new();
        for flag in flags.chars() {
            if seen.contains(&flag) {
                return Err(format!("The same flag can only be used once, got '{text}'"));
            }
            seen.push(flag);
        }
        let mut delimiters = flags.chars().filter(|c| "[{(<|".contains(*c));
        let delimiter = delimiters.next();
        if delimiters.next().is_some() {
            return Err(format!(
                "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{text}'"
            ));
        }
        let number = |digits: &str| digits.parse::<usize>().unwrap_or(MAX_WIDTH).min(MAX_WIDTH);
        Ok(Format {
            text: text.to_string(),
            letter,
            alternate: flags.contains('#'),
            left: flags.contains('-'),
            space: flags.contains(' '),
            plus: flags.contains('+'),
            zero: flags.contains('0'),
            delimiter,
            width: (!width.is_empty()).then(|| number(width)),
            precision: precision.map(number),
            separator: None,
            separator2: None,
            inner: None,
        })
    }

    /// What stands around a collection.
    pub(super) fn delimiters(&self, default: (&'static str, &'static str)) -> (&'static str, &'static str) {
        match self.delimiter {
            Some('[') => ("[", "]"),
            Some('{') => ("{", "}"),
            Some('(') => ("(", ")"),
            Some('<') => ("<", ">"),
            Some('|') => ("|", "|"),
            _ if self.space => ("", ""),
            _ => default,
        }
    }

    /// The same flags and widths with another letter, as Ruby takes it.
    pub(super) fn with_letter(&self, letter: char) -> String {
        let mut text: String = self.text.trim_end_matches(self.letter).to_string();
        text.push(letter);
        text
    }

    /// Why the letter is not for this kind of value.
    pub(super) fn illegal_for(&self, kind: &str, letters: &str) -> String {
        format!(
            "Illegal format '{}' specified for value of {kind} type - expected one of the characters '{letters}'",
            self.letter
        )
    }
}
