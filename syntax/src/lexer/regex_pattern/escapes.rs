//! What stands behind a backslash.

use super::{Check, Checker};

/// What an escape stands for in a character class.
pub(super) enum Escaped {
    Character(u32),
    /// `\d`, `\w`, `\p{…}`: many characters.
    Class,
    /// A character whose number is not worked out here.
    Unknown,
}

impl Checker<'_> {
    /// After a backslash outside of a character class.
    pub(super) fn escape(&mut self) -> Check {
        match self.peek() {
            Some('1'..='9') => self.back_reference(),
            Some('k' | 'g') => self.named_reference(),
            Some('R' | 'X') => {
                self.look_behind.refuse();
                self.escaped_character().map(|_| ())
            }
            _ => self.escaped_character().map(|_| ()),
        }
    }

    pub(super) fn escaped_character(&mut self) -> Result<Escaped, String> {
        let Some(character) = self.next() else { return self.fail("too short escape sequence") };
        let value = match character {
            'n' => 0x0a,
            't' => 0x09,
            'r' => 0x0d,
            'f' => 0x0c,
            'v' => 0x0b,
            'a' => 0x07,
            'e' => 0x1b,
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'h' | 'H' => return Ok(Escaped::Class),
            'p' | 'P' => return self.property(),
            'x' => return self.hexadecimal(),
            'u' => return self.unicode(),
            '0'..='7' => return self.octal(character),
            'c' if self.peek().is_none() => return self.fail("too short control escape"),
            'c' => {
                if self.next() == Some('\\') {
                    self.next();
                }
                return Ok(Escaped::Unknown);
            }
            'C' | 'M' | 'b' => return Ok(Escaped::Unknown),
            other => other as u32,
        };
        Ok(Escaped::Character(value))
    }

    /// `\1` needs a first group; where groups have names, numbers are refused.
    fn back_reference(&mut self) -> Check {
        let digits: String = self.rest().chars().take_while(char::is_ascii_digit).collect();
        self.position += digits.len();
        let number: u32 = digits.parse().unwrap_or(u32::MAX);
        let exists = number <= self.groups.numbered();
        // Two digits that name no group are an octal number.
        if !exists && number > 9 {
            self.position -= digits.len();
            return self.escaped_character().map(|_| ());
        }
        if !self.groups.names.is_empty() {
            return self.fail("numbered backref/call is not allowed. (use name)");
        }
        self.look_behind.refuse();
        if exists { Ok(()) } else { self.fail("invalid backref number/name") }
    }

    /// `\k<name>` and `\g<name>`; a name must be that of a group.
    fn named_reference(&mut self) -> Check {
        self.next();
        let close = match self.peek() {
            Some('<') => '>',
            Some('\'') => '\'',
            _ => return Ok(()),
        };
        let Some((name, _)) = self.rest().get(1..).and_then(|rest| rest.split_once(close)) else { return Ok(()) };
        let length = name.len() + 2;
        let is_name = !name.is_empty() && name.chars().all(|character| character == '_' || character.is_alphabetic());
        if is_name && !self.groups.names.contains(&name) {
            let reason = format!("undefined name <{name}> reference");
            return self.fail(&reason);
        }
        self.position += length;
        Ok(())
    }

    /// `\p{name}`; which names there are is not known here.
    fn property(&mut self) -> Result<Escaped, String> {
        if self.peek() == Some('{')
            && let Some(end) = self.rest().find('}')
        {
            self.position += end + 1;
            return Ok(Escaped::Class);
        }
        Ok(Escaped::Unknown)
    }

    fn hexadecimal(&mut self) -> Result<Escaped, String> {
        let digits: String = self.rest().chars().take(2).take_while(char::is_ascii_hexdigit).collect();
        if digits.is_empty() {
            return self.fail("invalid hex escape");
        }
        self.position += digits.len();
        Ok(u32::from_str_radix(&digits, 16).map_or(Escaped::Unknown, Escaped::Character))
    }

    /// `\u12ab`, or `\u{1f600 41}` with several characters.
    fn unicode(&mut self) -> Result<Escaped, String> {
        if self.eat('{') {
            let Some((inside, _)) = self.rest().split_once('}') else { return self.fail("invalid Unicode escape") };
            let length = inside.len() + 1;
            let numbers: Vec<&str> = inside.split_whitespace().collect();
            let is_well =
                !numbers.is_empty() && numbers.iter().all(|number| number.bytes().all(|byte| byte.is_ascii_hexdigit()));
            if !is_well {
                return self.fail("invalid Unicode escape");
            }
            let values: Vec<u32> =
                numbers.iter().map(|number| u32::from_str_radix(number, 16).unwrap_or(u32::MAX)).collect();
            if values.iter().any(|value| char::from_u32(*value).is_none()) {
                return self.fail("invalid Unicode range");
            }
            self.position += length;
            return Ok(match values.as_slice() {
                [value] => Escaped::Character(*value),
                _ => Escaped::Unknown,
            });
        }
        let digits: String = self.rest().chars().take(4).take_while(char::is_ascii_hexdigit).collect();
        if digits.len() < 4 {
            return self.fail("invalid Unicode escape");
        }
        self.position += 4;
        match u32::from_str_radix(&digits, 16).ok().filter(|value| char::from_u32(*value).is_some()) {
            Some(value) => Ok(Escaped::Character(value)),
            None => self.fail("invalid Unicode range"),
        }
    }

    fn octal(&mut self, first: char) -> Result<Escaped, String> {
        let more: String = self.rest().chars().take(2).take_while(|digit| ('0'..='7').contains(digit)).collect();
        self.position += more.len();
        match u32::from_str_radix(&format!("{first}{more}"), 8) {
            Ok(value) if value > 0xff => self.fail("invalid escape code"),
            value => Ok(value.map_or(Escaped::Unknown, Escaped::Character)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lexer::regex_pattern::mistake;

    #[test]
    fn escapes() {
        for good in
            ["\\d\\R\\X\\h", "\\p{Alpha}", "(a)\\1", "\\u12ab\\u{41 42}", "\\x4\\x41", "\\12", "\\cx", "\\/", "\\k"]
        {
            assert_eq!(mistake(good), None, "{good}");
        }
        for (bad, message) in [
            ("\\", "too short escape sequence"),
            ("\\1", "invalid backref number/name"),
            ("(a)\\2", "invalid backref number/name"),
            ("(?<n>a)(b)\\1", "numbered backref/call is not allowed. (use name)"),
            ("\\k<n>", "undefined name <n> reference"),
            ("\\777", "invalid escape code"),
            ("[\\400]", "invalid escape code"),
            ("\\xZZ", "invalid hex escape"),
            ("\\u12", "invalid Unicode escape"),
            ("\\u{110000}", "invalid Unicode range"),
            ("\\c", "too short control escape"),
        ] {
            assert_eq!(mistake(bad), Some(format!("{message}: /{bad}/")));
        }
    }
}
