//! Lint: the style guide's rules and common traps, found in the tokens of a manifest, with fixes for most.
//!
//! The checks and their names are those that puppet-lint and its plugins made known, so that `# lint:ignore:` comments and
//! option files keep their meaning. One file per check or family below `checks/`, one row each in `table.rs`. Knows nothing
//! of names in other files, of the file system or of editors.

mod checks;
mod control_comments;
mod document;
mod draft;
mod finding;
mod options_file;
mod selection;
mod structure;
mod table;
mod token;
mod tokenizer;

pub use checks::facts::structured_fact;
pub use finding::{Finding, LintSeverity};
pub use options_file::{OptionsFile, PathPattern};
pub use selection::Selection;
pub use table::{CHECKS, LintCheck, Origin, check_named};

pub(crate) use token::{Kind, Token};
pub(crate) use tokenizer::tokenize;

use document::Document;
use draft::Draft;
use finding::{Findings, SYNTAX};
use tokenizer::TokenError;

/// What is to be looked for, and in what kind of file.
#[derive(Clone, Copy, Debug)]
pub struct LintRequest<'a> {
    pub selection: &'a Selection,
    /// The file's absolute path, with `/`; without it the checks of the layout of modules say nothing.
    pub path: Option<&'a str>,
}

/// The tokens of a text as lint splits it, or where it cannot be split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens(Result<Vec<Token>, TokenError>);

impl Tokens {
    pub fn of(text: &str) -> Self {
        Tokens(tokenize(text))
    }

    pub(crate) fn get(&self) -> Option<&[Token]> {
        self.0.as_deref().ok()
    }
}

/// A text that the chosen checks have looked at.
pub struct Linted<'a> {
    /// In the order of the checks; what comments ignore is there, marked.
    pub findings: Vec<Finding>,
    text: &'a str,
    /// `None` where nothing can be fixed.
    document: Option<Document<'a>>,
}

impl<'a> Linted<'a> {
    /// Runs the chosen checks over a text and its tokens.
    pub fn new(text: &'a str, tokens: &'a Tokens, request: &LintRequest<'a>) -> Self {
        let (findings, document) = run(text, tokens, request);
        let document = document.filter(|_| findings.iter().all(|finding| finding.check.name != SYNTAX.name));
        Linted { findings, text, document }
    }

    /// Fixes the findings that `wanted` picks. Returns the new text, and for each finding whether it was fixed.
    pub fn fix(&self, wanted: impl Fn(&Finding) -> bool) -> (String, Vec<bool>) {
        let Some(document) = &self.document else { return (self.text.to_string(), vec![false; self.findings.len()]) };
        let mut draft = Draft::new(document);
        let mut fixed = Vec::with_capacity(self.findings.len());
        for finding in &self.findings {
            let is_fixed = finding.ignored.is_none()
                && wanted(finding)
                && finding.check.fix.is_some_and(|fix| fix(&mut draft, &finding.target).is_ok());
            fixed.push(is_fixed);
        }
        let text = if fixed.contains(&true) { draft.print() } else { self.text.to_string() };
        (text, fixed)
    }
}

/// Returns all that the chosen checks find in a text.
pub fn lint(text: &str, request: &LintRequest<'_>) -> Vec<Finding> {
    Linted::new(text, &Tokens::of(text), request).findings
}

/// Returns the text with the findings fixed that `wanted` picks.
pub fn fix(text: &str, request: &LintRequest<'_>, wanted: impl Fn(&Finding) -> bool) -> FixedText {
    let tokens = Tokens::of(text);
    let linted = Linted::new(text, &tokens, request);
    let (text, fixed) = linted.fix(wanted);
    FixedText { text, fixed, findings: linted.findings }
}

/// What fixing made of a text.
#[derive(Clone, Debug)]
pub struct FixedText {
    pub text: String,
    /// For each finding of the old text.
    pub fixed: Vec<bool>,
    pub findings: Vec<Finding>,
}

fn run<'a>(text: &'a str, tokens: &'a Tokens, request: &LintRequest<'a>) -> (Vec<Finding>, Option<Document<'a>>) {
    let mut findings = Findings::new();
    let (tokens, error) = match &tokens.0 {
        Ok(tokens) => (tokens.as_slice(), None),
        // Lines can still be looked at.
        Err(error) => (&[][..], Some(error)),
    };
    if let Some(error) = error {
        findings.syntax_error(error);
    }
    let mut document = Document::new(text, tokens);
    document.path = request.path;
    document.relative_paths = request.selection.relative_paths;
    if let Some(at) = document.unreadable_resource() {
        findings.syntax_error_at(&document, at);
        return (findings.found, None);
    }
    for check in request.selection.checks() {
        findings.check = check;
        (check.run)(&document, &mut findings);
    }
    control_comments::apply(&document, &mut findings.found);
    (findings.found, error.is_none().then_some(document))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_makes_a_check_panic_or_hang() {
        let all = Selection::all();
        let request = LintRequest { selection: &all, path: Some("/m/a/manifests/b.pp") };
        let pieces = [
            "class a (",
            "$a-b",
            "=> ",
            "{",
            "}",
            "[",
            "]",
            ")",
            "file {",
            "'x':",
            "\"${a}\"",
            "\"$b[1]\"",
            "mode =>",
            "ensure =>",
            "->\n",
            "|$x|",
            "case $a {",
            "default:",
            "node x",
            "# lint:ignore:a\n",
            "/* a\n b */",
            "@(E)\n",
            "E\n",
            ",",
            ";",
            ":",
            "?",
            "include ::a",
            "Class",
            "inherits",
            "\t ",
            "\n",
            "=",
            "'/b'",
            "include",
            "lookup(",
            "undef",
            "in",
            "é",
            "*",
            "+>",
        ];
        // A fixed sequence of pieces, different for every start.
        let mut state = 1_u32;
        for _ in 0..3000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text += pieces[(state >> 8) as usize % pieces.len()];
                text += " ";
            }
            let _ = fix(&text, &request, |_| true);
        }
    }
}
