//! Reading the arguments of a call. The dispatcher has checked them, so a reader gives the neutral value where an
//! argument is of another kind, and never panics.

use std::sync::Arc;

use crate::error::RuntimeError;
use crate::functions::FunctionCall;
use crate::interpreter::{Evaluated, Interpreter};
use crate::message::Message;
use crate::outcome::{LogEntry, LogLevel};
use crate::place::PlaceStyle;
use crate::value::{Callable, HashEntries, Value};

impl FunctionCall {
    /// The argument, or undef where it was left out.
    pub fn argument(&self, index: usize) -> &Value {
        self.arguments.get(index).unwrap_or(&Value::Undef)
    }

    pub fn text(&self, index: usize) -> &str {
        self.argument(index).as_str().unwrap_or("")
    }

    pub fn optional_text(&self, index: usize) -> Option<&str> {
        self.argument(index).as_str()
    }

    pub fn integer(&self, index: usize) -> i128 {
        match self.argument(index) {
            Value::Integer(number) => *number,
            _ => 0,
        }
    }

    pub fn elements(&self, index: usize) -> &[Value] {
        match self.argument(index) {
            Value::Array(elements) => elements,
            _ => &[],
        }
    }

    pub fn entries(&self, index: usize) -> Arc<HashEntries> {
        match self.argument(index) {
            Value::Hash(entries) => entries.clone(),
            _ => Arc::default(),
        }
    }

    pub fn block(&self) -> Option<&Arc<Callable>> {
        self.block.as_ref()
    }

    /// Ends the call with an error in the function's own words.
    pub fn fail<T>(&self, interpreter: &Interpreter<'_>, message: impl Into<String>) -> Evaluated<T> {
        interpreter.fail(RuntimeError(message.into()), self.place)
    }

    /// Ends the evaluation where a string of so many bytes would be too long.
    pub fn check_length(&self, interpreter: &Interpreter<'_>, bytes: usize) -> Evaluated<()> {
        let limit = interpreter.request.limits.string_bytes;
        if bytes > limit {
            return interpreter.limit(crate::limits::LimitReached::StringBytes(limit));
        }
        Ok(())
    }

    /// A value that cannot be known, for a reason that names the function.
    pub fn unknown(&self, interpreter: &mut Interpreter<'_>, reason: impl AsRef<str>) -> Value {
        let reason = format!("{}(): {}", self.name, reason.as_ref());
        interpreter.unknown(reason, Some(self.place))
    }

    /// A warning that Puppet itself gives, once for each wording.
    pub fn warn_once(&self, interpreter: &mut Interpreter<'_>, message: impl Into<Message>) {
        let message = message.into();
        let seen = interpreter.outcome.logs.iter().any(|entry| entry.message == message);
        if !seen {
            interpreter.outcome.logs.push(LogEntry {
                level: LogLevel::Warning,
                message,
                source: smol_str::SmolStr::default(),
                place: Some(self.place),
            });
        }
    }

    /// A deprecation that Puppet reports with the place of the call.
    pub fn warn_deprecated_here(&self, interpreter: &mut Interpreter<'_>, message: &str) {
        self.warn_once(interpreter, Message::from(message).then("\n   ").then_place(self.place, PlaceStyle::Line));
    }

    /// A deprecation that Puppet reports without saying where.
    pub fn warn_deprecated(&self, interpreter: &mut Interpreter<'_>, message: &str) {
        self.warn_once(interpreter, format!("{message}\n   (file & line not available)"));
    }
}
