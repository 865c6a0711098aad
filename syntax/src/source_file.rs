//! One call from text to everything this crate knows about it. Knows nothing of where the text comes from.

use std::sync::Arc;

use crate::parser::{ParseOptions, parse};
use crate::problem::Problem;
use crate::program::lower::lower;
use crate::program::{Program, SourceMap};
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
    /// Of lexer, parser and validation, in the order of the text.
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
        }
    }
}

/// Parses, lowers and validates a text.
pub fn read(text: &str, options: &ReadOptions) -> SourceFile {
    let parse = parse(text, &options.parse_options());
    let (program, source_map) = lower(&parse);
    let found = validation::validate(&program, &source_map, options);
    let mut problems = parse.into_problems();
    let mistakes: Vec<u32> =
        problems.iter().filter(|problem| problem.is_error()).map(|problem| problem.anchor).collect();
    problems.extend(found.into_iter().filter(|problem| is_trustworthy(problem, &mistakes)));
    problems.sort_by_key(|problem| problem.anchor);
    SourceFile { program: Arc::new(program), source_map: Arc::new(source_map), problems }
}

/// What validation says about code that could not be read is noise: half a statement has no effect, and has no value.
fn is_trustworthy(problem: &Problem, mistakes: &[u32]) -> bool {
    if mistakes.is_empty() {
        return true;
    }
    let is_about_effects = matches!(problem.code, "IDEM_EXPRESSION_NOT_LAST" | "IDEM_NOT_ALLOWED_LAST");
    !is_about_effects && !mistakes.iter().any(|mistake| problem.range.touches(*mistake))
}
