//! One call from text to everything this crate knows about it. Knows nothing of where the text comes from.

use std::sync::Arc;

use crate::problem::Problem;
use crate::program::{Program, SourceMap};

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
