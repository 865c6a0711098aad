//! YAML, letter for letter as Ruby's library writes it: which style a scalar takes, where long lines break, how collections are
//! indented. Knows nothing of where the data comes from.

use smol_str::SmolStr;

use super::yaml_scalar_style::{Analysis, Style, style_of_string};
use crate::value::Value;

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub enum YamlNode {
    Null,
    /// A number or boolean: its text as it is.
    Plain(String),
    Symbol(SmolStr),
    Text(String),
    Sequence(Vec<YamlNode>),
    Mapping(Vec<(YamlNode, YamlNode)>),
}

#[derive(Clone, Copy, Debug)]
pub struct YamlOptions {
    /// Columns of one level: 2 to 9.
    pub indentation: usize,
    /// Lines break at the first blank after this column; `None` where they never do.
    pub width: Option<usize>,
}

impl Default for YamlOptions {
    fn default() -> Self {
        YamlOptions { indentation: 2, width: Some(80) }
    }
}

impl YamlOptions {
    /// The options by name that change how the text looks; `None` where one is not known here.
    pub fn read(options: impl Iterator<Item = (String, Value)>) -> Option<YamlOptions> {
        let mut read = YamlOptions::default();
        for (name, value) in options {
            match (name.as_str(), value) {
                ("indentation", Value::Integer(columns @ 2..=9)) => read.indentation = columns as usize,
                ("line_width", Value::Integer(width)) if width < 0 => read.width = None,
                _ => return None,
            }
        }
        Some(read)
    }
}

/// A key that is longer stands on lines of its own.
const LONGEST_SIMPLE_KEY: usize = 128;

/// A document with its `---`.
pub fn write_yaml(node: &YamlNode, options: YamlOptions) -> String {
    let mut writer =
        Writer { out: String::new(), column: 0, after_blank: true, in_indentation: true, options, open_ended: false };
    writer.indicator("---", false);
    writer.node(node, None, Context::Root);
    writer.new_line(0);
    if writer.open_ended {
        writer.out.push_str("...\n");
    }
    writer.out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Root,
    Item,
    /// On one line before a colon.
    SimpleKey,
    Entry,
}

struct Writer {
    out: String,
    column: usize,
    /// Nothing or a blank was written last.
    after_blank: bool,
    /// Only blanks and indicators so far in this line.
    in_indentation: bool,
    options: YamlOptions,
    /// There was a literal text whose end would be lost without an end of the document.
    open_ended: bool,
}

impl Writer {
    fn put(&mut self, character: char) {
        self.out.push(character);
        self.column = if character == '\n' { 0 } else { self.column + 1 };
    }

    fn put_text(&mut self, text: &str) {
        text.chars().for_each(|character| self.put(character));
    }

    /// Goes to a column of a line that has nothing but indentation.
    fn new_line(&mut self, indent: usize) {
        if !self.in_indentation || self.column > indent || (self.column == indent && !self.after_blank) {
            self.put('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.after_blank = true;
        self.in_indentation = true;
    }

    fn indicator(&mut self, text: &str, keeps_indentation: bool) {
        if !self.after_blank {
            self.put(' ');
        }
        self.put_text(text);
        self.after_blank = false;
        self.in_indentation &= keeps_indentation;
    }

    /// The indentation is that of the collection around.
    fn node(&mut self, node: &YamlNode, indent: Option<usize>, context: Context) {
        let step = self.options.indentation;
        match node {
            YamlNode::Sequence(elements) if elements.is_empty() => self.indicator("[]", false),
            YamlNode::Mapping(entries) if entries.is_empty() => self.indicator("{}", false),
            YamlNode::Sequence(elements) => {
                let inner = match indent {
                    None => 0,
                    // A sequence after `key:` stands at the mapping's own indentation.
                    Some(indent) if context == Context::Entry && !self.in_indentation => indent,
                    Some(indent) => indent + step,
                };
                for element in elements {
                    self.new_line(inner);
                    self.indicator("-", true);
                    self.node(element, Some(inner), Context::Item);
                }
            }
            YamlNode::Mapping(entries) => {
                let inner = indent.map_or(0, |indent| indent + step);
                for (key, value) in entries {
                    self.new_line(inner);
                    if is_simple_key(key) {
                        self.node(key, Some(inner), Context::SimpleKey);
                        self.after_blank = true;
                        self.indicator(":", false);
                    } else {
                        self.indicator("?", true);
                        self.node(key, Some(inner), Context::Entry);
                        self.new_line(inner);
                        self.indicator(":", true);
                    }
                    self.node(value, Some(inner), Context::Entry);
                }
            }
            YamlNode::Null => match context {
                Context::SimpleKey => self.single_quoted("", 0, false),
                _ => self.in_indentation = false,
            },
            YamlNode::Plain(text) => {
                if !self.after_blank {
                    self.put(' ');
                }
                self.put_text(text);
                self.after_blank = false;
                self.in_indentation = false;
            }
            YamlNode::Symbol(name) if name.is_empty() => self.indicator("!ruby/symbol ''", false),
            YamlNode::Symbol(name) => {
                let text = format!(":{name}");
                let style = Style::Plain.allowed(&Analysis::of(&text), context == Context::SimpleKey);
                if style != Style::Plain {
                    self.indicator("!", false);
                }
                self.scalar(&text, style, indent, context);
            }
            YamlNode::Text(text) => {
                if text == "<<" {
                    self.indicator("!!str", false);
                }
                let style = style_of_string(text).allowed(&Analysis::of(text), context == Context::SimpleKey);
                self.scalar(text, style, indent, context);
            }
        }
    }

    fn scalar(&mut self, text: &str, style: Style, indent: Option<usize>, context: Context) {
        let indent = indent.map_or(self.options.indentation, |indent| indent + self.options.indentation);
        let may_break = context != Context::SimpleKey;
        match style {
            Style::Plain => self.plain(text, indent, may_break),
            Style::SingleQuoted => self.single_quoted(text, indent, may_break),
            Style::DoubleQuoted => self.double_quoted(text, indent, may_break),
            Style::Literal => self.literal(text, indent),
        }
    }

    fn is_too_long(&self, may_break: bool) -> bool {
        may_break && self.options.width.is_some_and(|width| self.column > width)
    }

    fn plain(&mut self, text: &str, indent: usize, may_break: bool) {
        if !self.after_blank {
            self.put(' ');
        }
        let mut in_blanks = false;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let is_blank = character == ' ';
            if is_blank && !in_blanks && characters.peek() != Some(&' ') && self.is_too_long(may_break) {
                self.new_line(indent);
            } else {
                self.put(character);
                self.in_indentation &= is_blank;
            }
            in_blanks = is_blank;
        }
        self.after_blank = false;
        self.in_indentation = false;
    }

    fn single_quoted(&mut self, text: &str, indent: usize, may_break: bool) {
        self.indicator("'", false);
        let (mut in_blanks, mut in_breaks) = (false, false);
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            match character {
                ' ' => {
                    let inside = at > 0 && next.is_some_and(|next| next != ' ');
                    if inside && !in_blanks && self.is_too_long(may_break) {
                        self.new_line(indent);
                    } else {
                        self.put(' ');
                    }
                    in_blanks = true;
                }
                '\n' => {
                    if !in_breaks {
                        self.put('\n');
                    }
                    self.put('\n');
                    self.in_indentation = true;
                    in_breaks = true;
                }
                other => {
                    if in_breaks {
                        self.new_line(indent);
                    }
                    if other == '\'' {
                        self.put('\'');
                    }
                    self.put(other);
                    self.in_indentation = false;
                    (in_blanks, in_breaks) = (false, false);
                }
            }
        }
        if in_breaks {
            self.new_line(indent);
        }
        self.put('\'');
        self.after_blank = false;
        self.in_indentation = false;
    }

    fn double_quoted(&mut self, text: &str, indent: usize, may_break: bool) {
        self.indicator("\"", false);
        let mut in_blanks = false;
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            if character == ' ' {
                if at > 0 && next.is_some() && !in_blanks && self.is_too_long(may_break) {
                    self.new_line(indent);
                    if next == Some(' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(' ');
                }
                in_blanks = true;
                continue;
            }
            in_blanks = false;
            match escape(character) {
                Some(escape) => self.put_text(&escape),
                None => self.put(character),
            }
        }
        self.put('"');
        self.after_blank = false;
        self.in_indentation = false;
    }

    fn literal(&mut self, text: &str, indent: usize) {
        let body = text.strip_suffix('\n');
        let keep = match body {
            None => "-",
            Some(body) if body.is_empty() || body.ends_with('\n') => "+",
            Some(_) => "",
        };
        let hint = match text.starts_with([' ', '\n']) {
            true => self.options.indentation.to_string(),
            false => String::new(),
        };
        self.indicator(&format!("|{hint}{keep}"), false);
        self.put('\n');
        self.after_blank = true;
        self.in_indentation = true;
        let mut in_breaks = true;
        for character in text.chars() {
            if character == '\n' {
                self.put('\n');
                self.in_indentation = true;
                in_breaks = true;
            } else {
                if in_breaks {
                    self.new_line(indent);
                }
                self.put(character);
                self.in_indentation = false;
                in_breaks = false;
            }
        }
        self.open_ended |= keep == "+";
    }
}

fn is_simple_key(key: &YamlNode) -> bool {
    match key {
        YamlNode::Sequence(elements) => elements.is_empty(),
        YamlNode::Mapping(entries) => entries.is_empty(),
        YamlNode::Text(text) => text.len() <= LONGEST_SIMPLE_KEY && !text.contains('\n'),
        YamlNode::Symbol(name) => name.len() < LONGEST_SIMPLE_KEY && !name.contains('\n'),
        YamlNode::Null | YamlNode::Plain(_) => true,
    }
}

/// How a character is written between double quotes, where not as itself.
fn escape(character: char) -> Option<String> {
    let code = u32::from(character);
    Some(match character {
        '\0' => "\\0".into(),
        '\u{7}' => "\\a".into(),
        '\u{8}' => "\\b".into(),
        '\t' => "\\t".into(),
        '\n' => "\\n".into(),
        '\u{b}' => "\\v".into(),
        '\u{c}' => "\\f".into(),
        '\r' => "\\r".into(),
        '\u{1b}' => "\\e".into(),
        '"' => "\\\"".into(),
        '\\' => "\\\\".into(),
        '\u{85}' => "\\N".into(),
        '\u{a0}' => "\\_".into(),
        '\u{2028}' => "\\L".into(),
        '\u{2029}' => "\\P".into(),
        '\u{20}'..='\u{7e}' => return None,
        '\u{a1}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}' => return None,
        _ if code <= 0xff => format!("\\x{code:02X}"),
        _ if code <= 0xffff => format!("\\u{code:04X}"),
        _ => format!("\\U{code:08X}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> YamlNode {
        YamlNode::Text(text.to_string())
    }

    fn check(node: YamlNode, expected: &str) {
        assert_eq!(write_yaml(&node, YamlOptions::default()), expected);
    }

    #[test]
    fn symbols_and_keys() {
        let entries = vec![
            (YamlNode::Symbol("a".into()), YamlNode::Plain("1".into())),
            (text("b"), YamlNode::Symbol("sym".into())),
            (YamlNode::Symbol("e: f".into()), text(":str")),
            (YamlNode::Symbol("".into()), YamlNode::Null),
            (text("a\nb"), YamlNode::Sequence(vec![YamlNode::Plain("1".into())])),
        ];
        check(
            YamlNode::Mapping(entries),
            "---\n:a: 1\nb: :sym\n! ':e: f': \":str\"\n!ruby/symbol '':\n? |-\n  a\n  b\n: - 1\n",
        );
    }

    #[test]
    fn long_lines_break_after_the_eightieth_column() {
        let words = ["word"; 20].join(" ");
        let first = ["word"; 16].join(" ");
        let rest = ["word"; 4].join(" ");
        check(YamlNode::Mapping(vec![(text("l"), text(&words))]), &format!("---\nl: {first}\n  {rest}\n"));
        check(YamlNode::Sequence(vec![text(&format!("{words}: x"))]), &format!("---\n- '{first}\n  {rest}: x'\n"));
        let long = "x".repeat(120);
        check(text(&long), &format!("--- {long}\n"));
    }

    #[test]
    fn line_breaks_choose_a_style() {
        check(text("abc\n"), "--- 'abc\n\n  '\n");
        check(text("a\nb"), "--- |-\n  a\n  b\n");
        check(text("a \nb"), "--- \"a \\nb\"\n");
        check(text("a\nb\n"), "--- |\n  a\n  b\n");
    }
}
