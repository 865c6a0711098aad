//! Finds the calls that make documented things: at the top of a file and in modules, classes and conditions.

use evaluator::ruby::parse::{RubyParseError, grammar_tree};
use tree_sitter::Node;

use super::{Call, RubyFile, children};
use crate::kinds::{data_types, facts, providers, resource_api, resource_types, ruby_functions};
use crate::model::{Problem, Reference};

/// Reads one call; an error is what it makes and why that cannot be read.
type Reader = for<'t> fn(&RubyFile<'t>, &Call<'t>, &mut Reference) -> Result<(), String>;

/// The methods that make documented things.
const READERS: &[(&str, Reader)] = &[
    ("create_function", ruby_functions::read),
    ("newfunction", ruby_functions::read),
    ("newtype", resource_types::read),
    ("newparam", resource_types::read_addition),
    ("newproperty", resource_types::read_addition),
    ("ensurable", resource_types::read_addition),
    ("provide", providers::read),
    ("register_type", resource_api::read),
    ("create_type", data_types::read),
    ("add", facts::read),
];

/// Reads a Ruby file.
pub fn read(path: &str, text: &str, reference: &mut Reference) {
    let mut problem = |line: usize, message: String| {
        reference.problems.push(Problem { file: path.to_string(), line, message });
    };
    let grammar = match grammar_tree(text) {
        Ok(grammar) => grammar,
        Err(error) => return problem(1, unreadable(&error).to_string()),
    };
    if let Some(offset) = grammar.mistake {
        let line = text.get(..offset as usize).unwrap_or_default().matches('\n').count() + 1;
        problem(line, "Ruby's grammar finds a mistake here; what is around it may be missing".to_string());
    }
    let root = grammar.tree.root_node();
    let file = RubyFile::new(path, &grammar.source, root);
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        let mut below = inner_statements(&file, node);
        below.reverse();
        waiting.extend(below);
        read_call(&file, node, reference);
    }
}

fn read_call<'t>(file: &RubyFile<'t>, node: Node<'t>, reference: &mut Reference) {
    let Some(call) = Call::read(file, node) else { return };
    let Some((_, reader)) = READERS.iter().find(|(method, _)| *method == call.method) else { return };
    if let Err(message) = reader(file, &call, reference) {
        reference.problems.push(Problem { file: file.path.to_string(), line: file.line(node), message });
    }
}

/// Returns the statements that YARD goes on with below a statement.
fn inner_statements<'t>(file: &RubyFile<'t>, node: Node<'t>) -> Vec<Node<'t>> {
    let field = |name: &str| node.child_by_field_name(name);
    let parts = match node.kind() {
        "program" => return children(node),
        "module" | "class" | "singleton_class" => [field("body"), None],
        "if" | "unless" | "elsif" => {
            let condition = field("condition").map(|condition| file.text(condition));
            let branches = [field("consequence"), field("alternative")];
            match (condition, node.kind() == "unless") {
                (Some("true"), false) | (Some("false"), true) => [branches[0], None],
                (Some("false"), false) | (Some("true"), true) => [None, branches[1]],
                _ => branches,
            }
        }
        "if_modifier" | "unless_modifier" => return field("body").into_iter().collect(),
        _ => return Vec::new(),
    };
    let statements = |part: Node<'t>| match part.kind() {
        "elsif" => vec![part],
        _ => children(part),
    };
    parts.into_iter().flatten().flat_map(statements).collect()
}

fn unreadable(error: &RubyParseError) -> &'static str {
    match error {
        RubyParseError::Syntax { .. } => "Ruby's grammar finds a mistake in it",
        RubyParseError::TooDeep => "It is nested too deeply to be read",
        RubyParseError::HeredocWords => "It has more open heredocs than can be read",
        RubyParseError::NoGrammar => "The grammar of Ruby could not be loaded",
    }
}
