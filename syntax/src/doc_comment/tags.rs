//! The tags of puppet-strings. A tag reaches to the next line that is not indented deeper than it.

use super::{CommentLine, DocComment, DocExample, DocOption, DocOverload, DocParameter, DocTyped};
use crate::text_range::TextRange;

pub(super) fn parse(lines: &[CommentLine<'_>]) -> DocComment {
    let mut comment = DocComment::default();
    let mut description: Vec<&str> = Vec::new();
    for section in sections(lines) {
        match section {
            Section::Text(line) => description.push(line.text),
            Section::Tag(tag) => add(&mut comment, &tag),
        }
    }
    comment.description = join(&description);
    comment
}

enum Section<'a> {
    Text(CommentLine<'a>),
    Tag(Tag<'a>),
}

struct Tag<'a> {
    name: &'a str,
    /// What follows the name on its line, and its offset.
    head: &'a str,
    head_start: u32,
    /// The lines below that belong to the tag.
    body: &'a [CommentLine<'a>],
}

fn sections<'a>(lines: &'a [CommentLine<'a>]) -> Vec<Section<'a>> {
    let mut sections = Vec::new();
    let mut rest = lines;
    while let Some((line, below)) = rest.split_first() {
        let Some((name, head)) = tag_start(line.text).or_else(|| old_parameter(line.text)) else {
            sections.push(Section::Text(*line));
            rest = below;
            continue;
        };
        let indent = indent(line.text);
        let length =
            below.iter().take_while(|line| line.text.trim().is_empty() || self::indent(line.text) > indent).count();
        let (body, remaining) = below.split_at(length);
        let head_start = line.start + (line.text.len() - head.len()) as u32;
        sections.push(Section::Tag(Tag { name, head, head_start, body }));
        rest = remaining;
    }
    sections
}

/// `@name rest`
fn tag_start(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('@')?;
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'!').count();
    let (name, head) = rest.split_at(length);
    let separated = head.is_empty() || head.starts_with(char::is_whitespace);
    (length > 0 && separated).then(|| (name.trim_matches('!'), head.trim_start()))
}

/// `[*name*]`, as comments were written before puppet-strings.
fn old_parameter(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim_start().strip_prefix("[*")?;
    inner.contains("*]").then_some(("[*", inner))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn add(comment: &mut DocComment, tag: &Tag<'_>) {
    match tag.name {
        "summary" => comment.summary = Some(tag.flowing_text(tag.head)),
        "param" => comment.parameters.extend(parameter(tag)),
        "[*" => comment.parameters.extend(old_parameter_text(tag)),
        "option" => comment.options.extend(option(tag)),
        "example" => comment.examples.push(DocExample { title: tag.head.trim().to_string(), code: tag.code() }),
        "return" => comment.returns.push(typed(tag)),
        "raise" => comment.raises.push(typed(tag)),
        "overload" => comment.overloads.push(overload(tag)),
        "api" => comment.api = Some(tag.flowing_text(tag.head)),
        "since" => comment.since = Some(tag.flowing_text(tag.head)),
        "author" => comment.authors.push(tag.flowing_text(tag.head)),
        "note" => comment.notes.push(tag.flowing_text(tag.head)),
        "see" => comment.see.push(tag.flowing_text(tag.head)),
        name => comment.other.push((name.to_string(), tag.flowing_text(tag.head))),
    }
}

impl Tag<'_> {
    /// The rest of the first line and the lines below, as one text whose paragraphs are kept.
    fn flowing_text(&self, first: &str) -> String {
        let mut lines = vec![first];
        lines.extend(self.body.iter().map(|line| line.text));
        let common = self.body.iter().filter(|line| !line.text.trim().is_empty()).map(|line| indent(line.text)).min();
        for line in lines.iter_mut().skip(1) {
            *line = line.get(common.unwrap_or(0)..).unwrap_or_default();
        }
        join(&lines)
    }

    /// The lines below, without the indentation that they share.
    fn code(&self) -> String {
        self.flowing_text("")
    }
}

/// `name [Type] text` and `[Type] name text`
fn parameter(tag: &Tag<'_>) -> Option<DocParameter> {
    let (types_before, rest) = take_types(tag.head);
    let (name, rest) = take_word(rest);
    let (types_after, rest) = take_types(rest);
    if name.is_empty() {
        return None;
    }
    Some(DocParameter {
        name: name.trim_start_matches(['$', '*']).to_string(),
        name_range: name_range(tag, name),
        types: types_before.or(types_after).map(str::to_string),
        text: tag.flowing_text(rest),
    })
}

/// `name*] text`
fn old_parameter_text(tag: &Tag<'_>) -> Option<DocParameter> {
    let (name, rest) = tag.head.split_once("*]")?;
    Some(DocParameter {
        name: name.trim_start_matches('$').to_string(),
        name_range: name_range(tag, name),
        types: None,
        text: tag.flowing_text(rest.trim_start()),
    })
}

/// Where a word of the tag's first line stands, without a `$` or `*` before it.
fn name_range(tag: &Tag<'_>, name: &str) -> TextRange {
    let bare = name.trim_start_matches(['$', '*']);
    let at = tag.head.find(name).unwrap_or_default() + name.len() - bare.len();
    let start = tag.head_start + at as u32;
    TextRange { start, end: start + bare.len() as u32 }
}

fn option(tag: &Tag<'_>) -> Option<DocOption> {
    let (parameter, rest) = take_word(tag.head);
    let (types, rest) = take_types(rest);
    let (key, rest) = take_word(rest);
    if key.is_empty() {
        return None;
    }
    Some(DocOption {
        parameter: parameter.to_string(),
        types: types.map(str::to_string),
        key: key.trim_matches([':', '\'', '"']).to_string(),
        text: tag.flowing_text(rest),
    })
}

fn typed(tag: &Tag<'_>) -> DocTyped {
    let (types, rest) = take_types(tag.head);
    DocTyped { types: types.map(str::to_string), text: tag.flowing_text(rest) }
}

fn overload(tag: &Tag<'_>) -> DocOverload {
    let inner = parse(tag.body);
    DocOverload {
        signature: tag.head.trim().to_string(),
        description: inner.description.trim().to_string(),
        parameters: inner.parameters,
        returns: inner.returns,
    }
}

/// `[Type[…], …]` in front of a text.
fn take_types(text: &str) -> (Option<&str>, &str) {
    if !text.starts_with('[') {
        return (None, text);
    }
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let types = text.get(1..at).map(str::trim);
            return (types, text.get(at + 1..).unwrap_or_default().trim_start());
        }
    }
    (None, text)
}

fn take_word(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// Lines as one text, without empty lines at its start and end.
fn join(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.trim_matches('\n').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(lines: &str) -> DocComment {
        let text = format!("{lines}\nclass a {{ }}");
        let offset = text.find("class a {").unwrap_or_default() as u32;
        DocComment::above(&text, offset).unwrap_or_default()
    }

    #[test]
    fn tags_of_a_class() {
        let comment = comment(
            "# Manages a server.\n#\n# More text.\n#\n# @summary Short,\n#   in two lines\n#\n\
             # @param port The port,\n#   and more.\n#\n#   Another paragraph.\n# @param [Optional[Hash[String, Integer]]] limits Limits\n\
             # @param mode [Enum['a', 'b']]\n#   The mode\n\
             # @example Simple use\n#   class { 'a':\n#     port => 1,\n#   }\n\
             # @api private\n# @author Somebody <a@b.c>\n# @note Beware\n# @see https://example.com docs\n# @since 1.2\n# @todo More\n\
             # Last words.",
        );
        assert_eq!(comment.description, "Manages a server.\n\nMore text.\n\nLast words.");
        assert_eq!(comment.summary.as_deref(), Some("Short,\nin two lines"));
        let parameters: Vec<(&str, Option<&str>, &str)> = comment
            .parameters
            .iter()
            .map(|parameter| (parameter.name.as_str(), parameter.types.as_deref(), parameter.text.as_str()))
            .collect();
        assert_eq!(
            parameters,
            [
                ("port", None, "The port,\nand more.\n\nAnother paragraph."),
                ("limits", Some("Optional[Hash[String, Integer]]"), "Limits"),
                ("mode", Some("Enum['a', 'b']"), "The mode"),
            ]
        );
        let example = DocExample { title: "Simple use".to_string(), code: "class { 'a':\n  port => 1,\n}".to_string() };
        assert_eq!(comment.examples, [example]);
        assert!(comment.is_private());
        assert_eq!(comment.authors, ["Somebody <a@b.c>"]);
        assert_eq!(comment.notes, ["Beware"]);
        assert_eq!(comment.see, ["https://example.com docs"]);
        assert_eq!(comment.since.as_deref(), Some("1.2"));
        assert_eq!(comment.other, [("todo".to_string(), "More".to_string())]);
    }

    #[test]
    fn tags_of_a_function() {
        let comment = comment(
            "# @overload size(text)\n#   Counts.\n#   @param text A text\n#   @return [Integer] the size\n\
             # @option opts [String] :key A key\n# @return [Array[Integer]]\n#   All of them\n# @raise [Puppet::Error] when not",
        );
        let overload = comment.overloads.first().cloned().unwrap_or_default();
        assert_eq!(overload.signature, "size(text)");
        assert_eq!(overload.description, "Counts.");
        assert_eq!(overload.parameters.len(), 1);
        assert_eq!(overload.returns, [DocTyped { types: Some("Integer".to_string()), text: "the size".to_string() }]);
        let option = comment.options.first().cloned().unwrap_or_default();
        assert_eq!((option.parameter.as_str(), option.key.as_str(), option.text.as_str()), ("opts", "key", "A key"));
        let result = comment.returns.first().cloned().unwrap_or_default();
        assert_eq!((result.types.as_deref(), result.text.as_str()), (Some("Array[Integer]"), "All of them"));
        assert_eq!(comment.raises.len(), 1);
    }

    #[test]
    fn parameters_in_the_old_form() {
        let comment = comment("# == Class: a\n#\n# [*port*]\n#   The port\n#\n# [*host*] The host\n#\n# === Authors");
        let parameters: Vec<(&str, &str)> =
            comment.parameters.iter().map(|parameter| (parameter.name.as_str(), parameter.text.as_str())).collect();
        assert_eq!(parameters, [("port", "The port"), ("host", "The host")]);
        assert_eq!(comment.description, "== Class: a\n\n=== Authors");
    }

    #[test]
    fn half_typed_tags_do_no_harm() {
        for text in
            ["# @", "# @param", "# @param [", "# @param [a", "# @option x", "# [**]", "# @return [é]é", "# a@b.c"]
        {
            comment(text);
        }
        assert_eq!(comment("# mail a@b.c").description, "mail a@b.c");
    }
}
