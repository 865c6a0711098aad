//! Reads a documentation text: which lines belong to a tag, and what the tag says.

use super::tag_table::{DIRECTIVES, PLAIN_DIRECTIVES, Shape, find};
use super::type_list::{ANY, ROUND, SQUARE_CURLY_ANGLE, extract};
use super::{Docstring, Overload, Tag, TagMistake};
use crate::ruby_text::{first_word, indent, is_blank, split_lines, strip, without_indent};

/// Overloads hold documentation texts; deeper ones than this are text.
const MAX_DEPTH: usize = 8;

/// Reads a documentation text.
pub fn parse(content: &str) -> Docstring {
    parse_at(content, 0)
}

fn parse_at(content: &str, depth: usize) -> Docstring {
    let content = without_reference(content);
    let mut docstring = Docstring::default();
    let mut text = String::new();
    for block in blocks(content) {
        match block {
            Block::Text(line) => {
                text.push_str(line);
                text.push('\n');
            }
            Block::Tag { is_directive, name, buffer } => add(&mut docstring, is_directive, name, &buffer, depth),
        }
    }
    docstring.text = strip(&text).to_string();
    docstring
}

/// Leaves out `(see Name)` at the beginning: it refers to the documentation of a Ruby object.
fn without_reference(content: &str) -> &str {
    let Some(rest) = strip_start(content).strip_prefix("(see ") else { return content };
    let name_end = rest.find(|c: char| c == ')' || c.is_whitespace()).unwrap_or(rest.len());
    let Some(after) = strip_start(&rest[name_end..]).strip_prefix(')') else { return content };
    if name_end > 0 && (after.is_empty() || after.starts_with(char::is_whitespace)) {
        after.get(1..).unwrap_or("")
    } else {
        content
    }
}

fn strip_start(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_whitespace())
}

/// A piece of a documentation text.
#[derive(Debug, PartialEq, Eq)]
pub enum Block<'a> {
    Text(&'a str),
    Tag { is_directive: bool, name: &'a str, buffer: String },
}

/// A line that begins a tag: whether there is a `!`, the name, the rest.
pub fn tag_line(line: &str) -> Option<(bool, &str, &str)> {
    let rest = line.strip_prefix('@')?;
    let (bang, rest) = rest.strip_prefix('!').map_or((false, rest), |rest| (true, rest));
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if !rest.starts_with(is_word) {
        return None;
    }
    let mut end = 0;
    let mut after_dot = false;
    for (at, character) in rest.char_indices() {
        if is_word(character) {
            after_dot = false;
        } else if character == '.' && !after_dot {
            after_dot = true;
        } else {
            break;
        }
        end = at + character.len_utf8();
    }
    let (name, rest) = rest.split_at(end);
    let text = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    (rest.is_empty() || text.len() < rest.len()).then_some((bang, name, text))
}

/// Groups lines: a tag goes on while lines are indented.
pub fn blocks(content: &str) -> Vec<Block<'_>> {
    let lines = split_lines(content);
    let mut found = Vec::new();
    let mut open: Option<(bool, &str, Vec<String>)> = None;
    let (mut last_indent, mut tag_indent, mut last_line) = (0, 0, "");
    let count = lines.len();
    for (index, line) in lines.into_iter().chain([""]).enumerate() {
        if count == 0 {
            break;
        }
        let line_indent = indent(line);
        let empty = is_blank(line);
        let tag = tag_line(line);
        let ends = (line_indent < tag_indent && !empty)
            || index == count
            || (line_indent == 0 && !empty)
            || (line_indent <= last_indent && tag.is_some());
        if ends && let Some((bang, name, buffer)) = open.take() {
            let is_directive = bang || PLAIN_DIRECTIVES.contains(&name);
            found.push(Block::Tag { is_directive, name, buffer: buffer.join("\n") });
            tag_indent = 0;
        }
        if let Some((bang, name, text)) = tag {
            open = Some((bang, name, vec![text.to_string()]));
        } else if let Some((_, _, buffer)) = &mut open {
            if line_indent >= tag_indent && !empty {
                if tag_indent == 0 {
                    tag_indent = line_indent;
                }
                if is_blank(last_line) {
                    buffer.push(String::new());
                }
                buffer.push(without_indent(line, tag_indent).to_string());
            }
        } else {
            found.push(Block::Text(line));
        }
        last_indent = line_indent;
        last_line = line;
    }
    found
}

fn add(docstring: &mut Docstring, is_directive: bool, name: &str, buffer: &str, depth: usize) {
    if is_directive {
        if DIRECTIVES.contains(&name) {
            docstring.directives.push(directive(name, buffer));
        } else {
            docstring.mistakes.push(TagMistake::UnknownDirective(name.to_string()));
        }
        return;
    }
    if is_reference(buffer) {
        return;
    }
    match find(name) {
        None => docstring.mistakes.push(TagMistake::UnknownTag(name.to_string())),
        Some(known) => match make(name, known.shape, buffer, depth) {
            Some(tag) => docstring.tags.push(tag),
            None => docstring.mistakes.push(TagMistake::Format(name.to_string())),
        },
    }
}

fn directive(name: &str, buffer: &str) -> Tag {
    match name {
        "puppet.type.param" | "puppet.type.property" => types_and_name(name, buffer),
        _ => Tag::plain(name, buffer),
    }
}

/// `@param (see Name)` refers to the tags of a Ruby object.
fn is_reference(buffer: &str) -> bool {
    let text = strip(buffer);
    let Some(inside) = text.strip_suffix(')') else { return false };
    let Some(open) = inside.find('(') else { return false };
    let before = &inside[..open];
    let name_before = strip(before);
    let inside = strip_start(&inside[open + 1..]);
    let one_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let named = name_before.is_empty() || (one_word(name_before) && before.ends_with(char::is_whitespace));
    named
        && inside.strip_prefix("see").is_some_and(|rest| rest.starts_with(char::is_whitespace) && one_word(strip(rest)))
}

/// Makes a tag; `None` where its format is wrong.
fn make(name: &str, shape: Shape, buffer: &str, depth: usize) -> Option<Tag> {
    let tag = match shape {
        Shape::Text => Tag::plain(name, strip(buffer)),
        Shape::Name => with_name(name, buffer),
        Shape::Types => {
            let typed = extract(buffer, ANY);
            if typed.before.is_some() {
                return None;
            }
            Tag { types: typed.types, ..Tag::plain(name, &typed.text) }
        }
        Shape::TypesAndName => types_and_name(name, buffer),
        Shape::Title => return titled(name, buffer),
        Shape::Option => {
            let (parent, rest) = first_word(buffer);
            let pair = option_pair(name, &rest.unwrap_or_default());
            Tag { tag: name.to_string(), name: parent, pair: Some(Box::new(pair)), ..Tag::default() }
        }
        Shape::Enum => {
            let (parent, rest) = first_word(buffer);
            let pair = with_name(name, &rest.unwrap_or_default());
            Tag { tag: name.to_string(), name: parent, pair: Some(Box::new(pair)), ..Tag::default() }
        }
        Shape::Overload if depth < MAX_DEPTH => overload(name, buffer, depth),
        Shape::Overload => return None,
    };
    Some(tag)
}

fn with_name(name: &str, buffer: &str) -> Tag {
    let (subject, text) = first_word(buffer);
    Tag { tag: name.to_string(), name: subject, text, ..Tag::default() }
}

fn types_and_name(name: &str, buffer: &str) -> Tag {
    let typed = extract(buffer, ANY);
    let (subject, text) = match typed.before {
        Some(subject) => (Some(subject), Some(typed.text)),
        None => first_word(&typed.text),
    };
    Tag { tag: name.to_string(), name: subject, types: typed.types, text, ..Tag::default() }
}

/// `[Types] key (default) text` behind the parameter of an `@option`.
fn option_pair(name: &str, buffer: &str) -> Tag {
    let typed = extract(buffer, SQUARE_CURLY_ANGLE);
    let (key, mut text) = match typed.before {
        Some(key) => (Some(key), Some(typed.text)),
        None => first_word(&typed.text),
    };
    if let Some(with_default) = text.as_deref().filter(|text| text.starts_with('(')) {
        text = Some(extract(with_default, ROUND).text);
    }
    Tag { tag: name.to_string(), name: key, types: typed.types, text, ..Tag::default() }
}

fn titled(name: &str, buffer: &str) -> Option<Tag> {
    if buffer.is_empty() {
        return None;
    }
    if buffer.starts_with(" \n") || buffer.starts_with("\t\n") {
        return Some(Tag::plain(name, buffer));
    }
    let lines = split_lines(buffer);
    let (title, rest) = lines.split_first().unwrap_or((&"", &[]));
    let mut squeezed = String::new();
    for character in title.chars() {
        if !(character == ' ' && squeezed.ends_with(' ')) {
            squeezed.push(character);
        }
    }
    Some(Tag { name: Some(strip(&squeezed).to_string()), ..Tag::plain(name, &rest.join("\n")) })
}

fn overload(name: &str, buffer: &str, depth: usize) -> Tag {
    let (signature, text) = buffer.split_once('\n').unwrap_or((buffer, ""));
    let signature = strip(signature).to_string();
    let spaces = indent(text);
    let lines: Vec<&str> = text.split('\n').map(|line| without_indent(line, spaces)).collect();
    let docstring = parse_at(strip(&lines.join("\n")), depth + 1);
    let plain = signature.strip_prefix("def ").unwrap_or(&signature);
    let word = plain.find(|c: char| c == '(' || c.is_whitespace()).map_or(plain, |end| &plain[..end]);
    Tag {
        tag: name.to_string(),
        name: Some(word.to_string()),
        overload: Some(Box::new(Overload { signature, docstring, ..Overload::default() })),
        ..Tag::default()
    }
}
