//! What an action looks at: the file with its program, the selection, and helpers for texts. Knows nothing of any one action.

use std::sync::Arc;

use evaluator::FileId;
use smol_str::SmolStr;
use syntax::format::TextEdit;
use syntax::{Expr, ExprId, SourceFile, TextRange};

use super::{ActionKind, CodeAction, WorkspaceChange};
use crate::db::Db;
use crate::diagnostic::Diagnostic;
use crate::inputs::{EnvironmentInput, FileInput};
use crate::preview;
use crate::queries::{self, Parents};
use crate::scopes::{FileScopes, file_scopes};

/// Variables that Puppet sets in every scope.
const ALWAYS_SET: &[&str] =
    &["title", "name", "module_name", "caller_module_name", "facts", "trusted", "server_facts", "environment"];

pub struct ActionContext<'a> {
    pub db: &'a dyn Db,
    pub file: FileInput,
    pub environment: EnvironmentInput,
    pub text: Arc<str>,
    pub source: Arc<SourceFile>,
    pub scopes: Arc<FileScopes>,
    pub parents: Arc<Parents>,
    /// The selection without the white space around it, or the cursor.
    pub selection: TextRange,
    pub creates_files: bool,
}

impl<'a> ActionContext<'a> {
    pub fn new(db: &'a dyn Db, file: FileInput, range: TextRange, creates_files: bool) -> Self {
        let text = queries::text(db, file);
        ActionContext {
            db,
            file,
            environment: queries::environment_of(db, file),
            selection: trimmed(&text, range),
            text,
            source: queries::source_file(db, file),
            scopes: file_scopes(db, file),
            parents: queries::parents(db, file),
            creates_files,
        }
    }

    pub fn file_id(&self) -> FileId {
        self.file.id(self.db)
    }

    pub fn path(&self) -> Arc<str> {
        self.file.path(self.db)
    }

    /// Code without mistakes of the syntax: only such is rewritten.
    pub fn is_readable_source(&self) -> bool {
        queries::is_puppet_code(&self.path())
            && !self.source.problems.iter().any(|problem| problem.code == syntax::code::SYNTAX_ERROR)
    }

    pub fn expr(&self, id: ExprId) -> &Expr {
        self.source.program.expr(id)
    }

    pub fn range(&self, id: ExprId) -> TextRange {
        self.source.source_map.range(id)
    }

    pub fn slice(&self, range: TextRange) -> &str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// An expression as it is written.
    pub fn written(&self, id: ExprId) -> &str {
        self.slice(self.range(id))
    }

    /// The smallest expression around the selection that is wanted.
    pub fn innermost(&self, wanted: impl Fn(&Expr) -> bool) -> Option<ExprId> {
        let touching = self.source.source_map.touching(self.selection.start);
        let around = touching.into_iter().rev().filter(|id| self.range(*id).touches(self.selection.end));
        around.into_iter().find(|id| wanted(self.expr(*id)))
    }

    /// The same, where the cursor stands in the first line of it, so that an action is not offered in all of a long body.
    pub fn innermost_headed(&self, wanted: impl Fn(&Expr) -> bool) -> Option<ExprId> {
        let id = self.innermost(wanted)?;
        let range = self.range(id);
        let head = self.slice(range).find('\n').map_or(range.end, |length| range.start + length as u32);
        let selects_all = self.selection.contains_range(range);
        (self.selection.end <= head || selects_all).then_some(id)
    }

    /// The diagnostics with this code at the selection.
    pub fn diagnostics(&self, code: &str) -> Vec<Diagnostic> {
        let all = queries::diagnostics(self.db, self.file);
        let here = all.iter().filter(|diagnostic| diagnostic.code.as_str() == code && self.is_at(diagnostic.range));
        here.cloned().collect()
    }

    pub fn is_at(&self, range: TextRange) -> bool {
        range.start <= self.selection.end && self.selection.start <= range.end
    }

    /// The blanks that the line of an offset begins with.
    pub fn indent(&self, offset: u32) -> &str {
        let start = self.line_start(offset) as usize;
        let line = self.text.get(start..).unwrap_or_default();
        let length = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(..length).unwrap_or_default()
    }

    pub fn line_start(&self, offset: u32) -> u32 {
        let before = self.text.get(..offset as usize).unwrap_or_default();
        before.rfind('\n').map_or(0, |at| at as u32 + 1)
    }

    /// The offset behind the line break of an offset's line.
    pub fn line_end(&self, offset: u32) -> u32 {
        let rest = self.text.get(offset as usize..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len() as u32, |length| offset + length as u32 + 1)
    }

    /// A range with its line, where nothing else is on it.
    pub fn with_line(&self, range: TextRange) -> TextRange {
        let (start, end) = (self.line_start(range.start), self.line_end(range.end));
        let alone = self.slice(TextRange::new(start, range.start)).trim().is_empty()
            && self.slice(TextRange::new(range.end, end)).trim().is_empty();
        if alone { TextRange::new(start, end) } else { range }
    }

    /// The statement that an expression is, or is a part of: the child of the block around it.
    pub fn statement_of(&self, id: ExprId) -> Option<ExprId> {
        let mut child = id;
        for parent in self.parents.ancestors(id) {
            match self.expr(parent) {
                Expr::Block(_) => return Some(child),
                Expr::Class(_)
                | Expr::Define(_)
                | Expr::Node(_)
                | Expr::Function(_)
                | Expr::Plan(_)
                | Expr::Lambda(_) => {
                    return Some(child);
                }
                Expr::If(parts) | Expr::Unless(parts) if parts.then == child || parts.otherwise == child => {
                    return Some(child);
                }
                Expr::Case(case) if case.options.iter().any(|option| option.then == child) => return Some(child),
                Expr::Epp(_) => return None,
                _ => child = parent,
            }
        }
        Some(child)
    }

    pub fn edit(&self, edits: Vec<TextEdit>) -> WorkspaceChange {
        WorkspaceChange { edits: vec![(self.file_id(), edits)], created: Vec::new() }
    }

    pub fn replace(&self, range: TextRange, new_text: impl Into<String>) -> WorkspaceChange {
        self.edit(vec![TextEdit { range, new_text: new_text.into() }])
    }

    /// An action that replaces one range.
    pub fn rewrite(&self, title: impl Into<String>, range: TextRange, new_text: impl Into<String>) -> CodeAction {
        CodeAction::new(title, ActionKind::Rewrite, self.replace(range, new_text))
    }

    /// A quick fix of a diagnostic.
    pub fn quick_fix(&self, title: impl Into<String>, diagnostic: &Diagnostic, change: WorkspaceChange) -> CodeAction {
        let mut action = CodeAction::new(title, ActionKind::QuickFix, change);
        action.diagnostic = Some((diagnostic.code, diagnostic.range));
        action
    }

    /// The class, define, function or plan around the selection.
    pub fn enclosing_definition(&self) -> Option<ExprId> {
        self.innermost(|expr| matches!(expr, Expr::Class(_) | Expr::Define(_) | Expr::Function(_) | Expr::Plan(_)))
    }

    /// A template is rendered in a range: it reads the variables of its caller without naming them in the code.
    pub fn renders(&self, range: TextRange) -> bool {
        self.source.program.exprs.iter().any(|expr| match expr {
            Expr::Call(call) => {
                let name = self.literal(call.functor).map(|name| name.as_str());
                let is_template = matches!(name, Some("template" | "inline_template" | "epp" | "inline_epp"));
                // What is handed over to `epp` is all that it sees.
                let is_given_all = name == Some("epp") && call.arguments.len() > 1;
                is_template && !is_given_all && range.contains_range(self.range(call.functor))
            }
            _ => false,
        })
    }

    /// A name that no variable of the file has, and that is not set everywhere anyway.
    pub fn free_name(&self, wished: &str) -> String {
        let facts = preview::facts_named(self.db, &preview::contexts::fact_set_name(self.db));
        // Facts are variables of the top scope, which cannot be assigned again there.
        let facts = facts.filter(|_| self.enclosing_definition().is_none());
        let is_taken = |name: &str| {
            ALWAYS_SET.contains(&name)
                || facts.as_ref().is_some_and(|set| set.facts.contains_key(name))
                || self.scopes.scopes.iter().any(|scope| scope.bindings.iter().any(|binding| binding.name == name))
                || self.scopes.uses.iter().any(|used| used.name == name)
        };
        if !is_taken(wished) {
            return wished.to_string();
        }
        (2..).map(|number| format!("{wished}{number}")).find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// The literal name that an expression is.
    pub fn literal(&self, id: ExprId) -> Option<&SmolStr> {
        match self.expr(id) {
            Expr::String(text) | Expr::QualifiedName(text) => Some(text),
            _ => None,
        }
    }
}

/// A range without the white space at its ends.
fn trimmed(text: &str, range: TextRange) -> TextRange {
    let end = (range.end as usize).min(text.len());
    let start = (range.start as usize).min(end);
    let Some(selected) = text.get(start..end) else { return TextRange::empty(0) };
    let trimmed = selected.trim();
    if trimmed.is_empty() {
        return TextRange::empty(start as u32);
    }
    let start = start + (selected.len() - selected.trim_start().len());
    TextRange::new(start as u32, (start + trimmed.len()) as u32)
}

/// Lines moved from one indentation to another; the first is left as it is.
pub fn reindent(text: &str, from: &str, to: &str) -> String {
    let mut lines = text.split('\n');
    let mut moved = lines.next().unwrap_or_default().to_string();
    for line in lines {
        moved.push('\n');
        match line.strip_prefix(from) {
            Some(rest) if !line.trim().is_empty() => {
                moved.push_str(to);
                moved.push_str(rest);
            }
            _ => moved.push_str(line),
        }
    }
    moved
}

/// True where moving the lines of a text changes its meaning: strings and heredocs over several lines.
pub fn has_lines_that_must_stay(context: &ActionContext<'_>, range: TextRange) -> bool {
    let program = &context.source.program;
    program.exprs.iter().enumerate().any(|(index, expr)| {
        let place = context.range(ExprId(index as u32));
        let is_text = matches!(expr, Expr::Heredoc(_))
            || matches!(expr, Expr::String(_) | Expr::ConcatenatedString(_)) && context.slice(place).contains('\n');
        is_text && range.contains_range(place)
    })
}
