//! Reads YAML the way Ruby's Psych does (YAML 1.1, `safe_load` with symbols and aliases): only the first document
//! counts, the last of equal keys wins, `<<` merges over what stands before it. Knows nothing of Hiera.

use std::collections::HashMap;

use super::data_node::{DataContent, DataNode, MappingBuilder, Position};
use super::yaml_scalar::{self, Resolved};
use super::yaml_tags::{self, TaggedMapping, TaggedSequence};
use crate::value::Value;
use crate::yaml::{Content, Mark, Node, ReadError};

/// How deep collections may nest.
pub const MAX_DEPTH: usize = 200;
/// How many nodes a document may stand for when every alias is written out.
pub const MAX_EXPANDED_NODES: usize = 2_000_000;

/// What is wrong with a document, in Psych's words where it has some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlError {
    Syntax {
        problem: String,
        position: Position,
    },
    DisallowedClass {
        class: String,
        position: Position,
    },
    /// What Ruby raises when it makes a value of the text or of the tag.
    InvalidValue {
        message: String,
        position: Position,
    },
    UnknownAlias {
        name: String,
        position: Position,
    },
    RecursiveAlias {
        position: Position,
    },
    TooDeep {
        position: Position,
    },
    TooManyAliases {
        position: Position,
    },
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
            YamlError::InvalidValue { message, .. } => message.clone(),
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
            | YamlError::InvalidValue { position, .. }
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
    parse_permitting(text, false)
}

/// The same for a reader that may make regular expressions of `!ruby/regexp`.
pub fn parse_permitting(text: &str, regexps: bool) -> Result<Option<DataNode>, YamlError> {
    parse_with(text, Classes { any: false, regexps })
}

/// The same for what tools dump: objects of Ruby classes are plain hashes, dates are text.
pub fn parse_any_class(bytes: &[u8]) -> Result<Option<DataNode>, YamlError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse_with(text, Classes { any: true, regexps: false }),
        Err(_) => Err(YamlError::NotUtf8),
    }
}

/// The classes of Ruby's that a reader may make objects of.
#[derive(Clone, Copy, Debug)]
struct Classes {
    /// Values that would need a Ruby class are taken as they are written.
    any: bool,
    regexps: bool,
}

fn parse_with(text: &str, classes: Classes) -> Result<Option<DataNode>, YamlError> {
    let root = crate::yaml::first_document(text, MAX_DEPTH).map_err(|error| match error {
        ReadError::Syntax(error) => YamlError::Syntax {
            problem: match error.context {
                Some(context) => format!("{} {context}", error.problem),
                None => error.problem.to_string(),
            },
            position: position(error.mark),
        },
        ReadError::TooDeep(mark) => YamlError::TooDeep { position: position(mark) },
    })?;
    let mut reader = Reader { classes, anchors: HashMap::new() };
    root.map(|root| reader.node(&root)).transpose()
}

/// The first document of a file's bytes.
pub fn parse_bytes(bytes: &[u8]) -> Result<Option<DataNode>, YamlError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(_) => Err(YamlError::NotUtf8),
    }
}

/// Returns whether the first document uses an alias; a text that cannot be read uses none.
pub fn has_alias(text: &str) -> bool {
    fn in_node(node: &Node<'_>) -> bool {
        match &node.content {
            Content::Alias(_) => true,
            Content::Scalar { .. } => false,
            Content::Sequence(elements) => elements.iter().any(in_node),
            Content::Mapping(entries) => entries.iter().any(|(key, value)| in_node(key) || in_node(value)),
        }
    }
    matches!(crate::yaml::first_document(text, MAX_DEPTH), Ok(Some(root)) if in_node(&root))
}

fn position(mark: Mark) -> Position {
    Position { line: mark.line + 1, column: mark.column + 1 }
}

/// Makes data of nodes, as Psych makes Ruby objects of them.
struct Reader<'t> {
    classes: Classes,
    /// Finished values by the name of their anchor; `None` while the value is still open.
    anchors: HashMap<&'t str, Option<DataNode>>,
}

impl<'t> Reader<'t> {
    fn node(&mut self, node: &Node<'t>) -> Result<DataNode, YamlError> {
        let at = position(node.mark);
        if let (Some(anchor), Content::Sequence(_) | Content::Mapping(_)) = (node.anchor, &node.content) {
            self.anchors.insert(anchor, None);
        }
        let data = match &node.content {
            Content::Alias(name) => return self.alias(name, at),
            Content::Scalar { text, is_plain } => match scalar(text, *is_plain, node.tag.as_deref(), at) {
                Err(YamlError::DisallowedClass { class, .. }) if class == "Regexp" && self.classes.regexps => {
                    DataNode::scalar(yaml_tags::regexp(text), at)
                }
                Err(YamlError::DisallowedClass { .. }) if self.classes.any => DataNode::scalar(Value::string(text), at),
                result => result?,
            },
            Content::Sequence(elements) => self.sequence(elements, node.tag.as_deref(), at)?,
            Content::Mapping(entries) => self.mapping(entries, node.tag.as_deref(), at)?,
        };
        if data.weight > MAX_EXPANDED_NODES {
            return Err(YamlError::TooManyAliases { position: at });
        }
        if let Some(anchor) = node.anchor {
            self.anchors.insert(anchor, Some(data.clone()));
        }
        Ok(data)
    }

    fn alias(&self, name: &str, position: Position) -> Result<DataNode, YamlError> {
        match self.anchors.get(name) {
            Some(Some(node)) => Ok(DataNode { position, ..node.clone() }),
            Some(None) => Err(YamlError::RecursiveAlias { position }),
            None => Err(YamlError::UnknownAlias { name: name.to_string(), position }),
        }
    }

    /// Refuses what `safe_load` would have to load a class for.
    fn check_class(&self, class: Option<String>, position: Position) -> Result<(), YamlError> {
        match class {
            Some(class) if !self.classes.any => Err(YamlError::DisallowedClass { class, position }),
            _ => Ok(()),
        }
    }

    fn sequence(&mut self, elements: &[Node<'t>], tag: Option<&str>, at: Position) -> Result<DataNode, YamlError> {
        match yaml_tags::of_sequence(tag) {
            TaggedSequence::List => {}
            TaggedSequence::Class(class) => self.check_class(Some(class), at)?,
            TaggedSequence::OrderedMap => return self.ordered_map(elements, at),
        }
        let elements =
            elements.iter().map(|element| self.node(element)).collect::<Result<Vec<DataNode>, YamlError>>()?;
        Ok(DataNode::sequence(elements, at))
    }

    /// `!!omap [a: 1, b: 2]` is the hash of its pairs.
    fn ordered_map(&mut self, pairs: &[Node<'t>], at: Position) -> Result<DataNode, YamlError> {
        let mut builder = MappingBuilder::default();
        for pair in pairs {
            let (key, value) = match &pair.content {
                Content::Mapping(entries) => (entries.first().map(|e| &e.0), entries.last().map(|e| &e.1)),
                Content::Sequence(elements) => (elements.first(), elements.last()),
                Content::Scalar { .. } | Content::Alias(_) => (None, None),
            };
            let (Some(key), Some(value)) = (key, value) else {
                let message = "undefined method `first' for nil:NilClass".to_string();
                return Err(YamlError::InvalidValue { message, position: position(pair.mark) });
            };
            let (key, value) = (self.node(key)?, self.node(value)?);
            builder.insert(key, value);
        }
        Ok(builder.finish(at))
    }

    fn mapping(
        &mut self,
        entries: &[(Node<'t>, Node<'t>)],
        tag: Option<&str>,
        at: Position,
    ) -> Result<DataNode, YamlError> {
        let kind = yaml_tags::of_mapping(tag);
        if let TaggedMapping::Class(class) = &kind {
            self.check_class(Some(class.clone()), at)?;
        }
        let mut builder = MappingBuilder::default();
        for (key, value) in entries {
            let is_merge = key.tag.as_deref() != Some("tag:yaml.org,2002:str");
            let (key, data) = (self.node(key)?, self.node(value)?);
            if is_merge && matches!(&key.content, DataContent::Scalar(Value::String(text)) if text == "<<") {
                merge_into(&mut builder, key, data, value);
            } else {
                builder.insert(key, data);
            }
        }
        let hash = builder.finish(at);
        match kind {
            TaggedMapping::Hash | TaggedMapping::Class(_) => Ok(hash),
            TaggedMapping::Text => match hash.entry("str") {
                Some(entry) => Ok(DataNode { position: at, ..entry.value.clone() }),
                None => {
                    let message = "can't modify frozen NilClass: nil".to_string();
                    Err(YamlError::InvalidValue { message, position: at })
                }
            },
        }
    }
}

/// `<<: value`: the entries of a mapping, or of a list of mappings of which the first wins; anything else is a plain entry.
fn merge_into(builder: &mut MappingBuilder, key: DataNode, value: DataNode, source: &Node<'_>) {
    let mappings: Option<Vec<&DataNode>> = match (&value.content, &source.content) {
        (DataContent::Mapping(_), Content::Alias(_) | Content::Mapping(_)) => Some(vec![&value]),
        (DataContent::Sequence(elements), Content::Sequence(_))
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

fn scalar(text: &str, is_plain: bool, tag: Option<&str>, position: Position) -> Result<DataNode, YamlError> {
    let resolved = match tag {
        None if is_plain => yaml_scalar::resolve(text),
        None => Ok(Resolved::Value(Value::string(text))),
        Some(tag) => yaml_tags::resolve_scalar(text, tag),
    };
    match resolved {
        Ok(Resolved::Value(value)) => Ok(DataNode::scalar(value, position)),
        Ok(Resolved::Symbol(name)) => Ok(DataNode::symbol(&name, position)),
        Err(yaml_scalar::ScalarError::DisallowedClass(class)) => {
            Err(YamlError::DisallowedClass { class: class.to_string(), position })
        }
        Err(yaml_scalar::ScalarError::InvalidNumber(message)) => Err(YamlError::InvalidValue { message, position }),
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
            value(":a: 1\n'b': 'yes'\nc: \"1\"\n"),
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
        assert_eq!(value("{a: ! 1}"), hash(&[("a", 1.into())]));
    }

    #[test]
    fn lines_of_a_quoted_scalar_may_stand_anywhere() {
        assert_eq!(value("  a: 'x\n  y'\n  b: \"p\\\nq\"\n"), hash(&[("a", "x y".into()), ("b", "pq".into())]));
    }

    #[test]
    fn flow_collections_may_stand_anywhere() {
        let ab = Value::array([Value::string("a"), Value::string("b")]);
        assert_eq!(value("k: [\n  'a',\n  'b'\n]\nt: x\n"), hash(&[("k", ab.clone()), ("t", "x".into())]));
        assert_eq!(value("k: [\n'a',\nb\n]\n"), hash(&[("k", ab.clone())]));
        assert_eq!(value("k: {\n'a': 1\n}\n"), hash(&[("k", hash(&[("a", 1.into())]))]));
        assert_eq!(value("k:\n  [ a,\n\tb ]\n"), hash(&[("k", ab)]));
    }

    #[test]
    fn an_alias_may_be_a_key() {
        let expected = hash(&[("d", "x.org".into()), ("t", hash(&[("x.org", hash(&[("a", 1.into())]))]))]);
        assert_eq!(value("d: &d 'x.org'\nt:\n  *d:\n    a: 1\n"), expected);
        assert_eq!(parse("a: *x").unwrap_err().message(), "An alias referenced an unknown anchor: x");
    }

    #[test]
    fn a_block_scalar_ends_as_the_file_does() {
        assert_eq!(value("t: |\n  abc"), hash(&[("t", "abc".into())]));
        assert_eq!(value("t: >\n  a\n  b"), hash(&[("t", "a b".into())]));
        assert_eq!(value("t: |\n  abc\n"), hash(&[("t", "abc\n".into())]));
        assert_eq!(value("t: |+\n  abc\n\n"), hash(&[("t", "abc\n\n".into())]));
    }

    #[test]
    fn ordered_maps_are_hashes_and_sets_need_a_class() {
        assert_eq!(value("!!omap [a: 1, b: 2]"), hash(&[("a", 1.into()), ("b", 2.into())]));
        for (text, class) in
            [("!!set {a, b}", "Psych::Set"), ("!!omap {a: 1}", "Psych::Omap"), ("!ruby/object:Foo {}", "Foo")]
        {
            let expected = format!("Tried to load unspecified class: {class}");
            assert_eq!(parse(text).unwrap_err().message(), expected, "{text}");
        }
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
