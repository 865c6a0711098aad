//! Says what is wrong where the grammar cannot go on, once for each mistake, and skips what cannot be used.
//! All of it runs only on broken texts.

use super::expected::{self, Expected};
use super::slips::{self, Repair, Slip};
use super::{Brackets, Parser, brackets};
use crate::code;
use crate::grammar;
use crate::lexer::MAX_PROBLEMS;
use crate::problem::{Fix, Problem, RelatedPlace};
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::text_range::TextRange;
use crate::token_set::TokenSet;

impl Parser<'_> {
    /// Takes a token of this kind, or reports that it is missing. True where a slip stands for it, too, which is taken.
    #[inline]
    pub fn expect(&mut self, kind: SyntaxKind) -> bool {
        self.eat(kind) || self.missing(&[Expected::Token(kind)])
    }

    /// Reports that none of these stands here. True where a usual slip does: then it is taken, and the grammar goes on as if
    /// the right thing had been there.
    #[cold]
    pub fn missing(&mut self, expected: &[Expected]) -> bool {
        let Some(slip) = slips::find(self, expected) else {
            self.report(expected, expected::hint(expected), None, false);
            return false;
        };
        let taken = slip.taken();
        self.report(expected, slip.hint.to_string(), slip.fix(self), taken.is_some());
        for _ in 0..taken.unwrap_or_default() {
            self.bump();
        }
        taken.is_some()
    }

    /// The same with a hint of its own, which says what was expected.
    #[cold]
    pub fn missing_because(&mut self, hint: &str, expected: &[Expected]) {
        self.report(expected, hint.to_string(), None, false);
    }

    /// `Syntax error at '…'`, once for each mistake. What follows a mistake that is no slip is quiet up to the end of its line.
    fn report(&mut self, expected: &[Expected], hint: String, fix: Option<Fix>, is_slip: bool) {
        if self.position < self.quiet_until {
            return;
        }
        self.quiet_until = if is_slip { self.position + 1 } else { self.end_of_mistake() };
        if self.problems.len() >= MAX_PROBLEMS {
            return;
        }
        let range = self.range_of(self.position);
        let anchor = match self.current() {
            TEMPLATE_TEXT | TEMPLATE_EXPRESSION_OPEN => self.template_text_start(),
            _ => range.start,
        };
        let mut problem = Problem::error(code::SYNTAX_ERROR, self.message(), range, anchor);
        problem.hint = Some(hint);
        if !is_slip {
            problem.related.extend(self.open_bracket(expected));
        }
        problem.fix = fix.map(Box::new);
        self.problems.push(problem);
    }

    /// In Puppet's words, with the token as it is written where Puppet shows nothing.
    fn message(&self) -> String {
        let kind = self.current();
        if kind == END {
            return "Syntax error at end of input".to_string();
        }
        let value = match (kind, self.nth(1)) {
            // Puppet's token is all of the text before the first interpolation.
            (STRING_START, STRING_TEXT) => self.text_of(self.position + 1),
            (AMPERSAND, AMPERSAND) => "&&",
            _ => grammar::token_value(kind, self.text_of(self.position)),
        };
        format!("Syntax error at '{value}'")
    }

    /// Where the text of a template begins that the current token is part of, or ends: behind the tag before it. Puppet
    /// places both the text and a `<%=` there.
    fn template_text_start(&self) -> u32 {
        let current = self.stream.get(self.position).map_or(0, |token| token.index as usize);
        let before = self.lexed.tokens.get(..current).unwrap_or(&[]);
        let others = before
            .iter()
            .rposition(|token| !matches!(token.kind, TEMPLATE_TEXT | TEMPLATE_TRIMMED | TEMPLATE_COMMENT))
            .map_or(0, |index| index + 1);
        before.get(others).map_or(self.range_of(self.position).start, |token| token.start)
    }

    /// The bracket that is open here, where its end is missing or could have been used.
    fn open_bracket(&self, expected: &[Expected]) -> Option<RelatedPlace> {
        let open = self.brackets().around(self.position)?;
        let kind = self.kind_of(open);
        let closing = brackets::closing(kind)?;
        let sign = match kind {
            STRING_START => "quote".to_string(),
            _ => format!("`{}`", self.text_of(open)),
        };
        let message = if self.brackets().partner(open).is_none() && self.is_at_some_end() {
            format!("this {sign} is never closed")
        } else if expected.contains(&Expected::Token(closing)) {
            format!("this {sign} is open here")
        } else {
            return None;
        };
        Some(RelatedPlace { range: self.range_of(open), message })
    }

    /// Explains a mistake at the braces at `open`, behind an expression: where a bracket before them is never closed, its end
    /// is what is missing.
    #[cold]
    pub fn blame_open_bracket(&mut self, open: usize) {
        let around = self.brackets().around(open).filter(|around| self.brackets().partner(*around).is_none());
        let closing = around.and_then(|around| Some((around, brackets::closing(self.kind_of(around))?)));
        let Some((around, closing)) = closing.filter(|(_, closing)| *closing != R_BRACE) else { return };
        let message = format!("this `{}` is never closed", self.text_of(around));
        let related = RelatedPlace { range: self.range_of(around), message };
        self.quiet_until = self.quiet_until.max(self.position + 1);
        if let Some(problem) = self.problems.last_mut() {
            problem.hint = Some(format!("{} before `{{`", expected::hint(&[Expected::Token(closing)])));
            problem.related = vec![related];
            problem.fix = None;
        }
    }

    /// Reports, behind the word that begins a statement, that the braces around it should have been closed before.
    #[cold]
    pub fn unclosed_before(&mut self) {
        let position = self.position;
        self.position += 1;
        let expected = [Expected::Token(R_BRACE)];
        self.report(&expected, "expected `}` before the next statement".to_string(), None, false);
        self.position = position;
    }

    /// The state to go back to where the same tokens are read otherwise.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            position: self.position,
            events: self.events.len(),
            problems: self.problems.len(),
            quiet_until: self.quiet_until,
            tallest: self.tallest,
            missing_bodies: self.missing_bodies,
        }
    }

    #[cold]
    pub fn go_back(&mut self, checkpoint: &Checkpoint) {
        self.position = checkpoint.position;
        self.events.truncate(checkpoint.events);
        self.problems.truncate(checkpoint.problems);
        self.quiet_until = checkpoint.quiet_until;
        self.tallest = checkpoint.tallest;
        self.missing_bodies = checkpoint.missing_bodies;
    }

    /// Takes a missing thing at the current token for a consequence of what has been reported.
    pub fn be_quiet_here(&mut self) {
        self.quiet_until = self.quiet_until.max(self.position + 1);
    }

    /// The same as `missing` where the mistake is an operator that was read before, for which another is written.
    #[cold]
    pub fn mistaken_operator(&mut self, operator: usize, new: &str, hint: &str, expected: &[Expected]) {
        let range = self.range_of(operator);
        let fix = Fix::replace(range, new, format!("Replace {} with {new}", self.text_of(operator)));
        self.report(expected, hint.to_string(), Some(fix), true);
    }

    fn is_at_some_end(&self) -> bool {
        self.current() == END || brackets::is_closing(self.current())
    }

    /// Another mistake, at a token. What stands behind it is not reported once more.
    pub fn error_at(&mut self, position: usize, message: impl Into<String>, hint: Option<&str>) {
        if self.problems.len() >= MAX_PROBLEMS {
            return;
        }
        let range = self.range_of(position);
        let mut problem = Problem::error(code::SYNTAX_ERROR, message, range, range.start);
        problem.hint = hint.map(str::to_string);
        self.problems.push(problem);
        self.quiet_until = self.quiet_until.max(self.position + 1);
    }

    /// Puts the current token into an `ERROR` node; it has been reported.
    pub fn skip(&mut self) {
        let marker = self.start();
        let is_quiet = self.position < self.quiet_until;
        self.bump();
        // One report for a run of tokens that cannot be used.
        if is_quiet {
            self.quiet_until = self.quiet_until.max(self.position + 1);
        }
        marker.complete(self, ERROR);
    }

    /// Reports that none of these stands here, and puts the current token into an `ERROR` node.
    pub fn skip_for(&mut self, expected: &[Expected]) {
        self.report(expected, expected::hint(expected), None, false);
        self.skip();
    }

    /// Puts what cannot be used into an `ERROR` node, up to one of these tokens in the brackets around, their end, or the end of
    /// the line where they have none. True where one of the tokens was found, so that reading can go on with it.
    #[cold]
    pub fn recover(&mut self, wanted: TokenSet) -> bool {
        let end = self.recovery_end();
        let is_found = |parser: &Self| wanted.contains(parser.current());
        if self.position < end && !is_found(self) {
            let marker = self.start();
            self.bump_to(end, wanted);
            marker.complete(self, ERROR);
        }
        let found = is_found(self) && self.position <= end;
        // Where nothing was found, a closing bracket that is missing is the same mistake.
        self.quiet_until = self.position + usize::from(!found);
        found
    }

    /// The same up to a `{` on the same line, without a node.
    #[cold]
    pub fn recover_at_body(&mut self) -> bool {
        if self.follows_line_break(self.position) {
            return false;
        }
        let is_before_line_end = |at: &usize| *at == self.position || !self.follows_line_break(*at);
        let open = (self.position..self.stream.len())
            .take_while(|at| is_before_line_end(at) && !matches!(self.kind_of(*at), R_BRACE | SEMICOLON))
            .find(|at| self.kind_of(*at) == L_BRACE);
        if let Some(open) = open {
            while self.position < open {
                self.bump();
            }
            self.quiet_until = self.position;
        }
        open.is_some()
    }

    /// Puts what cannot be used into an `ERROR` node, up to the end of the line or of the brackets around.
    #[cold]
    pub fn recover_line(&mut self) {
        let end = self.end_of_line();
        if self.position < end {
            let marker = self.start();
            self.bump_to(end, TokenSet::EMPTY);
            marker.complete(self, ERROR);
        }
        self.quiet_until = self.position + 1;
    }

    /// True where a token of this kind stands between the current one and the end of the brackets around, not in others.
    pub fn has_in_brackets(&self, kind: SyntaxKind) -> bool {
        let open = self.brackets().around(self.position);
        let end = open.and_then(|open| self.brackets().partner(open)).unwrap_or_else(|| self.end_of_line());
        (self.position..end).any(|at| self.kind_of(at) == kind && self.brackets().around(at) == open)
    }

    fn bump_to(&mut self, end: usize, wanted: TokenSet) {
        let first = self.position;
        while self.position < end && !wanted.contains(self.current()) {
            let begins_definition =
                self.position > first && self.follows_line_break(self.position) && grammar::is_definition_start(self);
            if begins_definition {
                return;
            }
            let partner = brackets::closing(self.current()).and_then(|_| self.brackets().partner(self.position));
            let last = partner.filter(|partner| *partner < end).unwrap_or(self.position);
            while self.position <= last {
                self.bump();
            }
        }
    }

    /// Where skipping ends: at the bracket that closes the one around, or with the line where there is none to rely on.
    fn recovery_end(&self) -> usize {
        if self.follows_line_break(self.position) && !self.is_in_closed_brackets() {
            return self.position;
        }
        let open = self.brackets().around(self.position);
        let partner = open.and_then(|open| self.brackets().partner(open)).filter(|_| self.is_in_closed_brackets());
        partner.unwrap_or_else(|| self.end_of_line())
    }

    /// True where the innermost bracket around is closed for certain.
    pub fn is_in_closed_brackets(&self) -> bool {
        let Some(open) = self.brackets().around(self.position) else { return false };
        self.brackets().partner(open).is_some() && !(self.unbalanced && self.kind_of(open) == L_BRACE)
    }

    /// The first token behind the current one that follows a line break, or ends the brackets around.
    fn end_of_line(&self) -> usize {
        let mut depth = 0u32;
        let mut position = self.position;
        while position < self.stream.len() {
            let kind = self.kind_of(position);
            if position > self.position && self.follows_line_break(position) {
                return position;
            }
            if brackets::closing(kind).is_some() {
                depth += 1;
            } else if brackets::is_closing(kind) {
                if depth == 0 {
                    return position;
                }
                depth -= 1;
            }
            position += 1;
        }
        position
    }

    /// The first token about which something may be said again. A mistake that shows only on the next line leaves that line alone.
    fn end_of_mistake(&self) -> usize {
        if self.follows_line_break(self.position) {
            return self.position + 1;
        }
        let end = self.end_of_line();
        end.max(self.position) + 1
    }

    fn brackets(&self) -> &Brackets {
        self.brackets.get_or_init(|| Brackets::new(self.stream))
    }

    fn kind_of(&self, position: usize) -> SyntaxKind {
        self.stream.get(position).map_or(END, |token| token.kind)
    }
}

/// How far a text was read.
pub(crate) struct Checkpoint {
    position: usize,
    events: usize,
    problems: usize,
    quiet_until: usize,
    tallest: u32,
    missing_bodies: u32,
}

impl Slip {
    fn fix(&self, parser: &Parser<'_>) -> Option<Fix> {
        let at = parser.position;
        let first = parser.range_of(at);
        let found = first.cover(parser.range_of(at + self.taken()?.saturating_sub(1)));
        let before = at.checked_sub(1).map(|before| parser.range_of(before));
        let written = |range: TextRange| parser.text.get(range.start as usize..range.end as usize).unwrap_or_default();
        let replaced = |range: TextRange, new: &str| {
            Fix::replace(range, new, format!("Replace {} with {}", written(range), new.trim()))
        };
        Some(match self.repair {
            Repair::Insert(new) => Fix::replace(TextRange::empty(before?.end), new, format!("Insert {}", new.trim())),
            Repair::Prefix(new) => Fix::replace(TextRange::empty(first.start), new, format!("Insert {new}")),
            Repair::Replace(new) | Repair::ReplaceFirst(new) => replaced(found, new),
            Repair::ReplaceWithBefore(new) => replaced(before?.cover(first), new),
            Repair::ReplaceBefore(new) => {
                let before = before?;
                replaced(TextRange::new(before.start, first.start), new)
            }
            Repair::Capitalise => replaced(first, &capitalised(written(first))),
            Repair::Unquote => replaced(first, written(first).trim_matches(['\'', '"'])),
            Repair::Remove => {
                // One of the blanks around it is enough.
                let is_after_blank = before.is_none_or(|before| before.end < found.start);
                let rest = parser.text.get(found.end as usize..)?;
                let blanks = (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32;
                let end = if is_after_blank { found.end + blanks } else { found.end };
                Fix::replace(TextRange::new(found.start, end), "", format!("Remove {}", written(found)))
            }
            Repair::None => return None,
        })
    }
}

/// `stdlib::port` as `Stdlib::Port`.
fn capitalised(name: &str) -> String {
    let segments = name.split("::").map(|segment| {
        let (first, rest) = segment.split_at_checked(1).unwrap_or((segment, ""));
        first.to_ascii_uppercase() + rest
    });
    segments.collect::<Vec<_>>().join("::")
}
