//! Reads the text of a type: `Variant[String[1], Array[Integer, 1]]`, as signatures and `Type('…')` have it.
//!
//! Names that are not built in are asked for; what nobody knows becomes a type reference.

use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

use smol_str::SmolStr;

use super::{Type, named, specialize};
use crate::error::Issue;
use crate::message::Message;
use crate::regex_dialect::Regexp;
use crate::value::{HashEntries, Value, numbers};

/// Why a text is not a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeTextError {
    EndOfInput,
    UnexpectedText(String),
    /// An expression, but not one that names a type.
    NotAType(String),
    /// The arguments do not fit.
    Specialization(String),
}

impl TypeTextError {
    /// Returns Puppet's words.
    pub fn text(&self) -> String {
        match self {
            TypeTextError::EndOfInput => "Syntax error at end of input".to_string(),
            TypeTextError::UnexpectedText(text) => format!("Syntax error at '{text}'"),
            TypeTextError::NotAType(text) => format!("The expression <{text}> is not a valid type specification."),
            TypeTextError::Specialization(message) => message.clone(),
        }
    }
}

impl Issue for TypeTextError {
    fn code(&self) -> &'static str {
        "RUNTIME_ERROR"
    }

    fn message(&self) -> Message {
        self.text().into()
    }
}

type Parsed<T> = Result<T, TypeTextError>;

/// The type that a text names; names that are not built in become references.
pub fn parse(text: &str) -> Result<Type, TypeTextError> {
    parse_with(text, &mut |_| None)
}

/// The same, with `resolve` for the names of aliases and resource types.
pub fn parse_with(text: &str, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, TypeTextError> {
    let mut reader = Reader { text, position: 0, resolve, depth: 0 };
    let value = reader.read_value()?;
    reader.skip_space();
    if reader.position < text.len() {
        return Err(TypeTextError::UnexpectedText(reader.next_word()));
    }
    match value {
        Value::Type(parsed) => Ok(parsed),
        _ => Err(TypeTextError::NotAType(text.trim().to_string())),
    }
}

/// For texts that are part of the program, each read once; a text that is no type accepts anything.
pub fn parse_cached(text: &'static str) -> Type {
    static KNOWN: LazyLock<RwLock<HashMap<&'static str, Type>>> = LazyLock::new(RwLock::default);
    if let Some(known) = KNOWN.read().ok().and_then(|known| known.get(text).cloned()) {
        return known;
    }
    let parsed = parse(text).unwrap_or(Type::Any);
    if let Ok(mut known) = KNOWN.write() {
        known.insert(text, parsed.clone());
    }
    parsed
}

/// Brackets nest at most this deep.
const MAX_DEPTH: usize = 100;

struct Reader<'t, 'r> {
    text: &'t str,
    position: usize,
    resolve: &'r mut dyn FnMut(&str) -> Option<Type>,
    depth: usize,
}

impl<'t> Reader<'t, '_> {
    fn rest(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.position += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                return;
            }
            self.position += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn eat(&mut self, expected: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(expected);
        if found {
            self.position += expected.len();
        }
        found
    }

    fn expect(&mut self, expected: &str) -> Parsed<()> {
        if self.eat(expected) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> TypeTextError {
        match self.peek() {
            None => TypeTextError::EndOfInput,
            Some(_) => TypeTextError::UnexpectedText(self.next_word()),
        }
    }

    fn next_word(&self) -> String {
        let rest = self.rest();
        let length =
            rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).map(char::len_utf8).sum();
        match rest.get(..length) {
            Some(word) if !word.is_empty() => word.to_string(),
            _ => rest.chars().take(1).collect(),
        }
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length: usize = rest.chars().take_while(|c| accept(*c)).map(char::len_utf8).sum();
        self.position += length;
        rest.get(..length).unwrap_or("")
    }

    fn read_value(&mut self) -> Parsed<Value> {
        self.skip_space();
        if self.depth > MAX_DEPTH {
            return Err(self.unexpected());
        }
        self.depth += 1;
        let value = self.read_value_here();
        self.depth -= 1;
        value
    }

    fn read_value_here(&mut self) -> Parsed<Value> {
        match self.peek() {
            None => Err(TypeTextError::EndOfInput),
            Some('\'') => self.read_single_quoted(),
            Some('"') => self.read_double_quoted(),
            Some('/') => self.read_regexp(),
            Some('[') => {
                self.position += 1;
                Ok(Value::array(self.read_list("]")?))
            }
            Some('{') => self.read_hash(),
            Some('-' | '0'..='9') => self.read_number(),
            Some(c) if c.is_ascii_uppercase() => self.read_type(),
            Some(c) if c.is_ascii_lowercase() || matches!(c, '_' | ':') => Ok(self.read_word()),
            Some(_) => Err(self.unexpected()),
        }
    }

    fn read_word(&mut self) -> Value {
        match self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-')) {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "undef" => Value::Undef,
            "default" => Value::Default,
            word => Value::string(word),
        }
    }

    fn read_list(&mut self, close: &str) -> Parsed<Vec<Value>> {
        let mut values = Vec::new();
        loop {
            if self.eat(close) {
                return Ok(values);
            }
            values.push(self.read_value()?);
            if !self.eat(",") {
                self.expect(close)?;
                return Ok(values);
            }
        }
    }

    fn read_hash(&mut self) -> Parsed<Value> {
        self.position += 1;
        let mut entries = HashEntries::default();
        loop {
            if self.eat("}") {
                break;
            }
            let key = self.read_value()?;
            self.expect("=>")?;
            let value = self.read_value()?;
            entries.insert(key, value);
            if !self.eat(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(Value::Hash(entries.into()))
    }

    fn read_type(&mut self) -> Parsed<Value> {
        let start = self.position;
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
        let left = named(name).or_else(|| (self.resolve)(name));
        let mut value = match &left {
            Some(known) => Value::Type(known.clone()),
            None => Value::Type(Type::TypeReference(SmolStr::new(name))),
        };
        while self.rest().trim_start().starts_with('[') {
            self.eat("[");
            let arguments = self.read_list("]")?;
            if left.is_none() {
                let written = self.text.get(start..self.position).unwrap_or(name);
                value = Value::Type(Type::TypeReference(SmolStr::new(written)));
                continue;
            }
            let Value::Type(specialized) = &value else {
                return Err(self.unexpected());
            };
            value = specialize(specialized, &arguments)
                .map_err(|error| TypeTextError::Specialization(error.issue.text()))?;
        }
        Ok(value)
    }

    fn read_number(&mut self) -> Parsed<Value> {
        let start = self.position;
        if self.peek() == Some('-') {
            self.position += 1;
        }
        let mut previous = ' ';
        while let Some(c) = self.peek() {
            let sign_of_exponent = matches!(c, '-' | '+') && matches!(previous, 'e' | 'E');
            if !(c.is_ascii_alphanumeric() || c == '.' || sign_of_exponent) {
                break;
            }
            previous = c;
            self.position += 1;
        }
        let written = self.text.get(start..self.position).unwrap_or("");
        numbers::read_number(written).ok_or_else(|| TypeTextError::UnexpectedText(written.to_string()))
    }

    fn read_single_quoted(&mut self) -> Parsed<Value> {
        self.position += 1;
        let mut text = String::new();
        let mut characters = self.rest().chars();
        let mut length = 0;
        while let Some(c) = characters.next() {
            length += c.len_utf8();
            match c {
                '\'' => {
                    self.position += length;
                    return Ok(Value::string(text));
                }
                '\\' => match characters.clone().next() {
                    Some(next @ ('\'' | '\\')) => {
                        characters.next();
                        length += 1;
                        text.push(next);
                    }
                    _ => text.push('\\'),
                },
                c => text.push(c),
            }
        }
        Err(TypeTextError::EndOfInput)
    }

    fn read_double_quoted(&mut self) -> Parsed<Value> {
        self.position += 1;
        let mut text = String::new();
        let mut characters = self.rest().chars();
        let mut length = 0;
        while let Some(c) = characters.next() {
            length += c.len_utf8();
            match c {
                '"' => {
                    self.position += length;
                    return Ok(Value::string(text));
                }
                '\\' => {
                    let Some(next) = characters.next() else { break };
                    length += next.len_utf8();
                    match next {
                        'n' => text.push('\n'),
                        't' => text.push('\t'),
                        'r' => text.push('\r'),
                        's' => text.push(' '),
                        other => text.push(other),
                    }
                }
                c => text.push(c),
            }
        }
        Err(TypeTextError::EndOfInput)
    }

    fn read_regexp(&mut self) -> Parsed<Value> {
        self.position += 1;
        let mut source = String::new();
        let mut characters = self.rest().chars();
        let mut length = 0;
        while let Some(c) = characters.next() {
            length += c.len_utf8();
            match c {
                '/' => {
                    self.position += length;
                    return Ok(Value::Regexp(Regexp::new(source)));
                }
                '\\' => {
                    let Some(next) = characters.next() else { break };
                    length += next.len_utf8();
                    if next != '/' {
                        source.push('\\');
                    }
                    source.push(next);
                }
                c => source.push(c),
            }
        }
        Err(TypeTextError::EndOfInput)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_print_as_they_were_written() {
        for text in [
            "Integer[1, 5]",
            "Float[default, 1.5]",
            "String[0]",
            "Variant[String[1], Array[Integer, 1]]",
            "Enum['a', 'b']",
            "Pattern[/a\\/b/]",
            "Struct[{'a' => Integer, Optional['b'] => String}]",
            "Struct[{NotUndef['a'] => Any}]",
            "Hash[String, Array[Data], 1, 3]",
            "Tuple[Integer, String, 1, 5]",
            "Callable[[Integer, Callable], String]",
            "Callable[0, 0]",
            "Callable[2]",
            "Type[Type[Any]]",
            "Optional['a']",
            "Array[0, 0]",
            "Init[Integer, 16]",
            "Class[a::b]",
            "SemVer['1.x', '3.x']",
            "Timespan['0-00:00:01.0', '0-00:00:05.0']",
            "Object[{attributes => {'a' => Integer}}]",
            "Error['kind']",
        ] {
            let printed = parse(text).map(|parsed| parsed.to_string());
            assert_eq!(printed, Ok(text.to_string()));
        }
    }

    #[test]
    fn mistakes_are_told_in_puppets_words() {
        let message = |text: &str| parse(text).err().map(|error| error.text()).unwrap_or_default();
        assert_eq!(message("Integer["), "Syntax error at end of input");
        assert_eq!(message("1"), "The expression <1> is not a valid type specification.");
        assert_eq!(message("Array[1]"), "Array-Type[] arguments must be types. Got Integer");
    }
}
