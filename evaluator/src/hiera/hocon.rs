//! Reads HOCON, JSON's lenient relative: keys without quotes and with dots, `=`, comments, `${…}` of the same file.
//! What another file or the process would decide (`include`, unknown substitutions) is an error. Knows nothing of Hiera.

use smol_str::SmolStr;

use super::data_node::{DataContent, DataEntry, DataNode, MappingBuilder, Position};
use crate::value::Value;

/// How deep objects, arrays and dotted keys may nest.
pub const MAX_DEPTH: usize = 100;
/// How many substitutions may be inside one another.
const MAX_SUBSTITUTIONS: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HoconError {
    Unexpected { found: String, position: Position },
    EndOfInput { position: Position },
    TooDeep { position: Position },
    Include { position: Position },
    UnresolvedSubstitution { path: String, position: Position },
    NotUtf8,
}

impl HoconError {
    /// As it follows `Unable to parse (path): `.
    pub fn message(&self) -> String {
        let at = |position: &Position| format!("(line {}, column {})", position.line, position.column);
        match self {
            HoconError::Unexpected { found, position } => format!("unexpected token at '{found}' {}", at(position)),
            HoconError::EndOfInput { position } => format!("unexpected end of input {}", at(position)),
            HoconError::TooDeep { position } => {
                format!("more than {MAX_DEPTH} values inside one another {}", at(position))
            }
            HoconError::Include { position } => format!("include of other files is not supported {}", at(position)),
            HoconError::UnresolvedSubstitution { path, position } => {
                format!("Could not resolve substitution to a value: ${{{path}}} {}", at(position))
            }
            HoconError::NotUtf8 => "the file is not valid UTF-8".to_string(),
        }
    }

    pub fn position(&self) -> Option<Position> {
        match self {
            HoconError::Unexpected { position, .. }
            | HoconError::EndOfInput { position }
            | HoconError::TooDeep { position }
            | HoconError::Include { position }
            | HoconError::UnresolvedSubstitution { position, .. } => Some(*position),
            HoconError::NotUtf8 => None,
        }
    }
}

pub fn parse_bytes(bytes: &[u8]) -> Result<DataNode, HoconError> {
    let text = std::str::from_utf8(bytes).map_err(|_| HoconError::NotUtf8)?;
    let mut reader = Reader { rest: text, line: 1, column: 1 };
    reader.skip_separators();
    let position = reader.position();
    let raw = if reader.peek() == Some('{') {
        let object = reader.value(0)?;
        reader.skip_separators();
        object
    } else {
        Raw { content: RawContent::Object(reader.members(0, false)?), position }
    };
    if !reader.rest.is_empty() {
        return Err(reader.unexpected());
    }
    let root = raw.clone();
    Ok(resolve(&raw, &root, 0)?.unwrap_or_else(|| DataNode::mapping(Vec::new(), position)))
}

/// A value before its substitutions are done.
#[derive(Clone, Debug)]
struct Raw {
    content: RawContent,
    position: Position,
}

#[derive(Clone, Debug)]
enum RawContent {
    Scalar(Value),
    Array(Vec<Raw>),
    Object(Vec<(SmolStr, Raw)>),
    /// `${path}` or, where it may be missing, `${?path}`.
    Substitution {
        path: String,
        optional: bool,
    },
    /// In front of what `+=` adds: the value that the key has had so far.
    Previous,
    /// Values written one after another: text joined, objects and arrays merged.
    Concatenation(Vec<Raw>),
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

    fn unexpected(&self) -> HoconError {
        if self.rest.is_empty() {
            return HoconError::EndOfInput { position: self.position() };
        }
        HoconError::Unexpected { found: self.rest.chars().take(20).collect(), position: self.position() }
    }

    fn skip_blank(&mut self) -> String {
        let mut blank = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_whitespace() && *c != '\n') {
            blank.push(c);
            self.next();
        }
        blank
    }

    fn skip_comment(&mut self) -> bool {
        let is_comment = self.rest.starts_with('#') || self.rest.starts_with("//");
        if is_comment {
            while self.peek().is_some_and(|c| c != '\n') {
                self.next();
            }
        }
        is_comment
    }

    /// Blanks, lines, comments and commas.
    fn skip_separators(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == ',')
            || self.rest.starts_with('#')
            || self.rest.starts_with("//")
        {
            if !self.skip_comment() {
                self.next();
            }
        }
    }

    fn members(&mut self, depth: usize, in_braces: bool) -> Result<Vec<(SmolStr, Raw)>, HoconError> {
        let mut members = Vec::new();
        loop {
            self.skip_separators();
            match self.peek() {
                Some('}') if in_braces => {
                    self.next();
                    return Ok(members);
                }
                None if !in_braces => return Ok(members),
                None => return Err(self.unexpected()),
                Some(_) => {}
            }
            let position = self.position();
            let path = self.key_path()?;
            if matches!(path.as_slice(), [word] if word == "include") {
                return Err(HoconError::Include { position });
            }
            if depth + path.len() > MAX_DEPTH {
                return Err(HoconError::TooDeep { position });
            }
            while self.peek().is_some_and(char::is_whitespace) {
                self.next();
            }
            let appends = self.rest.starts_with("+=");
            match self.peek() {
                Some('{') => {}
                Some(':' | '=') => {
                    self.next();
                }
                Some('+') if appends => {
                    self.next();
                    self.next();
                }
                _ => return Err(self.unexpected()),
            }
            let value = self.value(depth + path.len())?;
            let value = if appends {
                let old = RawContent::Previous;
                let new = RawContent::Array(vec![value]);
                let parts = vec![Raw { content: old, position }, Raw { content: new, position }];
                Raw { content: RawContent::Concatenation(parts), position }
            } else {
                value
            };
            insert(&mut members, &path, value, position);
        }
    }

    /// `a.b."c.d"`
    fn key_path(&mut self) -> Result<Vec<SmolStr>, HoconError> {
        let mut path = Vec::new();
        let mut current = String::new();
        let mut has_segment = false;
        loop {
            match self.peek() {
                Some('"') => {
                    current.push_str(&self.quoted()?);
                    has_segment = true;
                }
                Some('.') => {
                    self.next();
                    if !has_segment {
                        return Err(self.unexpected());
                    }
                    path.push(SmolStr::new(current.trim()));
                    current.clear();
                    has_segment = false;
                }
                Some(':' | '=' | '{' | '+' | '\n' | '}' | ',' | '[' | ']' | '$' | '#') | None => break,
                Some(c) => {
                    current.push(c);
                    has_segment |= !c.is_whitespace();
                    self.next();
                }
            }
        }
        if !has_segment {
            return Err(self.unexpected());
        }
        path.push(SmolStr::new(current.trim()));
        Ok(path)
    }

    /// A value up to the end of the line, a comma or a closing bracket.
    fn value(&mut self, depth: usize) -> Result<Raw, HoconError> {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
        let position = self.position();
        if depth > MAX_DEPTH {
            return Err(HoconError::TooDeep { position });
        }
        let mut parts: Vec<Raw> = Vec::new();
        loop {
            let blank_position = self.position();
            let blank = self.skip_blank();
            if self.rest.starts_with('#')
                || self.rest.starts_with("//")
                || matches!(self.peek(), None | Some('\n' | ',' | '}' | ']'))
            {
                break;
            }
            if !parts.is_empty() && !blank.is_empty() {
                parts.push(Raw { content: RawContent::Scalar(Value::string(blank)), position: blank_position });
            }
            parts.push(self.part(depth)?);
        }
        match parts.len() {
            0 => Err(self.unexpected()),
            1 => Ok(parts.remove(0)),
            _ => Ok(Raw { content: RawContent::Concatenation(parts), position }),
        }
    }

    fn part(&mut self, depth: usize) -> Result<Raw, HoconError> {
        let position = self.position();
        let content = match self.peek() {
            Some('{') => {
                self.next();
                RawContent::Object(self.members(depth + 1, true)?)
            }
            Some('[') => {
                self.next();
                let mut elements = Vec::new();
                loop {
                    self.skip_separators();
                    if self.peek() == Some(']') {
                        self.next();
                        break;
                    }
                    elements.push(self.value(depth + 1)?);
                }
                RawContent::Array(elements)
            }
            Some('"') => RawContent::Scalar(Value::string(self.quoted()?)),
            Some('$') if self.rest.starts_with("${") => {
                self.next();
                self.next();
                let optional = self.peek() == Some('?');
                if optional {
                    self.next();
                }
                let mut path = String::new();
                loop {
                    match self.next() {
                        Some('}') => break,
                        Some(c) => path.push(c),
                        None => return Err(self.unexpected()),
                    }
                }
                RawContent::Substitution { path: path.trim().to_string(), optional }
            }
            _ => RawContent::Scalar(self.unquoted()?),
        };
        Ok(Raw { content, position })
    }

    fn unquoted(&mut self) -> Result<Value, HoconError> {
        let mut text = String::new();
        while let Some(c) = self.peek() {
            let ends = c.is_whitespace() || "$\"{}[]:=,+#`^?!@*&\\".contains(c) || self.rest.starts_with("//");
            if ends {
                break;
            }
            text.push(c);
            self.next();
        }
        if text.is_empty() {
            return Err(self.unexpected());
        }
        Ok(match text.as_str() {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "null" => Value::Undef,
            _ => {
                let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                match (text.parse::<i128>(), text.parse::<f64>()) {
                    (Ok(number), _) if is_number => Value::Integer(number),
                    (_, Ok(number)) if is_number && number.fract() == 0.0 && number.abs() < 1e15 => {
                        Value::Integer(number as i128)
                    }
                    (_, Ok(number)) if is_number => Value::Float(number),
                    _ => Value::string(text),
                }
            }
        })
    }

    fn quoted(&mut self) -> Result<String, HoconError> {
        if self.rest.starts_with("\"\"\"") {
            return self.triple_quoted();
        }
        self.next();
        let mut text = String::new();
        loop {
            let position = self.position();
            match self.next() {
                None | Some('\n') => return Err(HoconError::EndOfInput { position }),
                Some('"') => return Ok(text),
                Some('\\') => match self.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some('b') => text.push('\u{8}'),
                    Some('f') => text.push('\u{c}'),
                    Some('u') => {
                        let mut code = 0;
                        for _ in 0..4 {
                            let digit = self.peek().and_then(|c| c.to_digit(16)).ok_or_else(|| self.unexpected())?;
                            code = code * 16 + digit;
                            self.next();
                        }
                        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    Some(c) => text.push(c),
                    None => return Err(HoconError::EndOfInput { position }),
                },
                Some(c) => text.push(c),
            }
        }
    }

    fn triple_quoted(&mut self) -> Result<String, HoconError> {
        let position = self.position();
        for _ in 0..3 {
            self.next();
        }
        let mut text = String::new();
        // Quotes beyond the closing three belong to the text.
        while !self.rest.starts_with("\"\"\"") || self.rest.starts_with("\"\"\"\"") {
            text.push(self.next().ok_or(HoconError::EndOfInput { position })?);
        }
        for _ in 0..3 {
            self.next();
        }
        Ok(text)
    }
}

/// Puts a value at a path; two objects at the same place become one.
fn insert(members: &mut Vec<(SmolStr, Raw)>, path: &[SmolStr], value: Raw, position: Position) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let value = if rest.is_empty() {
        value
    } else {
        let mut inner = Vec::new();
        insert(&mut inner, rest, value, position);
        Raw { content: RawContent::Object(inner), position }
    };
    match members.iter_mut().find(|(name, _)| name == first) {
        None => members.push((first.clone(), value)),
        Some((_, existing)) => match (&mut existing.content, value.content) {
            (RawContent::Object(old), RawContent::Object(new)) => {
                for (name, value) in new {
                    let position = value.position;
                    insert(old, std::slice::from_ref(&name), value, position);
                }
            }
            (_, mut content) => {
                if let RawContent::Concatenation(parts) = &mut content
                    && let Some(first) = parts.first_mut()
                    && matches!(first.content, RawContent::Previous)
                {
                    *first = existing.clone();
                }
                *existing = Raw { content, position: value.position };
            }
        },
    }
}

/// The value with its substitutions done; `None` where an optional one has no value.
fn resolve(raw: &Raw, root: &Raw, depth: usize) -> Result<Option<DataNode>, HoconError> {
    let position = raw.position;
    match &raw.content {
        RawContent::Scalar(value) => Ok(Some(DataNode::scalar(value.clone(), position))),
        RawContent::Previous => Ok(None),
        RawContent::Array(elements) => {
            let mut resolved = Vec::with_capacity(elements.len());
            for element in elements {
                resolved.extend(resolve(element, root, depth)?);
            }
            Ok(Some(DataNode::sequence(resolved, position)))
        }
        RawContent::Object(members) => {
            let mut builder = MappingBuilder::default();
            for (name, value) in members {
                if let Some(value) = resolve(value, root, depth)? {
                    builder.insert(DataNode::scalar(Value::String(name.clone()), value.position), value);
                }
            }
            Ok(Some(builder.finish(position)))
        }
        RawContent::Substitution { path, optional } => {
            let unresolved = || HoconError::UnresolvedSubstitution { path: path.clone(), position };
            if depth >= MAX_SUBSTITUTIONS {
                return Err(unresolved());
            }
            let target = path.split('.').try_fold(root, |raw, name| match &raw.content {
                RawContent::Object(members) => members.iter().find(|(known, _)| known == name).map(|(_, value)| value),
                _ => None,
            });
            match target {
                Some(target) => resolve(target, root, depth + 1),
                None if *optional => Ok(None),
                None => Err(unresolved()),
            }
        }
        RawContent::Concatenation(parts) => {
            let mut resolved = Vec::with_capacity(parts.len());
            for part in parts {
                resolved.extend(resolve(part, root, depth)?);
            }
            Ok(concatenate(resolved, position))
        }
    }
}

fn concatenate(parts: Vec<DataNode>, position: Position) -> Option<DataNode> {
    let is_blank =
        |node: &DataNode| matches!(&node.content, DataContent::Scalar(Value::String(text)) if text.trim().is_empty());
    let has = |wanted: fn(&DataContent) -> bool| parts.iter().any(|part| wanted(&part.content));
    if has(|content| matches!(content, DataContent::Mapping(_))) {
        let mut builder = MappingBuilder::default();
        for DataEntry { key, value } in parts.iter().filter_map(DataNode::entries).flatten() {
            builder.insert(key.clone(), value.clone());
        }
        return Some(builder.finish(position));
    }
    if has(|content| matches!(content, DataContent::Sequence(_))) {
        let mut elements = Vec::new();
        for part in parts.iter().filter(|part| !is_blank(part)) {
            match &part.content {
                DataContent::Sequence(inner) => elements.extend(inner.iter().cloned()),
                _ => elements.push(part.clone()),
            }
        }
        return Some(DataNode::sequence(elements, position));
    }
    match parts.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        several => {
            let text: String = several.iter().map(|part| crate::ruby_core::text::to_s(&part.to_value())).collect();
            Some(DataNode::scalar(Value::string(text.trim()), position))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let value = parse_bytes(text.as_bytes()).map(|node| crate::value::text::to_source_string(&node.to_value()));
        assert_eq!(value.as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn lenient_objects() {
        check(
            "a = 1\nb: two words # why\nc { d = true, e = [1, 2\n3] }",
            "{'a' => 1, 'b' => 'two words', 'c' => {'d' => true, 'e' => [1, 2, 3]}}",
        );
        check("{\"a\": 1.5, // x\n\"b\": null}", "{'a' => 1.5, 'b' => undef}");
        check("", "{}");
        check("a : \"\"\"x\n\"y\\n\"\"\"", "{'a' => \"x\\n\\\"y\\\\n\"}");
    }

    #[test]
    fn dotted_keys_and_objects_that_merge() {
        check("a.b = 1\na.c = 2\na { d = 3 }\n\"x.y\" = 4", "{'a' => {'b' => 1, 'c' => 2, 'd' => 3}, 'x.y' => 4}");
        check("a = 1\na = 2", "{'a' => 2}");
        check("l = [1]\nl += 2\nm += 3", "{'l' => [1, 2], 'm' => [3]}");
        check("a = 1.0\nb = 1e3\nc = 1s", "{'a' => 1, 'b' => 1000, 'c' => '1s'}");
    }

    #[test]
    fn substitutions_of_the_same_file() {
        check(
            "p = 80\nurl = \"http://x:\"${p}/y\nl = [1] [2]\nl2 = ${l} [3]\no = ${?nope}",
            "{'p' => 80, 'url' => 'http://x:80/y', 'l' => [1, 2], 'l2' => [1, 2, 3]}",
        );
        check("base { a = 1 }\nsub = ${base} { b = 2 }", "{'base' => {'a' => 1}, 'sub' => {'a' => 1, 'b' => 2}}");
    }

    #[test]
    fn mistakes_and_loops_end() {
        for text in ["a = ", "a = {", "a", "= 1", "a = ${nope}", "a = ${a}", "include \"x\"", "a = [1", "a = \"x", "}"]
        {
            assert!(parse_bytes(text.as_bytes()).is_err(), "{text}");
        }
        assert!(parse_bytes("a{".repeat(100_000).as_bytes()).is_err());
        assert!(parse_bytes(format!("a=x{}", ".b".repeat(10)).as_bytes()).is_ok());
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[{}\\[\\]\",:=+.$?#/0-9a-e \\n\\\\]{0,60}") {
            let _ = parse_bytes(text.as_bytes());
        }
    }
}
