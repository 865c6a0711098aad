//! `raise_error`: of a block, or of compiling the catalogue.

use std::cell::RefCell;

use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use evaluator::ruby::value::RubyValue;

use super::{Actual, Answer};
use crate::language::host::SpecHost;

/// The classes of an error of compiling, from the inside out.
const COMPILE_ERROR: &[&str] = &[
    "Puppet::PreformattedError",
    "Puppet::ParseErrorWithIssue",
    "Puppet::ParseError",
    "Puppet::Error",
    "RuntimeError",
    "StandardError",
    "Exception",
];

#[derive(Debug)]
pub struct ErrorMatcher {
    class: RefCell<Option<String>>,
    message: RefCell<RubyValue>,
}

impl ErrorMatcher {
    pub fn new(first: RubyValue, second: RubyValue) -> Self {
        let (class, message) = match first {
            RubyValue::Constant(class) => (Some(class.to_string()), second),
            message => (None, message),
        };
        ErrorMatcher { class: RefCell::new(class), message: RefCell::new(message) }
    }

    pub fn chain(&self, call: &HostCall<'_>) -> bool {
        if call.name == "with_message" {
            *self.message.borrow_mut() = call.argument(0);
            return true;
        }
        false
    }

    pub fn matches(&self, ruby: &mut Ruby<'_, '_>, host: &SpecHost, actual: &Actual, offset: u32) -> Ran<Answer> {
        let result = match actual {
            Actual::Block(RubyValue::Proc(block)) => ruby.call_proc(&block.clone(), Vec::new()).map(|value| {
                // A block that gives the lambda of the catalogue does not compile it.
                drop(value);
            }),
            Actual::Catalogue { exported } => host.catalogue_value(ruby, *exported, offset).map(|_| ()),
            _ => return ruby.unsupported("raise_error of something that is not a block", offset),
        };
        let interrupt = match result {
            Ok(()) => {
                if let Some(why) = host.doubt() {
                    return ruby.unsupported(why, offset);
                }
                return Ok(Answer::no("expected an error but nothing was raised"));
            }
            Err(interrupt) => interrupt,
        };
        let RubyInterrupt::Raise { class, message } = *interrupt else { return Err(interrupt) };
        if let Some(wanted) = &*self.class.borrow() {
            let is_class = match class.as_str() {
                "Puppet::PreformattedError" => COMPILE_ERROR.contains(&wanted.as_str()),
                _ => RubyValue::Exception { class: class.clone(), message: message.as_str().into() }.is_a(wanted),
            };
            if !is_class {
                return Ok(Answer::no(format!("expected {wanted}, got {class} with {message:?}")));
            }
        }
        let wanted = self.message.borrow().clone();
        let is_match = match wanted {
            RubyValue::Nil => true,
            wanted => message_matches(ruby, &message, &wanted, offset)?,
        };
        Ok(Answer::when(is_match, || format!("expected an error with another message, got {message:?}")))
    }
}

impl SpecHost {
    /// Returns why nobody can say that the catalogue of the running example compiles.
    fn doubt(&self) -> Option<String> {
        let state = self.state.borrow();
        let compiled = state.running.as_ref()?.catalogue.clone()?;
        compiled.undecided().or_else(|| compiled.unknown())
    }
}

/// Compares a message with a pattern, or exactly with a text.
pub fn message_matches(ruby: &mut Ruby<'_, '_>, message: &str, wanted: &RubyValue, offset: u32) -> Ran<bool> {
    match wanted {
        RubyValue::Regexp(_) => {
            let found = ruby.send(wanted, "match?", vec![RubyValue::string(message)], None, offset)?;
            Ok(found.is_truthy())
        }
        RubyValue::String(text) => Ok(*text.borrow() == message),
        _ => ruby.unsupported("an error message that is neither text nor pattern", offset),
    }
}
