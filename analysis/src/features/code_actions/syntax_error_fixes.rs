//! A sign that is missing or mistaken at a syntax error. A fix is offered only if the file has fewer syntax errors with it, and none at
//! this place: the file is read again with each.

use syntax::TextRange;
use syntax::code::{self, Code};
use syntax::format::TextEdit;

use super::{ActionContext, CodeAction};
use crate::diagnostic::Diagnostic;
use crate::queries;

/// What is often forgotten before the token that cannot be used, the likeliest first.
const FORGOTTEN: &[&str] = &[",", ":", " =>", "}", ")", "]", "'"];

/// Reading a longer text seven times would be felt.
const MAX_LENGTH: usize = 400_000;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let path = context.path();
    if !queries::is_puppet_code(&path) || path.ends_with(".epp") || context.text.len() > MAX_LENGTH {
        return Vec::new();
    }
    let found = context.diagnostics("syntax-error");
    // A slip that is known brings its own fix along.
    let Some(diagnostic) = found.first().filter(|diagnostic| diagnostic.fixes.is_empty()) else { return Vec::new() };
    let mut actions = Vec::new();
    for (title, edit) in candidates(context, diagnostic) {
        if helps(context, &edit) {
            let mut action = context.quick_fix(title, diagnostic, context.edit(vec![edit]));
            action.is_preferred = actions.is_empty();
            actions.push(action);
        }
    }
    // One sign that ends the error is enough; more would be guesses.
    actions.truncate(1);
    actions
}

fn candidates(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Vec<(String, TextEdit)> {
    let range = diagnostic.range;
    let mut found = Vec::new();
    if context.slice(range) == "=" {
        found.push(("Replace = with ==".to_string(), TextEdit { range, new_text: "==".to_string() }));
    }
    if let Some(word) = dotted_word(context, range) {
        let new_text = format!("'{}'", context.slice(word));
        found.push((format!("Replace with {new_text}"), TextEdit { range: word, new_text }));
    }
    let before = context.text.get(..range.start as usize).unwrap_or_default();
    let at = before.trim_end().len() as u32;
    for sign in FORGOTTEN {
        let edit = TextEdit { range: TextRange::empty(at), new_text: sign.to_string() };
        found.push((format!("Insert {}", sign.trim()), edit));
    }
    found
}

/// A host name or version that was not quoted: the letters, digits, dots and dashes around a dot.
fn dotted_word(context: &ActionContext<'_>, range: TextRange) -> Option<TextRange> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let before = context.text.get(..range.start as usize)?;
    let after = context.text.get(range.start as usize..)?;
    let start = before.trim_end_matches(is_part).len();
    let end = range.start as usize + (after.len() - after.trim_start_matches(is_part).len());
    let word = context.text.get(start..end)?;
    let is_name = word.contains('.') && word.starts_with(|c: char| c.is_ascii_alphanumeric()) && !word.ends_with('.');
    is_name.then(|| TextRange::new(start as u32, end as u32))
}

/// The text has fewer syntax errors with the edit.
fn helps(context: &ActionContext<'_>, edit: &TextEdit) -> bool {
    let mut text = context.text.to_string();
    text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.new_text);
    let read = syntax::read(&text, &queries::read_options(context.db, context.file));
    let count =
        |problems: &[syntax::Problem]| problems.iter().filter(|problem| OF_READING.contains(&problem.code)).count();
    count(&read.problems) < count(&context.source.problems) && read.problems.len() < context.source.problems.len()
}

/// Errors of the text itself, not of what it means.
const OF_READING: &[Code] =
    &[code::SYNTAX_ERROR, code::UNCLOSED_QUOTE, code::UNCLOSED_MLCOMMENT, code::HEREDOC_WITHOUT_END_TAGGED_LINE];

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn signs_that_were_forgotten() {
        check("file { '/a' mo$0de => '1' }\n", "Insert :", "file { '/a': mode => '1' }\n");
        check(
            "file { '/a':\n  mode => '1'\n  own$0er => 'x',\n}\n",
            "Insert ,",
            "file { '/a':\n  mode => '1',\n  owner => 'x',\n}\n",
        );
        check("notice([1, 2$0)\n", "Insert ]", "notice([1, 2])\n");
        check("notice(1, 2 $03)\n", "Insert ,", "notice(1, 2, 3)\n");
    }

    #[test]
    fn a_comparison_and_a_host() {
        check("if $x =$0 1 { }\n", "Replace = with ==", "if $x == 1 { }\n");
        check("node web-1$0.example.com { }\n", "Replace with 'web", "node 'web-1.example.com' { }\n");
    }

    #[test]
    fn nothing_where_one_sign_is_not_enough() {
        assert_eq!(titles("class { { $0 ( [ \n"), [""; 0]);
    }
}
