//! What a backslash and the characters after it mean.

use std::fmt::Write;

use super::classes::shorthand;
use super::{PatternProblem, Step, Translator, invalid, unsupported};

impl Translator<'_> {
    pub(super) fn escape(&mut self) -> Step {
        self.start_atom();
        let Some(character) = self.input.next() else {
            return invalid("too short escape sequence");
        };
        match character {
            'A' => self.output.push_str("\\A"),
            'z' => self.output.push_str("\\z"),
            'Z' => {
                self.needs_backtracking = true;
                self.output.push_str("(?=\\n?\\z)");
            }
            'G' => {
                self.needs_backtracking = true;
                self.output.push_str("\\G");
            }
            'K' => {
                self.needs_backtracking = true;
                self.output.push_str("\\K");
            }
            'b' | 'B' => {
                self.output.push('\\');
                self.output.push(character);
            }
            'R' => {
                self.needs_backtracking = true;
                self.output.push_str("(?>\\r\\n|[\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}])");
            }
            'X' => return unsupported("\\X (a grapheme)"),
            'h' | 'H' | 'w' | 'W' | 'd' | 'D' | 's' | 'S' => {
                let negated = character.is_ascii_uppercase();
                write!(self.output, "[{}{}]", if negated { "^" } else { "" }, shorthand(character)).unwrap_or_default();
            }
            'p' | 'P' if self.input.peek() == Some(&'{') => {
                let class = self.property(character == 'P')?;
                write!(self.output, "[{class}]").unwrap_or_default();
            }
            'k' => {
                let name = self.reference_name()?;
                self.needs_backtracking = true;
                if name.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() {
                    write!(self.output, "\\{name}").unwrap_or_default();
                } else {
                    write!(self.output, "\\k<{name}>").unwrap_or_default();
                }
            }
            'g' => return unsupported("\\g<…> (a call of a group)"),
            '1'..='9' => {
                let mut number = character.to_digit(10).unwrap_or_default();
                let mut lookahead = self.input.clone();
                while let Some(digit) = lookahead.peek().and_then(|character| character.to_digit(10)) {
                    let longer = number.saturating_mul(10).saturating_add(digit);
                    if longer > self.groups {
                        break;
                    }
                    number = longer;
                    lookahead.next();
                }
                if number > 9 || number <= self.groups {
                    if self.has_named_groups {
                        return invalid("numbered backref/call is not allowed. (use name)");
                    }
                    self.input = lookahead;
                    self.needs_backtracking = true;
                    // A digit behind it must not become part of the number.
                    write!(self.output, "(?:\\{number})").unwrap_or_default();
                } else {
                    return invalid("invalid backref number/name");
                }
            }
            other => {
                let meant = self.character_escape(other)?;
                self.literal(meant);
            }
        }
        Ok(())
    }

    /// The character that `\` and this one mean together.
    pub(super) fn character_escape(&mut self, character: char) -> Result<char, PatternProblem> {
        Ok(match character {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0C',
            'v' => '\x0B',
            'a' => '\x07',
            'e' => '\x1B',
            '0'..='7' => {
                let mut value = character.to_digit(8).unwrap_or_default();
                for _ in 0..2 {
                    match self.input.peek().and_then(|character| character.to_digit(8)) {
                        Some(digit) => {
                            value = value * 8 + digit;
                            self.input.next();
                        }
                        None => break,
                    }
                }
                char::from_u32(value).unwrap_or('\0')
            }
            'x' => {
                let value = self.hexadecimal(2);
                match value {
                    Some(value) => char::from_u32(value).unwrap_or('\0'),
                    None => return invalid("invalid hex escape"),
                }
            }
            'u' => {
                if self.input.peek() == Some(&'{') {
                    self.input.next();
                    let value = self.hexadecimal(6);
                    if self.input.next() != Some('}') {
                        return unsupported("several characters in one \\u{…}");
                    }
                    match value.and_then(char::from_u32) {
                        Some(character) => character,
                        None => return invalid("invalid Unicode escape"),
                    }
                } else {
                    match self.hexadecimal(4).and_then(char::from_u32) {
                        Some(character) => character,
                        None => return invalid("invalid Unicode escape"),
                    }
                }
            }
            'c' => match self.input.next() {
                Some(control) => char::from_u32(u32::from(control) & 0x1F).unwrap_or('\0'),
                None => return invalid("too short control sequence"),
            },
            other => other,
        })
    }

    pub(super) fn hexadecimal(&mut self, most: usize) -> Option<u32> {
        let mut value = None;
        for _ in 0..most {
            let Some(digit) = self.input.peek().and_then(|character| character.to_digit(16)) else {
                break;
            };
            value = Some(value.unwrap_or(0) * 16 + digit);
            self.input.next();
        }
        value
    }

    pub(super) fn reference_name(&mut self) -> Result<String, PatternProblem> {
        let close = match self.input.next() {
            Some('<') => '>',
            Some('\'') => '\'',
            _ => return invalid("invalid backref number/name"),
        };
        let mut name = String::new();
        for character in self.input.by_ref() {
            if character == close {
                return Ok(name);
            }
            name.push(character);
        }
        invalid("invalid backref number/name")
    }
}
