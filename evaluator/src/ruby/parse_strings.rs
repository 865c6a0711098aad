//! Strings, symbols, patterns and heredocs of Ruby source: their parts, and what escapes mean.

use smol_str::SmolStr;
use tree_sitter::Node as TreeNode;

use super::parse::Reader;
use super::syntax_tree::{Kind, StringPart};

impl<'t> Reader<'_, 't> {
    pub(super) fn string(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let text = self.text(node);
        let plain =
            text.starts_with('\'') || text.starts_with(":'") || text.starts_with("%q") || text.starts_with("%w");
        let escapes = if plain { Escapes::Single } else { Escapes::Double };
        Kind::String(self.parts(node, depth, escapes))
    }

    pub(super) fn heredoc(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let beginning = self.text(node).to_string();
        let start = node.start_byte();
        let Some(body) = self.heredocs.iter().find(|(at, _)| *at == start).map(|(_, body)| *body) else {
            return Kind::Unsupported("a heredoc".into());
        };
        let escapes = if beginning.contains('\'') { Escapes::Keep } else { Escapes::Double };
        let mut parts = self.parts(body, depth, escapes);
        // The body's text begins with the end of the opening line.
        if let Some(StringPart::Text(first)) = parts.first_mut() {
            *first = SmolStr::new(first.strip_prefix('\n').unwrap_or(first));
        }
        if beginning.starts_with("<<~") {
            remove_indentation(&mut parts);
        }
        Kind::String(parts)
    }

    pub(super) fn parts(&mut self, node: TreeNode<'t>, depth: u32, escapes: Escapes) -> Vec<StringPart> {
        let mut parts = Vec::new();
        for child in self.children(node) {
            match child.kind() {
                "string_content" | "heredoc_content" => {
                    let text = self.text(child);
                    let text = match escapes {
                        Escapes::Single => single_quoted(text),
                        _ => text.to_string(),
                    };
                    parts.push(StringPart::Text(SmolStr::new(text)));
                }
                "escape_sequence" => {
                    let text = self.text(child);
                    let text = match escapes {
                        Escapes::Double => unescape(text),
                        Escapes::Single => single_quoted(text),
                        Escapes::Keep if text == "\\/" => "/".to_string(),
                        Escapes::Keep => text.to_string(),
                    };
                    parts.push(StringPart::Text(SmolStr::new(text)));
                }
                "interpolation" => {
                    let code = self.sequence(child, depth + 1);
                    parts.push(StringPart::Code(code));
                }
                _ => {}
            }
        }
        parts
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    Single,
    Double,
    Keep,
}

fn single_quoted(text: &str) -> String {
    text.replace("\\\\", "\u{0}").replace("\\'", "'").replace('\u{0}', "\\")
}

pub(super) fn unescape(text: &str) -> String {
    let mut characters = text.chars().skip(1);
    let Some(first) = characters.next() else { return text.to_string() };
    let rest: String = characters.collect();
    let from_hex = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).map(String::from);
    match first {
        'n' => "\n".into(),
        't' => "\t".into(),
        'r' => "\r".into(),
        's' => " ".into(),
        'e' => "\u{1b}".into(),
        'a' => "\u{7}".into(),
        'b' => "\u{8}".into(),
        'f' => "\u{c}".into(),
        'v' => "\u{b}".into(),
        '\n' => String::new(),
        'u' => from_hex(rest.trim_matches(['{', '}'])).unwrap_or_else(|| text.to_string()),
        'x' => from_hex(&rest).unwrap_or_else(|| text.to_string()),
        '0'..='7' => u32::from_str_radix(&format!("{first}{rest}"), 8)
            .ok()
            .and_then(char::from_u32)
            .map(String::from)
            .unwrap_or_else(|| text.to_string()),
        other => format!("{other}{rest}"),
    }
}

/// `<<~`: the smallest indentation of the lines goes.
fn remove_indentation(parts: &mut [StringPart]) {
    let mut smallest = usize::MAX;
    let mut at_start = true;
    for part in parts.iter() {
        if let StringPart::Text(text) = part {
            for (index, line) in text.split('\n').enumerate() {
                if (index > 0 || at_start) && !line.trim().is_empty() {
                    smallest = smallest.min(line.len() - line.trim_start_matches([' ', '\t']).len());
                }
            }
        }
        at_start = false;
    }
    if smallest == usize::MAX {
        return;
    }
    let mut at_start = true;
    for part in parts.iter_mut() {
        if let StringPart::Text(text) = part {
            let lines: Vec<&str> = text
                .split('\n')
                .enumerate()
                .map(|(index, line)| {
                    let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
                    if index > 0 || at_start { &line[smallest.min(blank)..] } else { line }
                })
                .collect();
            *text = SmolStr::new(lines.join("\n"));
        }
        at_start = false;
    }
}
