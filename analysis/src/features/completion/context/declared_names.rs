//! Places where a new name is written, or no name at all: parameters, heredoc tags, regular expressions. Reads only tokens.

use evaluator::functions::builtin;
use syntax::syntax_kind::SyntaxKind::*;

use super::Code;
use crate::features::completion::token_classes::ends_value;
use crate::features::completion::wanted::Wanted;

impl Code<'_, '_> {
    /// `class a(String $¦`, `|$¦`: the name of a parameter is being made up.
    pub(super) fn is_declared_name(&self) -> bool {
        let Some(open) = self.innermost_open() else { return self.declares_in_lambda(0) };
        let is_definition = matches!(self.kind(open), Some(L_PAREN | LINE_START_PAREN)) && self.is_definition(open);
        if is_definition {
            return self.has_no_default(open + 1);
        }
        self.declares_in_lambda(open + 1)
    }

    fn declares_in_lambda(&self, start: usize) -> bool {
        self.open_pipe(start).is_some_and(|pipe| self.has_no_default(pipe + 1))
    }

    /// The cursor stands between the pipes of a lambda, where a parameter begins.
    pub(super) fn is_in_lambda_parameters(&self) -> bool {
        let start = self.innermost_open().map_or(0, |open| open + 1);
        let is_parameter_list = match self.kind_before(start) {
            Some(L_PAREN | LINE_START_PAREN) => !self.is_definition(start - 1),
            _ => true,
        };
        is_parameter_list && self.open_pipe(start).is_some()
    }

    /// The pipe that began the parameters around the cursor: pipes come in pairs.
    fn open_pipe(&self, start: usize) -> Option<usize> {
        let level = self.level_from(start);
        let pipes: Vec<usize> = level.into_iter().filter(|at| self.kind(*at) == Some(PIPE)).collect();
        pipes.last().copied().filter(|_| pipes.len() % 2 == 1)
    }

    /// The parameter that the cursor is in has no `=` yet.
    fn has_no_default(&self, start: usize) -> bool {
        let level = self.level_from(start);
        let segment = level.iter().rposition(|at| self.kind(*at) == Some(COMMA)).map_or(0, |comma| comma + 1);
        !level[segment..].iter().any(|at| self.kind(*at) == Some(EQUALS))
    }

    /// The parenthesis begins the parameters of a definition.
    pub(super) fn is_definition(&self, open: usize) -> bool {
        let keyword = open.checked_sub(2).and_then(|at| self.kind(at));
        // Only folders of plans make `plan` a keyword.
        let is_plan = keyword == Some(NAME) && self.text(open - 2) == "plan";
        is_plan || matches!(keyword, Some(CLASS_KW | DEFINE_KW | FUNCTION_KW | PLAN_KW))
    }

    /// `@(¦`: the tag of a heredoc is made up.
    pub(super) fn is_in_heredoc_tag(&self) -> bool {
        let before = self.cursor.text.get(..self.cursor.before.word.start as usize).unwrap_or_default();
        before.trim_end_matches(['"', ' ']).ends_with("@(")
    }

    /// `=~ /¦`: a slash where a value is wanted begins a regular expression.
    pub(super) fn is_in_regexp(&self) -> bool {
        let line_start = self.cursor.text.get(..self.cursor.offset as usize).and_then(|before| before.rfind('\n'));
        let line_start = line_start.map_or(0, |at| at as u32 + 1);
        let on_line = self.tokens.iter().enumerate().rev().take_while(|(_, token)| token.range.start >= line_start);
        on_line
            .filter(|(_, token)| token.kind == SLASH)
            .any(|(at, _)| !self.kind_before(at).is_some_and(|kind| ends_value(kind) || kind == R_BRACE))
    }

    /// What follows a value is an operator; what follows a statement's name or an operator is a value.
    pub(super) fn value_or_operator(&self) -> Wanted {
        let Some(last) = self.tokens.len().checked_sub(1) else { return Wanted::Expression };
        if !self.kind(last).is_some_and(ends_value) {
            return Wanted::Expression;
        }
        let head = match self.kind(last) {
            Some(R_PAREN) => self.opening_of(last).and_then(|open| open.checked_sub(1)),
            _ => Some(last),
        };
        match head.and_then(|head| Some((self.kind(head)?, self.kind_before(head)?))) {
            Some((NAME, CLASS_KW)) => return Wanted::Inherits,
            Some((NAME, DEFINE_KW | FUNCTION_KW | PLAN_KW)) => return Wanted::Nothing,
            _ => {}
        }
        let calls =
            self.kind(last) == Some(NAME) && builtin(self.text(last)).is_some_and(|function| function.statement);
        if calls { Wanted::Expression } else { Wanted::Operator }
    }
}
