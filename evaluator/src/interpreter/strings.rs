//! Strings with interpolation, and heredocs.

use smol_str::SmolStr;
use syntax::program::{Heredoc, StringSegment};
use syntax::validation::heredoc_text_error;
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::variables::is_match_variable;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::limits::LimitReached;
use crate::scope::ScopeId;
use crate::value::Value;
use crate::value::text::{to_display_string, to_display_string_with_patterns};

/// Memory in which texts are built, with what is still in it.
#[derive(Default)]
pub(super) struct TextBuffer {
    text: String,
    /// The long text that was built last. One that begins with it goes on where it ended.
    built: Option<SmolStr>,
}

/// Texts of fewer bytes are quicker to copy than to remember.
const REMEMBERED_FROM: usize = 256;

impl TextBuffer {
    /// Whether the buffer holds this very text.
    fn holds(&self, value: &SmolStr) -> bool {
        self.built.as_ref().is_some_and(|built| std::ptr::eq(built.as_str(), value.as_str()))
    }
}

impl Interpreter<'_> {
    pub(super) fn evaluate_concatenated_string(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        segments: &[StringSegment],
    ) -> Evaluated<Value> {
        if let Some(mut growing) = self.take_growing_text(code, expr) {
            let rest = segments.get(1..).unwrap_or_default();
            if let Some(unknown) = self.append_segments(code, scope, rest, &mut growing.text)? {
                return Ok(unknown.known_as_text());
            }
            self.growing_text = Some(growing);
            return Ok(Value::Undef);
        }
        // The text is built in memory that is used again and again, and copied once.
        let goes_on = self.text_buffer.built.is_some() && self.goes_on(code, scope, segments);
        let mut text = std::mem::take(&mut self.text_buffer.text);
        if self.text_buffer.built.is_some() {
            self.text_buffer.built = None;
        }
        if !goes_on {
            text.clear();
        }
        let rest = segments.get(usize::from(goes_on)..).unwrap_or_default();
        let unknown = self.append_segments(code, scope, rest, &mut text)?;
        let built = SmolStr::new(&text);
        if text.len() >= REMEMBERED_FROM {
            self.text_buffer.built = Some(built.clone());
        } else if self.text_buffer.built.is_some() {
            self.text_buffer.built = None;
        }
        self.text_buffer.text = text;
        match unknown {
            None => Ok(Value::String(built)),
            Some(unknown) => Ok(unknown.known_as_text()),
        }
    }

    /// Whether a string begins with the very text that the buffer holds.
    fn goes_on(&self, code: &Code, scope: ScopeId, segments: &[StringSegment]) -> bool {
        match segments.first() {
            Some(StringSegment::Interpolation(expr)) if !self.is_watched(code.file) => match code.program.expr(*expr) {
                Expr::Variable(variable) => match self.plain_variable(scope, &variable.name) {
                    Some(Value::String(value)) => self.text_buffer.holds(value),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Appends what the parts of a string give; the first unknown value among them.
    fn append_segments(
        &mut self,
        code: &Code,
        scope: ScopeId,
        segments: &[StringSegment],
        text: &mut String,
    ) -> Evaluated<Option<Value>> {
        let watched = self.is_watched(code.file);
        let mut unknown = None;
        for segment in segments {
            match segment {
                StringSegment::Text(_, literal) => text.push_str(literal),
                StringSegment::Interpolation(expr) => {
                    if !watched
                        && let Expr::Variable(variable) = code.program.expr(*expr)
                        && !is_match_variable(&variable.name)
                        && let Some(value @ (Value::String(_) | Value::Integer(_))) =
                            self.plain_variable(scope, &variable.name)
                    {
                        self.append_text(text, value)?;
                        continue;
                    }
                    let value = self.evaluate(code, scope, *expr)?;
                    if watched {
                        self.observe_part(code, *expr, &value);
                    }
                    match value.may_be_unknown().then(|| value.first_unknown()).flatten() {
                        Some(reason) => unknown = unknown.or_else(|| Some(Value::Unknown(reason.clone()))),
                        None => self.append_text(text, &value)?,
                    }
                }
            }
        }
        self.check_text(text)?;
        Ok(unknown)
    }

    /// The text of a heredoc; where it names its syntax, interpolated text must be of it. Plain text was checked before.
    pub(super) fn evaluate_heredoc(&mut self, code: &Code, scope: ScopeId, heredoc: &Heredoc) -> Evaluated<Value> {
        let value = self.evaluate(code, scope, heredoc.text)?;
        let syntax = heredoc.syntax.as_deref().filter(|syntax| !syntax.is_empty());
        if let (Some(syntax), Value::String(text)) = (syntax, &value)
            && matches!(code.program.expr(heredoc.text), Expr::ConcatenatedString(_))
            && let Some((issue_code, message)) = heredoc_text_error(syntax, text)
        {
            let issue = ExpressionIssue::IllegalHeredocText { code: issue_code, message };
            return self.fail(issue, code.place(heredoc.text));
        }
        Ok(value)
    }

    /// Appends a value as interpolation prints it.
    pub(super) fn append_text(&self, text: &mut String, value: &Value) -> Evaluated<()> {
        match value {
            Value::String(value) => text.push_str(value),
            // Shorter numbers are quicker to print.
            Value::Integer(number) => match i64::try_from(*number) {
                Ok(number) => text.push_str(itoa::Buffer::new().format(number)),
                Err(_) => text.push_str(itoa::Buffer::new().format(*number)),
            },
            Value::Regexp(_) | Value::Array(_) | Value::Hash(_) if self.rules.holds(Rule::PatternsWithoutSlashes) => {
                text.push_str(&to_display_string_with_patterns(value));
            }
            other => text.push_str(&to_display_string(other)),
        }
        self.check_text(text)
    }

    /// Ends the evaluation where a text has become too long.
    fn check_text(&self, text: &str) -> Evaluated<()> {
        let most = self.request.limits.string_bytes;
        if text.len() > most { self.limit(LimitReached::StringBytes(most)) } else { Ok(()) }
    }
}
