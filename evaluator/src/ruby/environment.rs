//! Local variables of a method or block, those of the blocks around it, and what `self` and `super` are in it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use smol_str::SmolStr;

use super::value::{RubyProc, RubyValue};

/// Local variables, and those of the blocks around.
#[derive(Debug)]
pub struct Environment {
    locals: RefCell<HashMap<SmolStr, RubyValue>>,
    parent: Option<Rc<Environment>>,
    /// The block that the method was called with.
    pub block: Option<Rc<RubyProc>>,
    pub frame: Rc<Frame>,
}

/// What a method runs on.
#[derive(Debug)]
pub struct Frame {
    /// `self`
    pub receiver: RubyValue,
    /// The class or module that the code stands in, empty outside of any: constants are looked for from there.
    pub namespace: SmolStr,
    /// The method, empty outside of any, and what it was called with: `super` needs both.
    pub method: SmolStr,
    pub arguments: Vec<RubyValue>,
}

impl Frame {
    /// Of the code of a template or of a function's body.
    pub fn main() -> Rc<Self> {
        Rc::new(Frame {
            receiver: RubyValue::Main,
            namespace: SmolStr::default(),
            method: SmolStr::default(),
            arguments: Vec::new(),
        })
    }

    /// Of the body of a class or module.
    pub fn of_class(name: &SmolStr) -> Rc<Self> {
        Rc::new(Frame {
            receiver: RubyValue::Constant(name.clone()),
            namespace: name.clone(),
            method: SmolStr::default(),
            arguments: Vec::new(),
        })
    }
}

impl Environment {
    pub fn new(parent: Option<Rc<Environment>>) -> Rc<Self> {
        let block = parent.as_ref().and_then(|parent| parent.block.clone());
        let frame = parent.as_ref().map_or_else(Frame::main, |parent| parent.frame.clone());
        Rc::new(Environment { locals: RefCell::default(), parent, block, frame })
    }

    pub fn for_method(frame: Rc<Frame>, block: Option<Rc<RubyProc>>) -> Rc<Self> {
        Rc::new(Environment { locals: RefCell::default(), parent: None, block, frame })
    }

    pub fn get(&self, name: &str) -> Option<RubyValue> {
        if let Some(value) = self.locals.borrow().get(name) {
            return Some(value.clone());
        }
        self.parent.as_ref()?.get(name)
    }

    pub fn set(&self, name: &SmolStr, value: RubyValue) {
        if !self.replace(name, &value) {
            self.locals.borrow_mut().insert(name.clone(), value);
        }
    }

    fn replace(&self, name: &str, value: &RubyValue) -> bool {
        if let Some(slot) = self.locals.borrow_mut().get_mut(name) {
            *slot = value.clone();
            return true;
        }
        self.parent.as_ref().is_some_and(|parent| parent.replace(name, value))
    }

    pub fn declare(&self, name: &SmolStr, value: RubyValue) {
        self.locals.borrow_mut().insert(name.clone(), value);
    }
}
