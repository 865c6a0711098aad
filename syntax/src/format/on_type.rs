//! What is laid out while somebody types: the new line's indentation, the arrows of a block, a block that was just closed.
//!
//! Works on lint's tokens, which a text that is half typed has, too.

use super::FormatOptions;
use super::edits::TextEdit;
use crate::lint::{Kind, Token, Tokens, tokenize};
use crate::text_range::TextRange;

/// The edits after a line break was typed: the indentation of the line that `offset` is on.
pub fn after_new_line(text: &str, offset: u32, options: &FormatOptions) -> Vec<TextEdit> {
    let offset = (offset as usize).min(text.len());
    let line_start = text[..floor(text, offset)].rfind('\n').map_or(0, |at| at + 1);
    let Some(tokens) = tokens_before(text, line_start) else { return Vec::new() };
    let rest = &text[line_start..];
    let line = rest.split('\n').next().unwrap_or(rest);
    let content = line.trim_start_matches([' ', '\t']);
    let indent = indentation(text, &tokens, content, options);
    let old = line.len() - content.len();
    if line[..old] == " ".repeat(indent) {
        return Vec::new();
    }
    let range = TextRange::new(line_start as u32, (line_start + old) as u32);
    vec![TextEdit { range, new_text: " ".repeat(indent) }]
}

/// The edits after `>` was typed: the arrows of the block around it, below each other.
pub fn after_arrow(text: &str, tokens: &Tokens, offset: u32) -> Vec<TextEdit> {
    let Some(tokens) = tokens.get() else { return Vec::new() };
    let arrow = tokens.iter().position(|token| token.kind == Kind::FatArrow && token.range.end == offset);
    let Some(arrow) = arrow else { return Vec::new() };
    let Some(open) = open_brackets(&tokens[..arrow]).pop().filter(|open| tokens[*open].kind == Kind::LeftBrace) else {
        return Vec::new();
    };
    let block = arrows_of_block(tokens, open, arrow);
    // A key begins its line: only such arrows stand below each other.
    let keyed: Vec<(usize, u32)> =
        block.into_iter().filter_map(|arrow| Some((arrow, key_end(text, tokens, arrow)?))).collect();
    if !keyed.iter().any(|(at, _)| *at == arrow) {
        return Vec::new();
    }
    let wanted = keyed.iter().map(|(_, end)| end + 1).max().unwrap_or(0);
    let mut edits = Vec::new();
    for (at, end) in keyed {
        let key = tokens[..at].iter().rfind(|token| !token.kind.is_layout());
        let Some(gap_start) = key.map(|key| key.range.end) else { continue };
        let range = TextRange::new(gap_start, tokens[at].range.start);
        let blanks = " ".repeat((wanted - end) as usize);
        if text.get(std::ops::Range::<usize>::from(range)) != Some(blanks.as_str()) {
            edits.push(TextEdit { range, new_text: blanks });
        }
    }
    edits
}

/// The lines of the block that the `}` before `offset` closes.
pub fn closed_block(text: &str, offset: u32) -> Option<TextRange> {
    let tokens = tokens_before(text, floor(text, offset as usize))?;
    let (last, before) = tokens.split_last()?;
    if last.kind != Kind::RightBrace || last.range.end != offset {
        return None;
    }
    let open = open_brackets(before).pop()?;
    (tokens[open].kind == Kind::LeftBrace).then(|| TextRange::new(tokens[open].range.start, offset))
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The tokens up to an offset; `None` where it is inside of a string, a comment or a heredoc.
fn tokens_before(text: &str, offset: usize) -> Option<Vec<Token>> {
    let before = &text[..offset];
    let tokens = tokenize(before).ok()?;
    let mut pending = 0_i32;
    for token in &tokens {
        match token.kind {
            Kind::HeredocOpen => pending += 1,
            Kind::Heredoc | Kind::HeredocEnd => pending -= 1,
            _ => {}
        }
    }
    (pending <= 0).then_some(tokens)
}

/// The brackets that are still open, from the outside in.
fn open_brackets(tokens: &[Token]) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind.closer().is_some() {
            open.push(index);
        } else if let Some(opener) = token.kind.opener()
            && open.last().is_some_and(|last| tokens[*last].kind == opener)
        {
            open.pop();
        }
    }
    open
}

fn line_indent(text: &str, offset: u32) -> usize {
    let offset = offset as usize;
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    text[start..].chars().take_while(|blank| *blank == ' ').count()
}

/// How far a line that begins with `content` is indented, after these tokens.
fn indentation(text: &str, tokens: &[Token], content: &str, options: &FormatOptions) -> usize {
    let open = open_brackets(tokens).pop().map(|open| &tokens[open]);
    let outer = open.map_or(0, |open| line_indent(text, open.range.start));
    if content.starts_with(['}', ']', ')']) {
        return outer;
    }
    let inside = if open.is_some() { outer + options.indent } else { 0 };
    let Some(last) = tokens.iter().rfind(|token| !token.kind.is_layout()) else { return inside };
    let opened_on_last_line = open.is_some_and(|open| open.line == last.line);
    let last_indent = line_indent(text, last.range.start);
    match last.kind {
        _ if opened_on_last_line => inside,
        // Attributes stand below their title.
        Kind::Colon => last_indent + options.indent,
        // Elements stand below each other.
        Kind::Comma => last_indent,
        Kind::Equals | Kind::FatArrow => last_indent + options.indent,
        _ => inside,
    }
}

/// The arrows of the same body of a pair of braces.
fn arrows_of_block(tokens: &[Token], open: usize, arrow: usize) -> Vec<usize> {
    let mut depth = 0_u32;
    let mut arrows = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(open + 1) {
        match token.kind {
            kind if kind.closer().is_some() => depth += 1,
            kind if kind.opener().is_some() => {
                if depth == 0 {
                    break;
                }
                depth -= 1;
            }
            Kind::FatArrow if depth == 0 => arrows.push(at),
            // Another body follows, or this one has been passed.
            Kind::Semicolon if depth == 0 => {
                if at > arrow {
                    break;
                }
                arrows.clear();
            }
            _ => {}
        }
    }
    arrows
}

/// The column where the key of an arrow ends, from 1, where the key begins the arrow's line.
fn key_end(text: &str, tokens: &[Token], arrow: usize) -> Option<u32> {
    let line = tokens[arrow].line;
    let key = tokens[..arrow].iter().rfind(|token| !token.kind.is_layout())?;
    let on_line = tokens[..arrow].iter().rev().take_while(|token| token.line == line);
    let code = on_line.filter(|token| !token.kind.is_layout()).count();
    let is_string = matches!(key.kind, Kind::StringEnd);
    if key.line != line || (code != 1 && !is_string) {
        return None;
    }
    let width = text.get(std::ops::Range::<usize>::from(key.range))?.chars().count() as u32;
    Some(key.column + width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &str, mut edits: Vec<TextEdit>) -> String {
        let mut text = text.to_string();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
        for edit in edits {
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.new_text);
        }
        text
    }

    /// `$0` marks the cursor.
    #[track_caller]
    fn check_new_line(text: &str, expected: &str) {
        let offset = text.find("$0").expect("a cursor") as u32;
        let text = text.replace("$0", "");
        assert_eq!(apply(&text, after_new_line(&text, offset, &FormatOptions::default())), expected);
    }

    #[track_caller]
    fn check_arrow(text: &str, expected: &str) {
        let offset = text.find("$0").expect("a cursor") as u32;
        let text = text.replace("$0", "");
        assert_eq!(apply(&text, after_arrow(&text, &Tokens::of(&text), offset)), expected);
    }

    #[test]
    fn new_lines_are_indented() {
        check_new_line("class a {\n$0", "class a {\n  ");
        check_new_line("class a {\n  file { '/a':\n  $0", "class a {\n  file { '/a':\n    ");
        check_new_line(
            "class a {\n  file { '/a':\n    mode => '0644',\n$0\n",
            "class a {\n  file { '/a':\n    mode => '0644',\n    \n",
        );
        check_new_line("class a {\n  include b\n$0}\n", "class a {\n  include b\n}\n");
        check_new_line("file {\n  'a':\n$0", "file {\n  'a':\n    ");
        check_new_line("$a =\n$0", "$a =\n  ");
        check_new_line("class a {\n}\n  $0", "class a {\n}\n");
    }

    #[test]
    fn texts_of_heredocs_and_strings_are_left_alone() {
        check_new_line("$a = @(END)\n$0", "$a = @(END)\n");
        check_new_line("class a {\n  $b = 'x\n$0", "class a {\n  $b = 'x\n");
    }

    #[test]
    fn arrows_are_aligned_while_the_value_is_missing() {
        check_arrow(
            "file { '/a':\n  ensure => file,\n  mode =>$0\n}\n",
            "file { '/a':\n  ensure => file,\n  mode   =>\n}\n",
        );
        check_arrow("$h = {\n  a => 1,\n  longer =>$0", "$h = {\n  a      => 1,\n  longer =>");
        check_arrow(
            "file {\n  'a':\n    b => 1;\n  'c':\n    long =>$0 2,\n    d => 3;\n}",
            "file {\n  'a':\n    b => 1;\n  'c':\n    long => 2,\n    d    => 3;\n}",
        );
        check_arrow("$h = { a => 1, bb =>$0 2 }", "$h = { a => 1, bb => 2 }");
        check_arrow("if $a >$0 3 { }", "if $a > 3 { }");
    }

    #[test]
    fn a_closed_block_is_found() {
        let text = "class a {\n  if $b {\n  }\n}\n";
        assert_eq!(closed_block(text, 23), Some(TextRange::new(18, 23)));
        assert_eq!(closed_block(text, 25), Some(TextRange::new(8, 25)));
        assert_eq!(closed_block(text, 5), None);
    }
}
