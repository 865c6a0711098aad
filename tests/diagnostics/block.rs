//! The `puppet` blocks of a Markdown text.

use syntax::validation::{ModuleLocation, ValidationRules};
use syntax::{ReadOptions, SourceKind};

pub struct Block {
    /// The line of its first line in the file, from 1.
    pub line: usize,
    pub text: String,
    pub options: ReadOptions,
}

pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in markdown.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) if info.split_whitespace().next() == Some("puppet") => {
                open = Some(Block { line: number + 2, text: String::new(), options: options(info) });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            _ => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
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
        ..ValidationRules::default()
    }
}
