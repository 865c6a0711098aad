//! Text of a heredoc that names its syntax: JSON, Base64, manifests and templates must be well-formed. Only text without
//! interpolation is known before evaluation; whoever evaluates the rest asks `heredoc_text_error`.

use super::issue::Issue;
use super::json_text::json_error;
use super::validator::Validator;
use crate::code::{self, Code};
use crate::line_index::{ColumnUnit, LineIndex};
use crate::program::{Expr, Heredoc};
use crate::source_file::{ReadOptions, SourceKind, read};

/// Reads a text, and says what is wrong with it.
type SyntaxCheck = fn(&str, &ReadOptions) -> Result<(), String>;

/// The syntaxes that Puppet checks: name, issue code, check.
const SYNTAX_CHECKS: [(&str, Code, SyntaxCheck); 4] = [
    ("json", code::ILLEGAL_JSON, check_json),
    ("base64", code::ILLEGAL_BASE64, check_base64),
    ("pp", code::ILLEGAL_PP, check_manifest),
    ("epp", code::ILLEGAL_EPP, check_template),
];

impl Validator<'_> {
    pub fn check_heredoc_syntax(&mut self, heredoc: &Heredoc) {
        let Some(syntax) = heredoc.syntax.as_deref().filter(|syntax| !syntax.is_empty()) else { return };
        let Expr::String(text) = self.expr(heredoc.text) else { return };
        if let Some((code, reason)) = text_error(syntax, text, self.options) {
            self.report(Issue::IllegalText { code, syntax, reason }, heredoc.text);
        }
    }
}

/// The issue code and the message for the text of a heredoc that is not what its syntax says.
pub fn heredoc_text_error(syntax: &str, text: &str) -> Option<(Code, String)> {
    let (code, reason) = text_error(syntax, text, &ReadOptions::default())?;
    Some((code, super::issue::illegal_text(syntax, &reason)))
}

fn text_error(syntax: &str, text: &str, options: &ReadOptions) -> Option<(Code, String)> {
    let (_, code, check) = syntax_check(syntax)?;
    check(text, options).err().map(|reason| (*code, reason))
}

/// In `data+json` the last part that is known counts.
fn syntax_check(syntax: &str) -> Option<&'static (&'static str, Code, SyntaxCheck)> {
    let mut rest = syntax;
    loop {
        if let Some(found) = SYNTAX_CHECKS.iter().find(|(name, ..)| *name == rest) {
            return Some(found);
        }
        (_, rest) = rest.split_once('+')?;
    }
}

fn check_json(text: &str, _options: &ReadOptions) -> Result<(), String> {
    match json_error(text) {
        None => Ok(()),
        Some(error) => {
            Err(format!("JSON syntax checker: Cannot parse invalid JSON string. \"{}\"", one_line(&error, 100)))
        }
    }
}

fn check_base64(text: &str, _options: &ReadOptions) -> Result<(), String> {
    let cleaned = || text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n' | b'?' | b' ' | b'\t'));
    if is_strict_base64(&cleaned().collect::<Vec<u8>>()) {
        return Ok(());
    }
    let reason = if (cleaned().count() * 8) % 6 != 0 {
        "padding is not correct"
    } else {
        "contains letters outside strict base 64 range (or whitespace)"
    };
    Err(format!("Base64 syntax checker: Cannot parse invalid Base64 string - {reason}"))
}

fn check_manifest(text: &str, options: &ReadOptions) -> Result<(), String> {
    first_error(text, options, SourceKind::Manifest)
        .map_or(Ok(()), |error| Err(format!("PP syntax checker: \"{error}\"")))
}

fn check_template(text: &str, options: &ReadOptions) -> Result<(), String> {
    first_error(text, options, SourceKind::Template)
        .map_or(Ok(()), |error| Err(format!("EPP syntax checker: \"{error}\"")))
}

/// The text is a file of its own: its places count from its own beginning.
fn first_error(text: &str, options: &ReadOptions, kind: SourceKind) -> Option<String> {
    let options = ReadOptions { kind, location: None, ..options.clone() };
    let problem = read(text, &options).problems.into_iter().find(|problem| problem.is_error())?;
    let place = LineIndex::new(text).line_column(text, problem.anchor, ColumnUnit::CodePoints);
    Some(format!("{} (line: {}, column: {})", one_line(&problem.message, 500), place.line + 1, place.column + 1))
}

/// Groups of four letters; only the last may be padded, and the bits behind the padding are zero.
fn is_strict_base64(bytes: &[u8]) -> bool {
    if !bytes.len().is_multiple_of(4) {
        return false;
    }
    let padding = bytes.iter().rev().take_while(|byte| **byte == b'=').count();
    let Some(letters) = bytes.get(..bytes.len() - padding) else { return false };
    let unused_bits = match padding {
        0 => 0,
        1 => 0b11,
        2 => 0b1111,
        _ => return false,
    };
    let values: Option<Vec<u8>> = letters.iter().map(|letter| base64_value(*letter)).collect();
    values.is_some_and(|values| values.last().is_none_or(|last| last & unused_bits == 0))
}

fn base64_value(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// The first characters of a message, line breaks shown as `\n`.
fn one_line(message: &str, limit: usize) -> String {
    message.chars().take(limit).collect::<String>().replace("\r\n", "\\n").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_strict() {
        for good in ["", "YQ==", "YWJj\nZGVm", "Y Q = =", "YW?Jj"] {
            assert_eq!(check_base64(good, &ReadOptions::default()), Ok(()), "{good}");
        }
        for bad in ["YQ", "YQ=", "a$b=", "YQ==YQ==", "YR==", "===="] {
            assert!(check_base64(bad, &ReadOptions::default()).is_err(), "{bad}");
        }
        assert!(
            check_base64("a$b=", &ReadOptions::default())
                .is_err_and(|reason| reason.ends_with("padding is not correct"))
        );
    }

    #[test]
    fn the_last_part_of_a_syntax_counts() {
        assert_eq!(syntax_check("data+json").map(|check| check.1), Some(code::ILLEGAL_JSON));
        assert_eq!(syntax_check("json").map(|check| check.1), Some(code::ILLEGAL_JSON));
        assert!(syntax_check("json+data").is_none());
        assert!(syntax_check("yaml").is_none());
    }
}
