//! What is wrong with a source text: one record for lexer, parser and validation. Knows nothing of how it is shown.

use crate::code::Code;
use crate::format::TextEdit;
use crate::text_range::TextRange;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    /// Puppet's deprecations: shown as warnings.
    Deprecation,
}

/// A mistake in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub code: Code,
    pub severity: Severity,
    /// Worded as Puppet words it, where Puppet has a wording.
    pub message: String,
    /// The text to underline.
    pub range: TextRange,
    /// The offset that Puppet names.
    pub anchor: u32,
    /// What to do about it.
    pub hint: Option<String>,
    pub related: Vec<RelatedPlace>,
    /// A change that takes it away.
    pub fix: Option<Box<Fix>>,
}

/// A change of the text that takes a problem away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an editor offers it.
    pub title: String,
    /// In the order of the text, none touching another.
    pub edits: Vec<TextEdit>,
}

impl Fix {
    pub fn replace(range: TextRange, new_text: impl Into<String>, title: impl Into<String>) -> Self {
        Fix { title: title.into(), edits: vec![TextEdit { range, new_text: new_text.into() }] }
    }
}

/// Another place that helps to understand a problem: the earlier duplicate, the opening brace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPlace {
    pub range: TextRange,
    pub message: String,
}

impl Problem {
    pub fn error(code: Code, message: impl Into<String>, range: TextRange, anchor: u32) -> Self {
        Problem {
            code,
            severity: Severity::Error,
            message: message.into(),
            range,
            anchor,
            hint: None,
            related: Vec::new(),
            fix: None,
        }
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
