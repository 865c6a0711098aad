//! The `puppet` blocks of a Markdown text, each with the `puppet fixed` block behind it.

use std::ops::Range;

pub struct Block {
    /// The line of its first line in the file, from 1.
    pub line: usize,
    pub text: String,
    pub edition: Option<String>,
    /// Where the text stands that its fixes make of it.
    pub fixed: Option<Range<usize>>,
}

pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut offset = 0;
    let mut open: Option<(&str, usize, usize)> = None;
    for (number, line) in markdown.split_inclusive('\n').enumerate() {
        let next = offset + line.len();
        match (open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some((info.trim(), number + 2, next)),
            (Some((info, line, start)), Some(_)) => {
                open = None;
                let mut words = info.split_whitespace();
                if words.next() == Some("puppet") {
                    match words.next() {
                        Some("fixed") => {
                            let block = blocks.last_mut().unwrap_or_else(|| panic!("line {line}: nothing to fix"));
                            block.fixed = Some(start..offset);
                        }
                        edition => blocks.push(Block {
                            line,
                            text: markdown[start..offset].to_string(),
                            edition: edition.map(str::to_string),
                            fixed: None,
                        }),
                    }
                }
            }
            _ => {}
        }
        offset = next;
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}
