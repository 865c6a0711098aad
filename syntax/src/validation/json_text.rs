//! Whether a text is JSON as Ruby's parser reads it: comments are allowed, control characters in strings are not.
//! Knows nothing of the values.

/// Ruby refuses arrays and objects that nest deeper.
const MAX_NESTING: u32 = 100;

/// What is wrong with a text, in the words of Ruby's parser; `None` where it is JSON.
pub fn json_error(text: &str) -> Option<String> {
    let mut reader = JsonReader { text, at: 0, nesting: 0 };
    let read = reader.skip_blanks().and_then(|()| reader.value()).and_then(|()| reader.skip_blanks());
    match read {
        Ok(()) if reader.at == text.len() => None,
        Err(JsonError::TooDeep) => Some(format!("nesting of {} is too deep", MAX_NESTING + 1)),
        _ => Some(format!("unexpected token at '{}'", text.get(reader.at..).unwrap_or_default())),
    }
}

enum JsonError {
    Unexpected,
    TooDeep,
}

type Read = Result<(), JsonError>;

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
    nesting: u32,
}

impl JsonReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Read {
        if self.eat(byte) { Ok(()) } else { Err(JsonError::Unexpected) }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) -> Read {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') => {
                    let end = if self.rest().starts_with("/*") {
                        self.rest().get(2..).and_then(|rest| rest.find("*/")).map(|end| end + 4)
                    } else if self.rest().starts_with("//") {
                        self.rest().find('\n').map(|end| end + 1)
                    } else {
                        None
                    };
                    self.at += end.ok_or(JsonError::Unexpected)?;
                }
                _ => return Ok(()),
            }
        }
    }

    fn value(&mut self) -> Read {
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let word = ["true", "false", "null"].into_iter().find(|word| self.rest().starts_with(word));
                self.at += word.ok_or(JsonError::Unexpected)?.len();
                Ok(())
            }
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Read) -> Read {
        if self.nesting >= MAX_NESTING {
            return Err(JsonError::TooDeep);
        }
        self.nesting += 1;
        self.at += 1;
        read(self)?;
        self.nesting -= 1;
        Ok(())
    }

    fn array(&mut self) -> Read {
        self.skip_blanks()?;
        if self.eat(b']') {
            return Ok(());
        }
        loop {
            self.value()?;
            self.skip_blanks()?;
            if self.eat(b']') {
                return Ok(());
            }
            self.expect(b',')?;
            self.skip_blanks()?;
        }
    }

    fn object(&mut self) -> Read {
        self.skip_blanks()?;
        if self.eat(b'}') {
            return Ok(());
        }
        loop {
            self.string()?;
            self.skip_blanks()?;
            self.expect(b':')?;
            self.skip_blanks()?;
            self.value()?;
            self.skip_blanks()?;
            if self.eat(b'}') {
                return Ok(());
            }
            self.expect(b',')?;
            self.skip_blanks()?;
        }
    }

    /// Any escape will do, but `\u` needs four hexadecimal digits.
    fn string(&mut self) -> Read {
        self.expect(b'"')?;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'u') => {
                            let digits = self.text.as_bytes().get(self.at + 1..self.at + 5);
                            if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                                return Err(JsonError::Unexpected);
                            }
                            self.at += 5;
                        }
                        Some(byte) if byte >= 0x20 => self.at += 1,
                        _ => return Err(JsonError::Unexpected),
                    }
                }
                Some(byte) if byte >= 0x20 => self.at += 1,
                _ => return Err(JsonError::Unexpected),
            }
        }
    }

    fn number(&mut self) -> Read {
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        } else if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(JsonError::Unexpected);
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            if !self.eat(b'-') {
                self.eat(b'+');
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Read {
        let count = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += count;
        if count > 0 { Ok(()) } else { Err(JsonError::Unexpected) }
    }
}

#[cfg(test)]
mod tests {
    use super::json_error;

    #[test]
    fn accepts_what_ruby_accepts() {
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        for good in [
            "1",
            "\"a\"",
            "null",
            "1e5",
            "[1E+5]",
            "-0",
            "\"a\\qb\"",
            "/* c */ 1",
            "// x\n[1]",
            "{\"a\":1 /*x*/, /*y*/ \"b\":[]}",
            "[/**/]",
            " {} \n",
            &deep,
        ] {
            assert_eq!(json_error(good), None, "{good}");
        }
    }

    #[test]
    fn refuses_what_ruby_refuses() {
        for bad in [
            "",
            "  ",
            "NaN",
            "-Infinity",
            "[1,]",
            "{\"a\":1,}",
            "01",
            "[-01]",
            "-",
            "1.",
            ".5",
            "[1e]",
            "\"a\nb\"",
            "\"\\u12\"",
            "[1] // x",
            "[1] /* c",
            "[1]x",
            "{a:1}",
            "[1 2]",
            "{\"a\" 1}",
            "[+1]",
            "\u{a0}[1]",
            "\"abc",
            "[tru]",
            "[truex]",
            "{\"a\":}",
            "[,1]",
            "1 2",
            "\"\\",
            "\"\\u12é\"",
        ] {
            assert!(json_error(bad).is_some(), "{bad}");
        }
        let deep = format!("{}{}", "[".repeat(101), "]".repeat(101));
        assert_eq!(json_error(&deep).as_deref(), Some("nesting of 101 is too deep"));
    }

    #[test]
    fn names_the_rest_of_the_text() {
        assert_eq!(json_error("[1, 2,]\n").as_deref(), Some("unexpected token at ']\n'"));
    }
}
