//! Reads JSON with the line and column of every value, as Ruby's parser accepts it (comments too). Knows nothing of Hiera.

use super::data_node::{DataNode, MappingBuilder, Position};
use crate::value::Value;

/// How deep collections may nest; Ruby's own limit is 100.
pub const MAX_DEPTH: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonError {
    Unexpected { found: String, position: Position },
    EndOfInput { position: Position },
    TooDeep { position: Position },
    NotUtf8,
}

impl JsonError {
    /// As it follows `Unable to parse (path): `.
    pub fn message(&self) -> String {
        match self {
            JsonError::Unexpected { found, position } => {
                format!("unexpected token at '{found}' (line {}, column {})", position.line, position.column)
            }
            JsonError::EndOfInput { position } => {
                format!("unexpected end of input (line {}, column {})", position.line, position.column)
            }
            JsonError::TooDeep { position } => {
                format!("nesting of {} is too deep (line {}, column {})", MAX_DEPTH + 1, position.line, position.column)
            }
            JsonError::NotUtf8 => "the file is not valid UTF-8".to_string(),
        }
    }

    pub fn position(&self) -> Option<Position> {
        match self {
            JsonError::Unexpected { position, .. }
            | JsonError::EndOfInput { position }
            | JsonError::TooDeep { position } => Some(*position),
            JsonError::NotUtf8 => None,
        }
    }
}

pub fn parse_bytes(bytes: &[u8]) -> Result<DataNode, JsonError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(_) => Err(JsonError::NotUtf8),
    }
}

pub fn parse(text: &str) -> Result<DataNode, JsonError> {
    let mut reader = Reader { rest: text, line: 1, column: 1 };
    let node = reader.value(0)?;
    reader.skip_blank();
    if reader.rest.is_empty() { Ok(node) } else { Err(reader.unexpected()) }
}

struct Reader<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl Reader<'_> {
    fn position(&self) -> Position {
        Position { line: self.line, column: self.column }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = self.rest.get(c.len_utf8()..).unwrap_or_default();
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip_characters(&mut self, count: usize) {
        for _ in 0..count {
            self.next();
        }
    }

    fn unexpected(&self) -> JsonError {
        if self.rest.is_empty() {
            return JsonError::EndOfInput { position: self.position() };
        }
        JsonError::Unexpected { found: self.rest.chars().take(20).collect(), position: self.position() }
    }

    fn skip_blank(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r' | '\n') => {
                    self.next();
                }
                Some('/') if self.rest.starts_with("//") => while self.next().is_some_and(|c| c != '\n') {},
                Some('/') if self.rest.starts_with("/*") => {
                    self.skip_characters(2);
                    while !self.rest.is_empty() && !self.rest.starts_with("*/") {
                        self.next();
                    }
                    self.skip_characters(2);
                }
                _ => return,
            }
        }
    }

    fn expect(&mut self, wanted: char) -> Result<(), JsonError> {
        self.skip_blank();
        if self.peek() == Some(wanted) {
            self.next();
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    fn value(&mut self, depth: usize) -> Result<DataNode, JsonError> {
        self.skip_blank();
        let position = self.position();
        if depth > MAX_DEPTH {
            return Err(JsonError::TooDeep { position });
        }
        match self.peek() {
            Some('{') => self.object(depth, position),
            Some('[') => self.array(depth, position),
            Some('"') => Ok(DataNode::scalar(Value::string(self.string()?), position)),
            Some('-' | '0'..='9') => Ok(DataNode::scalar(self.number()?, position)),
            _ => {
                for (word, value) in
                    [("true", Value::Boolean(true)), ("false", Value::Boolean(false)), ("null", Value::Undef)]
                {
                    if self.rest.starts_with(word) {
                        self.skip_characters(word.len());
                        return Ok(DataNode::scalar(value, position));
                    }
                }
                Err(self.unexpected())
            }
        }
    }

    fn object(&mut self, depth: usize, position: Position) -> Result<DataNode, JsonError> {
        self.next();
        let mut builder = MappingBuilder::default();
        self.skip_blank();
        if self.peek() == Some('}') {
            self.next();
            return Ok(builder.finish(position));
        }
        loop {
            self.skip_blank();
            let key_position = self.position();
            if self.peek() != Some('"') {
                return Err(self.unexpected());
            }
            let key = DataNode::scalar(Value::string(self.string()?), key_position);
            self.expect(':')?;
            let value = self.value(depth + 1)?;
            builder.insert(key, value);
            self.skip_blank();
            match self.peek() {
                Some(',') => self.next(),
                Some('}') => {
                    self.next();
                    return Ok(builder.finish(position));
                }
                _ => return Err(self.unexpected()),
            };
        }
    }

    fn array(&mut self, depth: usize, position: Position) -> Result<DataNode, JsonError> {
        self.next();
        let mut elements = Vec::new();
        self.skip_blank();
        if self.peek() == Some(']') {
            self.next();
            return Ok(DataNode::sequence(elements, position));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            self.skip_blank();
            match self.peek() {
                Some(',') => self.next(),
                Some(']') => {
                    self.next();
                    return Ok(DataNode::sequence(elements, position));
                }
                _ => return Err(self.unexpected()),
            };
        }
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.next();
        let mut text = String::new();
        loop {
            let position = self.position();
            match self.next() {
                None => return Err(JsonError::EndOfInput { position }),
                Some('"') => return Ok(text),
                Some('\\') => self.escape(&mut text)?,
                Some(c) if (c as u32) < 0x20 => {
                    return Err(JsonError::Unexpected { found: c.escape_default().to_string(), position });
                }
                Some(c) => text.push(c),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), JsonError> {
        match self.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('u') => {
                let high = self.hexadecimal()?;
                let code = if (0xD800..0xDC00).contains(&high) && self.rest.starts_with("\\u") {
                    self.skip_characters(2);
                    let low = self.hexadecimal()?;
                    0x10000 + ((high - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF)
                } else {
                    high
                };
                text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(c) => text.push(c),
            None => return Err(self.unexpected()),
        }
        Ok(())
    }

    fn hexadecimal(&mut self) -> Result<u32, JsonError> {
        let mut code = 0;
        for _ in 0..4 {
            match self.peek().and_then(|c| c.to_digit(16)) {
                Some(digit) => code = code * 16 + digit,
                None => return Err(self.unexpected()),
            }
            self.next();
        }
        Ok(code)
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let end =
            self.rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(self.rest.len());
        let digits = self.rest.get(..end).unwrap_or_default();
        let unsigned = digits.strip_prefix('-').unwrap_or(digits);
        let padded = unsigned.len() > 1
            && unsigned.starts_with('0')
            && unsigned.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let point_without_digits = digits.ends_with('.') || digits.contains(".e") || digits.contains(".E");
        let value = if padded || point_without_digits {
            None
        } else if digits.contains(['.', 'e', 'E']) {
            digits.parse().ok().map(Value::Float)
        } else if unsigned.bytes().all(|b| b.is_ascii_digit()) && !unsigned.is_empty() {
            Some(
                digits
                    .parse()
                    .map_or_else(|_| Value::unknown("an integer in data has more than 127 bits", None), Value::Integer),
            )
        } else {
            None
        };
        match value {
            Some(value) => {
                self.skip_characters(end);
                Ok(value)
            }
            None => Err(self.unexpected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_positions() {
        let document =
            parse("{\n  \"a\": [1, -2.5e3, true, null],\n  \"b\": \"x\\u00e9\\n\\ud83d\\ude00\"\n}").unwrap();
        let list = &document.entry("a").unwrap().value;
        assert_eq!(list.position, Position { line: 2, column: 8 });
        assert_eq!(
            list.to_value(),
            Value::array([Value::Integer(1), Value::Float(-2500.0), Value::Boolean(true), Value::Undef])
        );
        assert_eq!(document.entry("b").unwrap().value.to_value(), Value::string("xé\n😀"));
    }

    #[test]
    fn comments_are_skipped_as_ruby_does() {
        assert_eq!(parse("/* a */ [1, // b\n 2]").unwrap().to_value(), Value::array([1.into(), 2.into()]));
    }

    #[test]
    fn mistakes_say_where() {
        let error = parse("{\"k\": }").unwrap_err();
        assert_eq!(error.message(), "unexpected token at '}' (line 1, column 7)");
        for text in ["", "{", "[1,", "01", "1.", "{\"a\" 1}", "[1] 2", "\"\\u12\"", "nul"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(matches!(parse(&"[".repeat(100_000)), Err(JsonError::TooDeep { .. })));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[{}\\[\\]\",:0-9a-u.eE+ \\n/*\\\\-]{0,60}") {
            let _ = parse(&text);
        }
    }
}
