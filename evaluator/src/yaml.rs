//! Reads the text of YAML into nodes, by the rules of libyaml, which Ruby reads its YAML with (YAML 1.1).
//!
//! What it accepts, what it refuses and the words of its errors are libyaml's. What scalars and tags mean is not known
//! here: `hiera::yaml` says it, as Psych does.

mod composer;
mod cursor;
mod scalars;
mod scanner;
mod tags;

use std::borrow::Cow;

pub use composer::first_document;
pub use cursor::Mark;

/// A node of a document.
#[derive(Debug)]
pub struct Node<'t> {
    pub content: Content<'t>,
    pub anchor: Option<&'t str>,
    /// The tag with its handle written out.
    pub tag: Option<String>,
    pub mark: Mark,
}

#[derive(Debug)]
pub enum Content<'t> {
    Alias(&'t str),
    Scalar { text: Cow<'t, str>, is_plain: bool },
    Sequence(Vec<Node<'t>>),
    Mapping(Vec<(Node<'t>, Node<'t>)>),
}

/// What is wrong with a text, in libyaml's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub problem: &'static str,
    /// What was being read, for instance `while parsing a block mapping`.
    pub context: Option<&'static str>,
    /// Where that began.
    pub mark: Mark,
}

impl SyntaxError {
    fn new(context: &'static str, mark: Mark, problem: &'static str) -> Self {
        SyntaxError { problem, context: Some(context), mark }
    }

    fn without_context(mark: Mark, problem: &'static str) -> Self {
        SyntaxError { problem, context: None, mark }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    Syntax(SyntaxError),
    /// More collections inside one another than are read.
    TooDeep(Mark),
}

impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> Self {
        ReadError::Syntax(error)
    }
}
