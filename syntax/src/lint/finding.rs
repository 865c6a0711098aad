//! What a check reports, and what its fix needs to find the place again.

use std::borrow::Cow;

use super::document::{At, Document};
use super::table::{LintCheck, Origin};
use super::token::{Kind, Token};
use super::tokenizer::TokenError;
use crate::text_range::TextRange;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LintSeverity {
    Warning,
    Error,
}

/// The tokens that a fix works on, by their indexes in the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    #[default]
    Nothing,
    Token(At),
    Tokens(At, At),
    /// The start, the variable and the end of a string.
    StringOfVariable {
        start: At,
        variable: At,
        end: At,
    },
    /// An arrow, the column where it belongs, and where it must begin a line how far that is indented.
    Arrow {
        arrow: At,
        column: u32,
        new_line_indent: Option<u32>,
    },
    /// A token and the text that should be there instead.
    Replace(At, String),
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub check: &'static LintCheck,
    pub message: Cow<'static, str>,
    pub range: TextRange,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// The reason that a comment gives for leaving it as it is.
    pub ignored: Option<String>,
    pub(super) target: Target,
}

impl Finding {
    /// True where the check has a fix for this finding; it may still turn out not to apply.
    pub fn is_fixable(&self) -> bool {
        self.check.fix.is_some() && self.target != Target::Nothing
    }
}

/// A text that cannot be split into tokens. Not in the table: it cannot be turned off, and the parser says it better.
pub static SYNTAX: LintCheck = LintCheck {
    name: "syntax",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "The text cannot be split into tokens.",
    run: |_, _| {},
    fix: None,
};

/// Where checks put what they find.
pub struct Findings {
    pub check: &'static LintCheck,
    pub found: Vec<Finding>,
}

impl Findings {
    pub fn new() -> Self {
        Findings { check: &SYNTAX, found: Vec::new() }
    }

    /// Reports at a token.
    pub fn report(&mut self, document: &Document<'_>, at: At, message: impl Into<Cow<'static, str>>) -> &mut Finding {
        let token = *document.token(at);
        self.report_token(&token, message.into())
    }

    /// Reports at a token whose fix works on that token.
    pub fn fixable(&mut self, document: &Document<'_>, at: At, message: impl Into<Cow<'static, str>>) {
        self.report(document, at, message).target = Target::Token(at);
    }

    fn report_token(&mut self, token: &Token, message: Cow<'static, str>) -> &mut Finding {
        // A line break is no place to show something at: the end of its line is.
        let range = if token.kind == Kind::Newline { TextRange::empty(token.range.start) } else { token.range };
        self.push(range, token.line, token.column, message)
    }

    /// Reports at a place that no token begins at.
    pub fn push(&mut self, range: TextRange, line: u32, column: u32, message: Cow<'static, str>) -> &mut Finding {
        self.found.push(Finding {
            check: self.check,
            message,
            range,
            line,
            column,
            ignored: None,
            target: Target::Nothing,
        });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    pub fn syntax_error(&mut self, error: &TokenError) {
        self.check = &SYNTAX;
        let range = TextRange::empty(error.offset);
        self.push(range, error.line, error.column, Cow::Borrowed(error.reason.message()));
    }

    pub fn syntax_error_at(&mut self, document: &Document<'_>, at: At) {
        self.syntax_problem(document, at, "Syntax error");
    }

    /// Something that a check needs is missing.
    pub fn syntax_problem(&mut self, document: &Document<'_>, at: At, message: &'static str) {
        let check = std::mem::replace(&mut self.check, &SYNTAX);
        self.report(document, at, message);
        self.check = check;
    }
}
