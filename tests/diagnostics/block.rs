//! The `puppet` blocks of a Markdown text, each with the `text` block behind it that shows how its problems are printed.

use std::ops::Range;

use syntax::validation::{ModuleLocation, ValidationRules};
use syntax::{ReadOptions, SourceKind};

pub struct Block {
    /// The line of its first line in the file, from 1.
    pub line: usize,
    pub text: String,
    pub options: ReadOptions,
    /// Where the printed problems stand in the Markdown text.
    pub rendered: Option<Range<usize>>,
}

pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut offset = 0;
    let mut open: Option<Fence> = None;
    for (number, line) in markdown.split_inclusive('\n').enumerate() {
        let next = offset + line.len();
        match (&open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some(Fence { info: info.trim(), line: number + 2, start: next }),
            (Some(fence), Some(_)) => {
                match fence.info.split_whitespace().next() {
                    Some("puppet") => blocks.push(Block {
                        line: fence.line,
                        text: markdown[fence.start..offset].to_string(),
                        options: options(fence.info),
                        rendered: None,
                    }),
                    Some("text") => {
                        let block =
                            blocks.last_mut().unwrap_or_else(|| panic!("no puppet block before line {}", fence.line));
                        block.rendered = Some(fence.start..offset);
                    }
                    _ => panic!("line {}: blocks are `puppet` or `text`", fence.line),
                }
                open = None;
            }
            _ => {}
        }
        offset = next;
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

struct Fence<'a> {
    info: &'a str,
    line: usize,
    start: usize,
}

fn options(info: &str) -> ReadOptions {
    let mut options = ReadOptions::default();
    for word in info.split_whitespace().skip(1) {
        match word {
            "epp" => options.kind = SourceKind::Template,
            "tasks" => options.tasks = true,
            "puppet7" => {
                options.rules.strict = false;
                options.rules.literal_parameter_types = false;
                options.rules.types_as_literal_keys = false;
            }
            "spec4x" => options.rules = spec4x(),
            _ => match word.strip_prefix("file=").and_then(|path| path.split_once('/')) {
                Some((module, path)) => {
                    options.location = Some(ModuleLocation { module: module.to_string(), path: path.to_string() });
                }
                None => panic!("unknown word `{word}` after ```puppet"),
            },
        }
    }
    options
}

fn spec4x() -> ValidationRules {
    ValidationRules {
        appends_and_deletes: true,
        private_definitions: true,
        callable_values: true,
        statements_are_values: true,
        any_statement_call: true,
        append_in_defaults: true,
        unbounded_integers: true,
        computed_resource_types: true,
        empty_case: true,
        spaced_access: true,
        plain_interpolated_names: true,
        no_keywords_in_names: true,
        no_default_from_itself: true,
        ..ValidationRules::default()
    }
}
