//! Strings with interpolation, and heredocs.

use std::fmt::Write;

use smol_str::SmolStr;
use syntax::program::{Heredoc, StringSegment};
use syntax::validation::heredoc_text_error;
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::{Code, Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::scope::ScopeId;
use crate::value::Value;
use crate::value::text::to_display_string;

impl Interpreter<'_> {
    pub(super) fn evaluate_concatenated_string(
        &mut self,
        code: &Code,
        scope: ScopeId,
        segments: &[StringSegment],
    ) -> Evaluated<Value> {
        // The text is built in memory that is used again and again, and copied once.
        let mut text = std::mem::take(&mut self.text_buffer);
        text.clear();
        let mut unknown = None;
        for segment in segments {
            match segment {
                StringSegment::Text(_, literal) => text.push_str(literal),
                StringSegment::Interpolation(expr) => {
                    let value = self.evaluate(code, scope, *expr)?;
                    if self.is_watched(code.file) {
                        self.outcome.observations.record(code.place(*expr), &value);
                    }
                    match value.first_unknown() {
                        Some(reason) => unknown = unknown.or_else(|| Some(Value::Unknown(reason.clone()))),
                        None => self.append_text(&mut text, &value, *expr)?,
                    }
                }
            }
        }
        let value = unknown.unwrap_or_else(|| Value::String(SmolStr::new(&text)));
        self.text_buffer = text;
        Ok(value)
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
    pub(super) fn append_text(&mut self, text: &mut String, value: &Value, _expr: ExprId) -> Evaluated<()> {
        match value {
            Value::String(value) => text.push_str(value),
            Value::Integer(number) => {
                // Shorter numbers are quicker to print.
                let _ = match i64::try_from(*number) {
                    Ok(number) => write!(text, "{number}"),
                    Err(_) => write!(text, "{number}"),
                };
            }
            other => text.push_str(&to_display_string(other)),
        }
        let most = self.request.limits.string_bytes;
        if text.len() > most {
            return self.limit(LimitReached::StringBytes(most));
        }
        Ok(())
    }
}
