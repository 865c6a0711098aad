//! What a program around the interpreter adds to the language: calls, classes and objects of its own. Specs are run this way.

use std::any::Any;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::interpreter::{Ran, Ruby};
use super::syntax_tree::Block;
use super::value::{RubyProc, RubyValue};

/// One call of a method that a host may answer.
#[derive(Debug)]
pub struct HostCall<'a> {
    pub name: &'a str,
    pub arguments: Vec<RubyValue>,
    pub block: Option<Rc<RubyProc>>,
    pub offset: u32,
}

impl HostCall<'_> {
    /// Returns an argument; nil where it was not given.
    pub fn argument(&self, index: usize) -> RubyValue {
        self.arguments.get(index).cloned().unwrap_or(RubyValue::Nil)
    }

    /// Returns the text of an argument that is a string or a symbol.
    pub fn text(&self, index: usize) -> Option<String> {
        match self.arguments.get(index) {
            Some(RubyValue::String(text)) => Some(text.borrow().clone()),
            Some(RubyValue::Symbol(name)) => Some(name.to_string()),
            _ => None,
        }
    }
}

/// Answers what Ruby itself does not know. `None` leaves the call to the interpreter.
pub trait Host {
    /// Answers a call without a receiver, before methods of the source are looked for.
    fn call(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>>;

    /// Answers a method of a class or module.
    fn call_class(&self, ruby: &mut Ruby<'_, '_>, class: &str, call: &HostCall<'_>) -> Ran<Option<RubyValue>>;

    /// Answers a method of one of the host's own objects.
    fn call_object(
        &self,
        ruby: &mut Ruby<'_, '_>,
        object: &Rc<dyn HostObject>,
        call: &HostCall<'_>,
    ) -> Ran<Option<RubyValue>>;

    /// Answers a method of any other value that Ruby itself does not have.
    fn call_value(&self, ruby: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &HostCall<'_>) -> Ran<Option<RubyValue>>;

    /// Answers `super` outside of a method of a class.
    fn call_super(&self, ruby: &mut Ruby<'_, '_>) -> Ran<Option<RubyValue>>;

    /// Takes a method that is defined outside of a class; false where the interpreter keeps it.
    fn define(&self, name: &str, definition: &Arc<Block>) -> bool;
}

/// An object whose methods the host answers.
pub trait HostObject: Any + fmt::Debug {
    fn class_name(&self) -> &'static str;

    /// Returns what `inspect` and `to_s` print.
    fn inspect(&self) -> String;

    fn as_any(&self) -> &dyn Any;
}

/// Makes a value of a host's object.
pub fn host_value(object: impl HostObject) -> RubyValue {
    RubyValue::Native(Rc::new(super::library::Native::Host(Rc::new(object))))
}

impl RubyValue {
    /// Returns the host's object of this kind.
    pub fn host_object<T: HostObject>(&self) -> Option<&T> {
        match self {
            RubyValue::Native(object) => match &**object {
                super::library::Native::Host(object) => object.as_any().downcast_ref(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Makes a value of an object that a host was given.
pub fn same_host_value(object: &Rc<dyn HostObject>) -> RubyValue {
    RubyValue::Native(Rc::new(super::library::Native::Host(object.clone())))
}
