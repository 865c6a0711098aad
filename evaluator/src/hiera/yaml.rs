//! Reads YAML the way Ruby's Psych does (YAML 1.1, `safe_load` with symbols and aliases): only the first document
//! counts, the last of equal keys wins, `<<` merges over what stands before it. Knows nothing of Hiera.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};

use super::data_node::{DataNode, MappingBuilder, Position};
use super::yaml_scalar::{self, Resolved};
use crate::value::Value;

/// How deep collections may nest.
pub const MAX_DEPTH: usize = 200;
/// How many nodes a document may stand for when every alias is written out.
pub const MAX_EXPANDED_NODES: usize = 2_000_000;

/// What is wrong with a document, in Psych's words where it has some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlError {
    Syntax { problem: String, position: Position },
    DisallowedClass { class: String, position: Position },
    InvalidNumber { message: String, position: Position },
    UnknownAlias { name: String, position: Position },
    RecursiveAlias { position: Position },
    TooDeep { position: Position },
    TooManyAliases { position: Position },
    NotUtf8,
}

impl YamlError {
    /// As it follows `Unable to parse (path): `.
    pub fn message(&self) -> String {
        match self {
            YamlError::Syntax { problem, position } => {
                format!("{problem} at line {} column {}", position.line, position.column)
            }
            YamlError::DisallowedClass { class, .. } => format!("Tried to load unspecified class: {class}"),
            YamlError::InvalidNumber { message, .. } => message.clone(),
            YamlError::UnknownAlias { name, .. } => format!("An alias referenced an unknown anchor: {name}"),
            YamlError::RecursiveAlias { position } => {
                format!(
                    "an alias refers to the value that contains it at line {} column {}",
                    position.line, position.column
                )
            }
            YamlError::TooDeep { position } => {
                format!(
                    "more than {MAX_DEPTH} collections inside one another at line {} column {}",
                    position.line, position.column
                )
            }
            YamlError::TooManyAliases { position } => {
                format!(
                    "aliases expand to more than {MAX_EXPANDED_NODES} values at line {} column {}",
                    position.line, position.column
                )
            }
            YamlError::NotUtf8 => "the file is not valid UTF-8".to_string(),
        }
    }

    pub fn position(&self) -> Option<Position> {
        match self {
            YamlError::Syntax { position, .. }
            | YamlError::DisallowedClass { position, .. }
            | YamlError::InvalidNumber { position, .. }
            | YamlError::UnknownAlias { position, .. }
            | YamlError::RecursiveAlias { position }
            | YamlError::TooDeep { position }
            | YamlError::TooManyAliases { position } => Some(*position),
            YamlError::NotUtf8 => None,
        }
    }
}

/// The first document; `None` where there is none.
pub fn parse(text: &str) -> Result<Option<DataNode>, YamlError> {
    parse_with(text, false)
}

/// The same for what tools dump: objects of Ruby classes are plain hashes, dates are text.
pub fn parse_any_class(bytes: &[u8]) -> Result<Option<DataNode>, YamlError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse_with(text, true),
        Err(_) => Err(YamlError::NotUtf8),
    }
}

fn parse_with(text: &str, any_class: bool) -> Result<Option<DataNode>, YamlError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    check_first_line(text)?;
    let mut result = parse_once(text, any_class);
    let mut indented = String::new();
    for _ in 0..MAX_INDENTED_SCALARS {
        let Err(YamlError::Syntax { problem, position }) = &result else {
            break;
        };
        let source = if indented.is_empty() { text } else { &indented };
        match indent_quoted(source, *position).filter(|_| problem.starts_with("invalid indentation in quoted scalar")) {
            Some(changed) => indented = changed,
            None => break,
        }
        result = parse_once(&indented, any_class);
    }
    result
}

/// How many quoted scalars may have lines that stand further left than YAML 1.2 wants them.
const MAX_INDENTED_SCALARS: usize = 100;

/// libyaml lets the lines of a quoted scalar stand anywhere. Blanks in front of them mean nothing, so some are added.
fn indent_quoted(text: &str, position: Position) -> Option<String> {
    let line_start =
        text.split_inclusive('\n').take(position.line.checked_sub(1)? as usize).map(str::len).sum::<usize>();
    let line = text.get(line_start..)?;
    let start = line_start + line.char_indices().nth(position.column.checked_sub(1)? as usize)?.0;
    let quote = text.get(start..)?.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut result = text.get(..=start)?.to_string();
    let mut characters = text.get(start + 1..)?.chars();
    while let Some(c) = characters.next() {
        result.push(c);
        if c == '\\' && quote == '"' {
            let escaped = characters.next()?;
            result.push(escaped);
            if escaped == '\n' {
                result.push_str(&" ".repeat(position.column as usize + 1));
            }
        } else if c == quote {
            result.push_str(characters.as_str());
            return Some(result);
        } else if c == '\n' {
            result.push_str(&" ".repeat(position.column as usize + 1));
        }
    }
    None
}

/// A tab cannot indent the first thing in a file.
fn check_first_line(text: &str) -> Result<(), YamlError> {
    let is_content = |line: &&str| {
        let content = line.trim();
        !content.is_empty() && !content.starts_with('#') && content != "---"
    };
    let Some((number, line)) = text.lines().enumerate().find(|(_, line)| is_content(line)) else {
        return Ok(());
    };
    let indentation = line.split(|c: char| !c.is_whitespace()).next().unwrap_or_default();
    match indentation.find('\t') {
        None => Ok(()),
        Some(tab) => Err(YamlError::Syntax {
            problem: "found character that cannot start any token while scanning for the next token".to_string(),
            position: Position { line: number as u32 + 1, column: tab as u32 + 1 },
        }),
    }
}

fn parse_once(text: &str, any_class: bool) -> Result<Option<DataNode>, YamlError> {
    let mut reader = Reader { any_class, anchors: HashMap::new(), open: Vec::new(), document: None };
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| reader.syntax_error(text, &error))?;
        match event {
            Event::DocumentEnd | Event::StreamEnd => break,
            _ => reader.accept(event, position(&span))?,
        }
    }
    Ok(reader.document)
}

/// The first document of a file's bytes.
pub fn parse_bytes(bytes: &[u8]) -> Result<Option<DataNode>, YamlError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(_) => Err(YamlError::NotUtf8),
    }
}

fn position(span: &Span) -> Position {
    Position { line: span.start.line() as u32, column: span.start.col() as u32 + 1 }
}

/// Messages of our parser that begin so, and what libyaml says instead.
const WORDS: &[(&str, &str)] = &[
    ("unexpected character", "found character that cannot start any token while scanning for the next token"),
    ("tabs disallowed", "found character that cannot start any token while scanning for the next token"),
    ("simple key expect", "could not find expected ':' while scanning a simple key"),
    (
        "while scanning a plain scalar, found a tab",
        "found a tab character that violates indentation while scanning a plain scalar",
    ),
];

/// `while doing this, that` is `that while doing this` in the messages that Ruby users know.
fn in_words_of_libyaml(info: &str) -> String {
    for (ours, theirs) in WORDS {
        if info.starts_with(ours) {
            return (*theirs).to_string();
        }
    }
    match info.strip_prefix("while ").and_then(|rest| rest.split_once(", ")) {
        Some((context, problem)) => {
            let problem = match problem.strip_prefix("expected ") {
                Some(expected) => format!("did not find expected {expected}"),
                None => problem.to_string(),
            };
            format!("{problem} while {context}")
        }
        None => info.to_string(),
    }
}

/// The text from a position on.
fn text_at(text: &str, position: Position) -> &str {
    let line = text.lines().nth(position.line.saturating_sub(1) as usize).unwrap_or_default();
    let column = position.column.saturating_sub(1) as usize;
    line.char_indices().nth(column).and_then(|(start, _)| line.get(start..)).unwrap_or_default()
}

/// How the messages about an unfinished collection begin.
const COLLECTIONS: [&str; 4] = [
    "while parsing a flow sequence",
    "while parsing a flow mapping",
    "while parsing a block mapping",
    "while parsing a block collection",
];

/// A collection whose end has not been seen.
enum Open {
    Sequence { elements: Vec<DataNode>, anchor: usize, position: Position },
    Mapping { builder: MappingBuilder, key: Option<PendingKey>, anchor: usize, position: Position },
}

impl Open {
    fn position(&self) -> Position {
        match self {
            Open::Sequence { position, .. } | Open::Mapping { position, .. } => *position,
        }
    }
}

struct PendingKey {
    node: DataNode,
    is_merge: bool,
}

/// Which node of the source a finished value was: merges want a mapping, a list of them, or an alias.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Scalar { is_merge_key: bool },
    Sequence,
    Mapping,
    Alias,
}

struct Reader {
    /// Values that would need a Ruby class are taken as they are written.
    any_class: bool,
    /// Finished values by the parser's anchor number; `None` while the value is still open.
    anchors: HashMap<usize, Option<DataNode>>,
    open: Vec<Open>,
    document: Option<DataNode>,
}

impl Reader {
    /// What is wrong in libyaml's words; what is wrong in a collection is said of its start.
    fn syntax_error(&self, text: &str, error: &saphyr_parser::ScanError) -> YamlError {
        let at = Position { line: error.marker().line() as u32, column: error.marker().col() as u32 + 1 };
        let collection = self.open.last().map(Open::position);
        let opening = collection.and_then(|position| text_at(text, position).chars().next());
        let info = error.info();
        if info.ends_with("found unknown anchor") {
            let name = text_at(text, at).trim_start_matches('*');
            let end = name.find(|c: char| c.is_whitespace() || ",[]{}".contains(c)).unwrap_or(name.len());
            return YamlError::UnknownAlias { name: name.get(..end).unwrap_or_default().to_string(), position: at };
        }
        if opening == Some('[') && info == "illegal placement of ':' indicator" {
            let problem = in_words_of_libyaml("while parsing a flow sequence, expected ',' or ']'");
            return YamlError::Syntax { problem, position: collection.unwrap_or(at) };
        }
        if info.starts_with("invalid trailing content") && !matches!(opening, Some('[' | '{')) {
            let problem = "did not find expected key while parsing a block mapping".to_string();
            return YamlError::Syntax { problem, position: collection.unwrap_or(at) };
        }
        if let Some(rest) = info.strip_prefix("while parsing a node, ") {
            let style = if matches!(opening, Some('[' | '{')) { "flow" } else { "block" };
            return YamlError::Syntax { problem: format!("{rest} while parsing a {style} node"), position: at };
        }
        let in_collection = COLLECTIONS.iter().any(|name| info.starts_with(name));
        let position = collection.filter(|_| in_collection).unwrap_or(at);
        YamlError::Syntax { problem: in_words_of_libyaml(info), position }
    }

    fn accept(&mut self, event: Event<'_>, position: Position) -> Result<(), YamlError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag.as_deref();
                let node = match scalar(&text, style, tag, position) {
                    Err(YamlError::DisallowedClass { .. }) if self.any_class => {
                        DataNode::scalar(Value::string(&text), position)
                    }
                    result => result?,
                };
                let is_merge_key = text == "<<" && tag.map(tag_text).as_deref() != Some("tag:yaml.org,2002:str");
                self.finish(node, anchor, Source::Scalar { is_merge_key })
            }
            Event::SequenceStart(anchor, tag) => {
                self.check_tag(tag.as_deref(), position)?;
                self.push(anchor, position, Open::Sequence { elements: Vec::new(), anchor, position })
            }
            Event::MappingStart(anchor, tag) => {
                self.check_tag(tag.as_deref(), position)?;
                let builder = MappingBuilder::default();
                self.push(anchor, position, Open::Mapping { builder, key: None, anchor, position })
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::Sequence { elements, anchor, position }) => {
                    self.finish(DataNode::sequence(elements, position), anchor, Source::Sequence)
                }
                Some(Open::Mapping { builder, anchor, position, .. }) => {
                    self.finish(builder.finish(position), anchor, Source::Mapping)
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => match self.anchors.get(&anchor) {
                Some(Some(node)) => {
                    let node = DataNode { position, ..node.clone() };
                    self.finish(node, 0, Source::Alias)
                }
                Some(None) => Err(YamlError::RecursiveAlias { position }),
                None => Err(YamlError::UnknownAlias { name: String::new(), position }),
            },
            _ => Ok(()),
        }
    }

    fn push(&mut self, anchor: usize, position: Position, collection: Open) -> Result<(), YamlError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(YamlError::TooDeep { position });
        }
        if anchor != 0 {
            self.anchors.insert(anchor, None);
        }
        self.open.push(collection);
        Ok(())
    }

    /// `!ruby/object:Thing` makes Ruby load a class, which `safe_load` refuses.
    fn check_tag(&self, tag: Option<&Tag>, position: Position) -> Result<(), YamlError> {
        let Some(tag) = tag else {
            return Ok(());
        };
        match tag_text(tag).strip_prefix("!ruby/").and_then(|rest| rest.split_once(':')) {
            Some((_, class)) if !self.any_class => {
                Err(YamlError::DisallowedClass { class: class.to_string(), position })
            }
            _ => Ok(()),
        }
    }

    fn finish(&mut self, node: DataNode, anchor: usize, source: Source) -> Result<(), YamlError> {
        if node.weight > MAX_EXPANDED_NODES {
            return Err(YamlError::TooManyAliases { position: node.position });
        }
        if anchor != 0 {
            self.anchors.insert(anchor, Some(node.clone()));
        }
        match self.open.last_mut() {
            None => self.document = Some(node),
            Some(Open::Sequence { elements, .. }) => elements.push(node),
            Some(Open::Mapping { builder, key, .. }) => match key.take() {
                None => {
                    let is_merge = source == Source::Scalar { is_merge_key: true };
                    *key = Some(PendingKey { node, is_merge });
                }
                Some(pending) if pending.is_merge => merge_into(builder, pending.node, node, source),
                Some(pending) => builder.insert(pending.node, node),
            },
        }
        Ok(())
    }
}

/// `<<: value`: the entries of a mapping, or of a list of mappings of which the first wins; anything else is a plain entry.
fn merge_into(builder: &mut MappingBuilder, key: DataNode, value: DataNode, source: Source) {
    let mappings: Option<Vec<&DataNode>> = match (&value.content, source) {
        (super::data_node::DataContent::Mapping(_), _) => Some(vec![&value]),
        (super::data_node::DataContent::Sequence(elements), Source::Sequence)
            if elements.iter().all(|element| element.entries().is_some()) =>
        {
            Some(elements.iter().rev().collect())
        }
        _ => None,
    };
    match mappings {
        Some(mappings) => {
            let mut merged = MappingBuilder::default();
            for entry in mappings.into_iter().filter_map(DataNode::entries).flatten() {
                merged.insert(entry.key.clone(), entry.value.clone());
            }
            for entry in merged.finish(Position::default()).entries().unwrap_or_default() {
                builder.insert(entry.key.clone(), entry.value.clone());
            }
        }
        None => builder.insert(key, value),
    }
}

/// The tag with its handle written out.
fn tag_text(tag: &Tag) -> String {
    format!("{}{}", tag.handle, tag.suffix)
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>, position: Position) -> Result<DataNode, YamlError> {
    let tag = tag.map(tag_text);
    let resolved = match tag.as_deref() {
        None if style == ScalarStyle::Plain => yaml_scalar::resolve(text),
        None | Some("!") => Ok(Resolved::Value(Value::string(text))),
        Some(tag) => yaml_scalar::resolve_tagged(text, tag),
    };
    match resolved {
        Ok(Resolved::Value(value)) => Ok(DataNode::scalar(value, position)),
        Ok(Resolved::Symbol(name)) => Ok(DataNode::symbol(&name, position)),
        Err(yaml_scalar::ScalarError::DisallowedClass(class)) => {
            Err(YamlError::DisallowedClass { class: class.to_string(), position })
        }
        Err(yaml_scalar::ScalarError::InvalidNumber(message)) => Err(YamlError::InvalidNumber { message, position }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        parse(text).unwrap().map_or(Value::Undef, |node| node.to_value())
    }

    fn hash(entries: &[(&str, Value)]) -> Value {
        Value::hash(entries.iter().map(|(key, value)| (Value::string(key), value.clone())))
    }

    #[test]
    fn every_value_knows_where_it_stands() {
        let document = parse("a: 1\nb:\n  - x\n  - {c: 'd'}\n").unwrap().unwrap();
        assert_eq!(document.entry("a").unwrap().value.position, Position { line: 1, column: 4 });
        let list = &document.entry("b").unwrap().value;
        let super::super::data_node::DataContent::Sequence(elements) = &list.content else { panic!("a list") };
        assert_eq!(elements[1].position, Position { line: 4, column: 5 });
        assert_eq!(elements[1].entry("c").unwrap().value.position, Position { line: 4, column: 9 });
    }

    #[test]
    fn only_the_first_document_counts() {
        assert_eq!(value("---\na: 1\n---\na: [\n"), hash(&[("a", 1.into())]));
        assert_eq!(parse("").unwrap(), None);
    }

    #[test]
    fn the_last_of_equal_keys_wins_in_the_place_of_the_first() {
        assert_eq!(value("a: 1\nb: 2\na: 3\n"), hash(&[("a", 3.into()), ("b", 2.into())]));
    }

    #[test]
    fn a_merge_key_overrides_what_stands_before_it() {
        let merged = value("x: &x {k: 1, l: 2}\na:\n  <<: *x\n  l: 3\nb:\n  l: 3\n  <<: *x\n");
        let x = hash(&[("k", 1.into()), ("l", 2.into())]);
        let a = hash(&[("k", 1.into()), ("l", 3.into())]);
        let b = hash(&[("l", 2.into()), ("k", 1.into())]);
        assert_eq!(merged, hash(&[("x", x), ("a", a), ("b", b)]));
    }

    #[test]
    fn of_a_list_of_merged_mappings_the_first_wins() {
        let merged = value("- &x {a: 1}\n- &y {a: 2, b: 2}\n- <<: [*x, *y]\n");
        let Value::Array(elements) = merged else { panic!("a list") };
        assert_eq!(elements[2], hash(&[("a", 1.into()), ("b", 2.into())]));
    }

    #[test]
    fn quoted_scalars_are_strings_and_symbols_are_names() {
        assert_eq!(
            value("{:a: 1, 'b': 'yes', c: \"1\"}"),
            hash(&[("a", 1.into()), ("b", "yes".into()), ("c", "1".into())])
        );
    }

    #[test]
    fn an_alias_bomb_is_refused() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..12 {
            let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
            text.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
        }
        assert!(matches!(parse(&text), Err(YamlError::TooManyAliases { .. })));
    }

    #[test]
    fn depth_is_limited() {
        let text = format!("{}x", "- ".repeat(5000));
        assert!(matches!(parse(&text), Err(YamlError::TooDeep { .. })));
        assert!(parse(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn a_value_cannot_contain_itself() {
        assert!(matches!(parse("a: &a [*a]"), Err(YamlError::RecursiveAlias { .. })));
    }

    #[test]
    fn dates_name_the_class_that_ruby_would_load() {
        let error = parse("d: 2001-01-01").unwrap_err();
        assert_eq!(error.message(), "Tried to load unspecified class: Date");
    }

    #[test]
    fn a_syntax_error_reads_as_in_ruby() {
        let error = parse("k: [a, b\n").unwrap_err().message();
        assert_eq!(error, "did not find expected ',' or ']' while parsing a flow sequence at line 1 column 4");
    }

    #[test]
    fn tags_decide_what_a_scalar_is() {
        let expected = hash(&[("a", "1".into()), ("b", 3.into()), ("c", Value::Float(1.0)), ("d", "hi".into())]);
        assert_eq!(value("{a: !!str 1, b: !!int '3', c: !!float 1, d: !binary aGk=}"), expected);
        assert_eq!(value("{a: ! 1}"), hash(&[("a", "1".into())]));
    }

    #[test]
    fn lines_of_a_quoted_scalar_may_stand_anywhere() {
        assert_eq!(value("  a: 'x\n  y'\n  b: \"p\\\nq\"\n"), hash(&[("a", "x y".into()), ("b", "pq".into())]));
    }

    #[test]
    fn a_tab_cannot_indent() {
        let expected =
            "found character that cannot start any token while scanning for the next token at line 2 column 1";
        assert_eq!(parse("---\n\ta: 1\n").unwrap_err().message(), expected);
        assert!(parse("a:\n\t- b\n").is_err());
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[-a1:.,?&*!|>'\"%@`{}\\[\\]#~<_+ \\t\\nyesno0x]{0,60}") {
            let _ = parse(&text);
        }
    }
}
