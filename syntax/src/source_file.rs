//! One call from text to everything this crate knows about it. Knows nothing of where the text comes from.

use std::sync::Arc;

use crate::ast::Node;
use crate::parser::{Parse, ParseOptions, parse};
use crate::problem::Problem;
use crate::program::lower::lower;
use crate::program::{Program, SourceMap};
use crate::source_bytes::SourceBytes;
use crate::syntax_kind::SyntaxKind;
use crate::validation;

/// What kind of text it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SourceKind {
    #[default]
    Manifest,
    /// An EPP template.
    Template,
}

/// How a text is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    pub kind: SourceKind,
    /// Plans and `apply` are part of the language (Bolt), classes and resources partly are not.
    pub tasks: bool,
    pub rules: crate::validation::ValidationRules,
    /// The file's path below its module's or environment's folder, for the checks of names and locations.
    pub location: Option<crate::validation::ModuleLocation>,
}

/// A text, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub program: Arc<Program>,
    pub source_map: Arc<SourceMap>,
    /// Of lexer and parser, then of validation in the order in which Puppet reports them; where the text could not be
    /// read, all in the order of the text.
    pub problems: Vec<Problem>,
}

impl ReadOptions {
    /// What of it concerns the parser.
    pub fn parse_options(&self) -> ParseOptions {
        ParseOptions {
            kind: self.kind,
            tasks: self.tasks,
            specification: self.rules.callable_values || self.rules.private_definitions,
            any_statement_call: self.rules.any_statement_call,
            empty_case: self.rules.empty_case,
            spaced_access: self.rules.spaced_access,
            plain_interpolated_names: self.rules.plain_interpolated_names,
            no_hyphens_in_names: self.rules.no_hyphens_in_names,
            numeric_names_end_at_digits: self.rules.numeric_names_end_at_digits,
        }
    }
}

/// Parses, lowers and validates a text.
pub fn read(text: &str, options: &ReadOptions) -> SourceFile {
    read_parsed(&parse(text, &options.parse_options()), text, options)
}

/// Lowers and validates the tree of a text, which was parsed with these options.
pub fn read_parsed(parse: &Parse, text: &str, options: &ReadOptions) -> SourceFile {
    let (program, source_map) = lower(parse);
    let found = validation::validate(&program, &source_map, options);
    let mistakes: Vec<&Problem> = parse.problems().iter().filter(|problem| problem.is_error()).collect();
    let trusted = found.into_iter().filter(|problem| is_trustworthy(parse, text, problem, &mistakes));
    let problems = if mistakes.is_empty() {
        parse.problems().iter().cloned().chain(trusted).collect()
    } else {
        // Puppet meets a mistake of the syntax where the token begins, wherever it says that it is.
        let of_syntax = parse.problems().iter().map(|problem| (problem.range.start, problem.clone()));
        let mut placed: Vec<(u32, Problem)> =
            of_syntax.chain(trusted.map(|problem| (problem.anchor, problem))).collect();
        placed.sort_by_key(|(place, _)| *place);
        placed.into_iter().map(|(_, problem)| problem).collect()
    };
    SourceFile { program: Arc::new(program), source_map: Arc::new(source_map), problems }
}

/// The same from a file's bytes, which may be no UTF-8.
pub fn read_bytes(bytes: &[u8], options: &ReadOptions) -> SourceFile {
    let source = SourceBytes::new(bytes);
    let mut file = read(if source.is_readable { &source.text } else { "" }, options);
    if !source.problems.is_empty() {
        file.problems.extend(source.problems);
        file.problems.sort_by_key(|problem| problem.anchor);
    }
    file
}

/// With more mistakes than that, nothing that validation says is of use.
const MAX_MISTAKES: usize = 32;

/// What validation says about statements that could not be read, or stand beside such, is noise.
fn is_trustworthy(parse: &Parse, text: &str, problem: &Problem, mistakes: &[&Problem]) -> bool {
    let near = |place: u32| {
        are_neighbours(Node::root(parse.green()), problem.anchor, place) || are_on_one_line(text, problem.anchor, place)
    };
    mistakes.len() <= MAX_MISTAKES && !mistakes.iter().any(|mistake| near(mistake.anchor) || near(mistake.range.start))
}

fn are_on_one_line(text: &str, left: u32, right: u32) -> bool {
    text.get(left.min(right) as usize..left.max(right) as usize).is_some_and(|between| !between.contains('\n'))
}

/// True where two offsets are in the same statement or in statements next to each other. The body of a definition that was
/// read to its end keeps its mistakes to itself.
fn are_neighbours(root: Node<'_>, left: u32, right: u32) -> bool {
    let mut node = root;
    loop {
        let index_of = |offset: u32| node.nodes().take_while(|statement| statement.end() <= offset).count();
        let (first, second) = (index_of(left), index_of(right));
        let is_enclosed =
            |index: usize, offset: u32| node.nodes().nth(index).is_some_and(|node| encloses(node, offset));
        if first != second {
            return first.abs_diff(second) <= 1 && !is_enclosed(first, left) && !is_enclosed(second, right);
        }
        let Some(statement) = node.nodes().nth(first) else { return true };
        match block_around(statement, left, right) {
            Some(block) => node = block,
            None => return !is_enclosed(second, right),
        }
    }
}

/// True where the offset is in the body of a definition, and the body has its closing brace.
fn encloses(statement: Node<'_>, offset: u32) -> bool {
    let is_definition = matches!(
        statement.kind(),
        SyntaxKind::CLASS_DEFINITION
            | SyntaxKind::DEFINE_DEFINITION
            | SyntaxKind::NODE_DEFINITION
            | SyntaxKind::FUNCTION_DEFINITION
            | SyntaxKind::PLAN_DEFINITION
    );
    let body = statement.node(SyntaxKind::BLOCK).filter(|_| is_definition);
    body.is_some_and(|body| body.token(SyntaxKind::R_BRACE).is_some() && body.range().contains(offset))
}

/// The outermost block inside a statement that holds both offsets.
fn block_around(statement: Node<'_>, left: u32, right: u32) -> Option<Node<'_>> {
    let mut node = statement;
    loop {
        node = node.nodes().find(|child| child.range().contains(left) && child.range().contains(right))?;
        if node.kind() == SyntaxKind::BLOCK {
            return Some(node);
        }
    }
}
